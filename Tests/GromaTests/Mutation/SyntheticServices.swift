// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import Synchronization

/// What was asked of services, in order.
final class RequestLog: Sendable {
    private let lines = Mutex<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
    /// Sorted, since layers are asked at once.
    var text: String { lines.withLock { $0.sorted().joined(separator: "\n") } }
}

/// A table that notes what it is asked and answers all rows that lie in the shape asked for, whatever the clause.
final class RecordingTable: FeatureTable {
    private let own: FeatureCollectionTable
    private let log: RequestLog
    private let place: String

    init(_ own: FeatureCollectionTable, log: RequestLog, place: String) {
        self.own = own
        self.log = log
        self.place = place
    }

    func layerInfo() async throws -> FeatureLayerInfo { try await own.layerInfo() }
    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet {
        log.note("\(place) where \(parameters.whereClause) time \(parameters.timeExtent?.json.text() ?? "")")
        var answered = parameters
        answered.whereClause = ""
        answered.timeExtent = nil
        return try await own.queryFeatures(using: answered)
    }
    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try await own.queryFeatureCount(using: parameters)
    }
    func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int64] {
        try await own.queryObjectIDs(using: parameters)
    }
    func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
        try await own.queryExtent(using: parameters)
    }
    func queryStatistics(using parameters: StatisticsQueryParameters) async throws -> FeatureSet {
        try await own.queryStatistics(using: parameters)
    }
    func attachments(of objectID: Int64) async throws -> [AttachmentInfo] {
        ["b.jpg", "a.jpg"].enumerated().map { place, name in
            AttachmentInfo(
                id: Int64(place), parentObjectID: objectID, name: name, contentType: "image/jpeg", size: 10)
        }
    }
    func attachmentData(_ attachmentID: Int64, of objectID: Int64) async throws -> [UInt8] { [] }
    func relatedTable(layerID: Int) async throws -> any FeatureTable { self }
    func queryRelatedRecords(
        of objectIDs: [Int64], using parameters: RelatedQueryParameters
    ) async throws -> RelatedRecords {
        log.note("\(place) related \(parameters.relationshipID) \(parameters.orderByFields)")
        let rows = try await own.queryFeatures(using: QueryParameters())
        let some = Array(0..<min(3, rows.count))
        return RelatedRecords(
            rows: rows.selecting(rows: some), groups: objectIDs.map { .init(objectID: $0, rows: some) })
    }
}

/// Services that know a document's layers by heart.
struct SyntheticServices: ServiceLoader {
    let rows: SyntheticRows
    let log: RequestLog

    func featureTable(at url: URL) async throws -> any FeatureTable {
        log.note("table \(url)")
        return RecordingTable(try rows.table(), log: log, place: url.absoluteString)
    }
    func tileSource(at url: URL) async throws -> any TileSource {
        log.note("tiles \(url)")
        return SyntheticTiles(log: log)
    }
    func tileSource(template: WebTileTemplate) async throws -> any TileSource {
        log.note("template \(template)")
        return SyntheticTiles(log: log)
    }
    func tileSource(wmts: WMTSDescription) async throws -> any TileSource {
        log.note("wmts \(wmts)")
        return SyntheticTiles(log: log)
    }
    func mapImageSource(at url: URL, kind: MapImageServiceKind) async throws -> any MapImageSource {
        log.note("pictures \(url) \(kind)")
        return SyntheticPictures(log: log)
    }
    func mapImageSource(wms: WMSDescription) async throws -> any MapImageSource {
        log.note("wms \(wms)")
        return SyntheticPictures(log: log)
    }
    func itemURL(_ itemID: String) async throws -> URL {
        log.note("item \(itemID)")
        return URL(filePath: "/\(itemID)/FeatureServer")
    }
}

private final class SyntheticTiles: TileSource {
    let log: RequestLog
    init(log: RequestLog) { self.log = log }
    func tileLayerInfo() async throws -> TileLayerInfo { TileLayerInfo(name: "Tiles", tileInfo: .webMercator()) }
    func tile(at key: TileKey) async throws -> [UInt8]? {
        try Image(width: 256, height: 256, red: 90, green: 120, blue: 150, alpha: 255).encoded()
    }
}

private final class SyntheticPictures: MapImageSource {
    let log: RequestLog
    init(log: RequestLog) { self.log = log }
    func mapImageInfo() async throws -> MapImageInfo {
        MapImageInfo(name: "Pictures", sublayers: (0..<12).map { MapSublayerInfo(id: $0, name: "Part \($0)") })
    }
    func image(_ request: MapImageRequest) async throws -> MapImage? {
        log.note(
            "picture \(request.visibleSublayerIDs ?? []) \(request.definitionExpressions.sorted { $0.key < $1.key }) \(request.timeExtent?.json.text() ?? "")"
        )
        let bytes = try Image(
            width: request.width, height: request.height, red: 90, green: 150, blue: 120, alpha: 255
        ).encoded()
        return MapImage(bytes: bytes, extent: request.extent)
    }
}
