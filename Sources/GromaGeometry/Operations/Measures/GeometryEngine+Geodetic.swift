// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

extension GeometryEngine {
    /// Area on the ellipsoid in square metres, sides taken as geodesics; 0 for points and lines. Coordinates of a projected reference are first turned
    /// into longitude and latitude on the same datum. Sign as in `area(of:)`.
    public static func geodeticArea(of geometry: any Geometry) throws(GeometryError) -> Double {
        guard geometry.dimensionality == 2, !geometry.isEmpty else { return 0 }
        let (parts, ellipsoid) = try geographic(geometry)
        return parts.ranges.reduce(0) {
            $0 - ellipsoid.signedArea(parts.coordinates.xy[(2 * $1.lowerBound)..<(2 * $1.upperBound)])
        }
    }

    /// Length of lines or circumference of areas on the ellipsoid, in metres; 0 for points.
    public static func geodeticLength(
        of geometry: any Geometry, curveType: GeodeticCurveType = .geodesic
    ) throws(GeometryError) -> Double {
        guard geometry.dimensionality > 0, !geometry.isEmpty else { return 0 }
        let (parts, ellipsoid) = try geographic(geometry)
        let xy = parts.coordinates.xy
        var sum = 0.0
        for range in parts.ranges {
            for index in range.dropFirst() {
                sum += ellipsoid.length(
                    curveType, longitude1: xy[2 * index - 2], latitude1: xy[2 * index - 1], longitude2: xy[2 * index],
                    latitude2: xy[2 * index + 1])
            }
        }
        return sum
    }

    /// The result of measuring between two places on the globe.
    public struct GeodeticDistanceResult: Sendable, Hashable {
        /// Metres.
        public var distance: Double
        /// Course of the geodesic at the first point, degrees clockwise from north, -180 to 180.
        public var azimuth1: Double
        /// Course of the geodesic at the second point, looking back at the first.
        public var azimuth2: Double
    }

    /// Metres between two points on the ellipsoid of the first one's reference. An empty point gives NaN.
    public static func geodeticDistance(
        from point1: Point, to point2: Point, curveType: GeodeticCurveType = .geodesic
    ) throws(GeometryError) -> GeodeticDistanceResult {
        guard !point1.isEmpty, !point2.isEmpty else {
            return GeodeticDistanceResult(distance: .nan, azimuth1: .nan, azimuth2: .nan)
        }
        let (first, ellipsoid) = try geographic(point1)
        let (second, _) = try geographic(try matched(point2, to: point1))
        let a = first.coordinates.xy, b = second.coordinates.xy
        let inverse = ellipsoid.inverse(longitude1: a[0], latitude1: a[1], longitude2: b[0], latitude2: b[1])
        let distance = ellipsoid.length(curveType, longitude1: a[0], latitude1: a[1], longitude2: b[0], latitude2: b[1])
        let back = inverse.azimuth2 > 0 ? inverse.azimuth2 - 180 : inverse.azimuth2 + 180
        return GeodeticDistanceResult(distance: distance, azimuth1: inverse.azimuth1, azimuth2: back)
    }

    /// The point `distance` metres from `point` on the course `azimuth` (degrees clockwise from north), in the point's reference.
    public static func geodeticMove(_ point: Point, distance: Double, azimuth: Double) throws(GeometryError) -> Point {
        let (place, ellipsoid) = try geographic(point)
        guard !point.isEmpty else { return point }
        let there = ellipsoid.direct(
            longitude: place.coordinates.xy[0], latitude: place.coordinates.xy[1], azimuth: azimuth, distance: distance)
        var xy = [there.longitude, there.latitude]
        try ungeographic(&xy, to: point.spatialReference)
        return Point(x: xy[0], y: xy[1], z: point.z, m: point.m, spatialReference: point.spatialReference)
    }

    /// Vertices are added so that no segment is longer than `maxSegmentLength` metres on the ellipsoid, along geodesics; the pieces of a segment are equal.
    /// z and m are interpolated. About 1 µs a new vertex. Throws `.tooLarge` beyond 10 million vertices.
    public static func geodeticDensify<G: Geometry>(_ geometry: G, maxSegmentLength: Double) throws(GeometryError) -> G
    {
        guard maxSegmentLength > 0 else {
            throw GeometryError(.unsupported, "The longest segment must be more than 0 metres.")
        }
        guard geometry.dimensionality > 0, !geometry.isEmpty, geometry.geometryType != .envelope else {
            return geometry
        }
        let (parts, ellipsoid) = try geographic(geometry)
        let source = parts.coordinates, xy = source.xy
        var result = CoordinateParts(coordinates: source.emptyCopy())
        for range in parts.ranges {
            result.beginPart()
            result.coordinates.append(range.prefix(1), of: source)
            for index in range.dropFirst() {
                let x = xy[2 * index - 2], y = xy[2 * index - 1]
                let way = ellipsoid.inverse(
                    longitude1: x, latitude1: y, longitude2: xy[2 * index], latitude2: xy[2 * index + 1])
                let pieces = try pieceCount(way.distance / maxSegmentLength, after: result.coordinates.count)
                for piece in 1..<max(pieces, 1) {
                    let part = Double(piece) / Double(pieces)
                    let there = ellipsoid.direct(
                        longitude: x, latitude: y, azimuth: way.azimuth1, distance: way.distance * part)
                    result.coordinates.appendBetween(index - 1, index, of: source, part: part)
                    let last = result.coordinates.count - 1
                    result.coordinates.xy[2 * last] = x + (there.longitude - x).remainder(dividingBy: 360)
                    result.coordinates.xy[2 * last + 1] = there.latitude
                }
                result.coordinates.append(index..<(index + 1), of: source)
            }
        }
        try ungeographic(&result.coordinates.xy, to: geometry.spatialReference)
        return result.geometry(as: geometry.geometryType, in: geometry.spatialReference) as? G ?? geometry
    }

    /// How many pieces a segment of so many times the longest length becomes; bounded.
    static func pieceCount(_ ratio: Double, after count: Int) throws(GeometryError) -> Int {
        guard ratio + Double(count) < 10_000_000 else {
            throw GeometryError(
                .tooLarge, "Densifying would make more than 10 million vertices; choose longer segments.")
        }
        return max(1, Int((ratio - 1e-12).rounded(.up)))
    }

    /// Flat coordinates in degrees of longitude and latitude, and the globe they are on.
    static func geographic(_ geometry: any Geometry) throws(GeometryError) -> (
        parts: CoordinateParts, ellipsoid: Ellipsoid
    ) {
        guard let reference = geometry.spatialReference else {
            throw GeometryError(
                .spatialReference, "A geodetic measure needs a spatial reference; set one on the geometry.")
        }
        let frame = try ReferenceFrame(of: reference)
        var parts = geometry.flatParts
        if frame.isGeographic {
            let degrees = frame.unitFactor * 180 / .pi
            if abs(degrees - 1) > 1e-9 { parts.coordinates.xy = parts.coordinates.xy.map { $0 * degrees } }
        } else {
            try project(
                &parts.coordinates.xy, from: reference, to: SpatialReference(wkid: frame.geographicWKID ?? 4326))
        }
        return (parts, Ellipsoid(semiMajorAxis: frame.semiMajorAxis, flattening: frame.flattening))
    }

    /// The way back from degrees.
    static func ungeographic(_ xy: inout [Double], to reference: SpatialReference?) throws(GeometryError) {
        guard let reference else { return }
        let frame = try ReferenceFrame(of: reference)
        if frame.isGeographic {
            let degrees = frame.unitFactor * 180 / .pi
            if abs(degrees - 1) > 1e-9 { xy = xy.map { $0 / degrees } }
        } else {
            try project(&xy, from: SpatialReference(wkid: frame.geographicWKID ?? 4326), to: reference)
        }
    }
}
