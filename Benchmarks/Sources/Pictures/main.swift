// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

// Pictures [PNG]: prints the processor milliseconds of drawing 10,000 points with and without their labels, on one thread and warm;
// and of writing the picture PNG as a PNG once more, with the size that comes out. Without PNG it is the labelled points.

/// CPU milliseconds of this process so far, all threads.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// Points on a bent grid, each with a name of five to nine letters, in the middle of nowhere.
func layer(of count: Int) throws -> FeatureLayer {
    let syllables = ["ba", "do", "ki", "lem", "nor", "pe", "sut", "tha"]
    let side = Int(Double(count).squareRoot().rounded(.up))
    let info = FeatureLayerInfo(
        id: 0, name: "Places", geometryType: .point,
        fields: [Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string)],
        objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
    let records = (0..<count).map { index in
        let name = [index % 8, index / 8 % 8, index / 64 % 8].map { syllables[$0] }.joined()
        let x = Double(index % side) * 100 + 30 * sin(Double(index)), y = Double(index / side) * 100
        return FeatureRecord(
            attributes: ["OBJECTID": .integer(Int64(index + 1)), "NAME": .string(name)],
            geometry: Point(x: x, y: y, spatialReference: .webMercator))
    }
    let rows = try FeatureSet(
        records: records, fields: info.fields, geometryType: .point, spatialReference: .webMercator,
        objectIDFieldName: "OBJECTID")
    let layer = FeatureLayer(featureTable: try FeatureCollectionTable(info: info, rows: rows))
    layer.renderer = SimpleRenderer(
        symbol: SimpleMarkerSymbol(style: .circle, color: Color(hex: 0x2A6F97), size: 5))
    layer.labelDefinitions = [
        LabelDefinition(json: [
            "labelExpression": "[NAME]", "labelPlacement": "esriServerPointLabelPlacementAboveRight",
            "symbol": ["type": "esriTS", "color": [30, 30, 30, 255], "font": ["family": "Noto Sans", "size": 7]],
        ])
    ]
    return layer
}

let count = 10_000
let places = try layer(of: count)
let map = Map(layers: [places], spatialReference: .webMercator)
// One unit of the grid is half a pixel: names of some thirty pixels have fifty to themselves.
let pixels = 5_000
let viewport = Viewport(
    width: Double(pixels), height: Double(pixels), center: Point(x: 5_000, y: 5_000, spatialReference: .webMercator),
    scale: 2 * 96 / 0.0254)
let renderer = MapRenderer(threads: 1)

/// The least processor time of five pictures after a first one, which shapes the letters.
func draw() async throws -> (milliseconds: Double, picture: MapPicture) {
    let snapshot = try await map.snapshot()
    var picture = try await renderer.picture(of: snapshot, viewport: viewport)
    var least = Double.infinity
    for _ in 0..<5 {
        let start = processorTime()
        picture = try await renderer.picture(of: snapshot, viewport: viewport)
        least = min(least, processorTime() - start)
    }
    return (least, picture)
}

let labelled = try await draw()
places.labelsAreEnabled = false
let bare = try await draw()
print(
    String(
        format: "labels %d placed, %d dropped, %.1f ms more than the %.1f ms of %d points without",
        labelled.picture.labelCounts.placed,
        labelled.picture.labelCounts.dropped, labelled.milliseconds - bare.milliseconds, bare.milliseconds, count))

var image = labelled.picture.image
if CommandLine.arguments.count > 1 {
    image = try Image(decoding: [UInt8](Data(contentsOf: URL(filePath: CommandLine.arguments[1]))))
}
var least = Double.infinity
var size = 0
for _ in 0..<7 {
    let start = processorTime()
    size = try image.pngData().count
    least = min(least, processorTime() - start)
}
print(String(format: "png %d x %d, %.2f ms, %d bytes", image.width, image.height, least, size))
