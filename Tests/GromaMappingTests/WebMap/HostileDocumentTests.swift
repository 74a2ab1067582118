// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaMapping
import TestSupport
import Testing

/// Real documents with random subtrees replaced by other ones: everything that reads them must answer or refuse.
@Suite("Damaged documents", .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"))
struct HostileDocumentTests {
    private struct NoServices: ServiceLoader {
        func featureTable(at url: URL) async throws -> any FeatureTable {
            throw MappingError(.notFound, "There is no network in this test.")
        }
        func tileSource(at url: URL) async throws -> any TileSource {
            throw MappingError(.notFound, "There is no network in this test.")
        }
    }

    private static let odd: [JSONValue] = [
        .null, true, "", "{", "[FIELD", -1, 1e300, 0.5, [], [[]], [nil], ["type": "esriSMS"], ["type": 5], "\u{0}",
        "esriSLSDash",
        .number(JSONNumber(Int64.max)), ["x": "NaN", "y": nil], [1, 2], ["stops": [nil, ["value": "a"]]],
    ]

    private func damaged(_ value: JSONValue, _ random: inout SeededGenerator, rate: Double) -> JSONValue {
        if Double.random(in: 0..<1, using: &random) < rate { return Self.odd.randomElement(using: &random) ?? .null }
        switch value {
        case .object(let object):
            var result = JSONObject()
            for (key, member) in object.members { result[key] = damaged(member, &random, rate: rate) }
            return .object(result)
        case .array(let elements): return .array(elements.map { damaged($0, &random, rate: rate) })
        default: return value
        }
    }

    @MainActor
    private func exercise(_ map: WebMap) async throws {
        let report = CoverageReport(map)
        _ = report.text.count + report.json.text().count
        let attributes: [String: AttributeValue] = ["a": 1, "b": "x"]
        for (_, layer) in map.allLayers {
            for renderer in [layer.layerDefinition?.drawingInfo?.renderer].compactMap({ $0 }) {
                _ = renderer.symbol(for: attributes)
                _ = SymbolAdjuster(renderer).adjustments(for: attributes, scale: 5_000)
            }
            for label in layer.layerDefinition?.drawingInfo?.labelDefinitions ?? [] {
                _ = LabelText(label).text(for: attributes)
            }
            for element in layer.popupDefinition?.elements ?? [] { _ = element.json.count }
        }
        let live = Map(webMap: map, services: NoServices())
        _ = try? await live.snapshot()
        _ = Viewport(width: 100, height: 100, fitting: live.initialViewpoint).extent
    }

    @Test(
        "random damage ends in an answer or a typed error",
        arguments: RealDocuments.webMaps + RealDocuments.sampleWebMaps)
    func damage(path: String) async throws {
        let tree = try RealDocuments.tree(path)
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let document = damaged(tree, &random, rate: [0.002, 0.02, 0.1][Int(seed % 3)])
            do throws(MappingError) {
                let map = try WebMap(document: document)
                #expect(map.json == document.object, "seed \(seed)")
                do { try await exercise(map) } catch { Issue.record("seed \(seed): \(error)") }
            } catch {
                #expect(!error.message.isEmpty, "seed \(seed)")
            }
        }
    }

    @Test("cut off anywhere, a document is a typed error", arguments: RealDocuments.webMaps)
    func truncated(path: String) throws {
        let bytes = try RealDocuments.bytes(path)
        for part in 0..<40 {
            let end = bytes.count * part / 40
            #expect { try WebMap(data: bytes.prefix(end)) } throws: { ($0 as? MappingError)?.code == .malformed }
        }
    }
}
