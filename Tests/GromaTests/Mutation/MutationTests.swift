// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import TestSupport
import Testing

/// Every member of real documents that the report counts as acted on is changed, one at a time: something that people or services notice must
/// change with it. So no member is silent: it acts, or the report names it.
@Suite("Mutations", .enabled(if: SharedData.isAvailable, "GROMA_SHARED_DATA names no folder"), .serialized)
struct MutationTests {
    static let documents: [String] = {
        guard SharedData.isAvailable else { return [] }
        let folder = "data/real/web-maps"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: SharedData.url(folder).path)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
    }()
    /// Members for which the format has no other word than the one they have.
    private static func hasOneWord(_ place: DocumentPath, _ document: JSONValue) -> Bool {
        let value = place.value(in: document)?.string
        return value == "esriServerPolygonPlacementAlwaysHorizontal"
            || (place.text.contains("labelingInfo") && place.key == "type" && value == "esriTS")
    }

    @Test("at least 97 % of the members of real documents are acted on")
    func share() throws {
        var acted = 0, total = 0
        for path in Self.documents {
            let report = try CoverageReport(
                data: Data(contentsOf: SharedData.url(path)), scripts: ArcadeScripts())
            acted += report.properties.acted
            total += report.properties.total
            if ProcessInfo.processInfo.environment["GROMA_PRINT"] != nil { print(report.text) }
        }
        let share = Double(acted) / Double(total)
        print("\(acted) of \(total) members are acted on: \(share)")
        #expect(share >= 0.97)
    }
    /// All occurrences, or one of each shape of path.
    static let isLong = ProcessInfo.processInfo.environment["GROMA_SOAK"] == "1"

    @Test("a member that is acted on shows when it is changed", arguments: documents)
    func mutations(path: String) async throws {
        let text = try String(contentsOf: SharedData.url(path), encoding: .utf8)
        // Documents of solutions name their services by places to be filled in.
        let filled = text.replacing(/"\{\{[^{}]*\.url\}\}"/, with: "\"https://example.test/FeatureServer/0\"")
            .replacing(/"(\{\{[^{}]*\}\}|\{server\})\//, with: "\"https://example.test/")
            .replacing(/\{\{[^{}]*\}\}/, with: "filled")
        let document = try JSONValue(parsing: Array(filled.utf8))
        let subject = try MutationSubject(document)
        var seen: Set<String> = []
        var silent: [String] = []
        var tried = 0
        let paths = subject.actedPaths
        for place in paths {
            if !Self.isLong, !seen.insert(place.shape).inserted { continue }
            if Self.hasOneWord(place, document) { continue }
            tried += 1
            if try await !subject.notices(place) { silent.append(place.text) }
        }
        print("\(path): \(tried) of \(paths.count) members changed, \(silent.count) silent")
        #expect(silent.isEmpty, "\(path): \(silent.joined(separator: "\n"))")
    }
}
