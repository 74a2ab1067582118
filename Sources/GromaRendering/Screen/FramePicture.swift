// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import GromaCodecs
import GromaGeometry
package import GromaMapping
import GromaRaster

/// The pixels of one frame, for a host that makes a texture of them. Never changed once it is there.
public final class FramePicture: Sendable {
    private let buffer: PixelBuffer

    init(_ buffer: PixelBuffer) { self.buffer = buffer }

    /// Pixels a row.
    public var width: Int { buffer.width }
    /// Rows.
    public var height: Int { buffer.height }
    /// Bytes a row; there are none between rows.
    public var bytesPerRow: Int { 4 * buffer.width }

    /// Reads the pixels without a copy: rows from the top, four bytes a pixel in the order blue, green, red, alpha, colours
    /// premultiplied by alpha, in sRGB. The address is good as long as the picture lives.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try unsafe buffer.withPixels { pixels in try unsafe body(UnsafeRawBufferPointer(pixels)) }
    }

    /// A copy, ready to be encoded.
    public var image: Image { Image(buffer) }
}

extension MapRenderer {
    /// Puts a frame together, at once, from scenes that are there: the first that is made for `viewport` as it is, else all of
    /// them moved and scaled to it, the first uppermost; then the overlays at their own sizes. A first scene that is not yet
    /// fully there is laid over the others.
    ///
    /// With a scene of the very viewport the bytes are those of `picture(of:viewport:)` with the overlays in the snapshot.
    package func frame(
        of scenes: [ShownScene], overlays: [SceneOverlay], viewport: Viewport, background: Color?, wrapsAround: Bool
    ) -> FramePicture? {
        var grid = MapGrid(viewport)
        grid.wrapsAround = wrapsAround
        if let first = scenes.first, first.opacity >= 1, first.scene.grid.transform == grid.transform,
            first.scene.grid.window == grid.window
        {
            let scene = first.scene
            let ground = first.halo.map { $0.marks.picture(spread: $0.spread) } ?? scene.ground.copy()
            guard let buffer = ground else { return nil }
            for overlay in overlays { overlay.draw(on: buffer, grid: grid, quality: quality) }
            scene.drawLabels(on: Canvas(buffer))
            return FramePicture(buffer)
        }
        guard let buffer = try? PixelBuffer(width: grid.window.width, height: grid.window.height) else { return nil }
        let fill =
            background.map { PixelColor(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha) } ?? .white
        FrameGround(scenes: scenes, grid: grid, fill: fill).draw(on: buffer)
        for overlay in overlays { overlay.draw(on: buffer, grid: grid, quality: quality) }
        return FramePicture(buffer)
    }
}

extension MapScene {
    /// Where its pixels go on another grid, once for each copy of the world that meets the window.
    func placements(on other: MapGrid) -> [(transform: PixelAffine, scale: Double)] {
        let own = grid.transform
        let determinant = own.xx * own.yy - own.xy * own.yx
        guard determinant != 0, determinant.isFinite else { return [] }
        let back = PixelAffine(
            a: own.yy / determinant, b: -own.yx / determinant, c: -own.xy / determinant, d: own.xx / determinant,
            tx: (own.xy * own.ty - own.yy * own.tx) / determinant,
            ty: (own.yx * own.tx - own.xx * own.ty) / determinant)
        return other.copies.compactMap { copy in
            let view = copy.transform
            let forth = PixelAffine(
                a: view.xx, b: view.yx, c: view.xy, d: view.yy, tx: view.tx, ty: view.ty)
            var affine = back.then(forth)
            if abs(affine.a - 1) < 1e-6, abs(affine.d - 1) < 1e-6, abs(affine.b) < 1e-6, abs(affine.c) < 1e-6 {
                // A pan: whole pixels are copied and stay sharp.
                affine = PixelAffine(tx: affine.tx.rounded(), ty: affine.ty.rounded())
            }
            guard affine.inverse != nil, meets(affine, other.window) else { return nil }
            return (affine, (affine.a * affine.a + affine.b * affine.b).squareRoot())
        }
    }

    private func meets(_ affine: PixelAffine, _ window: PixelRect) -> Bool {
        let w = Double(ground.width), h = Double(ground.height)
        let corners = [(0, 0), (w, 0), (0, h), (w, h)].map { affine.apply(x: $0.0, y: $0.1) }
        guard let left = corners.map(\.x).min(), let right = corners.map(\.x).max(),
            let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max()
        else { return false }
        return right > Double(window.x) && left < Double(window.maxX) && bottom > Double(window.y)
            && top < Double(window.maxY)
    }

    /// True where the scene shows all of a view, so that no edge is bare.
    package func covers(_ viewport: Viewport) -> Bool {
        var target = MapGrid(viewport)
        target.wrapsAround = grid.wrapsAround
        return placements(on: target).contains { covers(target.window, at: $0.transform) }
    }

    /// True where the scene, put somewhere, leaves nothing of a window bare.
    func covers(_ window: PixelRect, at transform: PixelAffine) -> Bool {
        guard let back = transform.inverse else { return false }
        let w = Double(window.width), h = Double(window.height)
        return [(0, 0), (w, 0), (0, h), (w, h)].allSatisfy {
            let place = back.apply(x: $0.0, y: $0.1)
            return place.x >= -1 && place.y >= -1 && place.x <= Double(ground.width) + 1
                && place.y <= Double(ground.height) + 1
        }
    }
}
