// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// The parameters of a request: query and form joined, names without regard to case, empty values absent.
///
/// A form field wins over one of the same name in the query. Unknown names are never looked at.
package struct RequestParameters: Sendable {
    private var values: [String: String] = [:]

    /// Joins fields; of a repeated name the first one that is not blank counts.
    package init(_ items: [(name: String, value: String)] = []) {
        for item in items.reversed() where !item.value.allSatisfy({ $0 == " " }) {
            values[item.name.lowercased()] = item.value
        }
    }

    /// The text of a parameter, or nil.
    package subscript(name: String) -> String? { values[name.lowercased()] }

    /// The text of a parameter that the operation needs.
    func required(_ name: String) throws(HostingError) -> String {
        guard let value = self[name] else {
            throw HostingError(.invalidParameter, "The parameter '\(name)' is missing.")
        }
        return value
    }

    /// `true`, `True`, `1`, `false`, `0`; another text is an error.
    func bool(_ name: String, default defaultValue: Bool = false) throws(HostingError) -> Bool {
        guard let text = self[name] else { return defaultValue }
        switch text.lowercased() {
        case "true", "1": return true
        case "false", "0": return false
        default: throw invalid(name, "true or false")
        }
    }

    func integer(_ name: String, in range: ClosedRange<Int>? = nil) throws(HostingError) -> Int? {
        guard let text = self[name] else { return nil }
        guard let value = Int(text.trimmed) ?? Double(text.trimmed).flatMap({ Int(exactly: $0) }),
            range?.contains(value) ?? true
        else {
            throw invalid(
                name, range.map { "a whole number from \($0.lowerBound) to \($0.upperBound)" } ?? "a whole number")
        }
        return value
    }

    func double(_ name: String) throws(HostingError) -> Double? {
        guard let text = self[name] else { return nil }
        guard let value = Double(text.trimmed), value.isFinite else { throw invalid(name, "a number") }
        return value
    }

    /// Texts between commas, blanks round them removed. An array of texts in JSON is taken too.
    func list(_ name: String) throws(HostingError) -> [String] {
        guard let text = self[name]?.trimmed else { return [] }
        if text.hasPrefix("[") {
            guard let array = try json(name)?.array else { throw invalid(name, "a list") }
            return array.compactMap { $0.string ?? $0.int64.map(String.init) }
        }
        return text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// Whole numbers between commas, at most a million.
    func ids(_ name: String) throws(HostingError) -> [Int64] {
        var ids: [Int64] = []
        for text in try list(name) {
            guard let id = Int64(text) else { throw invalid(name, "whole numbers between commas") }
            ids.append(id)
        }
        guard ids.count <= 1_000_000 else { throw HostingError(.tooLarge, "'\(name)' lists more than a million ids.") }
        return ids
    }

    /// A parameter that is a JSON text, at most 64 levels deep.
    func json(_ name: String) throws(HostingError) -> JSONValue? {
        guard let text = self[name] else { return nil }
        do {
            var options = JSONReader.Options()
            options.maximumDepth = 64
            options.acceptsNonFinite = true
            return try JSONReader.read(Array(text.utf8), options: options) { (reader) throws(CodecError) in
                try reader.readValue()
            }
        } catch {
            throw HostingError(.invalidParameter, "'\(name)' is no JSON: \(error)", cause: error)
        }
    }

    /// A spatial reference: an id, or its JSON.
    func spatialReference(_ name: String) throws(HostingError) -> SpatialReference? {
        guard let text = self[name]?.trimmed else { return nil }
        let value: JSONValue?
        if let id = Int(text) { value = .integer(id) } else { value = text.hasPrefix("{") ? try json(name) : nil }
        guard let value, let reference = SpatialReference(json: value) else {
            throw invalid(name, "the id or the JSON of a spatial reference")
        }
        return reference
    }

    private func invalid(_ name: String, _ expected: String) -> HostingError {
        HostingError(.invalidParameter, "'\(name)' must be \(expected); it is '\(self[name]?.prefix(60) ?? "")'.")
    }
}

extension String {
    /// Without blanks and line ends at both ends.
    var trimmed: String {
        let isBlank = { (character: Character) in character.isWhitespace }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
