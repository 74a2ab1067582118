// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A 32-bit number of a value that differs for different values and is the same on every machine and in every version (MurmurHash3, x86 32).
enum ValueHash {
    static func hash(_ value: Value, _ run: Run) throws -> UInt32 {
        var bytes: [UInt8]
        switch value {
        case .null: bytes = [0]
        case .boolean(let truth): bytes = [1, truth ? 1 : 0]
        case .number(let number):
            bytes = [2]
            appendBits(number == 0 ? 0 : number) { bytes += $0 }
        case .text(let text): bytes = [3] + Array(text.utf8)
        case .date(let date):
            bytes = [4]
            appendBits(Double(date.instant)) { bytes += $0 }
        default: bytes = [5] + Array(try Conversion.text(value, run).utf8)
        }
        try run.steps(bytes.count / 16 + 1)
        return murmur(bytes)
    }

    private static func appendBits(_ number: Double, _ body: ([UInt8]) -> Void) {
        body((0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * $0)) })
    }

    private static func murmur(_ bytes: [UInt8]) -> UInt32 {
        func rotated(_ value: UInt32, _ places: UInt32) -> UInt32 { value << places | value >> (32 - places) }
        func mixed(_ block: UInt32) -> UInt32 { rotated(block &* 0xcc9e_2d51, 15) &* 0x1b87_3593 }
        var hash: UInt32 = 0, block: UInt32 = 0
        for (index, byte) in bytes.enumerated() {
            block |= UInt32(byte) << UInt32(8 * (index % 4))
            if index % 4 == 3 {
                hash = rotated(hash ^ mixed(block), 13) &* 5 &+ 0xe654_6b64
                block = 0
            }
        }
        if bytes.count % 4 != 0 { hash ^= mixed(block) }
        hash ^= UInt32(truncatingIfNeeded: bytes.count)
        hash = (hash ^ hash >> 16) &* 0x85eb_ca6b
        hash = (hash ^ hash >> 13) &* 0xc2b2_ae35
        return hash ^ hash >> 16
    }
}
