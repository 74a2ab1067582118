// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import TestSupport
import Testing

/// Documents of real services and of other programs' tests.
enum RealDocuments {
    static func names(_ folder: String, _ matches: (String) -> Bool) -> [String] {
        guard SharedData.isAvailable else { return [] }
        let files = try? FileManager.default.contentsOfDirectory(atPath: SharedData.url("data/real/\(folder)").path)
        return (files ?? []).filter(matches).sorted().map { "data/real/\(folder)/\($0)" }
    }
    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: SharedData.url(name))) }

    static let esriJSON =
        names("query-responses") { !$0.hasPrefix("geoJSON") }
        + names("geometry") { $0.contains("esri") || $0.hasPrefix("ak_") }
    static let geoJSON =
        names("query-responses") { $0.hasPrefix("geoJSON") }
        + names("geometry") { $0.hasPrefix("sample-geojs") || $0.hasPrefix("winnow") && !$0.contains("esri") }
        + names("ogc") { $0.hasSuffix(".geojson") }
    static let pbf = names("query-pbf") { $0.hasSuffix(".pbf") }
    static let unenclosed = names("geometry") { $0.hasPrefix("unenclosed") }
}

@Suite(.enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder")) struct RealFeatureSetTests {
    /// The document's vertices, by a walk over its tree: every array that begins with two numbers.
    private func vertices(_ json: JSONValue) -> [[Double]] {
        switch json {
        case .array(let elements):
            if elements.count >= 2, let x = elements[0].double, let y = elements[1].double { return [[x, y]] }
            return elements.flatMap(vertices)
        case .object(let object):
            if let x = object["x"]?.double, let y = object["y"]?.double { return [[x, y]] }
            return object.members.filter { $0.key != "attributes" && $0.key != "fields" }.flatMap { vertices($0.value) }
        default: return []
        }
    }

    @Test(
        "every Esri JSON document is read with the same counts, types and coordinates",
        arguments: RealDocuments.esriJSON)
    func esriJSON(name: String) throws {
        let bytes = try RealDocuments.bytes(name)
        let tree = try JSONValue(parsing: bytes)
        let set = try FeatureSet(esriJSON: bytes)
        let features = tree["features"]?.array ?? tree["geometries"]?.array ?? [tree]
        #expect(set.count == features.count && set.count > 0)
        #expect(set.geometries?.coordinates.xy == vertices(tree).flatMap { $0 })
        for (row, feature) in features.enumerated() {
            for (key, value) in feature["attributes"]?.object?.members ?? [] {
                let place = try #require(set.fieldIndex(named: key))
                #expect(
                    set.value(at: row, field: place) == (try AttributeValue(json: value, type: set.fields[place].type)))
            }
        }
        for (place, field) in (tree["fields"]?.array ?? []).enumerated() where !set.fields.isEmpty {
            #expect(
                set.fields[place].name == field["name"]?.string
                    && set.fields[place].type.rawValue == field["type"]?.string)
        }
        let again = try FeatureSet(esriJSON: set.esriJSON())
        #expect(again.geometries?.coordinates.xy == set.geometries?.coordinates.xy && again.fields == set.fields)
        #expect(again.geometries?.partStarts == set.geometries?.partStarts)
        #expect((0..<set.count).allSatisfy { again.record(at: $0).attributes == set.record(at: $0).attributes })
    }

    @Test("z and m are read where the document has them, null measures too")
    func heightsAndMeasures() throws {
        let set = try FeatureSet(esriJSON: RealDocuments.bytes("data/real/query-responses/LineHasZM.json"))
        #expect(set.geometries?.coordinates.z?.first == 5 && set.geometries?.coordinates.m?.first == 53.35)
        #expect(set.geometries?.coordinates.m?.contains { $0.isNaN } == true)
    }

    @Test(
        "texts of several documents in a row are refused with line and column",
        arguments: RealDocuments.unenclosed)
    func unenclosed(name: String) throws {
        let bytes = try RealDocuments.bytes(name)
        let error = try #require(throws: FeatureError.self) { try FeatureSet(esriJSON: bytes) }
        #expect(error.code == .malformed && error.place != nil, "\(error)")
    }
}
