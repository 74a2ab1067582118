// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

extension WebMap {
    /// The largest document that is read, in bytes.
    public static let mostBytes = 64 << 20
    private static let mostLayers = 20_000

    /// Reads a document's bytes. Throws `MappingError.malformed` for what is no JSON (with line and column) or no web map, and
    /// `tooLarge` beyond `mostBytes`, 200 levels of nesting or 20,000 layers.
    public init(data: some Sequence<UInt8>) throws(MappingError) {
        self = try WebMap(document: try JSONDocument.read(data, as: "web map", mostBytes: Self.mostBytes))
    }

    /// Takes a parsed document. Throws `MappingError.malformed` where it is no web map.
    public init(document: JSONValue) throws(MappingError) {
        guard let object = document.object else {
            throw MappingError(.malformed, "A web map is a JSON object; this is \(document.kindName).")
        }
        if let error = object["error"]?.object, object["operationalLayers"] == nil {
            let message = error["message"]?.string ?? "no reason given"
            throw MappingError(.malformed, "Instead of a web map the server sent an error: \(message)")
        }
        guard object["operationalLayers"] != nil || object["baseMap"] != nil else {
            throw MappingError(
                .malformed,
                "This JSON has neither operationalLayers nor baseMap, so it is no web map; it has: \(object.keys.prefix(8).joined(separator: ", "))."
            )
        }
        for key in ["operationalLayers", "tables", "bookmarks"] {
            if let value = object[key], value.array == nil, !value.isNull {
                throw MappingError(.malformed, "A web map's \(key) is a list; this is \(value.kindName).")
            }
        }
        if let value = object["baseMap"], value.object == nil, !value.isNull {
            throw MappingError(.malformed, "A web map's baseMap is an object; this is \(value.kindName).")
        }
        if let major = object["version"].flatMap(String.init(documentValue:))?.split(separator: ".").first.flatMap({
            Int($0)
        }),
            !(1...2).contains(major)
        {
            throw MappingError(.unsupported, "A web map of version \(major) is not read; versions 1 and 2 are.")
        }
        self.init(json: object)
        let count = allLayers.count + basemap.layers.count + tables.count
        guard count <= Self.mostLayers else {
            throw MappingError(.tooLarge, "A web map with \(count) layers is not read; \(Self.mostLayers) is the most.")
        }
    }
}

/// Reads the bytes of small documents.
enum JSONDocument {
    static func read(
        _ data: some Sequence<UInt8>, as name: String, mostBytes: Int
    ) throws(MappingError) -> JSONValue {
        var options = JSONReader.Options.document
        options.maximumDepth = 200
        options.maximumBytes = mostBytes
        do {
            return try JSONValue(parsing: data, options: options)
        } catch {
            let code = error.code == .tooLarge ? MappingError.Code.tooLarge : .malformed
            throw MappingError(code, "The \(name) could not be read.", cause: error)
        }
    }
}

extension JSONValue {
    /// The kind of value, for messages.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
