// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
public import Foundation

extension Widget {
    /// Closes the popover that the widget stands in, if any.
    func closePopover() {
        guard let popover = unsafe gtk_widget_get_ancestor(pointer.as(), gtk_popover_get_type()) else { return }
        unsafe gtk_popover_popdown(UnsafeMutableRawPointer(popover).as())
    }
}

extension Window {
    /// Asks before something is lost. Escape and closing mean no. `destructive` is the verb on the button that does it.
    public func confirm(_ question: String, detail: String = "", destructive: String) async -> Bool {
        guard let made = unsafe adw_message_dialog_new(pointer.as(), question, detail) else { return false }
        let dialog = UnsafeMutableRawPointer(made)
        unsafe adw_message_dialog_add_response(dialog.as(), "cancel", word("window.cancel"))
        unsafe adw_message_dialog_add_response(dialog.as(), "confirm", destructive)
        unsafe adw_message_dialog_set_response_appearance(dialog.as(), "confirm", ADW_RESPONSE_DESTRUCTIVE)
        unsafe adw_message_dialog_set_default_response(dialog.as(), "cancel")
        unsafe adw_message_dialog_set_close_response(dialog.as(), "cancel")
        return await withCheckedContinuation { continuation in
            unsafe dialog.on("response") { signal in continuation.resume(returning: signal.text(1) == "confirm") }
            unsafe gtk_window_present(dialog.as())
        }
    }

    /// Lets a person choose a file to open. `endings` of names are offered first; they are written without dot.
    /// - Returns: nil when it was cancelled.
    public func chooseFile(_ title: String, endings: [String] = []) async -> URL? {
        guard
            let made = unsafe gtk_file_chooser_native_new(title, pointer.as(), GTK_FILE_CHOOSER_ACTION_OPEN, nil, nil)
        else { return nil }
        let chooser = unsafe ObjectReference(taking: UnsafeMutableRawPointer(made))
        if !endings.isEmpty, let filter = unsafe gtk_file_filter_new() {
            for ending in endings { unsafe gtk_file_filter_add_pattern(filter, "*." + ending) }
            unsafe gtk_file_chooser_add_filter(chooser.pointer.opaque, filter)
        }
        let accepted: Bool = await withCheckedContinuation { continuation in
            unsafe chooser.pointer.on("response") { signal in
                continuation.resume(returning: signal.int(1) == Int(GTK_RESPONSE_ACCEPT.rawValue))
            }
            unsafe gtk_native_dialog_show(chooser.pointer.as())
        }
        guard accepted, let file = unsafe gtk_file_chooser_get_file(chooser.pointer.opaque) else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = unsafe g_file_get_path(file) else { return nil }
        defer { unsafe g_free(path) }
        return unsafe URL(filePath: String(cString: path))
    }

    /// Where a widget is shown.
    public enum Presentation {
        /// In a window of its own above this one.
        case dialog
        /// In this window's panel, or a sheet on a phone.
        case sheet
        /// In a window that fills the screen.
        case fullScreen
        /// Beside another widget.
        case popover(from: Widget)
    }

    /// Shows a widget until a person closes it.
    public func present(_ widget: Widget, as presentation: Presentation) {
        switch presentation {
        case .sheet: panel = widget
        case .dialog, .fullScreen:
            let child = Window(widget.accessibleName, content: widget)
            unsafe gtk_window_set_transient_for(child.pointer.as(), pointer.as())
            unsafe gtk_window_set_modal(child.pointer.as(), 1)
            child.setDefaultSize(width: 480, height: 600)
            if case .fullScreen = presentation { unsafe gtk_window_fullscreen(child.pointer.as()) }
            kept.append(child)
            child.whenClosed { [weak self, weak child] in self?.kept.removeAll { $0 === child } }
            child.present()
        case .popover(let source):
            let popover = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_popover_new()))
            unsafe gtk_popover_set_child(popover.pointer.as(), widget.pointer.as())
            unsafe gtk_widget_set_parent(popover.pointer.as(), source.pointer.as())
            popover.kept = [widget]
            kept.append(popover)
            unsafe popover.pointer.on("closed") { [weak self, weak popover] _ in
                guard let self, let popover else { return }
                unsafe gtk_widget_unparent(popover.pointer.as())
                kept.removeAll { $0 === popover }
            }
            unsafe hold(popover.pointer, of: widget, beside: source)
            unsafe gtk_popover_popup(popover.pointer.as())
        }
    }

    /// Chooses the side with room and moves a popover along it, so that it stays in the window: the toolkit minds the screen only.
    private func hold(_ popover: UnsafeMutableRawPointer, of content: Widget, beside source: Widget) {
        var corner = (x: 0.0, y: 0.0)
        guard
            unsafe gtk_widget_translate_coordinates(source.pointer.as(), pointer.as(), 0, 0, &corner.x, &corner.y) != 0
        else { return }
        var width: Int32 = 0, height: Int32 = 0
        // A popover that is not shown has no size yet; its content has, and the frame with arrow and shadow takes as much again all round.
        unsafe gtk_widget_measure(content.pointer.as(), GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        unsafe gtk_widget_measure(content.pointer.as(), GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
        let frame: Int32 = 36
        width += frame
        height += frame
        let below = Double(size.height) - corner.y - Double(source.size.height)
        let isBelow = below >= Double(height) || below >= corner.y
        unsafe gtk_popover_set_position(popover.as(), isBelow ? GTK_POS_BOTTOM : GTK_POS_TOP)
        let start = corner.x + Double(source.size.width) / 2 - Double(width) / 2
        let wish = max(0, min(start, Double(size.width) - Double(width)))
        unsafe gtk_popover_set_offset(popover.as(), Int32((wish - start).rounded()), 0)
    }
}
