// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
import Foundation
internal import GromaCodecs
internal import GromaRendering

extension ObjectReference {
    /// A texture of a picture with premultiplied RGBA pixels.
    convenience init(texture image: Image) {
        let bytes = unsafe image.pixels.withUnsafeBytes { unsafe g_bytes_new($0.baseAddress, UInt($0.count)) }
        defer { unsafe g_bytes_unref(bytes) }
        unsafe self.init(
            taking: UnsafeMutableRawPointer(
                gdk_memory_texture_new(
                    Int32(image.width), Int32(image.height), GDK_MEMORY_R8G8B8A8_PREMULTIPLIED, bytes,
                    UInt(image.width * 4))))
    }

    /// A texture of a frame of the map, without a copy: the frame lives as long as the texture.
    convenience init(texture picture: FramePicture) {
        let bytes = unsafe picture.withBytes { pixels in
            unsafe g_bytes_new_with_free_func(
                pixels.baseAddress, UInt(pixels.count),
                { box in if let box = unsafe box { unsafe Unmanaged<FramePicture>.fromOpaque(box).release() } },
                unsafe Unmanaged.passRetained(picture).toOpaque())
        }
        defer { unsafe g_bytes_unref(bytes) }
        unsafe self.init(
            taking: UnsafeMutableRawPointer(
                gdk_memory_texture_new(
                    Int32(picture.width), Int32(picture.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes,
                    UInt(picture.bytesPerRow))))
    }
}

/// A frame of the map for cairo, without a copy. Draw it, and keep it until what it was drawn on is gone: cairo would have to
/// copy it before.
@MainActor @safe
final class FrameSurface {
    private let picture: FramePicture
    private let surface: OpaquePointer

    init(_ picture: FramePicture) {
        self.picture = picture
        unsafe surface = unsafe picture.withBytes { pixels in
            // Cairo only reads it: nothing is ever drawn on this surface.
            let start = unsafe UnsafeMutableRawPointer(mutating: pixels.baseAddress)
            return unsafe cairo_image_surface_create_for_data(
                start?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(picture.width),
                Int32(picture.height), Int32(picture.bytesPerRow))
        }
    }

    isolated deinit { unsafe cairo_surface_destroy(surface) }

    /// Draws it as large as the area, its upper left corner at the area's.
    func draw(on target: OpaquePointer, area: inout graphene_rect_t) {
        guard area.size.width > 0, picture.width > 0 else { return }
        let scale = Double(picture.width) / Double(area.size.width)
        unsafe cairo_surface_set_device_scale(surface, scale, scale)
        let context = unsafe gtk_snapshot_append_cairo(target, &area)
        unsafe cairo_set_source_surface(context, surface, 0, 0)
        unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
        unsafe cairo_paint(context)
        unsafe cairo_destroy(context)
    }
}

/// A frame of the map in the form that its window's renderer draws best. The toolkit's own drawing on the processor would turn a
/// texture into numbers of another kind and back, pixel for pixel, at each frame, so it gets the pixels themselves.
@MainActor
final class FrameDrawing {
    private let texture: ObjectReference?
    private let surface: FrameSurface?

    init(_ picture: FramePicture, onProcessor: Bool) {
        texture = onProcessor ? nil : ObjectReference(texture: picture)
        surface = onProcessor ? FrameSurface(picture) : nil
    }

    func draw(on target: OpaquePointer, area: inout graphene_rect_t) {
        if let texture { unsafe gtk_snapshot_append_texture(target, texture.pointer.opaque, &area) }
        unsafe surface?.draw(on: target, area: &area)
    }
}

/// Pictures of widgets, taken from what they draw and not from a screen.
@MainActor
enum WidgetPicture {
    /// Writes a PNG of the widget with the pixels it has on its display. Popovers and menus are surfaces of their own and are not in it.
    /// - Returns: false where the widget has drawn nothing yet or the file can't be written.
    static func save(_ widget: UnsafeMutableRawPointer, to path: String) -> Bool {
        let width = unsafe gtk_widget_get_width(widget.as()), height = unsafe gtk_widget_get_height(widget.as())
        guard width > 0, height > 0, let paintable = unsafe gtk_widget_paintable_new(widget.as()) else { return false }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(paintable)) }
        guard let target = unsafe gtk_snapshot_new() else { return false }
        unsafe gdk_paintable_snapshot(paintable, target, Double(width), Double(height))
        guard let node = unsafe gtk_snapshot_free_to_node(target) else { return false }
        defer { unsafe gsk_render_node_unref(node) }
        let ratio = unsafe gtk_widget_get_scale_factor(widget.as())
        let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width * ratio, height * ratio)
        defer { unsafe cairo_surface_destroy(surface) }
        let context = unsafe cairo_create(surface)
        unsafe cairo_scale(context, Double(ratio), Double(ratio))
        unsafe gsk_render_node_draw(node, context)
        unsafe cairo_destroy(context)
        return unsafe cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS
    }
}
