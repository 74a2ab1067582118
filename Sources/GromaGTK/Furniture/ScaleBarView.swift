// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation
internal import GromaMapping
public import GromaView

/// A round length on the ground, at the latitude of the middle of the map.
@MainActor
public final class ScaleBarView: Widget {
    /// Makes the scale bar of a map.
    public init(_ mapView: MapView, units: UnitSystem = .metric) {
        let label = Label("")
        let bar = ScaleLine()
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        unsafe gtk_widget_set_can_target(pointer.as(), 0)
        addClass("groma-scale-bar")
        align(GTK_ALIGN_START, GTK_ALIGN_END)
        unsafe gtk_box_append(pointer.as(), label.pointer.as())
        unsafe gtk_box_append(pointer.as(), bar.pointer.as())
        label.addClass("groma-scale-text")
        kept = [label, bar]
        watch { [weak mapView, weak label, weak bar] view in
            let scale = mapView?.model.scaleBar(mostLength: 120, units: units)
            view.isVisible = scale != nil
            guard let scale, let label, let bar else { return }
            label.text = scale.text(locale: Surroundings.locale)
            bar.length = scale.length
            view.accessibleName = word("map.scale", "\(Int(scale.length.rounded()))", label.text)
        }
    }
}

/// The line itself: dark on a light halo, so that it is seen on any ground.
@MainActor
private final class ScaleLine: CustomWidget {
    var length = 0.0 { didSet { if length != oldValue { unsafe gtk_widget_queue_resize(pointer.as()) } } }

    init() { super.init(role: GTK_ACCESSIBLE_ROLE_PRESENTATION, isFocusable: false) }

    override func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) {
        let wish = orientation == GTK_ORIENTATION_HORIZONTAL ? Int(length.rounded(.up)) + 4 : 10
        return (wish, wish)
    }

    override func snapshot(_ target: OpaquePointer) {
        var area = graphene_rect_t()
        unsafe graphene_rect_init(&area, 0, 0, Float(length + 4), 10)
        let context = unsafe gtk_snapshot_append_cairo(target, &area)
        for (width, shade, alpha) in [(4.0, 1.0, 0.8), (2.0, 0.13, 1.0)] {
            unsafe cairo_set_source_rgba(context, shade, shade, shade, alpha)
            unsafe cairo_set_line_width(context, width)
            unsafe cairo_move_to(context, 2, 2)
            unsafe cairo_line_to(context, 2, 7)
            unsafe cairo_line_to(context, 2 + length, 7)
            unsafe cairo_line_to(context, 2 + length, 2)
            unsafe cairo_stroke(context)
        }
        unsafe cairo_destroy(context)
    }
}
