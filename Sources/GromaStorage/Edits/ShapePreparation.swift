// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// Makes a client's shape fit its layer: kind, reference, heights and measures.
struct ShapePreparation {
    let type: GeometryType
    let hasZ: Bool
    let hasM: Bool

    /// The shape in the layer's reference. Heights a layer has and the shape lacks become 0, measures NaN; what the layer lacks
    /// is dropped. Throws an `EditError` 1015 for another kind of shape, one that has no place in the reference, and a polygon whose rings are none.
    func prepare(_ geometry: any Geometry, reference: SpatialReference?) throws -> any Geometry {
        var shape = try ofLayerKind(geometry)
        if let target = reference, let source = shape.spatialReference, source != target {
            do {
                shape = try GeometryEngine.project(shape, into: target)
            } catch {
                throw EditError(code: 1015, message: "The geometry can't be set: \(error.message)")
            }
        }
        shape.spatialReference = reference
        var coordinates = shape.flatParts.coordinates
        guard coordinates.xy.allSatisfy(\.isFinite), coordinates.z?.allSatisfy(\.isFinite) ?? true else {
            throw EditError(code: 1015, message: "The geometry can't be set: a coordinate is no finite number.")
        }
        guard geometry.isEmpty || !shape.isEmpty else {
            throw EditError(
                code: 1015, message: "The geometry can't be set: it has no place in the layer's spatial reference.")
        }
        try Self.checkReach(coordinates, reference)
        if let polygon = shape as? Polygon, !polygon.isEmpty, polygon.shells().isEmpty {
            throw EditError(
                code: 1015, message: "The geometry can't be set: its rings enclose nothing.")
        }
        let count = coordinates.count
        coordinates.z = hasZ ? coordinates.z ?? Array(repeating: 0, count: count) : nil
        coordinates.m = hasM ? coordinates.m ?? Array(repeating: .nan, count: count) : nil
        return shape.replacingCoordinates(coordinates, in: reference)
    }

    /// What lies far outside of any place would take the precision from all rows that travel with it: services send a page's coordinates
    /// as whole numbers of one grid.
    private static func checkReach(_ coordinates: CoordinateSequence, _ reference: SpatialReference?) throws {
        let isGeographic = try reference.map { try ReferenceFrame(of: $0).isGeographic } ?? false
        let most = isGeographic ? 400.0 : 1e9
        guard let outlier = coordinates.xy.first(where: { abs($0) > most }) else { return }
        throw EditError(
            code: 1015, message: "The geometry can't be set: the coordinate \(outlier) lies beyond \(most).")
    }

    private func ofLayerKind(_ geometry: any Geometry) throws -> any Geometry {
        switch (type, geometry) {
        case (.polygon, let box as Envelope):
            return Polygon(parts: box.flatParts, spatialReference: box.spatialReference)
        case (.multipoint, let point as Point):
            return Multipoint(points: [point], spatialReference: point.spatialReference)
        default: break
        }
        guard geometry.geometryType == type else {
            throw EditError(
                code: 1015,
                message:
                    "The geometry can't be set: the layer holds \(type.rawValue), not \(geometry.geometryType.rawValue)."
            )
        }
        return geometry
    }

    /// The sum of the rings' areas, holes taken off; square units of the coordinates.
    static func area(_ parts: CoordinateParts) -> Double {
        parts.ranges.reduce(0) { $0 + parts.coordinates.signedArea(of: $1) }
    }

    /// The sum of the segments' lengths.
    static func length(_ parts: CoordinateParts) -> Double {
        let xy = parts.coordinates.xy
        return parts.ranges.reduce(0) { sum, range in
            range.dropFirst().reduce(sum) { sum, index in
                let dx = xy[2 * index] - xy[2 * index - 2], dy = xy[2 * index + 1] - xy[2 * index - 1]
                return sum + (dx * dx + dy * dy).squareRoot()
            }
        }
    }
}
