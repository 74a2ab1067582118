// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaCodecs
internal import GromaMapping
internal import GromaRendering

/// How a symbol looks, for lists and legends: 28 by 20 device-independent pixels.
@MainActor
final class SwatchView: Widget {
    private let drawing = SwatchDrawing()

    init() {
        unsafe super.init(sinking: drawing.pointer)
        kept = [drawing]
        align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    }

    fileprivate func show(_ image: Image) {
        drawing.texture = ObjectReference(texture: image)
        unsafe gtk_widget_queue_draw(pointer.as())
    }
}

@MainActor
private final class SwatchDrawing: CustomWidget {
    var texture: ObjectReference?

    init() { super.init(role: GTK_ACCESSIBLE_ROLE_PRESENTATION, isFocusable: false) }

    override func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) {
        orientation == GTK_ORIENTATION_HORIZONTAL ? (28, 28) : (20, 20)
    }

    override func snapshot(_ target: OpaquePointer) {
        guard let texture else { return }
        var area = graphene_rect_t()
        unsafe graphene_rect_init(&area, 0, 0, 28, 20)
        unsafe gtk_snapshot_append_texture(target, texture.pointer.opaque, &area)
    }
}

/// Draws symbols for legends.
@MainActor
final class SwatchMaker {
    private let renderer = MapRenderer()

    /// Draws the symbol and puts it into the view when it is there.
    func fill(_ view: SwatchView, with symbol: any Symbol) {
        let ratio = unsafe Double(max(gtk_widget_get_scale_factor(view.pointer.as()), 1))
        Task { [renderer, weak view] in
            let picture = try? await renderer.swatch(of: symbol, width: 28, height: 20, pixelRatio: ratio)
            if let picture { view?.show(picture) }
        }
    }
}
