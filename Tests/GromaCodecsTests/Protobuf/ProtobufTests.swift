// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import TestSupport
import Testing

@Suite struct ProtobufTests {
    @Test("the specification's example: field 1 is 150")
    func example() throws {
        var writer = ProtobufWriter()
        writer.write(1, varint: 150)
        let bytes = writer.finish()
        #expect(bytes == [0x08, 0x96, 0x01])
        let value = try ProtobufReader.read(bytes) { reader throws(CodecError) in
            #expect(try reader.nextField() && reader.field == 1 && reader.wireType == .varint)
            let value = try reader.readVarint()
            #expect(try !reader.nextField())
            return value
        }
        #expect(value == 150)
    }

    @Test("numbers at the edges come back", arguments: [0, 1, -1, 63, 64, -64, 127, 128, .max, .min] as [Int64])
    func numbers(value: Int64) throws {
        var writer = ProtobufWriter()
        writer.write(1, varint: UInt64(bitPattern: value))
        writer.write(2, zigZag: value)
        writer.write(3, Double(value))
        writer.write(4, Float(value))
        try ProtobufReader.read(writer.finish()) { reader throws(CodecError) in
            #expect(try reader.nextField())
            #expect(try reader.readInt64() == value)
            #expect(try reader.nextField())
            #expect(try reader.readZigZag() == value)
            #expect(try reader.nextField())
            #expect(try reader.readDouble() == Double(value))
            #expect(try reader.nextField())
            #expect(try reader.readFloat() == Float(value))
        }
    }

    @Test("vertices are summed from steps of any length, on the grid")
    func vertices() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let steps = (0..<2 * Int.random(in: 1...9, using: &random)).map { _ in
                Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random)
            }
            var writer = ProtobufWriter()
            for step in steps { writer.zigZag(step) }
            var sum: (x: Int64, y: Int64) = (3, -4)
            let expected = stride(from: 0, to: steps.count, by: 2).flatMap { place -> [Double] in
                sum = (sum.x &+ steps[place], sum.y &+ steps[place + 1])
                return [10 + Double(sum.x) * 0.5, 20 - Double(sum.y) * 0.25]
            }
            try ProtobufReader.read(writer.finish()) { reader throws(CodecError) in
                var buffer = PositionBuffer()
                var last: (x: Int64, y: Int64) = (3, -4)
                let grid = VertexGrid(origin: (10, 20), size: (0.5, -0.25))
                try reader.readVertices(steps.count / 2, from: &last, on: grid, into: &buffer)
                #expect(buffer.xy == expected, "seed \(seed)")
                #expect(last == sum && reader.isAtEnd, "seed \(seed)")
            }
        }
    }

    @Test("vertices that end too early, and numbers without an end, are refused")
    func brokenVertices() {
        for bytes: [UInt8] in [[2], [2, 0x80], Array(repeating: 0xFF, count: 24), [2, 2, 2]] {
            #expect(throws: CodecError.self, "\(bytes)") {
                try ProtobufReader.read(bytes) { reader throws(CodecError) in
                    var buffer = PositionBuffer()
                    var last: (x: Int64, y: Int64) = (0, 0)
                    let grid = VertexGrid(origin: (0, 0), size: (1, 1))
                    try reader.readVertices(2, from: &last, on: grid, into: &buffer)
                }
            }
        }
    }

    @Test("messages of any length come back", arguments: [0, 1, 127, 128, 16_383, 16_384, 2_097_152])
    func messages(length: Int) throws {
        let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        var writer = ProtobufWriter()
        writer.message(15) { inner in inner.message(16) { $0.write(1, payload) } }
        writer.write(2, "é")
        try ProtobufReader.read(writer.finish()) { reader throws(CodecError) in
            #expect(try reader.nextField() && reader.field == 15)
            var outer = try reader.readMessage()
            #expect(try outer.nextField() && outer.field == 16)
            var inner = try outer.readMessage()
            #expect(try inner.nextField())
            #expect(try inner.readBytes() == payload)
            #expect(inner.isAtEnd && outer.isAtEnd)
            #expect(try reader.nextField())
            #expect(try reader.readString() == "é")
            #expect(try !reader.nextField())
        }
    }

    @Test(
        "hostile bytes are refused",
        arguments: [
            [0x80], [0x08], [0x08, 0x80], [0x0A, 0x05, 0x01], [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0x00, 0x00],
            [0x0B],
            [0x0C], [0x0E], [0x09, 1, 2, 3], [0x0D, 1], [0x08] + [UInt8](repeating: 0xFF, count: 11),
            [0x0A] + [UInt8](repeating: 0xFF, count: 9) + [0x01],
        ] as [[UInt8]])
    func hostile(bytes: [UInt8]) {
        #expect(throws: CodecError.self) {
            try ProtobufReader.read(bytes) { reader throws(CodecError) in
                while try reader.nextField() { try reader.skip() }
            }
        }
    }

    @Test("repeated numbers are read packed and one by one")
    func repeated() throws {
        for bytes in [[0x0A, 0x03, 0x01, 0x96, 0x01], [0x08, 0x01, 0x08, 0x96, 0x01]] as [[UInt8]] {
            let values = try ProtobufReader.read(bytes) { reader throws(CodecError) in
                var values: [UInt64] = []
                while try reader.nextField() {
                    try reader.forEachVarint { number throws(CodecError) in values.append(try number.readVarint()) }
                }
                return values
            }
            #expect(values == [1, 150])
        }
    }
}
