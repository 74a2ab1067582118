// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS
import Foundation

extension GeometryEngine {
    /// Everything within `distance` units of the reference; a negative distance shrinks a polygon. Circles have 96 sides. Empty in, empty out.
    public static func buffer(around geometry: any Geometry, distance: Double) throws(GeometryError) -> Polygon {
        let empty = Polygon(spatialReference: geometry.spatialReference)
        guard distance.isFinite else { throw GeometryError(.unsupported, "A buffer needs a finite distance.") }
        guard !geometry.isEmpty else { return empty }
        var shape = geometry
        if geometry.dimensionality == 2 {
            shape = try simplify(Polygon(parts: geometry.flatParts, spatialReference: geometry.spatialReference))
        }
        try CrossingBound.check([shape], "The buffer")
        let source = try GEOSShape(shape, in: GEOSContext())
        let result = try unsafe source.map("The buffer") { unsafe GEOSBuffer_r($0, $1, distance, 24) }
        return result.geometry(as: .polygon, in: geometry.spatialReference) as? Polygon ?? empty
    }

    /// Everything within `distance` metres on the ellipsoid, in the geometry's reference.
    ///
    /// Round a point the outline is exact: no side is farther from the true circle than `maxDeviation` metres (NaN: a thousandth of the
    /// distance). Lines and polygons are buffered in an equidistant plane round their middle, good to 0.1 % up to a few hundred kilometres.
    /// The outline is not cut at the antimeridian; use `normalizeCentralMeridian(of:)`. Distances must be positive.
    public static func geodeticBuffer(
        around geometry: any Geometry, distance: Double, maxDeviation: Double = .nan
    ) throws(GeometryError) -> Polygon {
        guard distance > 0, distance < 20_000_000 else {
            throw GeometryError(.unsupported, "A geodetic buffer needs a distance above 0 and below 20,000 km.")
        }
        guard !geometry.isEmpty else { return Polygon(spatialReference: geometry.spatialReference) }
        let deviation = maxDeviation.isNaN ? distance / 1000 : maxDeviation
        guard deviation > 0 else {
            throw GeometryError(.unsupported, "The deviation of a geodetic buffer must be above 0.")
        }
        if geometry.dimensionality > 0 { return try equidistantBuffer(around: geometry, distance: distance) }
        let (points, ellipsoid) = try geographic(geometry)
        // A side's sagitta is r(1 - cos(angle / 2)).
        let half = deviation < distance ? acos(1 - deviation / distance) : .pi / 2
        let sides = min(20_000, max(8, Int((.pi / half).rounded(.up))))
        guard points.coordinates.count <= 10_000_000 / sides else {
            throw GeometryError(
                .tooLarge,
                "\(points.coordinates.count) circles of \(sides) sides are too many; allow a larger deviation or buffer in portions."
            )
        }
        var circles: [any Geometry] = []
        for index in 0..<points.coordinates.count {
            let longitude = points.coordinates.xy[2 * index], latitude = points.coordinates.xy[2 * index + 1]
            var parts = CoordinateParts()
            parts.beginPart()
            for side in 0...sides {
                let azimuth = 360 * Double(side % sides) / Double(sides)
                let place = ellipsoid.direct(
                    longitude: longitude, latitude: latitude, azimuth: azimuth, distance: distance)
                parts.append(x: longitude + (place.longitude - longitude).remainder(dividingBy: 360), y: place.latitude)
            }
            try ungeographic(&parts.coordinates.xy, to: geometry.spatialReference)
            circles.append(Polygon(parts: parts, spatialReference: geometry.spatialReference))
        }
        let all = circles.count == 1 ? circles[0] : try union(of: circles)
        return all as? Polygon ?? Polygon(spatialReference: geometry.spatialReference)
    }

    private static func equidistantBuffer(around geometry: any Geometry, distance: Double) throws(GeometryError)
        -> Polygon
    {
        let dense: any Geometry =
            geometry.geometryType == .envelope
            ? Polygon(parts: geometry.flatParts, spatialReference: geometry.spatialReference) : geometry
        var (parts, ellipsoid) = try geographic(try geodeticDensify(dense, maxSegmentLength: 50_000))
        let center = parts.coordinates.extent().center
        let plane =
            "+proj=aeqd +lat_0=\(center.y) +lon_0=\(center.x) +a=\(ellipsoid.semiMajorAxis) +f=\(ellipsoid.flattening) +units=m +type=crs"
        let globe = "+proj=longlat +a=\(ellipsoid.semiMajorAxis) +f=\(ellipsoid.flattening) +type=crs"
        let there = try PROJOperation(from: globe, to: plane),
            back = try PROJOperation(from: plane, to: globe)
        there.apply(to: &parts.coordinates.xy)
        var result = try buffer(around: parts.geometry(as: resultType(geometry), in: nil), distance: distance)
        back.apply(to: &result.parts.coordinates.xy)
        for index in stride(from: 0, to: result.parts.coordinates.xy.count, by: 2) {
            let longitude = result.parts.coordinates.xy[index]
            result.parts.coordinates.xy[index] = center.x + (longitude - center.x).remainder(dividingBy: 360)
        }
        try ungeographic(&result.parts.coordinates.xy, to: geometry.spatialReference)
        result.spatialReference = geometry.spatialReference
        return result
    }
}
