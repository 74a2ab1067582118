// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaRaster

/// One pass over a column's coordinates: boxes and traits of its rows.
struct ShapeSurvey {
    private(set) var boxes: [SIMD4<Double>] = []
    private(set) var blockBoxes: [SIMD4<Double>] = []
    private(set) var traits: [DrawableGeometry.Traits] = []

    static let empty = SIMD4(Double.infinity, .infinity, -.infinity, -.infinity)

    /// Reads `rows`, the first of which begins a block.
    init(_ column: GeometryColumn, _ range: Range<Int>) {
        let rows = range.count
        let isPoints = column.type == .point || column.type == .multipoint
        blockBoxes.reserveCapacity(rows / DrawableGeometry.blockSize + 1)
        if !isPoints {
            boxes.reserveCapacity(rows)
            traits.reserveCapacity(rows)
        }
        unsafe column.coordinates.xy.withUnsafeBufferPointer { xy in
            for row in range {
                if row % DrawableGeometry.blockSize == 0 { blockBoxes.append(Self.empty) }
                let parts = column.featureStarts[row]..<column.featureStarts[row + 1]
                var box = Self.empty, found: DrawableGeometry.Traits = []
                if isPoints {
                    box = unsafe Self.box(
                        xy, column.partStarts[parts.lowerBound]..<column.partStarts[parts.upperBound], &found)
                } else {
                    box = unsafe survey(xy, column, parts, &found)
                    boxes.append(box)
                    traits.append(found)
                }
                blockBoxes[blockBoxes.count - 1] = Self.union(blockBoxes[blockBoxes.count - 1], box)
            }
        }
    }

    /// Adds the rows behind these; they begin a block.
    mutating func append(_ other: ShapeSurvey) {
        boxes += other.boxes
        blockBoxes += other.blockBoxes
        traits += other.traits
    }

    private static func union(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(
            lowHalf: lesser(a.lowHalf, b.lowHalf), highHalf: greater(a.highHalf, b.highHalf))
    }

    /// The box round the finite vertices of a range.
    @inline(__always)
    private static func box(
        _ xy: UnsafeBufferPointer<Double>, _ range: Range<Int>, _ traits: inout DrawableGeometry.Traits
    ) -> SIMD4<Double> {
        var low = empty.lowHalf, high = empty.highHalf
        // A sum is finite as long as every term is.
        var sum = SIMD2<Double>(repeating: 0)
        for vertex in range {
            let at = unsafe SIMD2(xy[2 &* vertex], xy[2 &* vertex &+ 1])
            sum += at * 1e-300
            low = lesser(low, at)
            high = greater(high, at)
        }
        if !sum.x.isFinite || !sum.y.isFinite {
            traits.insert(.nonFinite)
            low = empty.lowHalf
            high = empty.highHalf
            for vertex in range {
                let at = unsafe SIMD2(xy[2 &* vertex], xy[2 &* vertex &+ 1])
                guard at.x.isFinite, at.y.isFinite else { continue }
                low = lesser(low, at)
                high = greater(high, at)
            }
        }
        return SIMD4(lowHalf: low, highHalf: high)
    }

    /// The box of a line or polygon; for polygons also how its rings go round.
    private func survey(
        _ xy: UnsafeBufferPointer<Double>, _ column: GeometryColumn, _ parts: Range<Int>,
        _ traits: inout DrawableGeometry.Traits
    ) -> SIMD4<Double> {
        var box = Self.empty
        var rings: [Ring] = []
        for part in parts {
            let range = column.partStarts[part]..<column.partStarts[part + 1]
            let partBox = unsafe Self.box(xy, range, &traits)
            box = Self.union(box, partBox)
            guard column.type == .polygon else { continue }
            let area = unsafe Self.signedArea(xy, range)
            if parts.count == 1 {
                if area > 0 { traits.insert(.reversed) }
            } else {
                rings.append(Ring(range: range, box: partBox, area: area))
            }
        }
        if rings.count > 1 { unsafe traits.formUnion(Self.windings(xy, rings)) }
        return box
    }

    /// Twice the area, positive for rings that go round against the clock with y up.
    @inline(__always)
    private static func signedArea(_ xy: UnsafeBufferPointer<Double>, _ range: Range<Int>) -> Double {
        guard range.count > 2 else { return 0 }
        let origin = unsafe SIMD2(xy[2 &* range.lowerBound], xy[2 &* range.lowerBound &+ 1])
        var area = 0.0, last = SIMD2<Double>(repeating: 0)
        for vertex in range {
            let at = unsafe SIMD2(xy[2 &* vertex], xy[2 &* vertex &+ 1]) - origin
            area += last.x * at.y - last.y * at.x
            last = at
        }
        return area
    }

    private struct Ring {
        var range: Range<Int>
        var box: SIMD4<Double>
        var area: Double
    }

    /// Whether several rings may be summed with others: each place must be wound round once, or not at all.
    private static func windings(_ xy: UnsafeBufferPointer<Double>, _ rings: [Ring]) -> DrawableGeometry.Traits {
        let sign: Double = rings.reduce(0) { $0 + $1.area } > 0 ? 1 : -1
        var found: DrawableGeometry.Traits = sign > 0 ? .reversed : []
        if rings.count > 64 { return found.union(.ambiguous) }
        for (index, ring) in rings.enumerated() where !ring.range.isEmpty {
            let place = unsafe SIMD2(xy[2 * ring.range.lowerBound], xy[2 * ring.range.lowerBound + 1])
            var winding = ring.area * sign > 0 ? 1 : -1
            for (other, outer) in rings.enumerated()
            where other != index && outer.box.x <= place.x && outer.box.z >= place.x && outer.box.y <= place.y
                && outer.box.w >= place.y
            {
                if unsafe contains(xy, outer.range, place) { winding += outer.area * sign > 0 ? 1 : -1 }
            }
            if winding != 0 && winding != 1 { found.insert(.ambiguous) }
        }
        return found
    }

    /// True when a ray from the place crosses the ring an odd number of times.
    private static func contains(
        _ xy: UnsafeBufferPointer<Double>, _ ring: Range<Int>, _ place: SIMD2<Double>
    ) -> Bool {
        var isInside = false
        var last = unsafe SIMD2(xy[2 * (ring.upperBound - 1)], xy[2 * (ring.upperBound - 1) + 1])
        for vertex in ring {
            let at = unsafe SIMD2(xy[2 * vertex], xy[2 * vertex + 1])
            if (at.y > place.y) != (last.y > place.y),
                place.x < (last.x - at.x) * (place.y - at.y) / (last.y - at.y) + at.x
            {
                isInside.toggle()
            }
            last = at
        }
        return isInside
    }
}
