// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

/// Makes library geometries from flat parts. What it returns is owned by nobody yet; `GEOSShape` adopts it.
@safe struct GEOSBuilder {
    let context: GEOSContext
    let parts: CoordinateParts

    func points() throws(GeometryError) -> OpaquePointer {
        let members = Array(0..<parts.coordinates.count)
        return try unsafe collection(GEOS_MULTIPOINT, members) { index in
            guard let sequence = unsafe sequence(index..<(index + 1), closing: false) else { return nil }
            return unsafe GEOSGeom_createPoint_r(context.handle, sequence)
        }
    }

    func lines() throws(GeometryError) -> OpaquePointer {
        let members = parts.ranges.filter { $0.count > 1 }
        return try unsafe collection(GEOS_MULTILINESTRING, members) { range in
            guard let sequence = unsafe sequence(range, closing: false) else { return nil }
            return unsafe GEOSGeom_createLineString_r(context.handle, sequence)
        }
    }

    func polygons(_ shells: [Polygon.Shell]) throws(GeometryError) -> OpaquePointer {
        let members = shells.filter { isRing($0.outer) }
        return try unsafe collection(GEOS_MULTIPOLYGON, members) { shell in
            guard let outer = unsafe ring(shell.outer) else { return nil }
            var holes: [OpaquePointer?] = unsafe []
            for hole in shell.holes where isRing(hole) { unsafe holes.append(ring(hole)) }
            return unsafe GEOSGeom_createPolygon_r(context.handle, outer, &holes, UInt32(holes.count))
        }
    }

    private func isRing(_ index: Int) -> Bool { parts.coordinates.isRing(parts.range(of: index)) }

    private func ring(_ index: Int) -> OpaquePointer? {
        guard let sequence = unsafe sequence(parts.range(of: index), closing: true) else { return nil }
        return unsafe GEOSGeom_createLinearRing_r(context.handle, sequence)
    }

    /// A collection that owns the members `make` builds; none of them leaks when one fails.
    private func collection<Member>(
        _ type: GEOSGeomTypes, _ members: [Member], _ make: (Member) -> OpaquePointer?
    ) throws(GeometryError) -> OpaquePointer {
        var made: [OpaquePointer?] = unsafe []
        unsafe made.reserveCapacity(members.count)
        for member in members {
            guard let pointer = unsafe make(member) else {
                for index in unsafe made.indices { unsafe GEOSGeom_destroy_r(context.handle, made[index]) }
                throw context.failure("The copy into the geometry library")
            }
            unsafe made.append(pointer)
        }
        let whole = unsafe GEOSGeom_createCollection_r(context.handle, Int32(type.rawValue), &made, UInt32(made.count))
        guard let whole = unsafe whole else { throw context.failure("The copy into the geometry library") }
        return unsafe whole
    }

    private func sequence(_ range: Range<Int>, closing: Bool) -> OpaquePointer? {
        let coordinates = parts.coordinates
        let isOpen = closing && !coordinates.isClosed(range)
        if !isOpen, coordinates.z == nil {
            return unsafe coordinates.xy.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return nil }
                return unsafe GEOSCoordSeq_copyFromBuffer_r(
                    context.handle, base + 2 * range.lowerBound, UInt32(range.count), 0, 0)
            }
        }
        var flat: [Double] = []
        let z = coordinates.z
        flat.reserveCapacity(3 * (range.count + 1))
        for index in Array(range) + (isOpen ? [range.lowerBound] : []) {
            flat.append(coordinates.xy[2 * index])
            flat.append(coordinates.xy[2 * index + 1])
            if let z { flat.append(z[index]) }
        }
        let stride = z == nil ? 2 : 3
        return unsafe GEOSCoordSeq_copyFromBuffer_r(
            context.handle, flat, UInt32(flat.count / stride), z == nil ? 0 : 1, 0)
    }
}
