// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import TestSupport
import Testing

@Suite struct EsriPBFTests {
    /// A FeatureResult as `body` writes it, in its two wrappings.
    private func document(_ body: (inout ProtobufWriter) -> Void) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.message(2) { $0.message(1, body) }
        return writer.finish()
    }

    @Test("the worked example: two rings on a grid from the upper left")
    func example() throws {
        let bytes = document { result in
            // The feature stands before what says how to read it.
            result.message(15) { feature in
                feature.message(2) { geometry in
                    geometry.message(2) { packed in for length in [4, 4] { packed.varint(UInt64(length)) } }
                    geometry.message(3) { packed in
                        for value in [10, 20, 4, 0, 0, 4, -4, -4, 30, 60, 2, 0, 0, 2, -2, -2] {
                            packed.zigZag(Int64(value))
                        }
                    }
                }
            }
            result.write(7, varint: 3)
            result.message(12) { transform in
                transform.message(2) { scale in
                    scale.write(1, 0.5)
                    scale.write(2, 0.5)
                }
                transform.message(3) { translate in
                    translate.write(1, 100.0)
                    translate.write(2, 200.0)
                }
            }
        }
        let set = try FeatureSet(esriPBF: bytes)
        #expect(
            set.geometries?.coordinates.xy
                == [105, 190, 107, 190, 107, 188, 105, 190, 115, 170, 116, 170, 116, 169, 115, 170])
        #expect(set.geometries?.partStarts == [0, 4, 8] && set.geometryType == .polygon)
    }

    @Test("vertices that are no numbers are left out, never sent to 0, and a missing height is 0")
    func gaps() throws {
        let text = """
            {"geometryType":"esriGeometryPolyline","hasZ":true,"features":[
             {"geometry":{"paths":[[[1,1,5],[null,2,6],[3,3,null]],[[null,null]]]}},
             {"geometry":{"paths":[[[7,7],[8,8]]]}}]}
            """
        let set = try FeatureSet(esriJSON: Array(text.utf8))
        let view = QuantizationParameters(
            mode: .view, isUpperLeft: true, tolerance: 0.5, extent: Envelope(xMin: 0, yMin: 0, xMax: 9, yMax: 9))
        for parameters in [nil, view] {
            let shapes = try #require(try FeatureSet(esriPBF: set.esriPBF(quantization: parameters)).geometries)
            #expect(shapes.coordinates.xy == [1, 1, 3, 3, 7, 7, 8, 8] && shapes.partStarts == [0, 2, 4])
            #expect(shapes.coordinates.z?[0] == 5 && shapes.coordinates.z?[1] == 0)
        }
    }

    @Test("a transform that is not of finite numbers is refused", arguments: [Double.nan, .infinity])
    func transform(number: Double) {
        let bytes = document { result in
            result.message(12) { transform in transform.message(2) { scale in scale.write(1, number) } }
        }
        #expect { try FeatureSet(esriPBF: bytes) } throws: { ($0 as? FeatureError)?.code == .malformed }
    }

    @Test("fields of single precision keep every digit that they hold")
    func singlePrecision() throws {
        let text = #"""
            {"fields":[{"name":"A","type":"esriFieldTypeSingle"}],
             "features":[{"attributes":{"A":0.1}},{"attributes":{"A":6400.0440625}},{"attributes":{"A":1e300}},{"attributes":{"A":-3}}]}
            """#
        let back = try FeatureSet(esriPBF: try FeatureSet(esriJSON: Array(text.utf8)).esriPBF(quantization: nil))
        #expect(
            (0..<4).map { back.value(at: $0, field: 0) } == [
                .double(0.1), .double(6400.0440625), .double(1e300), .double(-3),
            ])
    }

    @Test("counts, ids and extents come back")
    func otherAnswers() throws {
        guard case .count(let count) = try FeatureQueryAnswer(esriPBF: FeatureQueryAnswer.count(300).esriPBF()) else {
            Issue.record("no count")
            return
        }
        #expect(count == 300)
        let ids = FeatureQueryAnswer.objectIDs([1, 200, 3_000_000_000], fieldName: "FID")
        guard case .objectIDs(let back, let name) = try FeatureQueryAnswer(esriPBF: ids.esriPBF()) else {
            Issue.record("no ids")
            return
        }
        #expect(back == [1, 200, 3_000_000_000] && name == "FID")
        let box = Envelope(xMin: 0, yMin: -1, xMax: 2, yMax: 3, spatialReference: .webMercator)
        let extent = FeatureQueryAnswer.extent(box, count: 5)
        guard case .extent(let read, let number) = try FeatureQueryAnswer(esriPBF: extent.esriPBF()) else {
            Issue.record("no extent")
            return
        }
        #expect(read == box && number == 5)
        #expect(throws: FeatureError.self) { try FeatureSet(esriPBF: ids.esriPBF()) }
    }

    @Test("an answer comes back with all types, nulls, empty shapes, z and m")
    func roundTrip() throws {
        let fields = FieldType.allCases.filter { $0 != .geometry }.map { Field(name: "\($0)", type: $0) }
        let values: [String: AttributeValue] = [
            "oid": 7, "smallInteger": -3, "integer": -70_000, "bigInteger": 9_007_199_254_740_993, "single": 0.1,
            "double": -1e-300, "string": "é", "date": .date(-5), "dateOnly": .dateOnly("2024-03-31"),
            "timeOnly": .timeOnly("14:05"), "timestampOffset": .timestampOffset("2024-03-31T14:05:09Z"),
            "guid": .guid("{A}"), "globalID": .guid("{B}"), "blob": .blob([1, 2]), "xml": "<a/>", "raster": .blob([3]),
        ]
        let line = Polyline(
            parts: CoordinateParts(
                coordinates: CoordinateSequence(
                    xy: [0, 0, 1.5, 2.25, -7, 8, 9, 9], z: [1, 2, 3, 4], m: [0, .nan, -5, 6]),
                starts: [0, 2]))
        var set = try FeatureSet(
            records: [
                FeatureRecord(attributes: values, geometry: line), FeatureRecord(),
                FeatureRecord(attributes: ["oid": 8], geometry: Polyline()),
            ], fields: fields, geometryType: .polyline, spatialReference: .webMercator)
        set.exceededTransferLimit = true
        let back = try FeatureSet(esriPBF: set.esriPBF())
        #expect(back.count == 3 && back.fields.map(\.type) == fields.map(\.type) && back.exceededTransferLimit)
        for row in 0..<3 { #expect(back.record(at: row).attributes == set.record(at: row).attributes, "row \(row)") }
        #expect(back.geometry(at: 1) == nil && back.geometry(at: 2)?.isEmpty == true)
        let shape = try #require(back.geometry(at: 0) as? Polyline)
        #expect(shape.parts.starts == [0, 2] && shape.spatialReference == .webMercator)
        for (a, b) in zip(shape.parts.coordinates.xy, line.parts.coordinates.xy) { #expect(abs(a - b) < 1e-4) }
        for (a, b) in zip(shape.parts.coordinates.z ?? [], [1, 2, 3, 4]) { #expect(abs(a - Double(b)) < 1e-4) }
        let m = try #require(shape.parts.coordinates.m)
        #expect(abs(m[0]) < 1e-4 && m[1].isNaN && abs(m[2] + 5) < 1e-4 && abs(m[3] - 6) < 1e-4)
    }

    @Test("the grid a client asks for thins shapes in view mode only")
    func grid() throws {
        let line = Polyline(points: (0...100).map { Point(x: Double($0), y: 0) })
        let dot = Polyline(points: [Point(x: 1, y: 1), Point(x: 1.1, y: 1)])
        let set = try FeatureSet(
            records: [FeatureRecord(geometry: line), FeatureRecord(geometry: dot)], fields: [], geometryType: .polyline)
        let extent = Envelope(xMin: 0, yMin: 0, xMax: 100, yMax: 100)
        let view = try FeatureSet(
            esriPBF: set.esriPBF(quantization: QuantizationParameters(tolerance: 10, extent: extent)))
        #expect(view.geometries?.vertexRange(ofRow: 0).count == 11 && view.geometry(at: 1)?.isEmpty == true)
        let edit = try FeatureSet(
            esriPBF: set.esriPBF(
                quantization: QuantizationParameters(mode: .edit, isUpperLeft: false, tolerance: 1, extent: extent)))
        #expect(edit.geometries?.coordinates.count == 103)
    }

    @Test("every cut and many damaged documents are refused or read, never more")
    func hostile() throws {
        let line = Polyline(points: (0...10).map { Point(x: Double($0), y: 0, z: 1) })
        let set = try FeatureSet(
            records: [FeatureRecord(attributes: ["a": "text"], geometry: line)],
            fields: [Field(name: "a", type: .string)],
            geometryType: .polyline)
        let bytes = set.esriPBF()
        for length in 0..<bytes.count {
            #expect(throws: FeatureError.self, "\(length) bytes") {
                try FeatureSet(esriPBF: Array(bytes.prefix(length)))
            }
        }
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if let set = try? FeatureSet(esriPBF: damaged) {
                for row in 0..<set.count { _ = set.record(at: row) }
            }
        }
    }

    @Test("JSON, which services answer errors in, is refused as such")
    func json() throws {
        let error = #expect(throws: FeatureError.self) { try FeatureSet(esriPBF: Array("{\"error\":{}}".utf8)) }
        #expect(error?.message.contains("JSON") == true)
    }

    @Test("a document whose rows leave out thousands of values each is refused")
    func padding() {
        let bytes = document { result in
            for index in 0..<9_000 { result.message(13) { $0.write(1, "f\(index)") } }
            for _ in 0..<9_000 { result.message(15) { _ in } }
        }
        let error = #expect(throws: FeatureError.self) { try FeatureSet(esriPBF: bytes) }
        #expect(error?.code == .tooLarge)
    }

    @Test(
        "real answers are read", .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"),
        arguments: RealDocuments.pbf)
    func real(name: String) throws {
        let set = try FeatureSet(esriPBF: RealDocuments.bytes(name))
        #expect(set.count > 0 && set.geometries?.coordinates.isEmpty == false && set.objectIDFieldName != nil)
        #expect(set.objectID(at: 0) != nil)
        let again = try FeatureSet(esriPBF: set.esriPBF())
        #expect(again.geometries?.partStarts == set.geometries?.partStarts && again.count == set.count)
        #expect((0..<set.count).allSatisfy { again.record(at: $0).attributes == set.record(at: $0).attributes })
    }

    @Test(
        "a real answer says the same as the service's JSON",
        .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"),
        arguments: [
            ("PBFLineHasZ", "LineHasZ"), ("PBFLineHasZM", "LineHasZM"), ("PBFPointHasM", "PointHasM"),
            ("PBFPointHasZ", "PointHasZ"), ("PBFPolygonHasZ", "PolygonHasZ"),
            ("PBFPointResponse", "arcGISPointResponse"),
            ("PBFPolygonResponse", "arcGISPolygonResponse"),
        ])
    func agrees(pbf: String, json: String) throws {
        let binary = try FeatureSet(esriPBF: RealDocuments.bytes("data/real/query-pbf/\(pbf).pbf"))
        let text = try FeatureSet(esriJSON: RealDocuments.bytes("data/real/query-responses/\(json).json"))
        #expect(binary.geometryType == text.geometryType && binary.spatialReference == text.spatialReference)
        #expect(
            binary.fields.map(\.name) == text.fields.map(\.name) && binary.fields.map(\.type) == text.fields.map(\.type)
        )
        let count = min(binary.count, text.count)
        #expect(count > 0)
        for row in 0..<count {
            #expect(binary.record(at: row).attributes == text.record(at: row).attributes)
            let a = try #require(binary.geometries).vertexRange(ofRow: row),
                b = try #require(text.geometries).vertexRange(ofRow: row)
            #expect(a == b)
            for vertex in a {
                let p = binary.geometries?.coordinates.point(at: vertex),
                    q = text.geometries?.coordinates.point(at: vertex)
                #expect(abs((p?.x ?? 0) - (q?.x ?? 1)) < 1e-3 && abs((p?.y ?? 0) - (q?.y ?? 1)) < 1e-3)
                #expect(abs((p?.z ?? 0) - (q?.z ?? 0)) < 1e-3)
                // A measure equal to the grid's origin is told as raw 0, like a missing one; the text alone tells them apart.
                let m = (p?.m ?? 0, q?.m == -100_000 ? .nan : q?.m ?? 0)
                #expect(m.0.isNaN == m.1.isNaN && (m.0.isNaN || abs(m.0 - m.1) < 1e-3))
            }
        }
    }
}
