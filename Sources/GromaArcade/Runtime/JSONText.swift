// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// Writes values as JSON, as `Text` does.
struct JSONText {
    private let run: Run
    private var plain = PlainJSON()
    private var depth = 0
    private var charged = 0

    init(_ run: Run) { self.run = run }

    var text: String { plain.text }

    mutating func write(_ value: Value) throws {
        try run.step()
        if plain.text.utf8.count > charged + 16_384 { try settle() }
        switch value {
        case .null, .function, .featureSet, .collection, .portal: plain.text += "null"
        case .boolean(let value): plain.text += value ? "true" : "false"
        case .number(let number): plain.text += number.isFinite ? NumberText.plain(number) : "null"
        case .text(let string): quote(string)
        case .date(let date): quote(date.jsonText)
        case .dateOnly(let day): quote(day.text)
        case .time(let time): quote(time.text)
        case .geometry(let box): plain.write(EsriShape.json(box.shape))
        case .array(let box):
            try nested { writer in
                writer.plain.text += "["
                for (index, element) in box.elements.enumerated() {
                    if index > 0 { writer.plain.text += "," }
                    try writer.write(element)
                }
                writer.plain.text += "]"
            }
        case .dictionary(let box):
            try nested { writer in try writer.write(members: box.entries.map { ($0.key, $0.value) }) }
        case .feature(let feature):
            try nested { writer in
                writer.plain.text += "{\"geometry\":"
                try writer.write(try feature.geometry(writer.run))
                writer.plain.text += ",\"attributes\":"
                try writer.write(members: try feature.entries(writer.run))
                writer.plain.text += "}"
            }
        }
    }

    private mutating func write(members: [(String, Value)]) throws {
        plain.text += "{"
        for (index, (key, value)) in members.enumerated() {
            if index > 0 { plain.text += "," }
            quote(key)
            plain.text += ":"
            try write(value)
        }
        plain.text += "}"
    }

    private mutating func nested(_ body: (inout JSONText) throws -> Void) throws {
        depth += 1
        guard depth <= 100 else { throw run.limit("a text of values nested deeper than 100 levels") }
        try body(&self)
        depth -= 1
        try settle()
    }

    /// Charges what was written since the last time.
    private mutating func settle() throws {
        try run.checkText(max(0, plain.text.utf8.count - charged))
        charged = plain.text.utf8.count
        guard charged <= run.limits.textLength else {
            throw run.limit("a text of more than \(run.limits.textLength) bytes")
        }
    }

    private mutating func quote(_ string: String) { plain.quote(string) }
}

/// Writes JSON with numbers as the language writes them.
struct PlainJSON {
    var text = ""

    mutating func quote(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case _ where scalar.value < 32: text += "\\u" + hex(scalar.value)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    mutating func write(_ json: JSONValue) {
        switch json {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let number): text += NumberText.plain(number.doubleValue)
        case .string(let string): quote(string)
        case .array(let list):
            text += "["
            for (index, element) in list.enumerated() {
                if index > 0 { text += "," }
                write(element)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, member) in object.members.enumerated() {
                if index > 0 { text += "," }
                quote(member.key)
                text += ":"
                write(member.value)
            }
            text += "}"
        }
    }
}

/// Values from JSON.
enum JSONReading {
    /// Throws where the text is no JSON.
    static func value(_ text: String, _ run: Run) throws -> Value {
        try run.charge(text.utf8.count * 4)
        var options = JSONReader.Options.init()
        options.maximumDepth = 100
        let json: JSONValue
        do { json = try JSONValue(parsing: Array(text.utf8), options: options) } catch {
            throw ArcadeError(.wrongType, "The text is no JSON: \(error)")
        }
        return try value(json, run)
    }

    static func value(_ json: JSONValue, _ run: Run) throws -> Value {
        try run.step()
        switch json {
        case .null: return .null
        case .bool(let value): return .boolean(value)
        case .number(let number): return .number(number.doubleValue)
        case .string(let text): return .text(text)
        case .array(let list): return try run.array(try list.map { try value($0, run) })
        case .object(let object):
            return try run.dictionary(try object.members.map { ($0.key, try value($0.value, run)) })
        }
    }

    /// The other way: a dictionary or an array as JSON; shapes as Esri JSON.
    static func json(_ value: Value, _ run: Run, depth: Int = 0) throws -> JSONValue {
        try run.step()
        guard depth <= 100 else { throw run.limit("values nested deeper than 100 levels") }
        switch value {
        case .null, .function, .featureSet, .collection, .portal: return .null
        case .boolean(let value): return .bool(value)
        case .number(let number):
            if number == number.rounded(), number.magnitude < 1e15 { return .integer(Int64(number)) }
            return number.isFinite ? .double(number) : .null
        case .text(let text): return .string(text)
        case .date(let date): return .integer(date.instant)
        case .dateOnly(let day): return .string(day.text)
        case .time(let time): return .string(time.text)
        case .geometry(let box): return EsriShape.json(box.shape)
        case .array(let box): return .array(try box.elements.map { try json($0, run, depth: depth + 1) })
        case .dictionary(let box):
            return .object(
                JSONObject(try box.entries.map { (key: $0.key, value: try json($0.value, run, depth: depth + 1)) }))
        case .feature(let feature):
            var attributes = JSONObject()
            for (name, value) in try feature.entries(run) { attributes[name] = try json(value, run, depth: depth + 1) }
            return .object([
                "geometry": try json(try feature.geometry(run), run, depth: depth + 1),
                "attributes": .object(attributes),
            ])
        }
    }
}

/// Shapes as the language writes them in JSON: coordinates first, then the reference with its newer id first.
enum EsriShape {
    static func json(_ shape: any Geometry) -> JSONValue {
        var object = JSONValue(geometry: shape, includesSpatialReference: false).object ?? JSONObject()
        if let reference = shape.spatialReference { object["spatialReference"] = json(reference) }
        return .object(object)
    }

    static func json(_ reference: SpatialReference) -> JSONValue {
        var object = JSONObject()
        if let latest = reference.latestWKID { object["latestWkid"] = .integer(latest) }
        if let id = reference.wkid { object["wkid"] = .integer(id) }
        if object.isEmpty, let text = reference.wkt { object["wkt"] = .string(text) }
        return .object(object)
    }
}
