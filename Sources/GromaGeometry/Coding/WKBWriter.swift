// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Appends well-known binary to a byte array.
struct WKBWriter {
    var bytes: [UInt8]
    let options: WellKnownBinary.WritingOptions
    private var hasZ = false
    private var hasM = false

    init(bytes: [UInt8], options: WellKnownBinary.WritingOptions) {
        self.bytes = bytes
        self.options = options
    }

    mutating func write(_ geometry: any Geometry) {
        switch geometry {
        case let point as Point: write(point)
        case let multipoint as Multipoint: write(multipoint)
        case let polyline as Polyline: write(polyline)
        case let polygon as Polygon: write(polygon)
        case let envelope as Envelope: write(Polygon(envelope))
        default: preconditionFailure("Geometry has five kinds; \(type(of: geometry)) is none of them")
        }
    }

    private mutating func write(_ point: Point) {
        (hasZ, hasM) = (point.hasZ, point.hasM)
        putHeader(.point, srid: point.spatialReference?.resolvedWKID)
        put(point.isEmpty ? .nan : point.x)
        put(point.isEmpty ? .nan : point.y)
        if let z = point.z { put(z) }
        if let m = point.m { put(m) }
    }

    private mutating func write(_ multipoint: Multipoint) {
        (hasZ, hasM) = (multipoint.hasZ, multipoint.hasM)
        putHeader(.multiPoint, srid: multipoint.spatialReference?.resolvedWKID)
        put(UInt32(truncatingIfNeeded: multipoint.coordinates.count))
        for index in 0..<multipoint.coordinates.count {
            putHeader(.point, srid: nil)
            putVertices(index..<(index + 1), of: multipoint.coordinates)
        }
    }

    private mutating func write(_ polyline: Polyline) {
        (hasZ, hasM) = (polyline.hasZ, polyline.hasM)
        let parts = polyline.parts
        let isSingle = parts.count <= 1 && !options.alwaysMulti
        putHeader(isSingle ? .lineString : .multiLineString, srid: polyline.spatialReference?.resolvedWKID)
        if isSingle {
            putPath(0..<parts.coordinates.count, of: parts.coordinates)
        } else {
            put(UInt32(truncatingIfNeeded: parts.count))
            for range in parts.ranges {
                putHeader(.lineString, srid: nil)
                putPath(range, of: parts.coordinates)
            }
        }
    }

    private mutating func write(_ polygon: Polygon) {
        (hasZ, hasM) = (polygon.hasZ, polygon.hasM)
        let shells = polygon.shells()
        let isSingle = shells.count <= 1 && !options.alwaysMulti
        putHeader(isSingle ? .polygon : .multiPolygon, srid: polygon.spatialReference?.resolvedWKID)
        if isSingle {
            if let shell = shells.first { putRings(of: shell, in: polygon.parts) } else { put(UInt32(0)) }
        } else {
            put(UInt32(truncatingIfNeeded: shells.count))
            for shell in shells {
                putHeader(.polygon, srid: nil)
                putRings(of: shell, in: polygon.parts)
            }
        }
    }

    private mutating func putRings(of shell: Polygon.Shell, in parts: CoordinateParts) {
        put(UInt32(truncatingIfNeeded: 1 + shell.holes.count))
        putRing(parts.range(of: shell.outer), of: parts.coordinates, clockwise: false)
        for hole in shell.holes { putRing(parts.range(of: hole), of: parts.coordinates, clockwise: true) }
    }

    private mutating func putRing(_ range: Range<Int>, of coordinates: CoordinateSequence, clockwise: Bool) {
        let isClosed = coordinates.isClosed(range)
        put(UInt32(truncatingIfNeeded: range.count + (isClosed ? 0 : 1)))
        if (coordinates.signedArea(of: range) < 0) == clockwise {
            putVertices(range, of: coordinates)
            if !isClosed { putVertices(range.prefix(1), of: coordinates) }
        } else {
            if !isClosed { putVertices(range.prefix(1), of: coordinates) }
            for index in range.reversed() { putVertices(index..<(index + 1), of: coordinates) }
        }
    }

    private mutating func putPath(_ range: Range<Int>, of coordinates: CoordinateSequence) {
        put(UInt32(truncatingIfNeeded: range.count))
        putVertices(range, of: coordinates)
    }

    private mutating func putHeader(_ kind: WKBReader.Kind, srid: Int?) {
        bytes.append(options.isBigEndian ? 0 : 1)
        switch options.dialect {
        case .iso:
            put(kind.rawValue + (hasZ ? 1000 : 0) + (hasM ? 2000 : 0))
        case .extended:
            let flags: UInt32 =
                (hasZ ? 0x8000_0000 : 0) | (hasM ? 0x4000_0000 : 0) | (srid == nil ? 0 : 0x2000_0000)
            put(kind.rawValue | flags)
            if let srid { put(UInt32(truncatingIfNeeded: srid)) }
        }
    }

    private mutating func putVertices(_ range: Range<Int>, of coordinates: CoordinateSequence) {
        for index in range {
            put(coordinates.xy[2 * index])
            put(coordinates.xy[2 * index + 1])
            if let z = coordinates.z { put(z[index]) }
            if let m = coordinates.m { put(m[index]) }
        }
    }

    private mutating func put(_ word: UInt32) {
        unsafe withUnsafeBytes(of: options.isBigEndian ? word.bigEndian : word.littleEndian) {
            unsafe bytes.append(contentsOf: $0)
        }
    }

    private mutating func put(_ number: Double) {
        let bits = options.isBigEndian ? number.bitPattern.bigEndian : number.bitPattern.littleEndian
        unsafe withUnsafeBytes(of: bits) { unsafe bytes.append(contentsOf: $0) }
    }
}
