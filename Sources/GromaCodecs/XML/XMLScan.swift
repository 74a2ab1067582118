// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A look at a document's marks before the parser gets it, which ends the program at processing instructions that are a name alone
/// (`<?name?>`).
struct XMLScan {
    private let bytes: [UInt8]
    /// Bytes a unit, and which of them holds the letters of the language.
    private let width: Int
    private let low: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        width = isLittle || bytes.starts(with: [0xFE, 0xFF]) ? 2 : 1
        low = width == 2 && !isLittle ? 1 : 0
    }

    /// The document with a space after each such name, which the parser takes as an instruction with an empty text. Throws `unsupported`
    /// for a document that declares entities: in their texts such instructions can be spelled in many ways.
    func spacingBareInstructions() throws(CodecError) -> [UInt8] {
        let space: [UInt8] = width == 1 ? [0x20] : low == 0 ? [0x20, 0] : [0, 0x20]
        var kept: [UInt8] = [], begin = 0, unit = 0
        let count = bytes.count / width
        while unit < count {
            guard self[unit] == UInt8(ascii: "<") else {
                unit += 1
                continue
            }
            if stands("<!ENTITY", at: unit) {
                throw CodecError(.unsupported, "An XML document that declares entities is not read")
            }
            guard self[unit + 1] == UInt8(ascii: "?"), let end = self.end(ofBareInstruction: unit) else {
                unit += 1
                continue
            }
            kept += bytes[(begin * width)..<(end * width)] + space
            begin = end
            unit = end
        }
        return begin == 0 ? bytes : kept + bytes[(begin * width)...]
    }

    /// The unit after the name of `<?name?>`; nil where white space or anything else follows the name.
    private func end(ofBareInstruction start: Int) -> Int? {
        var unit = start + 2
        while let letter = self[unit], letter != UInt8(ascii: "?") {
            if letter <= 0x20 || letter == UInt8(ascii: "<") || letter == UInt8(ascii: ">") { return nil }
            unit += 1
        }
        return self[unit] != nil && self[unit + 1] == UInt8(ascii: ">") ? unit : nil
    }

    private func stands(_ text: StaticString, at unit: Int) -> Bool {
        (0..<text.utf8CodeUnitCount).allSatisfy { unsafe self[unit + $0] == text.utf8Start[$0] }
    }

    /// A unit of the ASCII letters; 0xFF for others, nil behind the end.
    private subscript(unit: Int) -> UInt8? {
        guard (unit + 1) * width <= bytes.count else { return nil }
        if width == 2, bytes[unit * 2 + 1 - low] != 0 { return 0xFF }
        return bytes[unit * width + low]
    }
}
