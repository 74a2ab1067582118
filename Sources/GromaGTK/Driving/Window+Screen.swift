// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
package import GromaCodecs

/// What a display shows of a window, and how it shows it: for tests and pictures.
extension Window {
    /// The pixels that the display shows of the window now, read back from it; nil on displays that don't tell.
    package var screenPixels: Image? {
        guard let surface = unsafe gtk_native_get_surface(pointer.opaque) else { return nil }
        var width: Int32 = 0, height: Int32 = 0
        guard
            let bytes = unsafe cgtk_x11_read_pixels(UnsafeMutableRawPointer(surface), &width, &height)
        else { return nil }
        defer { unsafe g_free(bytes) }
        var pixels = [UInt8](repeating: 255, count: Int(width) * Int(height) * 4)
        for start in stride(from: 0, to: pixels.count, by: 4) {
            pixels[start] = unsafe bytes[start + 2]
            pixels[start + 1] = unsafe bytes[start + 1]
            pixels[start + 2] = unsafe bytes[start]
        }
        return Image(width: Int(width), height: Int(height), pixels: pixels)
    }

    /// The widget that has the keyboard; nil for none.
    package var focusedWidget: FoundWidget? {
        unsafe gtk_window_get_focus(pointer.as()).map { unsafe FoundWidget(UnsafeMutableRawPointer($0)) }
    }

    /// Pixels of the display that make one of a window's own, for all windows; false on displays that decide it themselves.
    @discardableResult
    package static func setDisplayScale(_ scale: Int) -> Bool { cgtk_x11_set_scale(Int32(scale)) != 0 }

    /// Whether things glide and grow in, for all windows.
    package static func setAnimations(_ isOn: Bool) {
        guard let settings = unsafe gtk_settings_get_default() else { return }
        let object = unsafe UnsafeMutableRawPointer(settings)
        var value = GValue()
        unsafe g_object_get_property(object.as(), "gtk-enable-animations", &value)
        unsafe g_value_set_boolean(&value, isOn ? 1 : 0)
        unsafe g_object_set_property(object.as(), "gtk-enable-animations", &value)
        unsafe g_value_unset(&value)
    }

    /// How large texts are, for all windows: 1 for as they are, 2 for twice as large.
    package static func setTextScale(_ scale: Double) {
        guard let settings = unsafe gtk_settings_get_default() else { return }
        // In 1024ths of a dot an inch, of which 96 are usual.
        var value = GValue()
        unsafe g_value_init(&value, cgtk_type_int())
        unsafe g_value_set_int(&value, Int32(96 * 1_024 * scale))
        unsafe g_object_set_property(UnsafeMutableRawPointer(settings).as(), "gtk-xft-dpi", &value)
        unsafe g_value_unset(&value)
    }
}

extension Widget {
    /// Texts below this widget that are not seen whole: cut with dots, larger than their place, or beyond the edge of what holds them.
    /// What scrolling brings into view counts as seen.
    package var cutTexts: [String] {
        findAll { $0.kind == "GtkLabel" && $0.isDrawn && !$0.text.isEmpty && $0.name != "announcement" }
            .filter { $0.isCut(in: self) }.map(\.text)
    }
}

extension FoundWidget {
    fileprivate func isCut(in root: Widget) -> Bool {
        let layout = unsafe gtk_label_get_layout(pointer.opaque)
        if unsafe pango_layout_is_ellipsized(layout) != 0 { return true }
        var width: Int32 = 0, height: Int32 = 0
        unsafe pango_layout_get_pixel_size(layout, &width, &height)
        // Letters may reach over their line by a pixel.
        if Int(width) > size.width + 1 || Int(height) > size.height + 1 { return true }
        var child = unsafe pointer
        while let parent = unsafe gtk_widget_get_parent(child.as()) {
            let holder = UnsafeMutableRawPointer(parent)
            var place = (x: 0.0, y: 0.0)
            unsafe gtk_widget_translate_coordinates(pointer.as(), parent, 0, 0, &place.x, &place.y)
            let isScrolled = unsafe cgtk_is_a(holder, gtk_viewport_get_type()) != 0
            let isRoot = unsafe holder == root.pointer
            let isClipping = unsafe gtk_widget_get_overflow(parent) == GTK_OVERFLOW_HIDDEN
            let right = unsafe Double(gtk_widget_get_width(parent)), low = unsafe Double(gtk_widget_get_height(parent))
            // Across, nothing scrolls here.
            if isClipping || isRoot || isScrolled, place.x < -1 || place.x + Double(width) > right + 1 { return true }
            if isScrolled { return false }
            if isClipping || isRoot, place.y < -1 || place.y + Double(height) > low + 1 { return true }
            if isRoot { return false }
            unsafe child = unsafe holder
        }
        return false
    }

    /// Whether a key or a click does something here: buttons, switches, lines to write in, rows that do something, the map.
    package var isControl: Bool {
        guard isDrawn, unsafe gtk_widget_is_sensitive(pointer.as()) != 0 else { return false }
        // The desktop's own have the desktop's own keys.
        if unsafe gtk_widget_get_ancestor(pointer.as(), gtk_window_controls_get_type()) != nil { return false }
        if unsafe cgtk_is_a(pointer, gtk_list_box_row_get_type()) != 0 {
            return unsafe gtk_list_box_row_get_activatable(pointer.as()) != 0
        }
        for type in [
            gtk_button_get_type(), gtk_switch_get_type(), gtk_text_get_type(), gtk_check_button_get_type(),
        ] where unsafe cgtk_is_a(pointer, type) != 0 { return unsafe gtk_widget_get_focusable(pointer.as()) != 0 }
        guard kind == "CGtkWidget" else { return false }
        return unsafe gtk_widget_get_focusable(pointer.as()) != 0
    }

    /// Whether somebody whose keyboard is here can press that control: itself or what it consists of; what stands in the same row, which presses
    /// it; another of the same choices, from which arrows lead to it.
    package func reaches(_ control: FoundWidget) -> Bool {
        isInside(control) || (isRow && control.isInside(self))
            || (isOneOfSeveral && control.isOneOfSeveral && hasSameParent(as: control))
    }
    private func isInside(_ other: Widget) -> Bool {
        unsafe pointer == other.pointer || gtk_widget_is_ancestor(pointer.as(), other.pointer.as()) != 0
    }
    /// Whether both are the same widget.
    package func isSame(as other: Widget) -> Bool { unsafe pointer == other.pointer }
    private var isRow: Bool { unsafe cgtk_is_a(pointer, gtk_list_box_row_get_type()) != 0 }
}

extension FoundWidget {
    /// Whether screen readers say its text by themselves when it changes.
    package var isStatus: Bool {
        unsafe gtk_accessible_get_accessible_role(pointer.opaque) == GTK_ACCESSIBLE_ROLE_STATUS
    }
    private var isOneOfSeveral: Bool {
        unsafe cgtk_is_a(pointer, gtk_toggle_button_get_type()) != 0
            || cgtk_is_a(pointer, gtk_check_button_get_type()) != 0
    }
    private func hasSameParent(as other: FoundWidget) -> Bool {
        unsafe gtk_widget_get_parent(pointer.as()) == gtk_widget_get_parent(other.pointer.as())
    }
}

extension Window {
    /// What the list of keys says; empty while it is closed.
    package var keyListTexts: [String] {
        guard let keyList, unsafe gtk_widget_get_mapped(keyList.pointer.as()) != 0 else { return [] }
        return keyList.findAll { $0.kind == "GtkLabel" }.map(\.text)
    }
}
