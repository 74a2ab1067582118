// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Dispatch
import GromaRaster

/// A scene in a frame.
package struct ShownScene: Sendable {
    let scene: MapScene
    let opacity: Double
    /// Marks that grow in, and how many device-independent pixels larger than at rest they are; nil for none.
    let halo: (marks: ArrivingHalo, spread: Double)?

    /// Shows a scene; with less than full opacity (0…1) those below it are seen through it.
    package init(_ scene: MapScene, opacity: Double = 1, halo: (marks: ArrivingHalo, spread: Double)? = nil) {
        self.scene = scene
        self.opacity = opacity
        self.halo = halo
    }
}

/// Scenes moved and scaled to a view, the first uppermost: what a moving map shows below its overlays.
struct FrameGround: Sendable {
    private struct Piece: Sendable {
        let picture: ImagePyramid
        let transform: PixelAffine
        let opacity: Double
    }
    /// From the bottom up.
    private let pieces: [Piece]
    private let fill: PixelColor
    private let grid: MapGrid

    init(scenes: [ShownScene], grid: MapGrid, fill: PixelColor) {
        var seen: [Piece] = []
        gathering: for shown in scenes {
            let scene = shown.scene
            guard scene.grid.spatialReference == grid.spatialReference else { continue }
            for placement in scene.placements(on: grid).reversed() {
                seen.append(
                    Piece(
                        picture: scene.picture(smallestScale: placement.scale), transform: placement.transform,
                        opacity: shown.opacity))
                // Scenes below one that fills the view are never seen.
                if shown.opacity >= 1, scene.covers(grid.window, at: placement.transform) { break gathering }
            }
        }
        pieces = seen.reversed()
        self.fill = fill
        self.grid = grid
    }

    /// Draws at once, in bands of rows shared among the processor's cores: a person waits for this frame.
    func draw(on buffer: PixelBuffer) {
        let rows = 64, bands = (buffer.height + rows - 1) / rows
        DispatchQueue.concurrentPerform(iterations: bands) { band in
            let first = band * rows
            let canvas = Canvas(
                buffer,
                window: PixelRect(x: 0, y: first, width: buffer.width, height: min(rows, buffer.height - first)))
            canvas.clear(fill)
            for piece in pieces { canvas.draw(piece.picture, transform: piece.transform, opacity: piece.opacity) }
        }
    }
}
