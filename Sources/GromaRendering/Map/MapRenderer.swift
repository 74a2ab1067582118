// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaCodecs
import GromaFeatures
import GromaGeometry
public import GromaMapping
import GromaRaster

/// A drawn map, and what is missing in it.
public struct MapPicture: Sendable {
    /// The picture.
    public var image: Image
    /// Layers and symbols that could not be drawn, and why; the rest of the map is there.
    public var failures: [LayerFailure]
    /// Who made the data, one entry a source, in drawing order without repeats.
    public var attributions: [String]
    /// Labels drawn, and labels that found no place.
    public var labelCounts: (placed: Int, dropped: Int)
}

/// Draws maps without a screen: a snapshot and a viewport in, a picture out.
///
/// The same snapshot and viewport give the same bytes for any number of threads. One layer's failure leaves out that layer
/// only. A renderer keeps shaped letters between pictures; use one for many.
///
/// ```
/// let picture = try await MapRenderer().image(of: map.snapshot(), viewport: Viewport(width: 800, height: 600, fitting: view))
/// ```
public final class MapRenderer: Sendable {
    /// How carefully vectors are drawn.
    public let quality: DrawingQuality
    /// Tasks that share the drawing; nil for one a processor.
    public let threads: Int?
    /// Gets the bytes of pictures that symbols name by address; nil refuses them.
    public let resourceLoader: (@Sendable (URL) async throws -> [UInt8])?
    let text: TextEngine
    /// The folder of pictures that symbols name as the app's resources; nil for none.
    public let resourceFolder: URL?
    /// The colour in which selected features and graphics are marked; nil takes the usual orange.
    public let selectionColor: Color?
    /// The colour at both sides of `selectionColor`; nil takes white.
    package let selectionCasing: Color?
    /// What a view has at hand and waits for; nil where everything is waited for.
    let supply: SceneSupply?
    /// Rows of pixels a thread draws at a time; nil for what the quality suggests. For tests of sameness.
    package let bandHeight: Int?

    /// Makes a renderer for exact pictures with the system's fonts, unless told otherwise.
    public convenience init(
        quality: DrawingQuality = .exact, threads: Int? = nil, fonts: FontCollection = .system,
        selectionColor: Color? = nil, resourceFolder: URL? = Bundle.main.resourceURL,
        resourceLoader: (@Sendable (URL) async throws -> [UInt8])? = nil
    ) {
        self.init(
            quality: quality, threads: threads, fonts: fonts, bandHeight: nil, selectionColor: selectionColor,
            resourceFolder: resourceFolder, resourceLoader: resourceLoader)
    }

    /// Makes a renderer that has the fonts and shaped letters of the first, for scenes that show what there is in `supply` and
    /// say what is still to come.
    package init(sharing other: MapRenderer, quality: DrawingQuality, supply: SceneSupply) {
        self.supply = supply
        selectionColor = other.selectionColor
        selectionCasing = other.selectionCasing
        resourceFolder = other.resourceFolder
        self.quality = quality
        threads = other.threads
        resourceLoader = other.resourceLoader
        bandHeight = other.bandHeight
        text = other.text
    }

    /// Makes a renderer like the other one that marks what is selected in these colours; nil takes the usual ones.
    package init(marking color: Color?, casing: Color?, like other: MapRenderer) {
        supply = other.supply
        selectionColor = color
        selectionCasing = casing
        resourceFolder = other.resourceFolder
        quality = other.quality
        threads = other.threads
        resourceLoader = other.resourceLoader
        bandHeight = other.bandHeight
        text = other.text
    }

    package init(
        quality: DrawingQuality, threads: Int?, fonts: FontCollection, bandHeight: Int?, selectionColor: Color? = nil,
        resourceFolder: URL? = nil, resourceLoader: (@Sendable (URL) async throws -> [UInt8])? = nil
    ) {
        self.quality = quality
        self.threads = threads
        self.resourceLoader = resourceLoader
        self.bandHeight = bandHeight
        supply = nil
        self.selectionColor = selectionColor
        selectionCasing = nil
        self.resourceFolder = resourceFolder
        text = TextEngine(fonts: fonts)
    }

    /// The map as a picture of `viewport.pixelWidth` by `viewport.pixelHeight` pixels, on the map's background or white.
    ///
    /// Throws `RenderingError` for a picture that is too large, and `CancellationError`. Layers that fail are left out: see
    /// `picture(of:viewport:)` for which.
    @concurrent
    public func image(of snapshot: MapSnapshot, viewport: Viewport) async throws -> Image {
        try await picture(of: snapshot, viewport: viewport).image
    }

    /// The map as a picture, with what is missing in it.
    @concurrent
    public func picture(of snapshot: MapSnapshot, viewport: Viewport) async throws -> MapPicture {
        let background = snapshot.background.map {
            PixelColor(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha)
        }
        return try await draw(snapshot, on: MapGrid(viewport), background: background ?? .white)
    }

    /// One tile of the map, transparent where nothing is drawn; nil for a level that the scheme does not have.
    ///
    /// Labels are placed on the tile and one tile's width round it, so that a name that crosses a border is whole.
    @concurrent
    public func tile(_ key: TileKey, of scheme: TileInfo, showing snapshot: MapSnapshot) async throws -> MapPicture? {
        guard let grid = MapGrid(key, of: scheme) else { return nil }
        return try await draw(
            snapshot, on: grid,
            background: snapshot.background.map {
                PixelColor(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha)
            } ?? .clear)
    }

    private func draw(_ snapshot: MapSnapshot, on grid: MapGrid, background: PixelColor) async throws -> MapPicture {
        guard grid.window.width * grid.window.height <= 256 << 20 else {
            throw RenderingError(
                .size,
                "A picture of \(grid.window.width) x \(grid.window.height) pixels is too large; ask for at most 268 million pixels."
            )
        }
        let scene = try await scene(of: snapshot, on: grid, background: background, isMoving: false).scene
        try Task.checkCancellation()
        // Nobody else has the scene, so its names may be drawn where they belong.
        scene.drawLabels(on: Canvas(scene.ground))
        return MapPicture(
            image: Image(scene.ground), failures: scene.failures, attributions: scene.attributions,
            labelCounts: scene.labelCounts)
    }

    /// The map drawn up to its names, and where those go. A view that moves shows names that its edge cuts: the next one has
    /// more of them.
    func scene(
        of snapshot: MapSnapshot, on viewGrid: MapGrid, background: PixelColor, isMoving: Bool,
        after beginning: SceneBeginning = SceneBeginning()
    ) async throws -> MadeScene {
        var grid = viewGrid
        grid.referenceScale = snapshot.referenceScale
        grid.wrapsAround = snapshot.wrapsAround
        let preparation = LayerPreparation(
            renderer: self, grid: grid, generation: snapshot.generation, arriving: beginning.arriving)
        let wanted = try await preparation.prepare(snapshot.layers)
        let kept = beginning.keepingBasemap(in: wanted, on: grid)
        let prepared = kept ?? wanted
        let buffer: PixelBuffer
        do {
            buffer = try PixelBuffer(width: grid.window.width, height: grid.window.height, fill: background)
        } catch {
            throw RenderingError(.size, "No memory for a picture of this size.", cause: error.message)
        }
        let composition = MapComposition(grid: grid, threads: threads, bandHeight: bandHeight)
        try await composition.draw(prepared, on: buffer)
        let halo = try await ArrivingHalo(in: prepared, composition, background: background, quality: quality)
        var failures = snapshot.failures
        var attributions: [String] = []
        var pending: Set<String> = []
        var mayImprove = false
        var wishes: [TileWish] = []
        PreparedLayer.forEach(in: wanted) { layer in
            failures += layer.failures
            if layer.isPending { pending.insert(layer.layerID) }
            mayImprove = mayImprove || layer.isPending || layer.mayRecover
            wishes += layer.wishes
        }
        PreparedLayer.forEach(in: prepared) { layer in
            if !layer.attribution.isEmpty, !attributions.contains(layer.attribution) {
                attributions.append(layer.attribution)
            }
        }
        let area = PixelRect(
            x: -grid.labelMargin, y: -grid.labelMargin, width: grid.window.width + 2 * grid.labelMargin,
            height: grid.window.height + 2 * grid.labelMargin)
        let candidates = Self.candidates(of: prepared)
        var placed: [PlacedLabel] = []
        if !candidates.isEmpty {
            var ground = LabelGround(area: area, ink: try await referenceInk(prepared, grid, composition))
            for layer in prepared {
                PreparedLayer.forEach(in: [layer]) { member in
                    for source in member.obstacles {
                        source.add(to: &ground, area: area, tracesLines: !layer.isOfBasemap)
                    }
                }
            }
            let keepsWhole = !isMoving && grid.labelMargin == 0
            let placer = LabelPlacer(
                area: area, text: text, keepsWhole: keepsWhole, fillsGaps: grid.labelMargin == 0)
            placed = placer.place(candidates, on: ground)
        }
        try Task.checkCancellation()
        supply?.tiles.want(wishes, turn: beginning.turn)
        let scene = MapScene(
            grid: grid, ground: buffer, labels: placed, text: text, failures: failures, attributions: attributions,
            labelCounts: (placed.count, max(0, candidates.count - placed.count)), pendingLayerIDs: pending,
            mayImprove: mayImprove)
        return MadeScene(
            scene: scene, basemap: PreparedBasemap(of: prepared, on: grid), keepsBasemap: kept != nil,
            hasGaps: PreparedLayer.isAnyPending(of: prepared), halo: halo)
    }

    /// The labels of all layers, each with its layer's number.
    private static func candidates(of prepared: [PreparedLayer]) -> [LabelCandidate] {
        var candidates: [LabelCandidate] = []
        var number = 0
        for layer in prepared {
            PreparedLayer.forEach(in: [layer]) { member in
                number += 1
                let first = candidates.count
                candidates += member.labels
                for index in first..<candidates.count {
                    candidates[index].layer = number
                    candidates[index].isOfBasemap = layer.isOfBasemap
                }
            }
        }
        return candidates
    }

    /// The names that reference layers bring as pictures. Tiles go without: their neighbours could not agree on what lies beyond the border.
    private func referenceInk(
        _ prepared: [PreparedLayer], _ grid: MapGrid, _ composition: MapComposition
    ) async throws -> ReferenceInk {
        let references = prepared.filter { $0.isReference && $0.isPictures }
        guard !references.isEmpty, grid.labelMargin == 0,
            let sheet = try? PixelBuffer(width: grid.window.width, height: grid.window.height)
        else { return ReferenceInk() }
        try await composition.draw(references, on: sheet)
        return ReferenceInk(sheet)
    }
}
