// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The one EXIF statement that changes how a picture looks (CIPA DC-008, tag 0x0112).
enum EXIF {
    /// The orientation in the TIFF structure at `tiff`; nil when there is none or it is damaged.
    static func orientation(_ bytes: [UInt8], tiff: Range<Int>) -> Int? {
        guard tiff.count >= 14 else { return nil }
        let isLittle = bytes[tiff.lowerBound] == UInt8(ascii: "I")
        func number(_ place: Int, _ size: Int) -> Int? {
            guard place >= tiff.lowerBound, place + size <= tiff.upperBound else { return nil }
            let slice = bytes[place..<place + size]
            return isLittle
                ? slice.reversed().reduce(0) { $0 << 8 | Int($1) } : slice.reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(tiff.lowerBound + 2, 2) == 42, let offset = number(tiff.lowerBound + 4, 4),
            let count = number(tiff.lowerBound + offset, 2)
        else { return nil }
        for entry in 0..<count {
            let place = tiff.lowerBound + offset + 2 + 12 * entry
            guard let tag = number(place, 2) else { return nil }
            if tag == 0x0112, let value = number(place + 8, 2), (1...8).contains(value) { return value }
        }
        return nil
    }

    /// Four bytes as a number.
    static func bigEndian(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
