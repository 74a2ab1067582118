// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

extension GeometryEngine {
    /// How an offset goes round the outer side of a corner.
    public enum OffsetType: Sendable, Hashable {
        /// Both sides are prolonged until they meet, unless the tip would be farther than the bevel ratio times the distance; then as bevelled.
        case mitered
        /// A straight line from one side's end to the other's.
        case bevelled
        /// An arc.
        case rounded
        /// Corners over 90 degrees are cut at the distance itself beyond the ends, others are mitered.
        case squared
    }

    /// Each path or ring moved sideways by `distance` units: to the right for positive, to the left for negative ones; inwards and outwards for polygons.
    ///
    /// `flattenError` is how far sides of an arc may be from it (0: a thousandth of the distance). Loops that a narrow bend makes are not removed: simplify afterwards.
    /// z and m are lost. Points and envelopes are refused as `.unsupported`.
    public static func offset<G: Geometry>(
        _ geometry: G, distance: Double, offsetType: OffsetType = .mitered, bevelRatio: Double = 10,
        flattenError: Double = 0
    ) throws(GeometryError) -> G {
        guard geometry is Polyline || geometry is Polygon else {
            throw GeometryError(.unsupported, "Only lines and polygons can be offset.")
        }
        guard distance.isFinite else { throw GeometryError(.unsupported, "An offset needs a finite distance.") }
        guard distance != 0 else { return geometry }
        let error = flattenError > 0 ? flattenError : abs(distance) / 1000
        let corner = OffsetCorner(
            distance: distance, type: offsetType, bevelRatio: bevelRatio,
            step: arcStep(distance: distance, error: error))
        let parts = geometry.flatParts
        var result = CoordinateParts()
        for range in parts.ranges {
            var path: [SIMD2<Double>] = []
            for index in range {
                let place = SIMD2(parts.coordinates.xy[2 * index], parts.coordinates.xy[2 * index + 1])
                if path.last != place { path.append(place) }
            }
            let isRing = geometry is Polygon || (path.count > 3 && path.first == path.last)
            if isRing, path.first == path.last { path.removeLast() }
            guard path.count > (isRing ? 2 : 1) else { continue }
            let places = corner.outline(of: path, isRing: isRing)
            result.beginPart()
            for place in places { result.append(x: place.x, y: place.y) }
            if isRing { result.coordinates.closeRing(from: result.starts.last ?? 0) }
        }
        return result.geometry(as: geometry.geometryType, in: geometry.spatialReference) as? G ?? geometry
    }

    private static func arcStep(distance: Double, error: Double) -> Double {
        max(0.01, 2 * acos(max(0, 1 - error / abs(distance))))
    }
}

/// Walks a path and makes its parallel.
private struct OffsetCorner {
    let distance: Double
    let type: GeometryEngine.OffsetType
    let bevelRatio: Double
    /// Angle of one side of an arc, in radians.
    let step: Double

    func outline(of path: [SIMD2<Double>], isRing: Bool) -> [SIMD2<Double>] {
        let count = path.count
        func direction(_ index: Int) -> SIMD2<Double> {
            let side = path[(index + 1) % count] - path[index]
            return side / (side * side).sum().squareRoot()
        }
        var places: [SIMD2<Double>] = []
        if !isRing { places.append(path[0] + right(direction(0))) }
        for index in isRing ? 0..<count : 1..<(count - 1) {
            append(path[index], direction((index + count - 1) % count), direction(index), to: &places)
        }
        if !isRing { places.append(path[count - 1] + right(direction(count - 2))) }
        return places
    }

    private func right(_ direction: SIMD2<Double>) -> SIMD2<Double> { SIMD2(direction.y, -direction.x) * distance }

    private func append(
        _ corner: SIMD2<Double>, _ before: SIMD2<Double>, _ after: SIMD2<Double>, to places: inout [SIMD2<Double>]
    ) {
        let cross = before.x * after.y - before.y * after.x, dot = (before * after).sum()
        let first = right(before), second = right(after)
        let isOuter = cross * distance > 0
        let turn = abs(atan2(cross, dot))
        // The tip of the two prolonged sides; far away where the path turns back.
        let tip = corner + (first + second) / max(1 + dot, 1e-12)
        guard isOuter, turn > 1e-9 else {
            if turn < 3.1415 { places.append(tip) } else { places += [corner + first, corner + second] }
            return
        }
        switch type {
        case .mitered where 1 / cos(turn / 2) <= bevelRatio: places.append(tip)
        case .squared where turn <= .pi / 2 + 1e-12: places.append(tip)
        case .squared:
            places += [corner + first + before * abs(distance), corner + second - after * abs(distance)]
        case .rounded:
            let sides = max(1, Int((turn / step).rounded(.up)))
            for side in 0...sides {
                let angle = (cross > 0 ? 1 : -1) * turn * Double(side) / Double(sides)
                places.append(
                    corner
                        + SIMD2(
                            first.x * cos(angle) - first.y * sin(angle), first.x * sin(angle) + first.y * cos(angle)))
            }
        default: places += [corner + first, corner + second]
        }
    }
}
