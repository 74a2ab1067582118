// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A cursor over well-known binary that checks every read against the end of the buffer.
@safe struct WKBReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0
    private var isBigEndian = false

    /// The buffer must outlive the reader.
    @unsafe init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    /// Simple Features type codes without z and m.
    enum Kind: UInt32 {
        case point = 1, lineString, polygon, multiPoint, multiLineString, multiPolygon, collection

        var geometryType: GeometryType {
            switch self {
            case .point: .point
            case .multiPoint, .collection: .multipoint
            case .lineString, .multiLineString: .polyline
            case .polygon, .multiPolygon: .polygon
            }
        }
    }

    private var remaining: Int { unsafe bytes.count - offset }

    private func fail(_ what: String) -> GeometryError {
        GeometryError(.malformed, "Well-known binary is damaged at byte \(offset): \(what).")
    }

    private mutating func readByte() throws(GeometryError) -> UInt8 {
        guard remaining >= 1 else { throw fail("it ends before the byte order mark") }
        defer { offset += 1 }
        return unsafe bytes[offset]
    }

    private mutating func readWord() throws(GeometryError) -> UInt32 {
        guard remaining >= 4 else { throw fail("it ends inside a number") }
        defer { offset += 4 }
        let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    /// A count, refused when that many items of at least `bytesEach` cannot follow.
    private mutating func readCount(of what: String, bytesEach: Int) throws(GeometryError) -> Int {
        let count = Int(try readWord())
        guard count <= remaining / bytesEach else {
            throw fail("it announces \(count) \(what), but only \(remaining) bytes follow")
        }
        return count
    }

    /// Kind and dimensions of the geometry at the cursor.
    mutating func readTopHeader() throws(GeometryError) -> (kind: Kind, header: WellKnownBinary.Header) {
        let order = try readByte()
        guard order <= 1 else { throw fail("\(order) is no byte order mark") }
        isBigEndian = order == 0
        let word = try readWord()
        let base = word & 0x0FFF_FFFF
        guard base < 4000 else { throw fail("\(word) is no geometry type") }
        guard let kind = Kind(rawValue: base % 1000) else {
            throw GeometryError(
                .unsupported,
                "Well-known binary of type \(base % 1000) (curves, surfaces) cannot be read; linearise it first.")
        }
        let hasZ = word & 0x8000_0000 != 0 || base / 1000 == 1 || base / 1000 == 3
        let hasM = word & 0x4000_0000 != 0 || base / 1000 >= 2
        let srid = word & 0x2000_0000 != 0 ? Int(Int32(truncatingIfNeeded: try readWord())) : 0
        let header = WellKnownBinary.Header(
            geometryType: kind.geometryType, hasZ: hasZ, hasM: hasM, srid: srid > 0 ? srid : nil)
        if kind == .collection {
            throw GeometryError(
                .unsupported,
                "A geometry collection has no counterpart here; store its members as features of their own.")
        }
        return (kind, header)
    }

    /// Appends the geometry at the cursor to `parts`.
    @discardableResult
    mutating func readGeometry(into parts: inout CoordinateParts) throws(GeometryError) -> WellKnownBinary.Header {
        let (kind, header) = try readTopHeader()
        switch kind {
        case .point: try readPoint(header, startsPart: true, into: &parts)
        case .lineString: try readPath(header, into: &parts)
        case .polygon: try readPolygon(header, into: &parts)
        case .multiPoint, .multiLineString, .multiPolygon: try readMembers(of: kind, header, into: &parts)
        case .collection: break
        }
        return header
    }

    private mutating func readMembers(
        of kind: Kind, _ header: WellKnownBinary.Header, into parts: inout CoordinateParts
    ) throws(GeometryError) {
        let count = try readCount(of: "members", bytesEach: kind == .multiPoint ? 21 : 9)
        let order = isBigEndian
        let first = parts.coordinates.count
        for _ in 0..<count {
            let (memberKind, member) = try readTopHeader()
            guard memberKind.rawValue + 3 == kind.rawValue, member.hasZ == header.hasZ, member.hasM == header.hasM
            else { throw fail("a member is of another kind than its collection") }
            switch memberKind {
            case .point: try readPoint(header, startsPart: parts.coordinates.count == first, into: &parts)
            case .lineString: try readPath(header, into: &parts)
            default: try readPolygon(header, into: &parts)
            }
        }
        isBigEndian = order
    }

    private mutating func readPoint(
        _ header: WellKnownBinary.Header, startsPart: Bool, into parts: inout CoordinateParts
    ) throws(GeometryError) {
        if startsPart { parts.beginPart() }
        try readVertices(1, header, into: &parts.coordinates)
    }

    private mutating func readPath(
        _ header: WellKnownBinary.Header, into parts: inout CoordinateParts
    ) throws(GeometryError) {
        let count = try readCount(of: "vertices", bytesEach: 16)
        guard count > 0 else { return }
        parts.beginPart()
        try readVertices(count, header, into: &parts.coordinates)
    }

    private mutating func readPolygon(
        _ header: WellKnownBinary.Header, into parts: inout CoordinateParts
    ) throws(GeometryError) {
        for ring in 0..<(try readCount(of: "rings", bytesEach: 4)) {
            let count = try readCount(of: "vertices", bytesEach: 16)
            guard count > 0 else { continue }
            parts.beginPart()
            let first = parts.coordinates.count
            try readVertices(count, header, into: &parts.coordinates)
            parts.coordinates.closeRing(from: first)
            parts.coordinates.orient(first..<parts.coordinates.count, clockwise: ring == 0)
        }
    }

    private mutating func readVertices(
        _ count: Int, _ header: WellKnownBinary.Header, into target: inout CoordinateSequence
    ) throws(GeometryError) {
        let stride = 2 + (header.hasZ ? 1 : 0) + (header.hasM ? 1 : 0)
        guard count <= remaining / (8 * stride) else { throw fail("it ends inside the coordinates") }
        let start = target.xy.count
        target.xy.append(contentsOf: repeatElement(0, count: 2 * count))
        let isNative = isBigEndian == (1.bigEndian == 1)
        if stride == 2, isNative {
            let source = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + 16 * count)])
            unsafe target.xy.withUnsafeMutableBytes { all in
                unsafe UnsafeMutableRawBufferPointer(rebasing: all[(8 * start)...]).copyMemory(from: source)
            }
        } else {
            for index in 0..<count {
                target.xy[start + 2 * index] = double(at: offset + 8 * stride * index)
                target.xy[start + 2 * index + 1] = double(at: offset + 8 * stride * index + 8)
            }
        }
        for index in 0..<count where target.z != nil {
            target.z?.append(header.hasZ ? double(at: offset + 8 * stride * index + 16) : .nan)
        }
        for index in 0..<count where target.m != nil {
            target.m?.append(header.hasM ? double(at: offset + 8 * stride * (index + 1) - 8) : .nan)
        }
        offset += 8 * stride * count
    }

    /// The number at a byte position that the caller has checked.
    @inline(__always)
    private func double(at position: Int) -> Double {
        let bits = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        return Double(bitPattern: isBigEndian ? UInt64(bigEndian: bits) : UInt64(littleEndian: bits))
    }
}
