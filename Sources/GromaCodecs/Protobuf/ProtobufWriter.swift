// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Writes the wire form of protocol buffers field by field.
///
/// Embedded messages are written in place: their length gets one byte first and the message is moved when it needs more.
public struct ProtobufWriter: Sendable {
    private var sink: ByteSink

    /// An empty message; `capacity` is a guess of its bytes.
    public init(capacity: Int = 1_024) { sink = ByteSink(capacity: capacity) }
    /// The message; the writer is used up.
    public consuming func finish() -> [UInt8] { sink.finish() }
    /// Bytes written so far.
    public var byteCount: Int { sink.count }

    private mutating func tag(_ field: Int, _ type: ProtobufReader.WireType) {
        varint(UInt64(field) << 3 | UInt64(type.rawValue))
    }
    /// Writes a bare varint, as packed fields hold it.
    @inline(__always) public mutating func varint(_ value: UInt64) {
        unsafe sink.write(atMost: 10) { place in
            var rest = value, length = 0
            while rest >= 0x80 {
                unsafe place[length] = UInt8(truncatingIfNeeded: rest) | 0x80
                rest &>>= 7
                length &+= 1
            }
            unsafe place[length] = UInt8(truncatingIfNeeded: rest)
            return length &+ 1
        }
    }
    /// Writes a bare zigzag varint, as packed `sint64` fields hold it.
    @inline(__always) public mutating func zigZag(_ value: Int64) {
        varint(UInt64(bitPattern: value &<< 1) ^ UInt64(bitPattern: value &>> 63))
    }

    /// Writes an unsigned number, an enumeration or a truth value.
    public mutating func write(_ field: Int, varint value: UInt64) {
        tag(field, .varint)
        varint(value)
    }
    /// Writes a signed number of type `sint32` or `sint64`.
    public mutating func write(_ field: Int, zigZag value: Int64) {
        tag(field, .varint)
        zigZag(value)
    }
    /// Writes a truth value.
    public mutating func write(_ field: Int, _ value: Bool) { write(field, varint: value ? 1 : 0) }
    /// Writes a double.
    public mutating func write(_ field: Int, _ value: Double) {
        tag(field, .fixed64)
        var bits = value.bitPattern.littleEndian
        unsafe withUnsafeBytes(of: &bits) { unsafe sink.append($0.assumingMemoryBound(to: UInt8.self)) }
    }
    /// Writes a float.
    public mutating func write(_ field: Int, _ value: Float) {
        tag(field, .fixed32)
        var bits = value.bitPattern.littleEndian
        unsafe withUnsafeBytes(of: &bits) { unsafe sink.append($0.assumingMemoryBound(to: UInt8.self)) }
    }
    /// Writes a text.
    public mutating func write(_ field: Int, _ value: String) {
        tag(field, .bytes)
        varint(UInt64(value.utf8.count))
        sink.append(utf8: value)
    }
    /// Writes bytes.
    public mutating func write(_ field: Int, _ value: [UInt8]) {
        tag(field, .bytes)
        varint(UInt64(value.count))
        sink.append(value)
    }
    /// Writes what `body` writes as an embedded message or as a packed field.
    public mutating func message(_ field: Int, _ body: (inout ProtobufWriter) -> Void) {
        tag(field, .bytes)
        let place = sink.count
        sink.append(0)
        body(&self)
        let length = sink.count - place - 1
        var extra = 0
        while length >> (7 * (extra + 1)) > 0 { extra += 1 }
        if extra > 0 { sink.openGap(at: place + 1, of: extra) }
        for index in 0...extra {
            let bits = UInt8(truncatingIfNeeded: length >> (7 * index)) & 0x7F
            sink.set(index < extra ? bits | 0x80 : bits, at: place + index)
        }
    }
}
