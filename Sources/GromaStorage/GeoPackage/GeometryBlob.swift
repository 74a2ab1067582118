// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

/// The bytes of a geometry column: a GeoPackage header in front of well-known binary
/// (OGC 12-128r18, section 2.1.3, "GeoPackageBinary").
public enum GeometryBlob {
    /// What the header says, and where the well-known binary begins.
    package struct Header {
        package var srsID: Int32
        /// The box written in the header; nil when there is none (points, as a rule).
        package var envelope: (xMin: Double, xMax: Double, yMin: Double, yMax: Double)?
        package var isEmpty: Bool
        /// The number of bytes before the well-known binary.
        package var length: Int
    }

    /// Reads a header; throws `.malformed` for anything else than version 1 GeoPackage binary.
    package static func header(of bytes: UnsafeRawBufferPointer) throws(StorageError) -> Header {
        guard bytes.count >= 8, unsafe bytes[0] == 0x47, unsafe bytes[1] == 0x50, unsafe bytes[2] == 0 else {
            throw StorageError(.malformed, "A geometry does not begin with a GeoPackage header.")
        }
        let flags = unsafe bytes[3]
        guard flags & 0x20 == 0 else {
            throw StorageError(.unsupported, "A geometry is in an extended GeoPackage encoding that we can't read.")
        }
        let isLittle = flags & 1 == 1
        let count =
            switch (flags >> 1) & 7 {
            case 0: 0
            case 1: 4
            case 2, 3: 6
            case 4: 8
            default: throw StorageError(.malformed, "A geometry's GeoPackage header names no known kind of envelope.")
            }
        let length = 8 + 8 * count
        guard bytes.count >= length else { throw StorageError(.malformed, "A geometry ends inside its header.") }
        func double(_ offset: Int) -> Double {
            let bits = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            return Double(bitPattern: isLittle ? UInt64(littleEndian: bits) : UInt64(bigEndian: bits))
        }
        let id = unsafe bytes.loadUnaligned(fromByteOffset: 4, as: Int32.self)
        return Header(
            srsID: isLittle ? Int32(littleEndian: id) : Int32(bigEndian: id),
            envelope: count == 0 ? nil : (double(8), double(16), double(24), double(32)),
            isEmpty: flags & 0x10 != 0, length: length)
    }

    /// The box of a blob: the header's, else taken from the coordinates; nil for an empty geometry.
    package static func envelope(of bytes: UnsafeRawBufferPointer) throws
        -> (xMin: Double, xMax: Double, yMin: Double, yMax: Double)?
    {
        let header = try unsafe header(of: bytes)
        if header.isEmpty { return nil }
        if let (x, y) = unsafe point(in: bytes, at: header.length) { return x.isNaN || y.isNaN ? nil : (x, x, y, y) }
        if let envelope = header.envelope { return envelope.xMin <= envelope.xMax ? envelope : nil }
        var parts = CoordinateParts()
        try unsafe append(bytes, from: header.length, to: &parts)
        let box = parts.coordinates.extent()
        return box.isEmpty ? nil : (box.xMin, box.xMax, box.yMin, box.yMax)
    }

    /// Adds the vertices of the well-known binary at `offset`; see `WellKnownBinary.append`.
    @discardableResult
    package static func append(_ bytes: UnsafeRawBufferPointer, from offset: Int, to parts: inout CoordinateParts)
        throws
        -> GeometryType
    {
        let body = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
        do {
            return try WellKnownBinary.append(from: unsafe body.bytes, to: &parts).geometryType
        } catch {
            let code: StorageError.Code = error.code == .unsupported ? .unsupported : .malformed
            throw StorageError(code, "A geometry can't be read: \(error.message)", cause: error)
        }
    }

    /// True for a little-endian header without envelope and flags, as points have it.
    @inline(__always)
    package static func hasPlainHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe bytes.count > 8
            && bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self).littleEndian == 0x0100_5047
    }

    /// The coordinates of a little-endian two-dimensional point, which needs no reader: the bulk of most tables.
    @inline(__always)
    package static func point(in bytes: UnsafeRawBufferPointer, at offset: Int) -> (x: Double, y: Double)? {
        guard bytes.count == offset + 21, unsafe bytes[offset] == 1,
            unsafe bytes.loadUnaligned(fromByteOffset: offset + 1, as: UInt32.self).littleEndian == 1
        else { return nil }
        let x = unsafe bytes.loadUnaligned(fromByteOffset: offset + 5, as: UInt64.self)
        let y = unsafe bytes.loadUnaligned(fromByteOffset: offset + 13, as: UInt64.self)
        return (Double(bitPattern: UInt64(littleEndian: x)), Double(bitPattern: UInt64(littleEndian: y)))
    }

    /// Reads a blob as a geometry in `spatialReference`.
    public static func geometry(from bytes: [UInt8], spatialReference: SpatialReference?) throws -> any Geometry {
        try unsafe bytes.withUnsafeBytes { try unsafe geometry(from: $0, spatialReference: spatialReference) }
    }

    /// Reads a lent blob as a geometry.
    package static func geometry(from bytes: UnsafeRawBufferPointer, spatialReference: SpatialReference?) throws
        -> any Geometry
    {
        let header = try unsafe header(of: bytes)
        let body = unsafe UnsafeRawBufferPointer(rebasing: bytes[header.length...])
        do {
            return try WellKnownBinary.geometry(from: unsafe body.bytes, spatialReference: spatialReference)
        } catch {
            let code: StorageError.Code = error.code == .unsupported ? .unsupported : .malformed
            throw StorageError(code, "A geometry can't be read: \(error.message)", cause: error)
        }
    }

    /// Writes a geometry as a blob, little-endian; lines and areas always as multi geometries, so that they suit the type
    /// of our columns. A point gets no envelope in its header, all else does. An envelope is written as a polygon.
    public static func bytes(of geometry: any Geometry, srsID: Int32) -> [UInt8] {
        var bytes: [UInt8] = [0x47, 0x50, 0, 0]
        bytes.reserveCapacity(64)
        let isEmpty = geometry.isEmpty
        let hasEnvelope = !isEmpty && geometry.geometryType != .point
        bytes[3] = 1 | (hasEnvelope ? 2 : 0) | (isEmpty ? 0x10 : 0)
        append(srsID, to: &bytes)
        if hasEnvelope {
            let box = geometry.extent
            for side in [box.xMin, box.xMax, box.yMin, box.yMax] { append(side.bitPattern, to: &bytes) }
        }
        WellKnownBinary.append(geometry, to: &bytes, options: .init(dialect: .iso, alwaysMulti: true))
        return bytes
    }

    /// Lends the 29 bytes of a two-dimensional point, made without an array: the path of bulk loads.
    package static func withPointBytes<Value>(
        x: Double, y: Double, srsID: Int32, _ body: (UnsafeRawBufferPointer) throws -> Value
    ) rethrows -> Value {
        try unsafe withUnsafeTemporaryAllocation(byteCount: 29, alignment: 8) { memory in
            unsafe memory.storeBytes(of: UInt32(0x0100_5047).littleEndian, toByteOffset: 0, as: UInt32.self)
            unsafe memory.storeBytes(of: srsID.littleEndian, toByteOffset: 4, as: Int32.self)
            unsafe memory.storeBytes(of: 1, toByteOffset: 8, as: UInt8.self)
            unsafe memory.storeBytes(of: UInt32(1).littleEndian, toByteOffset: 9, as: UInt32.self)
            unsafe memory.storeBytes(of: x.bitPattern.littleEndian, toByteOffset: 13, as: UInt64.self)
            unsafe memory.storeBytes(of: y.bitPattern.littleEndian, toByteOffset: 21, as: UInt64.self)
            return try unsafe body(UnsafeRawBufferPointer(memory))
        }
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}
