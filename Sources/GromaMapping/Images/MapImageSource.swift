// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
public import GromaGeometry

/// Where pictures of the ground come from that a server draws for the view: a map service, an image service, a WMS.
public protocol MapImageSource: AnyObject, Sendable {
    /// What the source says of itself; read once and kept.
    func mapImageInfo() async throws -> MapImageInfo
    /// An encoded picture of the ground asked for; nil where the source has nothing to show there, which is not an error.
    func image(_ request: MapImageRequest) async throws -> MapImage?
}

/// What a source of pictures says of itself.
public struct MapImageInfo: Sendable {
    /// As people see it.
    public var name: String
    /// The source's own reference; nil where it does not say.
    public var spatialReference: SpatialReference?
    /// References in which it draws; empty for any.
    public var supportedReferences: [SpatialReference]
    /// Where there is something to see; nil where the source does not say.
    public var fullExtent: Envelope?
    /// The furthest scale, as a denominator; 0 for no limit.
    public var minScale: Double
    /// The closest scale, as a denominator; 0 for no limit.
    public var maxScale: Double
    /// Who made the data, to be shown with the map.
    public var attribution: String
    /// Pixels of a picture at most, across.
    public var maximumWidth: Int
    /// Pixels of a picture at most, down.
    public var maximumHeight: Int
    /// The sublayers as the source lists them, groups before their members; empty where it has none.
    public var sublayers: [MapSublayerInfo]

    /// Makes a description.
    public init(
        name: String, spatialReference: SpatialReference? = nil, supportedReferences: [SpatialReference] = [],
        fullExtent: Envelope? = nil, minScale: Double = 0, maxScale: Double = 0, attribution: String = "",
        maximumWidth: Int = 4_096, maximumHeight: Int = 4_096, sublayers: [MapSublayerInfo] = []
    ) {
        self.name = name
        self.spatialReference = spatialReference
        self.supportedReferences = supportedReferences
        self.fullExtent = fullExtent
        self.minScale = minScale
        self.maxScale = maxScale
        self.attribution = attribution
        self.maximumWidth = maximumWidth
        self.maximumHeight = maximumHeight
        self.sublayers = sublayers
    }
}

/// One sublayer of a map service, as the service lists it.
public struct MapSublayerInfo: Sendable, Hashable {
    /// The sublayer's number in its service.
    public var id: Int
    /// As people see it.
    public var name: String
    /// The group it stands in; nil for none.
    public var parentID: Int?
    /// Whether it is on at first.
    public var isVisibleByDefault: Bool
    /// The furthest scale, as a denominator; 0 for no limit.
    public var minScale: Double
    /// The closest scale, as a denominator; 0 for no limit.
    public var maxScale: Double
    /// True for a group, which draws nothing itself.
    public var isGroup: Bool

    /// Makes a description.
    public init(
        id: Int, name: String, parentID: Int? = nil, isVisibleByDefault: Bool = true, minScale: Double = 0,
        maxScale: Double = 0, isGroup: Bool = false
    ) {
        self.id = id
        self.name = name
        self.parentID = parentID
        self.isVisibleByDefault = isVisibleByDefault
        self.minScale = minScale
        self.maxScale = maxScale
        self.isGroup = isGroup
    }
}

/// What picture is wanted.
public struct MapImageRequest: Sendable {
    /// The ground, in the reference the picture is to have; its shape is that of the picture.
    public var extent: Envelope
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int
    /// Dots an inch, which decides how large symbols and letters are: 96 for a picture a pixel a device-independent pixel.
    public var dpi: Double
    /// Numbers of the sublayers to draw, groups left out; nil leaves the choice to the source.
    public var visibleSublayerIDs: [Int]?
    /// Standardised SQL by a sublayer's number: only features that match are drawn.
    public var definitionExpressions: [Int: String]
    /// Only what lies in this time is drawn; nil for all times.
    public var timeExtent: TimeExtent?

    /// Makes a request.
    public init(
        extent: Envelope, width: Int, height: Int, dpi: Double = 96, visibleSublayerIDs: [Int]? = nil,
        definitionExpressions: [Int: String] = [:]
    ) {
        self.extent = extent
        self.width = width
        self.height = height
        self.dpi = dpi
        self.visibleSublayerIDs = visibleSublayerIDs
        self.definitionExpressions = definitionExpressions
    }
}

/// A picture that a source drew.
public struct MapImage: Sendable {
    /// PNG, JPEG or WebP.
    public var bytes: [UInt8]
    /// The ground that the picture shows: sources may grow what was asked for to the picture's shape.
    public var extent: Envelope
    /// Makes a picture.
    public init(bytes: [UInt8], extent: Envelope) {
        self.bytes = bytes
        self.extent = extent
    }
}
