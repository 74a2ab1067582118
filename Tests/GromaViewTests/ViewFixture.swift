// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import GromaView
import Observation
import Synchronization
import Testing

/// Tiles of one colour in a scheme, which count how often they are asked.
final class PlainTiles: TileSource {
    let info: TileLayerInfo
    let asked = Mutex<[TileKey]>([])
    private let bytes: [UInt8]

    init(_ scheme: TileInfo = .webMercator(), grey: UInt8 = 200, attribution: String = "") {
        info = TileLayerInfo(name: "Plain", tileInfo: scheme, attribution: attribution)
        bytes =
            (try? Image(width: 256, height: 256, red: grey, green: grey, blue: grey, alpha: 255).encoded()) ?? []
    }
    func tileLayerInfo() async throws -> TileLayerInfo { info }
    func tile(at key: TileKey) async throws -> [UInt8]? {
        asked.withLock { $0.append(key) }
        return bytes
    }
}

/// Lets a change reach the view: until it draws again, or has had its turn so often that it has drawn already.
@MainActor
func changed(_ view: MapViewModel) async {
    for _ in 0..<2_000 where view.drawStatus == .completed { await Task.yield() }
}

/// Expects something of a view. The macro itself would take the whole view apart to say what was found instead, for minutes.
func expect(_ claim: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(claim, sourceLocation: sourceLocation)
}

/// A map of points on a ground of tiles, and a view of it whose clock is moved by hand.
@MainActor
struct ViewFixture {
    let tiles = PlainTiles(attribution: "Ground survey")
    let ground: ArcGISTiledLayer
    let points: FeatureLayer
    let map: Map
    let view: MapViewModel
    var now = Duration.seconds(1_000)

    init(
        width: Double = 400, height: Double = 300, count: Int = 20, reference: SpatialReference = .webMercator,
        overlays: [GraphicsOverlay] = [], resizes: Bool = true
    ) throws {
        ground = ArcGISTiledLayer(tileSource: tiles, name: "Ground")
        let info = FeatureLayerInfo(
            id: 0, name: "Points", geometryType: .point,
            fields: [Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string)],
            objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        var records: [FeatureRecord] = []
        for index in 0..<count {
            let place = Point(x: Double(index % 5) * 40, y: Double(index / 5) * 40, spatialReference: .webMercator)
            let values: [String: AttributeValue] = [
                "OBJECTID": .integer(Int64(index + 1)), "NAME": .string("P\(index)"),
            ]
            records.append(FeatureRecord(attributes: values, geometry: place))
        }
        let rows = try FeatureSet(
            records: records, fields: info.fields, geometryType: .point, spatialReference: .webMercator,
            objectIDFieldName: "OBJECTID")
        points = FeatureLayer(featureTable: try FeatureCollectionTable(info: info, rows: rows), name: "Points")
        points.popupDefinition = PopupDefinition(title: "{NAME}")
        map = Map(
            layers: [ground, points],
            initialViewpoint: Viewpoint(
                center: Point(x: 80, y: 60, spatialReference: .webMercator), scale: 4_000),
            spatialReference: reference)
        view = MapViewModel(map: map, graphicsOverlays: overlays)
        if resizes { view.resize(width: width, height: height) }
    }

    /// Waits until nothing of the picture is still to come.
    func settled() async {
        for await status in Observations({ view.drawStatus }) where status == .completed { break }
    }

    /// Waits until there is a view.
    func placed() async {
        for await viewport in Observations({ view.viewport }) where viewport != nil { break }
    }

    /// Lets the host's clock go on and a frame begin.
    mutating func tick(_ milliseconds: Int = 16) -> Bool {
        now += .milliseconds(milliseconds)
        return view.tick(at: now)
    }
}
