// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// A page that says why there is nothing to see, and what to do about it.
public final class StatusPage: Widget {
    /// Makes a page of an icon, a title, an explanation and, below, buttons or a list.
    public init(_ title: String, detail: String = "", icon: Icon? = nil, content: Widget? = nil) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(adw_status_page_new()))
        unsafe adw_status_page_set_title(pointer.opaque, title)
        unsafe adw_status_page_set_description(pointer.opaque, escaped(detail))
        if let icon { unsafe adw_status_page_set_icon_name(pointer.opaque, icon.name) }
        if let content {
            unsafe adw_status_page_set_child(pointer.opaque, content.pointer.as())
            kept = [content]
        }
        expand(horizontally: true, vertically: true)
    }
}

/// Text with the characters that markup knows written so that they stand for themselves.
func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
}
