// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
import GromaFeatures
public import GromaGeometry

/// How a service cuts the ground into tiles: an origin, a size, and levels of detail (the `tileInfo` of a map service).
public struct TileInfo: Sendable, Hashable {
    /// Height of a tile in pixels.
    public var rows: Int
    /// Width of a tile in pixels.
    public var columns: Int
    /// Dots per inch by which the scales of the levels are meant.
    public var dpi: Int
    /// The upper left corner of the tile in row 0 and column 0.
    public var origin: Point
    /// The reference of the grid.
    public var spatialReference: SpatialReference
    /// Levels in the order of the document, usually from far to near.
    public var levelsOfDetail: [LevelOfDetail]
    /// PNG, PNG8, PNG24, PNG32, JPEG, MIXED, LERC, pbf.
    public var format: String
    /// 0 to 100, of JPEG.
    public var compressionQuality: Int
    /// Keys without a property here, written back as they were.
    public var unknownJSON = JSONObject()

    /// Makes a scheme.
    public init(
        rows: Int = 256, columns: Int = 256, dpi: Int = 96, origin: Point, spatialReference: SpatialReference,
        levelsOfDetail: [LevelOfDetail], format: String = "PNG32", compressionQuality: Int = 0
    ) {
        self.rows = rows
        self.columns = columns
        self.dpi = dpi
        self.origin = origin
        self.spatialReference = spatialReference
        self.levelsOfDetail = levelsOfDetail
        self.format = format
        self.compressionQuality = compressionQuality
    }

    /// The common grid of web maps: 256 pixel tiles in web mercator, level 0 one tile for the world.
    public static func webMercator(levels: ClosedRange<Int> = 0...23, format: String = "PNG32") -> TileInfo {
        TileInfo(
            origin: Point(x: -20037508.342787, y: 20037508.342787, spatialReference: .webMercator),
            spatialReference: .webMercator,
            levelsOfDetail: levels.map {
                let factor = Double(sign: .plus, exponent: -$0, significand: 1)
                return LevelOfDetail(
                    level: $0, resolution: 156543.03392800014 * factor, scale: 591657527.591555 * factor)
            }, format: format)
    }

    /// The geographic grid: 256 pixel tiles in degrees of WGS 84, level 0 two tiles side by side for the world.
    public static func wgs84(levels: ClosedRange<Int> = 0...22, format: String = "PNG32") -> TileInfo {
        TileInfo(
            origin: Point(x: -180, y: 90, spatialReference: .wgs84), spatialReference: .wgs84,
            levelsOfDetail: levels.map {
                let resolution = Double(sign: .plus, exponent: -$0, significand: 0.703125)
                return LevelOfDetail(
                    level: $0, resolution: resolution, scale: MapScale.scale(resolution: resolution, in: .wgs84))
            }, format: format)
    }

    /// The level of that number; nil where the scheme has none.
    public func levelOfDetail(_ level: Int) -> LevelOfDetail? { levelsOfDetail.first { $0.level == level } }

    /// The ground of a tile; nil where the scheme has no such level.
    public func extent(of key: TileKey) -> Envelope? {
        guard let lod = levelOfDetail(key.level) else { return nil }
        let width = Double(columns) * lod.resolution
        let height = Double(rows) * lod.resolution
        let xMin = origin.x + Double(key.column) * width
        let yMax = origin.y - Double(key.row) * height
        return Envelope(
            xMin: xMin, yMin: yMax - height, xMax: xMin + width, yMax: yMax, spatialReference: spatialReference)
    }

    /// Rows and columns of the tiles that touch `extent` at a level, none left of or above the origin; nil where the
    /// scheme has no such level or `extent`, given in the scheme's reference, is empty or lies outside.
    public func tiles(covering extent: Envelope, level: Int) -> TileRange? {
        guard let lod = levelOfDetail(level), !extent.isEmpty else { return nil }
        let width = Double(columns) * lod.resolution
        let height = Double(rows) * lod.resolution
        // Tiles that only share an edge with the extent show none of it.
        let first = (
            column: ((extent.xMin - origin.x) / width).rounded(.down),
            row: ((origin.y - extent.yMax) / height).rounded(.down)
        )
        let last = (
            column: ((extent.xMax - origin.x) / width).rounded(.up) - 1,
            row: ((origin.y - extent.yMin) / height).rounded(.up) - 1
        )
        let limit = 4_294_967_296.0
        guard last.column >= 0, last.row >= 0, first.column < limit, first.row < limit else { return nil }
        let left = Int(max(first.column, 0))
        let top = Int(max(first.row, 0))
        return TileRange(
            level: level, rows: top...max(top, Int(min(last.row, limit))),
            columns: left...max(left, Int(min(last.column, limit))))
    }
}

/// One level of a tiling scheme.
public struct LevelOfDetail: Sendable, Hashable {
    /// The level's number in the scheme.
    public var level: Int
    /// Map units a pixel.
    public var resolution: Double
    /// The scale's denominator at the scheme's dpi.
    public var scale: Double
    /// Makes a level.
    public init(level: Int, resolution: Double, scale: Double) {
        self.level = level
        self.resolution = resolution
        self.scale = scale
    }
}

/// The address of a tile; row 0 is the uppermost, column 0 the leftmost.
public struct TileKey: Sendable, Hashable {
    /// The level's number in the scheme.
    public var level: Int
    /// Counted down from the origin.
    public var row: Int
    /// Counted right from the origin.
    public var column: Int
    /// Makes an address, in the order of a service's path.
    public init(level: Int, row: Int, column: Int) {
        self.level = level
        self.row = row
        self.column = column
    }
}

/// A block of tiles of one level.
public struct TileRange: Sendable, Hashable {
    /// The level's number in the scheme.
    public var level: Int
    /// The rows of the block.
    public var rows: ClosedRange<Int>
    /// The columns of the block.
    public var columns: ClosedRange<Int>
    /// Makes a block.
    public init(level: Int, rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
        self.level = level
        self.rows = rows
        self.columns = columns
    }
    /// The number of tiles.
    public var count: Int { rows.count * columns.count }
    /// The addresses, row by row.
    public var keys: [TileKey] {
        rows.flatMap { row in columns.map { TileKey(level: level, row: row, column: $0) } }
    }
}
