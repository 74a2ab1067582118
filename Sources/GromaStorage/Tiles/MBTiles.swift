// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import GromaMapping

/// Reads what an MBTiles file says of itself (MBTiles specification 1.3): web mercator, rows counted from the south.
struct MBTiles {
    let database: Database

    func layout(name fileName: String) throws -> TileLayout {
        var metadata: [String: String] = [:]
        try database.forEach("SELECT name, value FROM metadata LIMIT 1000") { metadata[$0.text(0)] = $0.text(1) }
        let format = metadata["format"] ?? "png"
        guard ["png", "jpg", "jpeg", "webp"].contains(format) else {
            throw StorageError(
                .unsupported, "The MBTiles file holds tiles of format \(format.prefix(20)), not pictures.")
        }
        let lowest = try level("minzoom", "min", metadata), highest = try level("maxzoom", "max", metadata)
        guard let lowest, let highest, (0...30).contains(lowest), (lowest...30).contains(highest) else {
            throw StorageError(.malformed, "The MBTiles file has no tiles, or levels beyond 0 to 30.")
        }
        var info = TileLayerInfo(
            name: metadata["name"] ?? fileName,
            tileInfo: .webMercator(levels: lowest...highest, format: format == "png" ? "PNG" : "JPEG"),
            attribution: metadata["attribution"] ?? "")
        let sides = (metadata["bounds"] ?? "").split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
        if sides.count == 4, sides.allSatisfy(\.isFinite) {
            // The poles have no place in mercator.
            let box = Envelope(
                xMin: sides[0], yMin: max(sides[1], -85.0511), xMax: sides[2], yMax: min(sides[3], 85.0511),
                spatialReference: .wgs84)
            info.fullExtent = try GeometryEngine.project(box, into: .webMercator)
        }
        return TileLayout(tableName: "tiles", info: info, isMBTiles: true)
    }

    private func level(_ key: String, _ function: String, _ metadata: [String: String]) throws -> Int? {
        if let level = metadata[key].flatMap({ Int($0) }) { return level }
        return try database.integer("SELECT \(function)(zoom_level) FROM tiles").flatMap { Int(exactly: $0) }
    }
}
