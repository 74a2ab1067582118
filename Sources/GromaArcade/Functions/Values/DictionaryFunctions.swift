// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Dictionaries and JSON.
enum DictionaryFunctions {
    static let all: [BuiltIn] = [
        .many("Dictionary", .dictionary, .core, 0...BuiltIn.anyCount) { run, values in
            if values.count == 1 || values.count == 2 && values[0].isContainer {
                if values.count == 2, LogicalFunctions.truth(values[1]) { return try deepCopy(values[0], run) }
                if let copy = try copy(values[0], run) { return copy }
            }
            guard values.count % 2 == 0 else {
                throw ArcadeError(.argumentCount, "Dictionary takes keys and values in turn.")
            }
            let box = try run.dictionaryBox()
            for index in stride(from: 0, to: values.count, by: 2) {
                guard case .text(let key) = values[index] else {
                    throw ArcadeError(.wrongType, "A key of a dictionary must be a text, not \(values[index].shown).")
                }
                box[key] = values[index + 1]
            }
            return .dictionary(box)
        },
        .one("FromJSON", .dictionary, isPure: false) { run, value in
            guard !value.isNull else { return .null }
            return try JSONReading.value(try Conversion.text(value, run), run)
        },
        .two("HasKey", .dictionary, least: 2, isPure: false) { run, container, key in
            let name = try Conversion.text(key ?? .null, run)
            switch container {
            case .dictionary(let box): return .boolean(box[name] != nil)
            case .feature(let feature): return .boolean(try feature.value(name, run) != nil)
            default:
                throw ArcadeError(.wrongType, "HasKey needs a dictionary or a feature, not \(container.shown).")
            }
        },
    ]

    /// The dictionary of a JSON text, of a feature, of a shape, or one with the same entries; nil for what has none.
    private static func copy(_ value: Value, _ run: Run) throws -> Value? {
        switch value {
        case .text(let text):
            let value = try JSONReading.value(text, run)
            guard case .dictionary = value else {
                throw ArcadeError(
                    .wrongType, "The text holds no JSON object, of which a dictionary could be made.")
            }
            return value
        case .feature(let feature):
            return try run.dictionary([
                ("geometry", try feature.geometry(run)),
                ("attributes", try run.dictionary(try feature.entries(run))),
            ])
        case .dictionary(let box): return try run.dictionary(box.entries.map { ($0.key, $0.value) })
        case .geometry(let box): return try JSONReading.value(EsriShape.json(box.shape), run)
        case .null: return .null
        default: return nil
        }
    }

    /// The same, with everything inside made anew: what is changed in it changes nothing elsewhere.
    private static func deepCopy(_ value: Value, _ run: Run, depth: Int = 0) throws -> Value {
        guard depth <= 100 else { throw run.limit("a copy of values nested deeper than 100 levels") }
        try run.step()
        switch value {
        case .array(let box):
            return try run.array(try box.elements.map { try deepCopy($0, run, depth: depth + 1) })
        case .dictionary, .feature, .geometry:
            guard case .dictionary(let box)? = try copy(value, run) else { return value }
            for key in box.keys {
                if let inner = box[key], inner.isContainer { box[key] = try deepCopy(inner, run, depth: depth + 1) }
            }
            return .dictionary(box)
        default: return value
        }
    }
}
