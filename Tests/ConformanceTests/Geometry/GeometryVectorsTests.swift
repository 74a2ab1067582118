// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaCommand
import GromaFeatures
import GromaGeometry
import Testing

@Suite("Geometry vectors") struct GeometryVectorsTests {
    /// The share of items met that we reached; raise it with every gain.
    static let floor = 1.0

    @Test("our answers are the engine's, but for the expected differences")
    func vectors() throws {
        let text = try String(contentsOf: ConformanceFolder.url("Geometry/vectors.jsonl"), encoding: .utf8)
        let expected = try ExpectedDifferences(area: "geometry").entries
        var met = 0
        var missed: [String] = [], unknown = Set(expected.keys)
        for line in text.split(whereSeparator: \.isNewline) {
            let item = try GeometryVectors.read(String(line))
            let id = item["id"]?.string ?? ""
            unknown.remove(id)
            let isMet = isMet(item, GeometryVectors.answer(line: String(line)))
            if let difference = expected[id] {
                #expect(!isMet, "\(id) gives the engine's answer now: take it out of expected-differences.json")
                if difference.isBacked { met += 1 } else { missed.append(id) }
            } else if isMet {
                met += 1
            } else {
                missed.append(id)
            }
        }
        let share = Double(met) / Double(met + missed.count)
        print(
            "geometry vectors: \(met) met, \(missed.count) missed (\((share * 1000).rounded() / 10) %): \(missed.joined(separator: " "))"
        )
        #expect(unknown.isEmpty, "expected-differences.json names items that do not exist: \(unknown.sorted())")
        #expect(share >= Self.floor)
    }

    private func isMet(_ item: JSONValue, _ answer: String) -> Bool {
        guard let ours = try? JSONValue(parsing: answer) else { return false }
        guard item["ok"]?.bool == true else { return ours["ok"]?.bool == false }
        guard ours["ok"]?.bool == true, let result = ours["result"], let theirs = item["result"] else { return false }
        return GeometryComparison(item: item).agree(result, theirs)
    }

    @Test(
        "an item that is no JSON, has no operation or no geometry is answered with an error",
        arguments: ["", "{", "{}", #"{"id":"x","op":"area"}"#, #"{"id":"x","op":"dance","a":{"x":1,"y":2}}"#])
    func damaged(line: String) throws {
        let answer = try JSONValue(parsing: GeometryVectors.answer(line: line))
        #expect(answer["ok"]?.bool == false)
        #expect(answer["error"]?["message"]?.string?.isEmpty == false)
    }
}
