// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
import GromaMapping
import GromaRendering
import TestSupport
import Testing

/// Sheets of symbols beside another renderer's pictures of the same web maps.
@Suite("Symbol sheets", .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
struct SymbolSheetTests {
    /// Of windows in which something is drawn; each of the sheets, and all together.
    private static let sheetFloor = 0.85, drawnFloor = 0.9
    /// Of all windows of all sheets.
    private static let wholeFloor = 0.95

    @Test("the sheets look like the other renderer's")
    func sheets() async throws {
        let folder = SharedData.url("data/render")
        let jobs = try String(contentsOf: folder.appending(path: "jobs.jsonl"), encoding: .utf8)
        var means: [Double] = [], drawn: [Double] = []
        var table = "sheet                          whole   drawn\n"
        for line in jobs.split(separator: "\n") {
            let job = try JSONValue(parsing: String(line))
            let id = try #require(job["id"]?.string)
            let expected = try Image(decoding: [UInt8](Data(contentsOf: folder.appending(path: "\(id).png"))))
            let viewport = Viewport(
                width: Double(expected.width), height: Double(expected.height),
                extent: Envelope(
                    xMin: 0, yMin: 0, xMax: Double(expected.width), yMax: Double(expected.height),
                    spatialReference: .webMercator))
            let snapshot = try await Self.snapshot(job)
            let image = try await MapRenderer().image(of: snapshot, viewport: viewport)
            let place = GoldenCase.output.appending(path: "sheets")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(try image.encoded()).write(to: place.appending(path: "\(id).png"))
            let similarity = StructuralSimilarity(image, expected)
            means.append(similarity.mean)
            drawn.append(similarity.meanWhereDrawn)
            table += String(
                format: "%@ %.3f   %.3f\n", id.padding(toLength: 30, withPad: " ", startingAt: 0), similarity.mean,
                similarity.meanWhereDrawn)
            #expect(similarity.meanWhereDrawn >= Self.sheetFloor, "\(id)")
        }
        let mean = means.reduce(0, +) / Double(means.count), drawnMean = drawn.reduce(0, +) / Double(drawn.count)
        print(
            table
                + String(
                    format: "%@ %.3f   %.3f", "mean".padding(toLength: 30, withPad: " ", startingAt: 0), mean, drawnMean
                ))
        #expect(means.count == 6)
        #expect(mean >= Self.wholeFloor)
        #expect(drawnMean >= Self.drawnFloor)
    }

    /// The job's web map with its layers' features inside of it.
    @MainActor
    private static func snapshot(_ job: JSONValue) async throws -> MapSnapshot {
        var document = try #require(job["webmap"]?.object)
        let layers = document["operationalLayers"]?.array ?? []
        document["operationalLayers"] = .array(
            layers.map { layer in
                var layer = layer.object ?? JSONObject()
                let id = layer["id"]?.string ?? ""
                var definition = job["layers"]?[id]?.object ?? JSONObject()
                let features = definition["features"] ?? []
                definition["features"] = nil
                definition["drawingInfo"] = layer["layerDefinition"]?["drawingInfo"]
                layer["url"] = nil
                layer["layerDefinition"] = nil
                layer["featureCollection"] = [
                    "layers": [
                        [
                            "layerDefinition": .object(definition),
                            "featureSet": ["features": features, "geometryType": definition["geometryType"] ?? .null],
                        ]
                    ]
                ]
                return .object(layer)
            })
        return try await Map(webMap: WebMap(document: .object(document)), services: GoldenServices()).snapshot()
    }
}
