// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// The shape of a spatial query in the forms in which clients send it.
enum GeometryParameter {
    /// Reads `geometry`, `geometryType`, `inSR`: Esri JSON, `x,y`, or `xmin,ymin,xmax,ymax`. Nil without `geometry`.
    ///
    /// The reference is the shape's own, else `inSR`, else `defaultReference` (the layer's).
    static func read(_ parameters: RequestParameters, defaultReference: SpatialReference?) throws(HostingError)
        -> (any Geometry)?
    {
        guard let text = parameters["geometry"]?.trimmed else { return nil }
        let reference = try parameters.spatialReference("inSR") ?? defaultReference
        if text.hasPrefix("{") {
            do {
                return try JSONValue.geometry(parsing: Array(text.utf8), spatialReference: reference)
            } catch {
                throw HostingError(.invalidParameter, "'geometry' is invalid.", details: [error.message], cause: error)
            }
        }
        let numbers = text.split(separator: ",").map { Double(String($0).trimmed) ?? .nan }
        guard numbers.allSatisfy(\.isFinite) else { throw invalid(text) }
        switch numbers.count {
        case 2: return Point(x: numbers[0], y: numbers[1], spatialReference: reference)
        case 4:
            return Envelope(
                xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3], spatialReference: reference)
        default: throw invalid(text)
        }
    }

    /// Reads `spatialRel`; intersects when there is none.
    static func relationship(_ parameters: RequestParameters) throws(HostingError) -> SpatialRelationship {
        guard let name = parameters["spatialRel"] else { return .intersects }
        guard let relationship = SpatialRelationship(rawValue: name) else {
            throw HostingError(
                .invalidParameter, "'spatialRel' is no spatial relationship: \(name.prefix(60)).",
                details: [SpatialRelationship.allCases.map(\.rawValue).joined(separator: ", ")])
        }
        guard relationship != .relation else {
            throw HostingError(
                .unsupported, "esriSpatialRelRelation with 'relationParam' is not supported by this server.")
        }
        return relationship
    }

    private static func invalid(_ text: String) -> HostingError {
        HostingError(
            .invalidParameter, "'geometry' is invalid.",
            details: ["'\(text.prefix(60))' is neither Esri JSON nor x,y nor xmin,ymin,xmax,ymax."])
    }
}
