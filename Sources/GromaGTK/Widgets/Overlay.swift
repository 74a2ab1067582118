// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// Widgets that float above another one, at its edges and corners.
public final class Overlay: Widget {
    /// Where something floats; start and end follow the direction of the language.
    public enum Position: Sendable, Hashable, CaseIterable {
        case topStart, top, topEnd, start, center, end, bottomStart, bottom, bottomEnd

        var alignment: (horizontal: GtkAlign, vertical: GtkAlign) {
            let horizontal: GtkAlign =
                switch self {
                case .topStart, .start, .bottomStart: GTK_ALIGN_START
                case .top, .center, .bottom: GTK_ALIGN_CENTER
                case .topEnd, .end, .bottomEnd: GTK_ALIGN_END
                }
            let vertical: GtkAlign =
                switch self {
                case .topStart, .top, .topEnd: GTK_ALIGN_START
                case .start, .center, .end: GTK_ALIGN_CENTER
                case .bottomStart, .bottom, .bottomEnd: GTK_ALIGN_END
                }
            return (horizontal, vertical)
        }
    }

    /// Makes an overlay above `content`.
    public init(_ content: Widget) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_overlay_new()))
        unsafe gtk_overlay_set_child(pointer.opaque, content.pointer.as())
        kept = [content]
    }

    /// Lets a widget float, `margin` device-independent pixels from the edges.
    public func add(_ widget: Widget, at position: Position, margin: Int = 12) {
        let alignment = position.alignment
        widget.align(alignment.horizontal, alignment.vertical)
        widget.setMargins(top: margin, bottom: margin, start: margin, end: margin)
        unsafe gtk_overlay_add_overlay(pointer.opaque, widget.pointer.as())
        kept.append(widget)
    }

    /// Takes a floating widget away.
    public func remove(_ widget: Widget) {
        unsafe gtk_overlay_remove_overlay(pointer.opaque, widget.pointer.as())
        kept.removeAll { $0 === widget }
    }
}
