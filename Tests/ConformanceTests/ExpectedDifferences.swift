// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs

/// Places where we answer otherwise than the engine that the cases come from, on purpose: `Conformance/expected-differences.json`.
///
/// An entry with a published rule and its source counts as met, one without counts as missed; an entry whose case gives the engine's
/// answer fails the run, so that the list never grows stale.
struct ExpectedDifferences {
    /// One case.
    struct Entry {
        var id: String
        var rule: String
        var source: String
        /// True when somebody else's published rule backs our answer.
        var isBacked: Bool { !rule.isEmpty && !source.isEmpty }
    }
    /// By id.
    let entries: [String: Entry]

    /// The entries of one area.
    init(area: String) throws {
        let document = try JSONValue(parsing: Data(contentsOf: ConformanceFolder.url("expected-differences.json")))
        var entries: [String: Entry] = [:]
        for entry in document.array ?? [] where entry["area"]?.string == area {
            guard let id = entry["id"]?.string else { continue }
            entries[id] = Entry(id: id, rule: entry["rule"]?.string ?? "", source: entry["source"]?.string ?? "")
        }
        self.entries = entries
    }
}
