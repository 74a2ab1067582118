// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaPopups
import Testing

/// Popups as a real client shows them, vector by vector (Conformance/Popups).
@Suite("Popup vectors")
struct PopupVectorsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Conformance/Popups")
    /// Parts of an answer that are compared.
    private static let parts = ["formatted", "title", "titleText", "elements", "tables", "headings", "media"]

    private static func document(_ name: String) throws -> JSONValue {
        try JSONValue(parsing: Data(contentsOf: folder.appending(path: name)))
    }
    private static func vectors() throws -> [JSONValue] {
        let text = try String(contentsOf: folder.appending(path: "vectors.jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    /// Blanks of locale data as plain blanks, numbers as doubles.
    private static func normal(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text):
            let plain = text.replacing("&nbsp;", with: " ").replacing("\u{202F}", with: " ").replacing(
                "\u{A0}", with: " "
            ).replacing(
                "\u{200E}", with: "")
            return .string(plain.replacing(" rel=\"noreferrer\"", with: ""))
        case .number(let number): return .double(number.doubleValue)
        case .array(let list): return .array(list.map(normal))
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.filter { !$0.key.hasPrefix("expression/") }.map {
                        (key: $0.key, value: normal($0.value))
                    }))
        case .null, .bool: return value
        }
    }

    @Test("what a real client shows is what we show, but for the differences that have a rule")
    func vectors() throws {
        let layers = try Self.document("layers.json")
        let rules = try Self.document("expected-differences.json")
        var agreeing: [String: Int] = [:], count = 0
        for vector in try Self.vectors() {
            let id = vector["id"]?.string ?? ""
            let ours = try PopupVectors.answer(vector, layers: layers)["expected"] ?? .null
            count += 1
            for part in Self.parts {
                guard let theirs = vector["expected"]?[part].map(Self.normal) else { continue }
                let isSame = Self.normal(ours[part] ?? .null) == theirs
                let isExpected = rules["differences"]?["\(id) \(part)"] != nil
                if isSame { agreeing[part, default: 0] += 1 }
                #expect(
                    isSame != isExpected,
                    "\(id) \(part)\n  ours   \(Self.text(ours[part], theirs))\n  theirs \(Self.text(theirs, Self.normal(ours[part] ?? .null)))"
                )
            }
        }
        #expect(count >= 150)
        // The share that must agree whatever rules say: these are the words people read.
        let floor = Int(Double(count) * 0.85)
        #expect(
            agreeing["formatted", default: 0] >= floor && agreeing["title", default: 0] >= floor,
            "\(agreeing) of \(count)")
    }

    /// The members of `value` that differ from `other`.
    private static func text(_ value: JSONValue?, _ other: JSONValue) -> String {
        guard let object = value?.object, let others = other.object else { return "\(value.map(plain) ?? "nothing")" }
        let differing = object.members.filter { normal($0.value) != others[$0.key].map(normal) }
        return differing.map { "\($0.key)=\(plain($0.value))" }.joined(separator: ", ")
    }
    private static func plain(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): "\"\(text)\""
        case .number(let number): number.text
        case .array(let list): "[" + list.map(plain).joined(separator: ", ") + "]"
        case .object(let object):
            "{" + object.members.map { "\($0.key): \(plain($0.value))" }.joined(separator: ", ") + "}"
        case .null: "null"
        case .bool(let flag): "\(flag)"
        }
    }
}
