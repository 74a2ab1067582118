// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaCodecs
import Testing

@Suite("Arcade vectors") struct ArcadeVectorsTests {
    /// Shares of items met that we reached, of all and of those that two engines answer alike; raise them with every gain.
    static let floor = 0.993
    static let commonFloor = 0.992

    @Test("our answers are the engine's, but for the expected differences; the page of what works says so")
    func vectors() async throws {
        let text = try String(contentsOf: ConformanceFolder.url("Arcade/vectors.jsonl"), encoding: .utf8)
        let layers = try JSONValue(parsing: Data(contentsOf: ConformanceFolder.url("Arcade/layers.json")))
        let expected = try ExpectedDifferences(area: "arcade").entries
        var total = ArcadeCompatibility.Score(), common = total
        var scores: [String: ArcadeCompatibility.Score] = [:]
        var missed: [String] = [], unknown = Set(expected.keys)
        for line in text.split(whereSeparator: \.isNewline) {
            let item = try JSONValue(parsing: String(line)), id = item["id"]?.string ?? ""
            unknown.remove(id)
            let ours = await ArcadeVectors.answer(line: String(line), layers: layers)
            var isMet = isMet(item, ours)
            if let difference = expected[id] {
                #expect(!isMet, "\(id) gives the engine's answer now: take it out of expected-differences.json")
                isMet = difference.isBacked
            }
            if !isMet { missed.append(id) }
            total.count += 1
            total.met += isMet ? 1 : 0
            if item["older"]?.string == "same" {
                common.count += 1
                common.met += isMet ? 1 : 0
            }
            let functions = (try? ArcadeExpression(item["expr"]?.string ?? ""))?.functionNames ?? []
            for function in functions {
                scores[function, default: .init()].count += 1
                scores[function, default: .init()].met += isMet ? 1 : 0
            }
        }
        print(
            "arcade vectors: \(total.met) of \(total.count) met, \(common.met) of \(common.count) common ones; missed: \(missed)"
        )
        #expect(unknown.isEmpty, "expected-differences.json names items that do not exist: \(unknown.sorted())")
        #expect(Double(total.met) / Double(total.count) >= Self.floor)
        #expect(Double(common.met) / Double(common.count) >= Self.commonFloor)
        try check(ArcadeCompatibility.page(scores: scores, total: total))
    }

    /// Set GROMA_WRITE_PAGES to write the page anew.
    private func check(_ page: String) throws {
        let url = ConformanceFolder.root.deletingLastPathComponent().appending(
            path: "Documentation/Compatibility/arcade.md")
        if ProcessInfo.processInfo.environment["GROMA_WRITE_PAGES"] != nil {
            try page.write(to: url, atomically: true, encoding: .utf8)
        }
        #expect(
            try String(contentsOf: url, encoding: .utf8) == page,
            "Documentation/Compatibility/arcade.md is not current: run this test once with GROMA_WRITE_PAGES=1")
    }

    private func isMet(_ item: JSONValue, _ ours: JSONValue) -> Bool {
        guard item["ok"]?.bool == true else { return ours["ok"]?.bool == false }
        guard ours["ok"]?.bool == true, let result = ours["result"], let theirs = item["result"] else { return false }
        return ArcadeComparison.agree(result, theirs)
    }

    @Test(
        "an item that is no JSON, has no expression or a layer that is not there is answered with an error",
        arguments: ["", "{", "{}", #"{"id":"x","expr":"1","layer":"nowhere"}"#])
    func damaged(line: String) async {
        #expect(await ArcadeVectors.answer(line: line, layers: [:])["ok"]?.bool == false)
    }
}
