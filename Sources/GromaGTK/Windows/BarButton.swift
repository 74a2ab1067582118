// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk

/// A button of a bottom bar: an icon above its caption.
public final class BarButton: Widget {
    /// Makes a button that is as wide as its neighbours.
    public init(_ title: String, icon: Icon, action: @escaping @MainActor () async throws -> Void) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_button_new()))
        let image = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_image_new_from_icon_name(icon.name)))
        let caption = Label(title)
        caption.addClass("caption-heading")
        caption.centered()
        let column = Stack(.vertical, spacing: 2, [image, caption])
        column.align(GTK_ALIGN_FILL, GTK_ALIGN_CENTER)
        unsafe gtk_button_set_child(pointer.as(), column.pointer.as())
        addClass("flat", "groma-bar-button")
        accessibleName = title
        kept = [column]
        unsafe pointer.on("clicked") { [weak self] _ in self?.run(action) }
    }
}
