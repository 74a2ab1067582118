// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads a JSON text (RFC 8259) value by value, without building a tree: for feature documents of any size.
///
/// The caller asks for what it expects and gets a `CodecError` with line and column when something else stands there:
///
///     try JSONReader.read(bytes) { reader in
///         try reader.beginObject()
///         while try reader.nextKey() {
///             if reader.keyEquals("features") { ... } else { try reader.skipValue() }
///         }
///     }
///
/// Every value is checked, also the skipped ones: grammar, UTF-8, depth. An escaped lone surrogate, which the grammar
/// allows and no Unicode text can hold, reads as U+FFFD. A byte order mark at the start is passed over.
///
/// Safe because every access is compared with `end` first; the bytes must outlive the reader, which `read` ensures.
@safe public struct JSONReader {
    /// The bounds a text must keep, and what is tolerated.
    public struct Options: Sendable {
        /// Most objects and arrays inside each other.
        public var maximumDepth = 256
        /// Most bytes of the text.
        public var maximumBytes = 1 << 32
        /// Accepts the bare words `NaN`, `Infinity` and `-Infinity`, which Esri documents hold in place of numbers.
        public var acceptsNonFinite = false
        /// The default bounds, strict grammar.
        public init() {}
    }
    /// The kind of the value that comes next.
    public enum Kind: Sendable {
        case object, array, string, number, bool, null
    }

    let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var position: UnsafePointer<UInt8>
    let options: Options
    private(set) var depth = 0
    /// True between an opening bracket and the first member.
    var isAtFirst = false
    /// The last key: its raw bytes between the quotes.
    var keyStart: UnsafePointer<UInt8>
    var keyLength = 0
    var keyIsEscaped = false

    /// Reads from `bytes`, which the caller keeps alive as long as the reader.
    package init(_ bytes: UnsafeRawBufferPointer, options: Options = Options()) throws(CodecError) {
        guard let base = bytes.baseAddress, bytes.count > 0 else {
            throw unsafe CodecError(.truncated, "The JSON text is empty", at: 0, in: bytes)
        }
        guard bytes.count <= options.maximumBytes else {
            throw CodecError(
                .tooLarge, "The JSON text has \(bytes.count) bytes; at most \(options.maximumBytes) are read.")
        }
        unsafe start = base.assumingMemoryBound(to: UInt8.self)
        unsafe end = start + bytes.count
        unsafe position = start
        unsafe keyStart = start
        self.options = options
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if unsafe bytes.starts(with: mark) { unsafe position += 3 }
    }

    /// Reads from the middle of a text: `bytes` begin with an element of an array that was opened before, inside of `depth` brackets.
    package init(
        elements bytes: UnsafeRawBufferPointer, depth: Int, options: Options = Options()
    ) throws(CodecError) {
        try unsafe self.init(bytes, options: options)
        self.depth = depth
        isAtFirst = true
    }

    /// Reads a whole text: runs `body`, then refuses anything but white space after the value it read.
    public static func read<Result>(
        _ bytes: [UInt8], options: Options = Options(),
        _ body: (inout JSONReader) throws(CodecError) -> Result
    ) throws(CodecError) -> Result {
        try read(bytes, options: options, as: CodecError.self, wrap: { $0 }, body)
    }

    /// The same for a body that throws another error; `wrap` turns the reader's own errors into it.
    package static func read<Result, Failure: Error>(
        _ bytes: [UInt8], options: Options = Options(), as failure: Failure.Type,
        wrap: (CodecError) -> Failure, _ body: (inout JSONReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = unsafe bytes.withUnsafeBytes { buffer in
            do {
                var reader = try unsafe JSONReader(buffer, options: options)
                let result: Result
                do throws(Failure) { result = try body(&reader) } catch { return .failure(error) }
                try reader.finish()
                return .success(result)
            } catch let error as CodecError {
                return .failure(wrap(error))
            } catch {
                preconditionFailure("the reader throws no other error")
            }
        }
        return try outcome.get()
    }

    // MARK: Structure

    /// The kind of the next value.
    public mutating func peek() throws(CodecError) -> Kind {
        skipSpace()
        guard unsafe position < end else { throw endError() }
        switch unsafe position.pointee {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "N"), UInt8(ascii: "I"):
            if options.acceptsNonFinite { return .number }
            throw error(.malformed, "A JSON value is expected; NaN and Infinity are not JSON")
        default: throw error(.malformed, "A JSON value is expected")
        }
    }

    /// Steps into an object; `nextKey` follows.
    public mutating func beginObject() throws(CodecError) { try open(UInt8(ascii: "{"), "An object") }
    /// Steps into an array; `nextElement` follows.
    public mutating func beginArray() throws(CodecError) { try open(UInt8(ascii: "["), "An array") }

    private mutating func open(_ bracket: UInt8, _ what: String) throws(CodecError) {
        skipSpace()
        guard unsafe position < end else { throw endError() }
        guard unsafe position.pointee == bracket else { throw error(.unexpectedType, "\(what) is expected") }
        depth += 1
        guard depth <= options.maximumDepth else {
            throw error(.tooLarge, "More than \(options.maximumDepth) brackets are inside each other")
        }
        unsafe position += 1
        isAtFirst = true
    }

    /// Reads the next key and its colon; false at the object's end. The value must be read or skipped before the next call.
    public mutating func nextKey() throws(CodecError) -> Bool {
        guard try advance(closing: UInt8(ascii: "}")) else { return false }
        skipSpace()
        guard unsafe position < end else { throw endError() }
        guard unsafe position.pointee == UInt8(ascii: "\"") else {
            throw error(.malformed, "A key in quotes is expected")
        }
        unsafe (keyStart, keyLength, keyIsEscaped) = try unsafe scanString()
        skipSpace()
        guard unsafe position < end else { throw endError() }
        guard unsafe position.pointee == UInt8(ascii: ":") else {
            throw error(.malformed, "A colon is expected after the key \"\(key)\"")
        }
        unsafe position += 1
        return true
    }

    /// Steps to the next element; false at the array's end. The value must be read or skipped before the next call.
    public mutating func nextElement() throws(CodecError) -> Bool { try advance(closing: UInt8(ascii: "]")) }

    private mutating func advance(closing bracket: UInt8) throws(CodecError) -> Bool {
        skipSpace()
        guard unsafe position < end else { throw endError() }
        let byte = unsafe position.pointee
        if byte == bracket {
            unsafe position += 1
            depth -= 1
            isAtFirst = false
            return false
        }
        if isAtFirst {
            isAtFirst = false
            return true
        }
        guard byte == UInt8(ascii: ",") else {
            throw error(.malformed, "A comma or \"\(Character(Unicode.Scalar(bracket)))\" is expected")
        }
        unsafe position += 1
        return true
    }

    /// The last key that `nextKey` read.
    public var key: String {
        unsafe JSONReader.text(UnsafeRawBufferPointer(start: keyStart, count: keyLength), isEscaped: keyIsEscaped)
    }

    /// True when the last key is `name`; faster than comparing `key`.
    public func keyEquals(_ name: StaticString) -> Bool {
        if keyIsEscaped { return key == "\(name)" }
        guard name.hasPointerRepresentation, name.utf8CodeUnitCount == keyLength else { return false }
        let other = unsafe UnsafeBufferPointer(start: name.utf8Start, count: keyLength)
        return unsafe UnsafeBufferPointer(start: keyStart, count: keyLength).elementsEqual(other)
    }

    /// True when the last key's bytes are `name`; an escaped key is unlike any bytes.
    package func keyEquals(utf8 name: [UInt8]) -> Bool {
        guard !keyIsEscaped, name.count == keyLength else { return false }
        return unsafe name.withUnsafeBufferPointer { other in
            var index = 0
            while index < other.count {
                if unsafe other[index] != keyStart[index] { return false }
                index &+= 1
            }
            return true
        }
    }

    /// True where nothing but white space is left.
    package mutating func isAtEnd() -> Bool {
        skipSpace()
        return unsafe position == end
    }

    /// Refuses anything but white space up to the end.
    package mutating func finish() throws(CodecError) {
        skipSpace()
        guard unsafe position == end else { throw error(.malformed, "Nothing may follow the JSON value") }
    }

    // MARK: Places and errors

    /// Bytes read so far.
    public var offset: Int { unsafe position - start }
    /// Bytes of the whole text.
    public var byteCount: Int { unsafe end - start }

    @inline(__always) mutating func skipSpace() {
        while unsafe position < end {
            let byte = unsafe position.pointee
            if byte > 32 { return }
            guard byte == 32 || byte == 10 || byte == 13 || byte == 9 else { return }
            unsafe position += 1
        }
    }

    /// An error at the byte where reading stands, for values that are JSON but not what the document's format wants.
    package func error(_ code: CodecError.Code, _ message: String) -> CodecError {
        let text = unsafe UnsafeRawBufferPointer(start: start, count: byteCount)
        let found: String
        if unsafe position < end {
            let byte = unsafe position.pointee
            found = byte > 32 && byte < 127 ? ", found \"\(Character(Unicode.Scalar(byte)))\"" : ", found byte \(byte)"
        } else {
            found = ", found the end"
        }
        return unsafe CodecError(
            code, message + (code == .malformed || code == .unexpectedType ? found : ""), at: offset, in: text)
    }

    func endError() -> CodecError {
        let text = unsafe UnsafeRawBufferPointer(start: start, count: byteCount)
        return unsafe CodecError(.truncated, "The JSON text ends too early", at: byteCount, in: text)
    }
}
