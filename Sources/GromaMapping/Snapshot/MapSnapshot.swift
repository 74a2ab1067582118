// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// A map at one moment, with everything resolved that drawing needs: what crosses threads, and what renderers take.
public struct MapSnapshot: Sendable {
    /// The reference the map is drawn in.
    public var spatialReference: SpatialReference
    /// Nil leaves the choice to the renderer: white.
    public var background: Color?
    /// From the bottom up: base layers, operational layers, reference layers, graphics overlays.
    public var layers: [LayerSnapshot]
    /// The denominator at which layers with `scalesSymbols` have their own sizes; 0 for none.
    public var referenceScale: Double
    /// Where the map wants to start, in `spatialReference`; nil where it does not say.
    public var initialViewpoint: Viewpoint?
    /// Layers that could not be made ready, and why; they are missing in `layers`.
    public var failures: [LayerFailure]
    /// True draws the world again beside itself, where the map's reference has a world that closes.
    public var wrapsAround = false
    /// Tells states of one view's map from each other, for what is kept between its pictures.
    package var generation = 0

    /// Makes a snapshot.
    public init(
        spatialReference: SpatialReference, background: Color? = nil, layers: [LayerSnapshot] = [],
        referenceScale: Double = 0, initialViewpoint: Viewpoint? = nil, failures: [LayerFailure] = []
    ) {
        self.spatialReference = spatialReference
        self.background = background
        self.layers = layers
        self.referenceScale = referenceScale
        self.initialViewpoint = initialViewpoint
        self.failures = failures
    }
}

/// A layer that could not be made ready.
public struct LayerFailure: Sendable {
    /// The layer's id in the map.
    public var layerID: String
    /// The layer's name, as people see it.
    public var layerName: String
    /// What went wrong.
    public var error: any Error
    /// Makes a failure.
    public init(layerID: String, layerName: String, error: any Error) {
        self.layerID = layerID
        self.layerName = layerName
        self.error = error
    }
}

/// A layer at one moment.
public struct LayerSnapshot: Sendable {
    /// What there is to draw.
    public enum Content: Sendable {
        case features(FeatureContent)
        case tiles(any TileSource)
        /// Pictures that a server draws for the view.
        case image(MapImageContent)
        case graphics([GraphicSnapshot])
        /// Layers from the bottom up; the group's opacity and visibility hold for the whole.
        case group([LayerSnapshot])
    }
    /// Unique in the map.
    public var id: String
    /// As people see it.
    public var name: String
    /// False for a layer that is off.
    public var isVisible: Bool
    /// 0 to 1, the drawing info's transparency included.
    public var opacity: Double
    /// The furthest scale, as a denominator; 0 for no limit.
    public var minScale: Double
    /// The closest scale, as a denominator; 0 for no limit.
    public var maxScale: Double
    /// The web map's name of the mode (`normal`, `multiply`, …).
    public var blendMode: String
    /// What there is to draw.
    public var content: Content
    /// True for a base map's layer of names and borders above the operational layers; labels keep off what it shows.
    public var isReference = false
    /// True for a base map's layer: its labels come after those of the operational layers.
    public var isOfBasemap = false

    /// Makes a snapshot.
    public init(
        id: String, name: String, isVisible: Bool = true, opacity: Double = 1, minScale: Double = 0,
        maxScale: Double = 0, blendMode: String = "normal", content: Content
    ) {
        self.id = id
        self.name = name
        self.isVisible = isVisible
        self.opacity = opacity
        self.minScale = minScale
        self.maxScale = maxScale
        self.blendMode = blendMode
        self.content = content
    }

    /// True where the layer is on and applies at a scale's denominator.
    public func isVisible(atScale scale: Double) -> Bool {
        isVisible && opacity > 0 && (minScale <= 0 || scale <= minScale) && (maxScale <= 0 || scale >= maxScale)
    }
}
