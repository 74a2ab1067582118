// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaStorage

/// Writes a town into a new data folder.
struct PortalWriter {
    let town: Town
    let folder: URL

    func write(_ report: @Sendable (String) -> Void) async throws {
        let schema = try SampleSchema()
        let directory = try StoreDirectory(url: folder, createIfMissing: true)
        for service in schema.document["services"]?.array ?? [] {
            try await writeFeatures(service, schema, directory, report)
        }
        report("Map tiles")
        for service in SampleTileService.allCases { try await writeTiles(service, directory) }
        report("Portal items, users and pictures")
        try await PortalItems(
            schema: schema, portal: directory.portal,
            thumbnails: SampleThumbnails(town: town, services: PackageServices(directory: directory))
        ).write()
        let pictures = folder.appending(path: "pictures")
        try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
        for picture in SamplePicture.all {
            try Data(try picture.png()).write(to: pictures.appending(path: picture.fileName))
        }
        try await directory.close()
    }

    private func writeFeatures(
        _ service: JSONValue, _ schema: SampleSchema, _ directory: StoreDirectory, _ report: @Sendable (String) -> Void
    ) async throws {
        guard let name = service["name"]?.string else { return }
        var properties = JSONObject()
        properties["access"] = service["access"]
        properties["itemId"] = .string(PortalItems.identifier(name + "/FeatureServer"))
        properties["description"] = .string("The \(name.lowercased()) of Lindenford, a fictional town.")
        properties["copyrightText"] = "Groma sample data, public domain"
        properties["spatialReference"] = schema.document["spatialReference"]
        let package = try await directory.createFeatureService(
            ServiceRecord(name: name, kind: .features, properties: properties))
        for table in SampleTable.allCases where table.service == name {
            var info = try schema.layer(table)
            report("\(name): \(info.name)")
            if info.geometryType != nil { info.spatialReference = .webMercator }
            let rows = try town.records(of: table, schema)
            try await package.createFeatureTable(info).load(rows, objectIDs: .kept)
        }
        try await attach(to: package, name)
    }

    /// Adds the pictures of a service's rows, some hundred at a time.
    private func attach(to package: GeoPackage, _ service: String) async throws {
        let plans = SampleAttachments(town: town).plans().filter { $0.table.service == service }
        let share = 128
        for start in stride(from: 0, to: plans.count, by: share) {
            let part = Array(plans[start..<min(start + share, plans.count)])
            let drawn = concurrentMap(count: part.count) { index in Result { try part[index].bytes() } }
            var edits: [Int: FeatureEdits] = [:]
            for (index, (plan, bytes)) in zip(part, drawn).enumerated() {
                // GlobalIDs of attachments are keyed by their place in the plan.
                let globalID = SampleTable.attachmentGlobalID(plan.table, start + index)
                edits[plan.table.layerID, default: FeatureEdits()].attachmentAdds.append(
                    AttachmentEdit(
                        parentObjectID: Int64(plan.row + 1), globalID: globalID, name: plan.name,
                        contentType: plan.contentType, keywords: plan.keywords, data: try bytes.get()))
            }
            let wanted = edits.sorted { $0.key < $1.key }.map { (layerID: $0.key, edits: $0.value) }
            for results in try await package.applyEdits(wanted, editor: "admin") {
                if let refused = results.attachmentAdds.compactMap(\.error).first { throw refused }
            }
        }
    }

    /// Draws the tiles a client meets first: some screens round the town at each level.
    private func writeTiles(_ service: SampleTileService, _ directory: StoreDirectory) async throws {
        let source = try SampleTileSource(service, town: town)
        var properties = JSONObject()
        properties["itemId"] = .string(PortalItems.identifier(service.rawValue + "/MapServer"))
        properties["description"] = .string("\(service.title) of Lindenford, drawn by Groma.")
        properties["copyrightText"] = "Groma sample data, public domain"
        let info = try await source.tileLayerInfo()
        let cache = try await directory.createTileService(
            ServiceRecord(name: service.rawValue, kind: .tiles, properties: properties), info: info)
        for level in service.storedLevels {
            guard let lod = info.tileInfo.levelOfDetail(level) else { continue }
            let blocks = blocks(of: extent(in: info.tileInfo, margin: 512 * lod.resolution), level, info.tileInfo)
            for start in stride(from: 0, to: blocks.count, by: 8) {
                let part = Array(blocks[start..<min(start + 8, blocks.count)])
                let drawn = concurrentMap(count: part.count) { index in Result { try source.tiles(of: part[index]) } }
                try await cache.setTiles(try drawn.flatMap { try $0.get() })
            }
        }
    }

    /// Blocks of up to 4 x 4 tiles that cover an extent.
    private func blocks(of extent: Envelope, _ level: Int, _ scheme: TileInfo) -> [TileRange] {
        guard let range = scheme.tiles(covering: extent, level: level) else { return [] }
        var blocks: [TileRange] = []
        for row in stride(from: range.rows.lowerBound, through: range.rows.upperBound, by: 4) {
            for column in stride(from: range.columns.lowerBound, through: range.columns.upperBound, by: 4) {
                blocks.append(
                    TileRange(
                        level: level, rows: row...min(row + 3, range.rows.upperBound),
                        columns: column...min(column + 3, range.columns.upperBound)))
            }
        }
        return blocks
    }

    /// The box round the town and a margin in the scheme's units.
    private func extent(in scheme: TileInfo, margin: Double) -> Envelope {
        let (x, y) = town.frame(margin: 20_000)
        let low = TownPoint(x.lowerBound, y.lowerBound)
        let high = TownPoint(x.upperBound, y.upperBound)
        let isGeographic = scheme.spatialReference == .wgs84
        let (west, south) = isGeographic ? low.degrees : (low.mercatorX, low.mercatorY)
        let (east, north) = isGeographic ? high.degrees : (high.mercatorX, high.mercatorY)
        return Envelope(
            xMin: west - margin, yMin: south - margin, xMax: east + margin, yMax: north + margin,
            spatialReference: scheme.spatialReference)
    }
}

extension SampleTileService {
    /// The levels kept in the data folder: what the sample's maps show first. The server draws all others when they are asked for.
    fileprivate var storedLevels: ClosedRange<Int> {
        switch self {
        case .streets, .streetLabels: 12...18
        case .streetsDark, .streetsWGS84: 12...16
        case .imagery: 13...17
        // Every pixel costs a height.
        case .relief: 12...15
        }
    }
}

extension SampleTable {
    /// The GlobalID of attachment n of a table.
    static func attachmentGlobalID(_ table: SampleTable, _ n: Int) -> String {
        // Rows stay far below the offset.
        table.globalID(1_000_000_000 + n)
    }
}

extension TownPoint {
    /// Longitude and latitude by the closed form of web mercator.
    var degrees: (longitude: Double, latitude: Double) {
        let radius = 6_378_137.0
        return (mercatorX / radius * 180 / .pi, atan(sinh(mercatorY / radius)) * 180 / .pi)
    }
}
