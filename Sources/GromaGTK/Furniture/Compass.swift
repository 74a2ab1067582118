// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaLocation
internal import GromaMapping
internal import GromaView

/// Where north is, while it is not up; a press turns it up.
@MainActor
public final class Compass: Widget {
    private let needle: CompassNeedle

    /// Makes the compass of a map.
    public init(_ mapView: MapView) {
        needle = CompassNeedle()
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_button_new()))
        unsafe gtk_button_set_child(pointer.as(), needle.pointer.as())
        addClass("groma-round", "groma-compass")
        align(GTK_ALIGN_END, GTK_ALIGN_START)
        tooltip = word("map.northUp")
        kept = [needle]
        visible { [weak mapView] in mapView?.model.showsCompass ?? false }
        watch { [weak mapView] compass in
            guard let compass = compass as? Compass, let angle = mapView?.model.compassAngle else { return }
            compass.needle.angle = angle
            let signed = angle > 180 ? angle - 360 : angle
            let key = signed < 0 ? "map.compass.left" : "map.compass.right"
            compass.accessibleName = word(key, "\(Int(abs(signed).rounded()))")
        }
        unsafe pointer.on("clicked") { [weak mapView] _ in
            guard let mapView else { return }
            // North up and the direction of travel up can't both be.
            if let display = mapView.model.locationDisplay, display.autoPanMode.turnsMap {
                display.autoPanMode = .recenter
            }
            mapView.model.turnNorth()
        }
    }
}

/// A needle with a red end to the north.
@MainActor
private final class CompassNeedle: CustomWidget {
    var angle = 0.0 { didSet { if angle != oldValue { unsafe gtk_widget_queue_draw(pointer.as()) } } }

    init() { super.init(role: GTK_ACCESSIBLE_ROLE_PRESENTATION, isFocusable: false) }

    override func measure(_ orientation: GtkOrientation, for size: Int) -> (minimum: Int, natural: Int) { (24, 24) }

    override func snapshot(_ target: OpaquePointer) {
        let width = unsafe Double(gtk_widget_get_width(pointer.as())),
            height = unsafe Double(gtk_widget_get_height(pointer.as()))
        var area = graphene_rect_t()
        unsafe graphene_rect_init(&area, 0, 0, Float(width), Float(height))
        var color = GdkRGBA()
        unsafe gtk_style_context_get_color(gtk_widget_get_style_context(pointer.as()), &color)
        let context = unsafe gtk_snapshot_append_cairo(target, &area)
        unsafe cairo_translate(context, width / 2, height / 2)
        unsafe cairo_rotate(context, angle * .pi / 180)
        for (end, red) in [(-10.0, true), (10.0, false)] {
            unsafe cairo_move_to(context, 0, end)
            unsafe cairo_line_to(context, 4.5, 0)
            unsafe cairo_line_to(context, -4.5, 0)
            unsafe cairo_close_path(context)
            if red {
                unsafe cairo_set_source_rgb(context, 0.88, 0.11, 0.14)
            } else {
                unsafe cairo_set_source_rgba(context, Double(color.red), Double(color.green), Double(color.blue), 0.45)
            }
            unsafe cairo_fill(context)
        }
        unsafe cairo_destroy(context)
    }
}
