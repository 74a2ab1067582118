// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// Widgets in a row or in a column.
public final class Stack: Widget {
    /// The way widgets follow each other.
    public enum Axis: Sendable, Hashable { case horizontal, vertical }

    /// Makes a row or a column.
    public init(_ axis: Axis, spacing: Int = 0, _ widgets: [Widget] = []) {
        let orientation = axis == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_box_new(orientation, Int32(spacing))))
        for widget in widgets { append(widget) }
    }

    /// Puts a widget at the end.
    public func append(_ widget: Widget) {
        unsafe gtk_box_append(pointer.as(), widget.pointer.as())
        kept.append(widget)
    }
    /// Takes every widget out.
    public func removeAll() {
        for case let widget as Widget in kept { unsafe gtk_box_remove(pointer.as(), widget.pointer.as()) }
        kept.removeAll { $0 is Widget }
    }
    /// Puts these widgets in place of those that are there.
    public func replaceAll(with widgets: [Widget]) {
        removeAll()
        for widget in widgets { append(widget) }
    }
}

/// One widget at a time, of which others take the place; nothing at first.
public final class Slot: Widget {
    /// Makes an empty place, or one with a widget in it.
    public init(_ content: Widget? = nil) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(adw_bin_new()))
        self.content = content
        show()
    }

    /// What is shown.
    public var content: Widget? { didSet { if content !== oldValue { show() } } }

    private func show() {
        unsafe adw_bin_set_child(pointer.as(), content?.pointer.as())
        kept = content.map { [$0] } ?? []
    }
}

/// A part of the window that scrolls when it holds more than it can show.
public final class ScrollView: Widget {
    /// Makes a scrolling part. A width of `maximumWidth` keeps lists readable in a wide window.
    public init(_ content: Widget, maximumWidth: Int? = nil) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_scrolled_window_new()))
        unsafe gtk_scrolled_window_set_policy(pointer.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        if let maximumWidth {
            let clamp: UnsafeMutableRawPointer = unsafe UnsafeMutableRawPointer(adw_clamp_new())
            unsafe adw_clamp_set_maximum_size(clamp.opaque, Int32(maximumWidth))
            unsafe adw_clamp_set_child(clamp.opaque, content.pointer.as())
            unsafe gtk_scrolled_window_set_child(pointer.opaque, clamp.as())
        } else {
            unsafe gtk_scrolled_window_set_child(pointer.opaque, content.pointer.as())
        }
        kept = [content]
        expand(vertically: true)
    }
}
