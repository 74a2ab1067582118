// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
package import GromaGeometry
package import GromaMapping
import GromaRaster
import Synchronization

/// A drawn map without what lies above it: the ground, and where names go. Made in the background, shown in many frames.
package final class MapScene: Sendable {
    let grid: MapGrid
    /// The map up to its names; never changed once somebody else has the scene.
    let ground: PixelBuffer
    let labels: [PlacedLabel]
    private let text: TextEngine
    /// Layers and symbols that could not be drawn, and why.
    package let failures: [LayerFailure]
    /// Who made the data, in drawing order without repeats.
    package let attributions: [String]
    /// Labels drawn, and labels that found no place.
    package let labelCounts: (placed: Int, dropped: Int)
    /// Layers of which something is still on its way; a scene made later shows more of them.
    package let pendingLayerIDs: Set<String>
    /// True where a scene made after the next arrival may show more: something is on its way, or failed and is tried again.
    package let mayImprove: Bool
    private let shown = Mutex<ImagePyramid?>(nil)

    init(
        grid: MapGrid, ground: PixelBuffer, labels: [PlacedLabel], text: TextEngine, failures: [LayerFailure],
        attributions: [String], labelCounts: (placed: Int, dropped: Int), pendingLayerIDs: Set<String>,
        mayImprove: Bool
    ) {
        self.grid = grid
        self.ground = ground
        self.labels = labels
        self.text = text
        self.failures = failures
        self.attributions = attributions
        self.labelCounts = labelCounts
        self.pendingLayerIDs = pendingLayerIDs
        self.mayImprove = mayImprove
    }

    func drawLabels(on canvas: Canvas) {
        for label in labels { label.draw(on: canvas, text: text) }
    }

    /// The ground with its names, and smaller sizes of it: what is shown of the scene while the map moves. Made once.
    func picture(smallestScale: Double) -> ImagePyramid {
        shown.withLock { known in
            let needed = smallestScale < 0.75 ? smallestScale : 1
            if let known, known.levels.count > 1 || needed >= 0.75 { return known }
            var base = known?.levels.first
            if base == nil {
                base = labels.isEmpty ? ground : ground.copy()
                if let base, !labels.isEmpty { drawLabels(on: Canvas(base)) }
            }
            // Half sizes cost a third of the picture; once one is needed the rest is wanted soon.
            let pyramid = ImagePyramid(base ?? ground, smallestScale: needed < 0.75 ? 1 / 16 : 1)
            known = pyramid
            return pyramid
        }
    }

    /// Makes now what the first moving frame would have to wait for.
    package func prepareForMoving() { _ = picture(smallestScale: 0.5) }

    /// Bytes of its pictures.
    package var byteCount: Int { ground.width * ground.height * 4 * (labels.isEmpty ? 4 : 7) / 3 }
}

/// Graphics above a map, made ready for any view of one pixel ratio: an overlay, the device's position.
package struct SceneOverlay: Sendable {
    let drawing: GraphicsDrawing
    let isVisible: Bool
    let opacity: Double
    let minScale: Double
    let maxScale: Double
    /// Device-independent pixels that the marks of what was just selected are larger than at rest.
    package var haloSpread = 0.0
    /// Symbols that could not be drawn, and why.
    package var failures: [LayerFailure] { drawing.failures }

    fileprivate init(_ layer: LayerSnapshot, drawing: GraphicsDrawing) {
        self.drawing = drawing
        isVisible = layer.isVisible
        opacity = layer.opacity
        minScale = layer.minScale
        maxScale = layer.maxScale
    }

    func draw(on buffer: PixelBuffer, grid: MapGrid, quality: DrawingQuality) {
        guard isVisible, opacity > 0, minScale <= 0 || grid.scale <= minScale, maxScale <= 0 || grid.scale >= maxScale
        else { return }
        let target = opacity < 1 ? try? PixelBuffer(width: buffer.width, height: buffer.height) : buffer
        guard let target else { return }
        for shifted in grid.worlds {
            guard let layers = try? drawing.layers(on: shifted, haloSpread: haloSpread) else { continue }
            DisplayList(
                preparingNow: layers, transform: shifted.transform, window: shifted.window, quality: quality
            ).drawNow(into: target)
        }
        if opacity < 1 { Canvas(buffer).draw(target, x: 0, y: 0, opacity: opacity) }
    }
}

extension MapRenderer {
    /// Draws what lies below the overlays, for frames of this view and, moved and scaled, of others near it.
    @concurrent
    package func scene(
        of snapshot: MapSnapshot, viewport: Viewport, after beginning: SceneBeginning
    ) async throws -> MadeScene {
        let background = snapshot.background.map {
            PixelColor(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha)
        }
        return try await scene(
            of: snapshot, on: MapGrid(viewport), background: background ?? .white, isMoving: true, after: beginning)
    }

    /// Makes an overlay's graphics ready; a graphic that cannot be projected is an error of the whole overlay. The marks of
    /// those in `arriving` can be drawn larger.
    @concurrent
    package func overlay(
        _ layer: LayerSnapshot, spatialReference: SpatialReference, pixelRatio: Double,
        arriving: Set<ObjectIdentifier> = []
    ) async throws -> SceneOverlay? {
        guard case .graphics(let graphics) = layer.content else { return nil }
        return SceneOverlay(
            layer,
            drawing: try await GraphicsDrawing(
                graphics, renderer: self, spatialReference: spatialReference, pixelsPerPoint: 96.0 / 72 * pixelRatio,
                arriving: arriving))
    }
}

extension PixelBuffer {
    /// The same pixels once more; nil without memory for them.
    func copy() -> PixelBuffer? {
        guard let copy = try? PixelBuffer(width: width, height: height, format: format) else { return nil }
        Canvas(copy).draw(self, x: 0, y: 0)
        return copy
    }
}
