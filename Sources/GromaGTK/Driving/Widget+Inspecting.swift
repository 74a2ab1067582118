// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// What tests and pictures need to know about widgets that are on a display.
extension Widget {
    /// Whether the widget is on the display now, with a size.
    package var isDrawn: Bool {
        unsafe gtk_widget_get_mapped(pointer.as()) != 0 && gtk_widget_get_width(pointer.as()) > 0
    }

    /// A point of the widget on the display, for a window at its upper left corner.
    package func screenPlace(x: Double, y: Double) -> (x: Double, y: Double)? {
        guard isDrawn, let native = unsafe gtk_widget_get_native(pointer.as()) else { return nil }
        var place = (x: 0.0, y: 0.0)
        let root = unsafe UnsafeMutableRawPointer(native)
        guard unsafe gtk_widget_translate_coordinates(pointer.as(), root.as(), x, y, &place.x, &place.y) != 0 else {
            return nil
        }
        var shift = (x: 0.0, y: 0.0)
        unsafe gtk_native_get_surface_transform(native, &shift.x, &shift.y)
        return (place.x + shift.x, place.y + shift.y)
    }

    /// The upper left corner in the window that the widget belongs to, also of one that floats above it.
    package var placeInWindow: (x: Double, y: Double)? {
        guard var place = screenPlace(x: 0, y: 0), let native = unsafe gtk_widget_get_native(pointer.as()) else {
            return nil
        }
        var surface = unsafe gtk_native_get_surface(native).map { unsafe UnsafeMutableRawPointer($0) }
        while let popup = unsafe surface, unsafe cgtk_is_a(popup, gdk_popup_get_type()) != 0 {
            place.x += unsafe Double(gdk_popup_get_position_x(popup.opaque))
            place.y += unsafe Double(gdk_popup_get_position_y(popup.opaque))
            unsafe surface = unsafe gdk_popup_get_parent(popup.opaque).map { unsafe UnsafeMutableRawPointer($0) }
        }
        return place
    }

    /// The first widget below this one, itself included, for which `test` answers true.
    package func find(_ test: (FoundWidget) -> Bool) -> FoundWidget? {
        var found: FoundWidget?
        unsafe FoundWidget(pointer).visit { widget in
            if found == nil, test(widget) { found = widget }
        }
        return found
    }
    /// Every widget below this one for which `test` answers true.
    package func findAll(_ test: (FoundWidget) -> Bool) -> [FoundWidget] {
        var found: [FoundWidget] = []
        unsafe FoundWidget(pointer).visit { if test($0) { found.append($0) } }
        return found
    }
    /// Writes a PNG of the widget at its size, from what it draws.
    package func saveWidgetPicture(to path: String) -> Bool { unsafe WidgetPicture.save(pointer, to: path) }

    /// The text of every label that is shown below this one, in the order of the tree.
    package var shownTexts: [String] {
        findAll { $0.kind == "GtkLabel" && $0.isDrawn && $0.name != "announcement" }.map(\.text).filter { !$0.isEmpty }
    }

    /// Whether a screen reader calls the widget so.
    package func isCalled(_ name: String) -> Bool {
        guard let other = unsafe cgtk_accessible_label_mismatch(pointer, name) else { return true }
        unsafe g_free(other)
        return false
    }
    /// What a screen reader calls the widget; empty where it has no name of its own.
    package var spokenName: String {
        guard let name = unsafe cgtk_accessible_label_mismatch(pointer, "\u{0}") else { return "" }
        defer { unsafe g_free(name) }
        let text = unsafe String(cString: name)
        return text == "<null>" ? "" : text
    }
}

/// A widget found by looking through a window.
@MainActor
package final class FoundWidget: Widget {
    init(_ pointer: UnsafeMutableRawPointer) { unsafe super.init(sinking: pointer) }

    /// The toolkit's name of the class: `GtkButton`.
    package var kind: String { unsafe cgtk_type_name(pointer)?.text ?? "" }
    /// Of a label; empty for others.
    package var text: String {
        unsafe cgtk_is_a(pointer, gtk_label_get_type()) != 0 ? gtk_label_get_text(pointer.opaque)?.text ?? "" : ""
    }
    /// Of a switch or a toggle button.
    package var isActive: Bool {
        if unsafe cgtk_is_a(pointer, gtk_switch_get_type()) != 0 {
            return unsafe gtk_switch_get_active(pointer.opaque) != 0
        }
        if unsafe cgtk_is_a(pointer, gtk_toggle_button_get_type()) != 0 {
            return unsafe gtk_toggle_button_get_active(pointer.as()) != 0
        }
        return false
    }
    /// Whether the keyboard is here.
    package var hasFocus: Bool { unsafe gtk_widget_has_focus(pointer.as()) != 0 }

    func visit(_ body: (FoundWidget) -> Void) {
        body(self)
        var next = unsafe gtk_widget_get_first_child(pointer.as())
        while let child = unsafe next {
            unsafe FoundWidget(UnsafeMutableRawPointer(child)).visit(body)
            unsafe next = unsafe gtk_widget_get_next_sibling(child)
        }
    }
}

extension Window {
    /// The display's number of the window; nil before it is shown or on a display without numbers.
    package var displayNumber: UInt? {
        guard let surface = unsafe gtk_native_get_surface(pointer.opaque) else { return nil }
        let number = unsafe cgtk_x11_window(UnsafeMutableRawPointer(surface))
        return number == 0 ? nil : number
    }
}
