// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension GeometryEngine {
    /// The same places with every x inside one world, -180 to 180 degrees: shapes across the antimeridian are cut in parts there.
    ///
    /// Works in references whose world repeats: geographic ones and cylindrical ones such as web mercator (4326, 3857, 3395, 54004, ...); others come back
    /// unchanged. An envelope across the antimeridian becomes a polygon. Throws `.tooLarge` for a shape over more than 64 worlds.
    public static func normalizeCentralMeridian(of geometry: any Geometry) throws(GeometryError) -> any Geometry {
        guard let reference = geometry.spatialReference, !geometry.isEmpty, let half = try halfWorld(of: reference)
        else { return geometry }
        let box = geometry.extent
        if box.xMin >= -half, box.xMax <= half { return geometry }
        let width = 2 * half
        if geometry.dimensionality == 0 {
            var coordinates = geometry.flatParts.coordinates
            for index in stride(from: 0, to: coordinates.xy.count, by: 2) {
                coordinates.xy[index] -= width * worldIndex(coordinates.xy[index], half: half)
            }
            return geometry.replacingCoordinates(coordinates, in: reference)
        }
        let first = worldIndex(box.xMin, half: half)
        let last = max(first, -worldIndex(-box.xMax, half: half))
        guard last - first <= 64 else {
            throw GeometryError(
                .tooLarge, "The geometry spans more than 64 worlds; check its coordinates and its spatial reference.")
        }
        let type = resultType(geometry)
        var parts = CoordinateParts(coordinates: geometry.flatParts.coordinates.emptyCopy())
        for world in Int(first)...Int(last) {
            let shift = width * Double(world)
            let strip = Envelope(
                xMin: shift - half, yMin: box.yMin - 1, xMax: shift + half, yMax: box.yMax + 1,
                spatialReference: reference)
            let piece = first == last ? geometry.flatParts : try clip(geometry, to: strip).flatParts
            for range in piece.ranges {
                parts.beginPart()
                let start = parts.coordinates.xy.count
                parts.coordinates.append(range, of: piece.coordinates)
                for index in stride(from: start, to: parts.coordinates.xy.count, by: 2) {
                    parts.coordinates.xy[index] = min(half, max(-half, parts.coordinates.xy[index] - shift))
                }
            }
        }
        if first == last, geometry.geometryType == .envelope { return parts.coordinates.extent(in: reference) }
        return parts.geometry(as: type, in: reference)
    }

    /// How many worlds east of the middle one x lies; the right border belongs to the world on its left.
    private static func worldIndex(_ x: Double, half: Double) -> Double {
        let index = ((x + half) / (2 * half)).rounded(.down)
        return index > 0 && x == 2 * half * index - half ? index - 1 : index
    }

    /// Half the width of the reference's world in its units, or nil when its world does not repeat.
    private static func halfWorld(of reference: SpatialReference) throws(GeometryError) -> Double? {
        if reference.isWebMercator { return WebMercator.halfWorld }
        let frame = try ReferenceFrame(of: reference)
        if frame.isGeographic { return .pi / frame.unitFactor }
        // Cylindrical references round Greenwich: world mercator, world equidistant, world Miller, plate carrée.
        let cylindrical: Set<Int> = [3395, 4087, 54001, 54002, 54003, 54004, 32662]
        guard let id = reference.resolvedWKID, cylindrical.contains(id) else { return nil }
        return .pi * frame.semiMajorAxis / frame.unitFactor
    }
}
