// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
import GromaFeatures
import GromaGeometry

extension TileInfo {
    private static let keys = [
        "rows", "cols", "dpi", "format", "compressionQuality", "origin", "spatialReference", "lods",
    ]
    private static let mostLevels = 1_000

    /// Reads a map service's `tileInfo`. Throws `MappingError.malformed` without origin or levels, or where a number
    /// is missing or not positive; `tooLarge` beyond 1,000 levels.
    public init(json: JSONValue) throws(MappingError) {
        guard let object = json.object, let originJSON = object["origin"]?.object,
            let x = originJSON["x"]?.double, let y = originJSON["y"]?.double, x.isFinite, y.isFinite
        else { throw MappingError(.malformed, "A tile info needs an origin with x and y.") }
        guard let lods = object["lods"]?.array, !lods.isEmpty else {
            throw MappingError(.malformed, "A tile info needs levels of detail in \"lods\".")
        }
        guard lods.count <= Self.mostLevels else {
            throw MappingError(
                .tooLarge, "A tile info with \(lods.count) levels is not read; \(Self.mostLevels) is the most.")
        }
        let reference =
            (object["spatialReference"] ?? originJSON["spatialReference"]).flatMap(SpatialReference.init(json:))
            ?? .webMercator
        var levels: [LevelOfDetail] = []
        for (index, lod) in lods.enumerated() {
            guard let resolution = lod["resolution"]?.double, resolution > 0, resolution.isFinite else {
                throw MappingError(.malformed, "Level \(index) of a tile info needs a positive resolution.")
            }
            levels.append(
                LevelOfDetail(
                    level: lod["level"]?.int ?? index, resolution: resolution,
                    scale: lod["scale"]?.double ?? MapScale.scale(resolution: resolution, in: reference)))
        }
        func size(_ key: String) throws(MappingError) -> Int {
            let value = object[key]?.int ?? 256
            guard (1...16_384).contains(value) else {
                throw MappingError(.malformed, "A tile info's \(key) must be 1 to 16384, not \(value).")
            }
            return value
        }
        self.init(
            rows: try size("rows"), columns: try size("cols"), dpi: object["dpi"]?.int ?? 96,
            origin: Point(x: x, y: y, spatialReference: reference), spatialReference: reference,
            levelsOfDetail: levels, format: object["format"]?.string ?? "",
            compressionQuality: object["compressionQuality"]?.int ?? 0)
        unknownJSON = object
        for key in Self.keys { unknownJSON[key] = nil }
    }

    /// The object that services and packages carry.
    public var json: JSONValue {
        var object = JSONObject(compacting: [
            "rows": .integer(rows), "cols": .integer(columns), "dpi": .integer(dpi), "format": .string(format),
            "compressionQuality": .integer(compressionQuality),
            "origin": ["x": .double(origin.x), "y": .double(origin.y)],
            "spatialReference": spatialReference.json,
            "lods": .array(
                levelsOfDetail.map {
                    ["level": .integer($0.level), "resolution": .double($0.resolution), "scale": .double($0.scale)]
                }),
        ])
        for (key, value) in unknownJSON.members { object[key] = value }
        return .object(object)
    }
}
