// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Writes a JSON text piece by piece into bytes; commas are set by themselves.
///
/// Misuse (a key outside of an object, unequal brackets) is a programmer's mistake and makes a text that is no JSON.
public struct JSONWriter: Sendable {
    private var sink: ByteSink
    private var needsComma = false
    private let isPretty: Bool
    private var isAfterKey = false
    private var depth = 0

    /// An empty text; `capacity` is a guess of its bytes. `isPretty` sets each member on a line of its own, with two
    /// spaces a level.
    public init(capacity: Int = 1_024, isPretty: Bool = false) {
        sink = ByteSink(capacity: capacity)
        self.isPretty = isPretty
    }

    /// The text; the writer is used up.
    public consuming func finish() -> [UInt8] { sink.finish() }
    /// Bytes written so far.
    public var byteCount: Int { sink.count }

    @inline(__always) private mutating func beginValue() {
        if needsComma { sink.append(UInt8(ascii: ",")) }
        needsComma = true
        if isPretty {
            if depth > 0, !isAfterKey { beginLine() }
            isAfterKey = false
        }
    }
    private mutating func beginLine() {
        sink.append(10)
        for _ in 0..<depth { sink.append("  ") }
    }

    /// Opens an object.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }
    /// Closes an object.
    public mutating func endObject() { end(UInt8(ascii: "}")) }
    /// Opens an array.
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    /// Closes an array.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    private mutating func begin(_ bracket: UInt8) {
        beginValue()
        sink.append(bracket)
        needsComma = false
        depth += 1
    }
    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if isPretty, needsComma { beginLine() }
        sink.append(bracket)
        needsComma = true
    }

    /// Writes a key; a value follows.
    public mutating func key(_ name: String) {
        beginValue()
        appendQuoted(name)
        endKey()
    }
    /// Writes a key that needs no escape; a value follows.
    public mutating func key(_ name: StaticString) {
        beginValue()
        sink.append(UInt8(ascii: "\""))
        sink.append(name)
        sink.append(UInt8(ascii: "\""))
        endKey()
    }
    /// Writes a key already quoted, escaped and followed by a colon, as `JSONWriter.encodedKey` makes it.
    package mutating func key(encoded bytes: [UInt8]) {
        beginValue()
        sink.append(bytes)
        needsComma = false
        isAfterKey = isPretty
    }
    private mutating func endKey() {
        sink.append(UInt8(ascii: ":"))
        if isPretty { sink.append(32) }
        needsComma = false
        isAfterKey = isPretty
    }
    /// The bytes of `name` as a key with its colon, for keys that are written many times.
    package static func encodedKey(_ name: String) -> [UInt8] {
        var writer = JSONWriter(capacity: name.utf8.count + 8)
        writer.appendQuoted(name)
        writer.sink.append(UInt8(ascii: ":"))
        return writer.finish()
    }

    /// Writes `null`.
    public mutating func writeNull() {
        beginValue()
        sink.append("null")
    }
    /// Writes `true` or `false`.
    public mutating func write(_ value: Bool) {
        beginValue()
        if value { sink.append("true") } else { sink.append("false") }
    }
    /// Writes an integer.
    public mutating func write(_ value: Int64) {
        beginValue()
        sink.append(decimal: value)
    }
    /// Writes an integer.
    public mutating func write(_ value: Int) { write(Int64(value)) }
    /// Writes the shortest decimal that reads back as `value`; infinity and NaN, which JSON lacks, as `null`.
    public mutating func write(_ value: Double) {
        beginValue()
        if value.isFinite { sink.append(shortest: value) } else { sink.append("null") }
    }
    /// Writes a string.
    public mutating func write(_ value: String) {
        beginValue()
        appendQuoted(value)
    }
    /// Writes a number as its text stood.
    public mutating func write(_ value: JSONNumber) {
        beginValue()
        sink.append(utf8: value.text)
    }
    /// Writes a tree.
    public mutating func write(_ value: JSONValue) {
        switch value {
        case .null: writeNull()
        case .bool(let value): write(value)
        case .number(let value): write(value)
        case .string(let value): write(value)
        case .array(let elements):
            beginArray()
            for element in elements { write(element) }
            endArray()
        case .object(let object): write(object)
        }
    }
    /// Writes an object with its members in order.
    public mutating func write(_ object: JSONObject) {
        beginObject()
        for (name, value) in object.members {
            key(name)
            write(value)
        }
        endObject()
    }

    /// Writes vertices `range` of flat coordinates as `[[x,y],[x,y,z],…]`, with the numbers of `z` and `m` behind where
    /// they are given; NaN is written `null`.
    package mutating func writePositions(xy: [Double], z: [Double]?, m: [Double]?, range: Range<Int>) {
        beginArray()
        for index in range {
            beginArray()
            write(xy[2 &* index])
            write(xy[2 &* index &+ 1])
            if let z { write(z[index]) }
            if let m { write(m[index]) }
            endArray()
        }
        endArray()
    }

    private mutating func appendQuoted(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            sink.reserve(bytes.count + 2)
            sink.append(UInt8(ascii: "\""))
            var plainStart = 0
            for index in 0..<bytes.count {
                let byte = unsafe bytes[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                unsafe sink.append(UnsafeBufferPointer(rebasing: bytes[plainStart..<index]))
                appendEscape(byte)
                plainStart = index + 1
            }
            unsafe sink.append(UnsafeBufferPointer(rebasing: bytes[plainStart...]))
            sink.append(UInt8(ascii: "\""))
        }
    }
    private mutating func appendEscape(_ byte: UInt8) {
        switch byte {
        case 8: sink.append("\\b")
        case 9: sink.append("\\t")
        case 10: sink.append("\\n")
        case 12: sink.append("\\f")
        case 13: sink.append("\\r")
        case UInt8(ascii: "\""): sink.append("\\\"")
        case UInt8(ascii: "\\"): sink.append("\\\\")
        default:
            sink.append("\\u00")
            let hex: [UInt8] = Array("0123456789abcdef".utf8)
            sink.append(hex[Int(byte >> 4)])
            sink.append(hex[Int(byte & 15)])
        }
    }
}

extension JSONValue {
    /// The document as UTF-8; `pretty` sets each member on a line of its own.
    public func serialized(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isPretty: pretty)
        writer.write(self)
        return writer.finish()
    }
    /// The document as text.
    public func text(pretty: Bool = false) -> String { String(decoding: serialized(pretty: pretty), as: UTF8.self) }
    /// Writes the document into a larger one.
    public func write(to writer: inout JSONWriter) { writer.write(self) }
}
