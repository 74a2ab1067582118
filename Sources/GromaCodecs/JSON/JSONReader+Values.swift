// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension JSONReader {
    /// Reads `true` or `false`.
    public mutating func readBool() throws(CodecError) -> Bool {
        skipSpace()
        if accept("true") { return true }
        if accept("false") { return false }
        throw error(.unexpectedType, "true or false is expected")
    }

    /// Steps over `null` when it comes next; false, and nothing read, when something else does.
    public mutating func readNull() throws(CodecError) -> Bool {
        guard case .null = try peek() else { return false }
        guard accept("null") else { throw error(.malformed, "A JSON value is expected") }
        return true
    }

    /// Steps over a value of any kind; it is checked like one that is read.
    public mutating func skipValue() throws(CodecError) {
        switch try peek() {
        case .object:
            try beginObject()
            while try nextKey() { try skipValue() }
        case .array:
            try beginArray()
            while try nextElement() { try skipValue() }
        case .string: _ = try unsafe scanString()
        case .number: _ = try scanDouble(requiresFinite: false)
        case .bool: _ = try readBool()
        case .null: _ = try readNull()
        }
    }

    /// Reads a value of any kind as a tree. With `acceptsNonFinite` a bare `NaN` reads as the string "NaN", which Esri
    /// documents use for the same.
    public mutating func readValue() throws(CodecError) -> JSONValue {
        switch try peek() {
        case .object:
            var object = JSONObject()
            try beginObject()
            while try nextKey() {
                let key = self.key
                object[key] = try readValue()
            }
            return .object(object)
        case .array:
            var elements: [JSONValue] = []
            try beginArray()
            while try nextElement() { elements.append(try readValue()) }
            return .array(elements)
        case .string: return .string(try readString())
        case .number:
            let number = try readNumber()
            return number.text.last?.isNumber == true ? .number(number) : .string(number.text)
        case .bool: return .bool(try readBool())
        case .null:
            _ = try readNull()
            return .null
        }
    }
}

extension JSONValue {
    /// Reads a document (RFC 8259, UTF-8): the whole of `bytes` must be one value, with white space round it.
    ///
    /// - Throws: `CodecError` with line and column; depth is bounded by 256, size by 64 MiB unless `options` say otherwise.
    public init(parsing bytes: some Sequence<UInt8>, options: JSONReader.Options = .document) throws(CodecError) {
        self = try JSONReader.read(Array(bytes), options: options) { reader throws(CodecError) in
            try reader.readValue()
        }
    }

    /// Reads a document from a text.
    public init(parsing text: String, options: JSONReader.Options = .document) throws(CodecError) {
        try self.init(parsing: Array(text.utf8), options: options)
    }
}

extension JSONReader.Options {
    /// Bounds of a document that is read as a tree: 64 MiB, as a tree takes many times the text's size.
    public static var document: JSONReader.Options {
        var options = JSONReader.Options()
        options.maximumBytes = 64 << 20
        return options
    }
}
