// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A parser of well-known text over its bytes. Nesting is fixed by the grammar, so there is no recursion to bound.
struct WKTReader {
    private let text: [UInt8]
    private var offset = 0
    private var reference: SpatialReference?
    private let prefersGivenReference: Bool
    /// Numbers a vertex: 0 until known, then 2 to 4.
    private var stride = 0
    private var saysZ = false
    private var saysM = false
    private var parts = CoordinateParts()

    init(text: String, spatialReference: SpatialReference?) {
        self.text = Array(text.utf8)
        reference = spatialReference
        prefersGivenReference = spatialReference != nil
    }

    private func fail(_ what: String) -> GeometryError {
        GeometryError(.malformed, "Well-known text is damaged at byte \(offset): \(what).")
    }

    mutating func readGeometry() throws(GeometryError) -> any Geometry {
        var word = readWord()
        if word == "SRID" {
            try readSRID()
            word = readWord()
        }
        var kind = word
        for (suffix, z, m) in [("ZM", true, true), ("Z", true, false), ("M", false, true)]
        where word.hasSuffix(suffix) && Self.kinds[word] == nil {
            kind = String(word.dropLast(suffix.utf8.count))
            (saysZ, saysM) = (z, m)
            break
        }
        guard let shape = Self.kinds[kind] else {
            if Self.refused.contains(kind) {
                throw GeometryError(
                    .unsupported, "\(kind) cannot be read; give its members or a linearised shape instead.")
            }
            throw fail(word.isEmpty ? "it should begin with a geometry's name" : "\(word.prefix(40)) is no geometry")
        }
        var next = readWord()
        if ["Z", "M", "ZM"].contains(next) {
            (saysZ, saysM) = (next.hasPrefix("Z"), next.hasSuffix("M"))
            next = readWord()
        }
        if saysZ || saysM { setStride(2 + (saysZ ? 1 : 0) + (saysM ? 1 : 0)) }
        if next == "EMPTY" {
            try readEnd()
        } else {
            guard next.isEmpty else { throw fail("\(next.prefix(40)) stands where ( or EMPTY should") }
            try readBody(of: kind)
            try readEnd()
        }
        return parts.geometry(as: shape, in: reference)
    }

    private static let kinds: [String: GeometryType] = [
        "POINT": .point, "LINESTRING": .polyline, "LINEARRING": .polyline, "POLYGON": .polygon,
        "MULTIPOINT": .multipoint,
        "MULTILINESTRING": .polyline, "MULTIPOLYGON": .polygon,
    ]
    private static let refused: Set<String> = [
        "GEOMETRYCOLLECTION", "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE",
        "POLYHEDRALSURFACE", "TIN", "TRIANGLE",
    ]

    private mutating func readBody(of kind: String) throws(GeometryError) {
        switch kind {
        case "POINT":
            try expect("(")
            parts.beginPart()
            try readVertex()
            try expect(")")
        case "LINESTRING", "LINEARRING": try readPath()
        case "MULTIPOINT":
            parts.beginPart()
            try readList { (reader) throws(GeometryError) in
                if reader.readEmpty() { return }
                let hasParentheses = reader.skip("(")
                try reader.readVertex()
                if hasParentheses { try reader.expect(")") }
            }
            if parts.coordinates.isEmpty { parts.starts = [] }
        case "MULTILINESTRING":
            try readList { (reader) throws(GeometryError) in
                if !reader.readEmpty() { try reader.readPath() }
            }
        case "POLYGON": try readRings()
        default:
            try readList { (reader) throws(GeometryError) in
                if !reader.readEmpty() { try reader.readRings() }
            }
        }
    }

    private mutating func readRings() throws(GeometryError) {
        var isOuter = true
        try readList { (reader) throws(GeometryError) in
            if reader.readEmpty() { return }
            let first = reader.parts.coordinates.count
            try reader.readPath()
            reader.parts.coordinates.closeRing(from: first)
            reader.parts.coordinates.orient(first..<reader.parts.coordinates.count, clockwise: isOuter)
            isOuter = false
        }
    }

    private mutating func readPath() throws(GeometryError) {
        parts.beginPart()
        try readList { (reader) throws(GeometryError) in try reader.readVertex() }
    }

    /// One or more members between parentheses, with commas between them.
    private mutating func readList(
        _ member: (inout WKTReader) throws(GeometryError) -> Void
    ) throws(GeometryError) {
        try expect("(")
        repeat { try member(&self) } while skip(",")
        try expect(")")
    }

    private mutating func setStride(_ count: Int) {
        stride = count
        if !saysZ && !saysM { (saysZ, saysM) = (count > 2, count > 3) }
        if saysZ { parts.coordinates.z = [] }
        if saysM { parts.coordinates.m = [] }
    }

    private mutating func readVertex() throws(GeometryError) {
        var numbers = (0.0, 0.0, 0.0, 0.0)
        var count = 0
        while let number = try readNumber() {
            switch count {
            case 0: numbers.0 = number
            case 1: numbers.1 = number
            case 2: numbers.2 = number
            case 3: numbers.3 = number
            default: throw fail("a vertex has more than four numbers")
            }
            count += 1
        }
        guard count >= 2 else { throw fail("a vertex needs two numbers") }
        if stride == 0 { setStride(count) }
        guard count == stride else { throw fail("a vertex has \(count) numbers, the ones before have \(stride)") }
        parts.append(x: numbers.0, y: numbers.1)
        parts.coordinates.z?.append(numbers.2)
        parts.coordinates.m?.append(saysZ ? numbers.3 : numbers.2)
    }

    private mutating func readNumber() throws(GeometryError) -> Double? {
        skipSpace()
        let start = offset
        while offset < text.count, offset - start < 400, Self.isNumberByte(text[offset]) { offset += 1 }
        if start == offset { return nil }
        guard let number = Double(String(decoding: text[start..<offset], as: UTF8.self)) else {
            offset = start
            throw fail("this is no number")
        }
        return number
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    private mutating func readSRID() throws(GeometryError) {
        try expect("=")
        guard let number = try readNumber(), let id = Int(exactly: number) else {
            throw fail("SRID needs a whole number")
        }
        try expect(";")
        if !prefersGivenReference, id > 0 { reference = SpatialReference(wkid: id) }
    }

    /// The letters at the cursor in capitals; empty when there are none.
    private mutating func readWord() -> String {
        skipSpace()
        let start = offset
        while offset < text.count, offset - start < 64, (text[offset] | 32) >= UInt8(ascii: "a"),
            (text[offset] | 32) <= UInt8(ascii: "z")
        {
            offset += 1
        }
        return String(decoding: text[start..<offset], as: UTF8.self).uppercased()
    }

    private mutating func readEmpty() -> Bool {
        let start = offset
        if readWord() == "EMPTY" { return true }
        offset = start
        return false
    }

    private mutating func readEnd() throws(GeometryError) {
        skipSpace()
        guard offset == text.count else { throw fail("something follows the geometry") }
    }

    private mutating func skipSpace() {
        while offset < text.count, [32, 9, 10, 13].contains(text[offset]) { offset += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard offset < text.count, text[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(GeometryError) {
        guard skip(character) else { throw fail("\(character) is missing") }
    }
}
