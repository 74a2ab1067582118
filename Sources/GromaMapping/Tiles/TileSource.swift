// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// Where tiles come from: a service, a package, a folder.
public protocol TileSource: AnyObject, Sendable {
    /// What the source says of itself; read once and kept.
    func tileLayerInfo() async throws -> TileLayerInfo
    /// The bytes of an encoded picture; nil where the source has no tile there, which is not an error.
    func tile(at key: TileKey) async throws -> [UInt8]?
    /// A name by which tiles may be kept between runs of the program, the same for every object that gives the same tiles; nil
    /// for tiles that lie near already.
    var keepingName: String? { get }
}

extension TileSource {
    /// Nil: most sources lie near.
    public var keepingName: String? { nil }
}

/// What a tile source says of itself.
public struct TileLayerInfo: Sendable, Hashable {
    /// As people see it.
    public var name: String
    /// How the ground is cut into tiles.
    public var tileInfo: TileInfo
    /// Where there are tiles, in the scheme's reference; nil where the source does not say.
    public var fullExtent: Envelope?
    /// The furthest scale, as a denominator; 0 for no limit.
    public var minScale: Double
    /// The closest scale, as a denominator; 0 for no limit.
    public var maxScale: Double
    /// Who made the data, to be shown with the map.
    public var attribution: String
    /// True where missing tiles are to be drawn from coarser ones.
    public var resamples: Bool

    /// Makes a description.
    public init(
        name: String, tileInfo: TileInfo, fullExtent: Envelope? = nil, minScale: Double = 0, maxScale: Double = 0,
        attribution: String = "", resamples: Bool = false
    ) {
        self.name = name
        self.tileInfo = tileInfo
        self.fullExtent = fullExtent
        self.minScale = minScale
        self.maxScale = maxScale
        self.attribution = attribution
        self.resamples = resamples
    }
}
