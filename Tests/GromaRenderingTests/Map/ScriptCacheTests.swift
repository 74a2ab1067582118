// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaArcade
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import Testing

@Suite("Scripts of a map are evaluated once for each feature")
@MainActor
struct ScriptCacheTests {
    private static let fields = [
        Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string), Field(name: "N", type: .integer),
    ]
    private static func area(_ x: Double, _ width: Double) -> Polygon {
        Polygon(
            points: [(x, -20), (x, 20), (x + width, 20), (x + width, -20)].map { Point(x: $0.0, y: $0.1) },
            spatialReference: .webMercator)
    }

    private func table() throws -> FeatureCollectionTable {
        let info = FeatureLayerInfo(
            id: 0, name: "Areas", geometryType: .polygon, fields: Self.fields, objectIDFieldName: "OBJECTID",
            spatialReference: .webMercator)
        let rows = try FeatureSet(
            records: (1...4).map { number in
                FeatureRecord(
                    attributes: [
                        "OBJECTID": .integer(Int64(number)), "NAME": .string("area"), "N": .integer(Int64(number)),
                    ], geometry: Self.area(Double(number) * 60 - 170, Double(20 + number)))
            }, fields: Self.fields, geometryType: .polygon, spatialReference: .webMercator,
            objectIDFieldName: "OBJECTID")
        return try FeatureCollectionTable(info: info, rows: rows)
    }

    /// A layer whose symbol, size and label are scripts: of the shape, of the whole feature, and of the scale.
    private func layer(_ table: FeatureCollectionTable) throws -> FeatureLayer {
        let layer = FeatureLayer(featureTable: table, name: "Areas")
        let drawing = try #require(
            try JSONValue(
                parsing: #"""
                    {"type":"uniqueValue","valueExpression":"IIf(Area($feature, 'square-meters') > 880, 'big', 'small')",
                    "uniqueValueInfos":[{"value":"big","symbol":{"type":"esriSFS","style":"esriSFSSolid","color":[200,0,0,255]}},
                    {"value":"small","symbol":{"type":"esriSFS","style":"esriSFSSolid","color":[0,0,200,255]}}],
                    "visualVariables":[{"type":"transparencyInfo","valueExpression":"$view.scale / 1000 + Count(Text($feature))",
                    "stops":[{"value":0,"transparency":0},{"value":2000,"transparency":100}]}]}
                    """#
            ).object)
        layer.renderer = Renderers.renderer(from: drawing)
        let label = try #require(
            try JSONValue(
                parsing:
                    #"{"labelExpressionInfo":{"expression":"var f = $feature; return f['NA' + 'ME'] + Round(Length(f))"},"labelPlacement":"esriServerPolygonPlacementAlwaysHorizontal","symbol":{"type":"esriTS","color":[0,0,0,255],"font":{"size":8}}}"#
            ).object)
        layer.labelDefinitions = [LabelDefinition(json: label)]
        layer.labelsAreEnabled = true
        return layer
    }

    private func viewport(_ scale: Double) -> Viewport {
        Viewport(
            width: 400, height: 200, center: Point(x: 0, y: 0, spatialReference: .webMercator), scale: scale)
    }

    /// Evaluations of a picture, and the picture.
    private func draw(_ map: Map, _ cache: ArcadeCache, scale: Double = 3_779.52) async throws -> (Int, Image) {
        let before = cache.counts.missed
        let image = try await ArcadeScripts.$cache.withValue(cache) {
            try await MapRenderer().image(of: map.snapshot(), viewport: viewport(scale))
        }
        return (cache.counts.missed - before, image)
    }

    @Test("the second picture evaluates nothing, an edit evaluates the edited feature, filters evaluate nothing")
    func draws() async throws {
        let table = try table(), layer = try layer(table)
        let map = Map(layers: [layer], spatialReference: .webMercator)
        let cache = ArcadeCache()
        let (first, image) = try await draw(map, cache)
        // A class, a transparency and a label for each of four features.
        #expect(first == 12)
        func isBig(_ image: Image, _ x: Int) -> Bool { image[x, 84].red > image[x, 84].blue }
        #expect(!isBig(image, 95) && isBig(image, 275))
        let (second, same) = try await draw(map, cache)
        #expect(second == 0)
        #expect(same == image)

        layer.definitionExpression = "N > 2"
        let (filtered, fewer) = try await draw(map, cache)
        #expect(filtered == 0)
        #expect(fewer != image)
        layer.definitionExpression = ""

        var edits = FeatureEdits()
        edits.updates = [FeatureRecord(attributes: ["OBJECTID": .integer(1)], geometry: Self.area(-110, 40))]
        _ = try await table.applyEdits(edits)
        let (edited, changed) = try await draw(map, cache)
        #expect(edited == 3)
        #expect(isBig(changed, 95))
        edits.updates = [FeatureRecord(attributes: ["OBJECTID": .integer(2), "NAME": .string("field")])]
        _ = try await table.applyEdits(edits)
        // The class depends on the shape alone.
        #expect(try await draw(map, cache).0 == 2)
        #expect(try await draw(map, cache).0 == 0)
    }

    @Test("another scale evaluates the scripts that read it, and only those")
    func scales() async throws {
        let map = Map(layers: [try layer(table())], spatialReference: .webMercator)
        let cache = ArcadeCache()
        _ = try await draw(map, cache)
        #expect(try await draw(map, cache, scale: 4_000).0 == 4)
        #expect(try await draw(map, cache, scale: 4_000).0 == 0)
        #expect(try await draw(map, cache).0 == 0)
    }

    @Test("a script of a shape sees its heights")
    func heights() async throws {
        let info = FeatureLayerInfo(
            id: 0, name: "Areas", geometryType: .polygon, fields: Self.fields, objectIDFieldName: "OBJECTID",
            spatialReference: .webMercator)
        let rows = try FeatureSet(
            records: [1.0, 10].enumerated().map { place, height in
                let shape = Self.area(Double(place) * 60 - 110, 30)
                let points = shape.parts.coordinates.xy
                return FeatureRecord(
                    attributes: ["OBJECTID": .integer(Int64(place + 1)), "NAME": "area", "N": 1],
                    geometry: Polygon(
                        points: stride(from: 0, to: points.count, by: 2).map {
                            Point(x: points[$0], y: points[$0 + 1], z: height, spatialReference: .webMercator)
                        }, spatialReference: .webMercator))
            }, fields: Self.fields, geometryType: .polygon, spatialReference: .webMercator,
            objectIDFieldName: "OBJECTID")
        let layer = try layer(try FeatureCollectionTable(info: info, rows: rows))
        layer.labelDefinitions = []
        layer.renderer = Renderers.renderer(
            from: try #require(
                try JSONValue(
                    parsing: #"""
                        {"type":"uniqueValue","valueExpression":"IIf(Geometry($feature).rings[0][0].z > 5, 'big', 'small')",
                        "uniqueValueInfos":[{"value":"big","symbol":{"type":"esriSFS","style":"esriSFSSolid","color":[200,0,0,255]}},
                        {"value":"small","symbol":{"type":"esriSFS","style":"esriSFSSolid","color":[0,0,200,255]}}]}
                        """#
                ).object))
        let map = Map(layers: [layer], spatialReference: .webMercator)
        let (_, image) = try await draw(map, ArcadeCache())
        #expect(image[105, 100].blue > image[105, 100].red)
        #expect(image[165, 100].red > image[165, 100].blue)
    }

    @Test("a text that is too long to be drawn is no label and no value")
    func longTexts() throws {
        let rows = try FeatureSet(
            records: [10, 12, 20].map { FeatureRecord(attributes: ["OBJECTID": 1, "NAME": "x", "N": .integer($0)]) },
            fields: Self.fields)
        let text = "var t = $feature.NAME; for (var i = 0; i < $feature.N; i++) { t += t } return t"
        let label = try ArcadeScripts().script(text, for: .label).texts(of: rows, scale: 1)
        #expect(label.map(\.utf8.count) == [1_024, 4_096, 0])
        let values = try ArcadeScripts().script(text + " + 'y'", for: .value).values(of: rows, scale: 1)
        #expect(values.map { $0 == .null } == [false, false, true])
    }
}
