// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaLocation
internal import GromaMapping
internal import GromaView

/// Closer and farther away, one above the other.
@MainActor
public final class ZoomButtons: Widget {
    /// Makes the buttons of a map.
    public init(_ mapView: MapView) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)))
        addClass("groma-pill")
        align(GTK_ALIGN_END, GTK_ALIGN_END)
        let closer = Button(word("map.zoomIn"), icon: .zoomIn, style: .flat) { [weak mapView] in
            mapView?.model.zoom(levels: 1)
        }
        let farther = Button(word("map.zoomOut"), icon: .zoomOut, style: .flat) { [weak mapView] in
            mapView?.model.zoom(levels: -1)
        }
        for button in [closer, farther] { unsafe gtk_box_append(pointer.as(), button.pointer.as()) }
        kept = [closer, farther]
    }
}

/// Who made what is shown.
@MainActor
public final class AttributionBar: Widget {
    /// Makes the line of a map; a press shows it whole.
    public init(_ mapView: MapView) {
        let label = Label { [weak mapView] in
            let text = mapView?.model.attributionText ?? ""
            return text.isEmpty || text.contains("©") ? text : "© " + text
        }
        label.singleLine()
        unsafe gtk_label_set_max_width_chars(label.pointer.opaque, 42)
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_button_new()))
        unsafe gtk_button_set_child(pointer.as(), label.pointer.as())
        addClass("groma-attribution", "flat")
        align(GTK_ALIGN_START, GTK_ALIGN_END)
        kept = [label]
        visible { [weak mapView] in !(mapView?.model.attributionText ?? "").isEmpty }
        watch { [weak mapView] bar in bar.accessibleName = word("map.attribution", mapView?.model.attributionText ?? "")
        }
        unsafe pointer.on("clicked") { [weak self, weak mapView] _ in
            guard let self, let mapView else { return }
            let text = Label(mapView.model.attributionText)
            text.margin = 12
            unsafe gtk_label_set_max_width_chars(text.pointer.opaque, 40)
            window?.present(text, as: .popover(from: self))
        }
    }
}
