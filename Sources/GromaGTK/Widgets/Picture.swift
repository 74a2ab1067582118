// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
public import GromaCodecs

/// A picture, kept in its proportions.
public final class Picture: Widget {
    /// Makes an empty picture; `title` is what a screen reader says. `minimumHeight` in device-independent pixels keeps it from shrinking away in a
    /// column that scrolls.
    public init(_ title: String, image: Image? = nil, pixelRatio: Double = 1, minimumHeight: Int = 0) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_picture_new()))
        unsafe gtk_picture_set_alternative_text(pointer.opaque, title)
        unsafe gtk_picture_set_can_shrink(pointer.opaque, 1)
        if minimumHeight > 0 { requestSize(height: minimumHeight) }
        accessibleName = title
        self.image = image
        show()
    }

    /// What is shown.
    public var image: Image? { didSet { show() } }

    private func show() {
        let texture = image.map { ObjectReference(texture: $0) }
        unsafe gtk_picture_set_paintable(pointer.opaque, texture?.pointer.opaque)
    }
}

/// An icon that stands by itself.
public final class IconView: Widget {
    /// Makes an icon; what it says stands beside it, so it has no name of its own.
    public init(_ icon: Icon) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_image_new_from_icon_name(icon.name)))
        align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
    }
}
