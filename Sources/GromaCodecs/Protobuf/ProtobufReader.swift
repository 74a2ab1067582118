// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads the wire form of protocol buffers (Protocol Buffers, "Encoding") field by field, without a schema.
///
/// Lengths are checked against the bytes that are there, so a hostile message costs no more than its own size. Wire type 3
/// and 4 (groups) are refused. The bytes must outlive the reader and those made from it, which `read` ensures.
@safe public struct ProtobufReader {
    /// How a field's value is encoded.
    @frozen public enum WireType: UInt8, Sendable {
        case varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5
    }

    @usableFromInline var position: UnsafePointer<UInt8>
    @usableFromInline let end: UnsafePointer<UInt8>
    /// The first byte of the whole message, for places in errors.
    @usableFromInline let origin: UnsafePointer<UInt8>
    @usableFromInline var fieldNumber = 0
    @usableFromInline var encoding = WireType.varint
    /// The number of the field whose value comes next.
    @inlinable public var field: Int { fieldNumber }
    /// How that value is encoded.
    @inlinable public var wireType: WireType { encoding }

    @usableFromInline init(position: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, origin: UnsafePointer<UInt8>) {
        unsafe self.position = position
        unsafe self.end = end
        unsafe self.origin = origin
    }

    /// Reads a whole message with `body`.
    public static func read<Result>(
        _ bytes: [UInt8], _ body: (inout ProtobufReader) throws(CodecError) -> Result
    ) throws(CodecError) -> Result {
        // An empty array may have no address; one spare byte gives it one.
        let padded = bytes.isEmpty ? [0] : bytes
        let outcome: Swift.Result<Result, CodecError> = unsafe padded.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("an array with elements has an address") }
            var reader = unsafe ProtobufReader(position: base, end: base + bytes.count, origin: base)
            do throws(CodecError) { return .success(try body(&reader)) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    /// True when the message has no more bytes.
    @inlinable public var isAtEnd: Bool { unsafe position >= end }
    /// Bytes left in the message.
    @inlinable public var remaining: Int { unsafe end - position }

    /// Reads the next field's number and wire type; false at the message's end. The value must be read or skipped next.
    @inlinable public mutating func nextField() throws(CodecError) -> Bool {
        if isAtEnd { return false }
        let tag = try readVarint()
        guard let type = WireType(rawValue: UInt8(truncatingIfNeeded: tag & 7)), tag >> 3 > 0, tag >> 3 < 1 << 29 else {
            throw error(.malformed, "A field has an impossible tag")
        }
        fieldNumber = Int(tag >> 3)
        encoding = type
        return true
    }

    /// Reads an unsigned varint of up to 64 bits.
    @inlinable public mutating func readVarint() throws(CodecError) -> UInt64 {
        if unsafe position < end {
            let byte = unsafe position.pointee
            if byte < 0x80 {
                unsafe position += 1
                return UInt64(truncatingIfNeeded: byte)
            }
        }
        return try readLongVarint()
    }
    @usableFromInline mutating func readLongVarint() throws(CodecError) -> UInt64 {
        var value: UInt64 = 0, shift: UInt64 = 0
        while unsafe position < end {
            let byte = unsafe position.pointee
            unsafe position += 1
            value |= UInt64(truncatingIfNeeded: byte & 0x7F) &<< shift
            if byte < 0x80 { return value }
            shift &+= 7
            if shift > 63 { throw error(.malformed, "A number has more than ten bytes") }
        }
        throw error(.truncated, "A number ends too early")
    }
    /// Reads a zigzag-coded signed varint (`sint32`, `sint64`).
    @inlinable public mutating func readZigZag() throws(CodecError) -> Int64 {
        let value = try readVarint()
        return Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
    }
    /// Reads a plain signed varint (`int32`, `int64`, enumerations).
    @inlinable public mutating func readInt64() throws(CodecError) -> Int64 { Int64(bitPattern: try readVarint()) }
    /// Reads a truth value.
    public mutating func readBool() throws(CodecError) -> Bool { try readVarint() != 0 }

    /// Reads a double (8 bytes, little endian).
    public mutating func readDouble() throws(CodecError) -> Double {
        guard remaining >= 8 else { throw error(.truncated, "A double ends too early") }
        let bits = unsafe UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
        unsafe position += 8
        return Double(bitPattern: UInt64(littleEndian: bits))
    }
    /// Reads a float (4 bytes, little endian).
    public mutating func readFloat() throws(CodecError) -> Float {
        guard remaining >= 4 else { throw error(.truncated, "A float ends too early") }
        let bits = unsafe UnsafeRawPointer(position).loadUnaligned(as: UInt32.self)
        unsafe position += 4
        return Float(bitPattern: UInt32(littleEndian: bits))
    }

    /// Reads a length and answers a reader of the message inside; for embedded messages and packed numbers.
    @inlinable public mutating func readMessage() throws(CodecError) -> ProtobufReader {
        let length = try readLength()
        let inner = unsafe ProtobufReader(position: position, end: position + length, origin: origin)
        unsafe position += length
        return inner
    }
    /// Reads bytes.
    public mutating func readBytes() throws(CodecError) -> [UInt8] {
        let length = try readLength()
        let bytes = unsafe [UInt8](UnsafeBufferPointer(start: position, count: length))
        unsafe position += length
        return bytes
    }
    /// Reads text; bytes that are not UTF-8 are refused.
    public mutating func readString() throws(CodecError) -> String {
        let length = try readLength()
        let bytes = unsafe UnsafeBufferPointer(start: position, count: length)
        // Most texts are ASCII, which needs no validating; the general way asks the runtime for its types at each call.
        if unsafe bytes.allSatisfy({ $0 < 0x80 }) {
            unsafe position += length
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
            throw error(.malformed, "A text is not UTF-8")
        }
        unsafe position += length
        return text
    }
    @inlinable mutating func readLength() throws(CodecError) -> Int {
        let length = try readVarint()
        guard length <= UInt64(remaining) else { throw lengthError(length) }
        return Int(length)
    }
    @usableFromInline func lengthError(_ length: UInt64) -> CodecError {
        error(.truncated, "A field of \(length) bytes ends too early")
    }

    /// Steps over the value of the current field.
    public mutating func skip() throws(CodecError) {
        switch wireType {
        case .varint: _ = try readVarint()
        case .bytes:
            let length = try readLength()
            unsafe position += length
        case .fixed64: _ = try readDouble()
        case .fixed32: _ = try readFloat()
        }
    }

    /// Refuses a value whose encoding is not the one that the schema gives the field.
    @inlinable public func expect(_ type: WireType) throws(CodecError) {
        guard wireType == type else { throw encodingError(type) }
    }
    @usableFromInline func encodingError(_ type: WireType) -> CodecError {
        error(.malformed, "Field \(field) is encoded as \(wireType) and should be \(type)")
    }

    /// Runs `body` for each number of a repeated field, in both encodings: one number, or many packed.
    public mutating func forEachVarint(
        _ body: (inout ProtobufReader) throws(CodecError) -> Void
    ) throws(CodecError) {
        if wireType == .varint { return try body(&self) }
        try expect(.bytes)
        var packed = try readMessage()
        while !packed.isAtEnd { try body(&packed) }
    }

    /// An error at the byte where reading stands.
    public func error(_ code: CodecError.Code, _ message: String) -> CodecError {
        CodecError(code, message, offset: unsafe position - origin)
    }
}
