// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaCodecs
import GromaFeatures
import GromaGeometry

/// Answers one item of a geometry vectors file: `op`, the geometries `a` and `b` in Esri JSON, and `args`.
package enum GeometryVectors {
    /// The item's answer as one line of JSON: `{"id":…,"ok":true,"result":…}`, or `"ok":false` with the error's kind and message.
    package static func answer(line: String) -> String {
        var id: JSONValue = .null
        do {
            let item = try read(line)
            id = item["id"] ?? .null
            let result = try Question(item).answer()
            return text(["id": id, "ok": true, "result": result])
        } catch {
            let kind = (error as? GeometryError)?.code.name ?? (error as? FeatureError)?.code.name ?? "malformed"
            return text(["id": id, "ok": false, "error": ["kind": .string(kind), "message": .string("\(error)")]])
        }
    }

    /// Items may hold bare NaN: those of other engines' writers do.
    package static func read(_ line: String) throws -> JSONValue {
        var options = JSONReader.Options.document
        options.acceptsNonFinite = true
        return try JSONValue(parsing: line, options: options)
    }

    private static func text(_ value: JSONValue) -> String { String(decoding: value.serialized(), as: UTF8.self) }

    /// One item, read.
    struct Question {
        let op: String
        let first: any Geometry
        let second: (any Geometry)?
        let args: JSONValue

        init(_ item: JSONValue) throws {
            op = item["op"]?.string ?? ""
            guard let shape = try item["a"]?.geometry() else {
                throw GeometryError(.malformed, "The item has no geometry a.")
            }
            first = shape
            second = try item["b"]?.geometry()
            args = item["args"] ?? [:]
        }

        /// The second geometry; an operation that needs it says so when it is missing.
        func other() throws -> any Geometry {
            guard let second else { throw GeometryError(.malformed, "\(op) needs a second geometry, b.") }
            return second
        }

        /// A geometry of the kind the operation works on.
        func need<G: Geometry>(_ geometry: any Geometry, as type: G.Type) throws -> G {
            guard let found = geometry as? G else {
                throw GeometryError(.unsupported, "\(op) needs a \(type), not a \(geometry.geometryType).")
            }
            return found
        }

        func number(_ key: String) throws -> Double {
            guard let value = args[key]?.double else {
                throw GeometryError(.malformed, "\(op) needs the number \(key).")
            }
            return value
        }

        func answer() throws -> JSONValue {
            if let relation = try relation() { return .bool(relation) }
            if let measure = try measure() { return measure.isNaN ? "NaN" : .double(measure) }
            if let shape = try shape() { return JSONValue(geometry: shape) }
            if let other = try otherAnswer() { return other }
            throw GeometryError(.unsupported, "\(op.isEmpty ? "An item without op" : op) is no operation we know.")
        }
    }
}
