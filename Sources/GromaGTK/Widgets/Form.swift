// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// Lines to fill in, one below the other in a frame.
public final class Form: Widget {
    /// Makes a form of these lines.
    public init(_ rows: [EntryRow]) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(adw_preferences_group_new()))
        for row in rows { unsafe adw_preferences_group_add(pointer.as(), row.pointer.as()) }
        kept = rows
    }
}

/// Keeps a widget from growing wider than is good to read.
public final class Clamp: Widget {
    /// Makes a clamp; the width is in device-independent pixels.
    public init(_ content: Widget, maximumWidth: Int) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(adw_clamp_new()))
        unsafe adw_clamp_set_maximum_size(pointer.opaque, Int32(maximumWidth))
        unsafe adw_clamp_set_child(pointer.opaque, content.pointer.as())
        kept = [content]
    }
}
