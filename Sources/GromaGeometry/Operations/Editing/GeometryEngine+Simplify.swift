// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

extension GeometryEngine {
    /// The same point set in a form that databases and analyses accept. Run it before a sketched shape is sent.
    ///
    /// Polygon: rings are cut where they cross, the even-odd rule decides what is inside, outer rings become clockwise, holes counter-clockwise,
    /// rings without area go away. Polyline: repeated vertices and paths without length go away. Multipoint: repeated points go away.
    /// z and m are kept, and interpolated where a polygon had to be cut. Cost: n log n in the vertices.
    public static func simplify<G: Geometry>(_ geometry: G) throws(GeometryError) -> G {
        switch geometry {
        case let multipoint as Multipoint: return simplified(multipoint) as? G ?? geometry
        case let polyline as Polyline: return simplified(polyline) as? G ?? geometry
        case let polygon as Polygon: return try simplified(polygon) as? G ?? geometry
        default: return geometry
        }
    }

    /// True when `simplify` would change nothing that matters: rings do not cross, wind the right way and are closed, nothing is repeated.
    public static func isSimple(_ geometry: any Geometry) throws(GeometryError) -> Bool {
        switch geometry {
        case let multipoint as Multipoint:
            return simplified(multipoint).coordinates.count == multipoint.coordinates.count
        case let polyline as Polyline:
            let result = simplified(polyline).parts
            return result.coordinates.count == polyline.parts.coordinates.count && result.count == polyline.parts.count
        case let polygon as Polygon:
            if polygon.isEmpty { return true }
            guard isWellFormed(polygon) else { return false }
            return try isValid(polygon)
        default: return true
        }
    }

    private static func simplified(_ multipoint: Multipoint) -> Multipoint {
        var seen: Set<SIMD2<Double>> = []
        var result = multipoint.coordinates.emptyCopy()
        for index in 0..<multipoint.coordinates.count {
            // Adding zero makes -0 and 0 one place.
            let place =
                SIMD2(multipoint.coordinates.xy[2 * index], multipoint.coordinates.xy[2 * index + 1]) + SIMD2(0, 0)
            if place.x.isNaN || place.y.isNaN || !seen.insert(place).inserted { continue }
            result.append(index..<(index + 1), of: multipoint.coordinates)
        }
        return Multipoint(coordinates: result, spatialReference: multipoint.spatialReference)
    }

    private static func simplified(_ polyline: Polyline) -> Polyline {
        let source = polyline.parts.coordinates
        var result = CoordinateParts(coordinates: source.emptyCopy())
        for range in polyline.parts.ranges {
            let kept = withoutRepeats(range, of: source)
            guard kept.count > 1 else { continue }
            result.beginPart()
            for index in kept { result.coordinates.append(index..<(index + 1), of: source) }
        }
        return Polyline(parts: result, spatialReference: polyline.spatialReference)
    }

    /// The indices of vertices that differ from the one before them; NaN ones are left out.
    private static func withoutRepeats(_ range: Range<Int>, of coordinates: CoordinateSequence) -> [Int] {
        var kept: [Int] = []
        for index in range {
            let x = coordinates.xy[2 * index], y = coordinates.xy[2 * index + 1]
            if x.isNaN || y.isNaN { continue }
            if let last = kept.last, coordinates.xy[2 * last] == x, coordinates.xy[2 * last + 1] == y { continue }
            kept.append(index)
        }
        return kept
    }

    private static func simplified(_ polygon: Polygon) throws(GeometryError) -> Polygon {
        var cleaned = Polygon(
            parts: CoordinateParts(coordinates: polygon.parts.coordinates.emptyCopy()),
            spatialReference: polygon.spatialReference)
        for range in polygon.parts.ranges {
            let kept = withoutRepeats(range, of: polygon.parts.coordinates)
            guard kept.count > 2 else { continue }
            cleaned.parts.beginPart()
            let first = cleaned.parts.coordinates.count
            for index in kept { cleaned.parts.coordinates.append(index..<(index + 1), of: polygon.parts.coordinates) }
            cleaned.parts.coordinates.closeRing(from: first)
        }
        if cleaned.isEmpty { return cleaned }
        if isWellFormed(cleaned) {
            let isValid = try isValid(cleaned)
            if isValid { return cleaned }
        }
        try CrossingBound.check([cleaned], "Simplifying")
        let context = try GEOSContext()
        let valid = try unsafe GEOSShape(ringsOf: cleaned, in: context).map("Simplifying") {
            unsafe GEOSMakeValid_r($0, $1)
        }
        return valid.geometry(as: .polygon, in: polygon.spatialReference, measuresOf: [cleaned]) as? Polygon ?? cleaned
    }

    /// Rings are closed, repeat no vertex, have area, and hole and outer ring wind as they should.
    private static func isWellFormed(_ polygon: Polygon) -> Bool {
        let parts = polygon.parts
        for range in parts.ranges {
            guard range.count > 3, parts.coordinates.isClosed(range), parts.coordinates.signedArea(of: range) != 0,
                withoutRepeats(range, of: parts.coordinates).count == range.count
            else { return false }
        }
        return polygon.shells().allSatisfy { parts.coordinates.signedArea(of: parts.range(of: $0.outer)) < 0 }
    }

    /// Whether the rings of a well-formed polygon bound an area; their direction is not asked. Rings that keep apart, nearly all there are,
    /// are seen to be so in n log n; only the others are the library's to judge, which takes up to the square of the vertices.
    private static func isValid(_ polygon: Polygon) throws(GeometryError) -> Bool {
        if let rings = SeparateRings(polygon.parts), rings.fit(polygon.shells()) { return true }
        return try isValidForLibrary(polygon)
    }

    /// The library's answer alone.
    package static func isValidForLibrary(_ polygon: Polygon) throws(GeometryError) -> Bool {
        let context = try GEOSContext()
        let shape = try GEOSShape(polygon, in: context)
        return try context.claim("The test for simplicity") { unsafe GEOSisValid_r(context.handle, shape.pointer) }
    }
}
