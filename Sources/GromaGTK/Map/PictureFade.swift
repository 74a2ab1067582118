// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaMapping
internal import GromaView

/// The old picture goes over into the new one when the base map is another: it has gone wholly before the view moves again.
@MainActor
final class PictureFade {
    /// Seconds.
    private static let duration = 0.2
    private var version = 0
    private var viewport: Viewport?
    /// The content that was shown when another base map was chosen; nil while none is awaited.
    private var awaitedSince: Int?
    private var from: FrameDrawing?
    private var start = 0.0
    private var progress = 1.0

    /// True from the first picture of the new base map until the old one has gone.
    var isRunning: Bool { from != nil }

    /// The next complete picture of other content comes by and by.
    func awaitNext() { awaitedSince = version }

    /// Tells what is shown now and what was before.
    func show(_ frame: RenderedFrame, after last: FrameDrawing?, at time: Double) {
        let isStill = frame.viewport == viewport
        viewport = frame.viewport
        version = frame.contentVersion
        if !isStill { from = nil }
        guard let since = awaitedSince, frame.isComplete, version > since else { return }
        awaitedSince = nil
        guard isStill, let last else { return }
        from = last
        start = time
    }

    /// True while it goes on.
    func advance(to time: Double) -> Bool {
        guard from != nil else { return false }
        progress = min(max((time - start) / Self.duration, 0), 1)
        if progress >= 1 { from = nil }
        return from != nil
    }

    func draw(_ picture: FrameDrawing, on target: OpaquePointer, area: inout graphene_rect_t) {
        guard let from else { return unsafe picture.draw(on: target, area: &area) }
        unsafe gtk_snapshot_push_cross_fade(target, progress)
        unsafe from.draw(on: target, area: &area)
        unsafe gtk_snapshot_pop(target)
        unsafe picture.draw(on: target, area: &area)
        unsafe gtk_snapshot_pop(target)
    }
}
