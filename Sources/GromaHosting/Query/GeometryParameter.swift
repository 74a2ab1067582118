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

    /// Puts the spatial part of a query into its parameters: `geometry`, `spatialRel`, `relationParam`, `distance`, `units`.
    static func fill(
        _ query: inout QueryParameters, _ parameters: RequestParameters, defaultReference: SpatialReference?
    ) throws(HostingError) {
        query.geometry = try read(parameters, defaultReference: defaultReference)
        query.spatialRelationship = try relationship(parameters)
        query.relationPattern = parameters["relationParam"]?.trimmed
        query.distance = try distance(parameters)
    }

    /// Reads `spatialRel`; intersects when there is none.
    static func relationship(_ parameters: RequestParameters) throws(HostingError) -> SpatialRelationship {
        guard let name = parameters["spatialRel"] else { return .intersects }
        guard let relationship = SpatialRelationship(rawValue: name) else {
            throw HostingError(
                .invalidParameter, "'spatialRel' is no spatial relationship: \(name.prefix(60)).",
                details: [SpatialRelationship.allCases.map(\.rawValue).joined(separator: ", ")])
        }
        return relationship
    }

    /// Metres of each unit (Esri's names of units of length).
    private static let units: [String: Double] = [
        "esrisrunit_meter": 1, "esrisrunit_kilometer": 1_000, "esrisrunit_foot": 0.3048,
        "esrisrunit_surveyfoot": 1_200.0 / 3_937, "esrisrunit_statutemile": 1_609.344,
        "esrisrunit_surveymile": 5_280 * 1_200.0 / 3_937, "esrisrunit_nauticalmile": 1_852,
        "esrisrunit_usnauticalmile": 1_853.248,
    ]

    /// The distance in metres; 0 without one.
    private static func distance(_ parameters: RequestParameters) throws(HostingError) -> Double {
        guard let distance = try parameters.double("distance"), distance != 0 else { return 0 }
        guard distance > 0 else {
            throw HostingError(.invalidParameter, "'distance' must be above 0; it is \(distance).")
        }
        let unit = parameters["units"]?.trimmed ?? "esriSRUnit_Meter"
        guard let factor = units[unit.lowercased()] else {
            throw HostingError(.invalidParameter, "'units' is no unit of length: \(unit.prefix(60)).")
        }
        return distance * factor
    }

    private static func invalid(_ text: String) -> HostingError {
        HostingError(
            .invalidParameter, "'geometry' is invalid.",
            details: ["'\(text.prefix(60))' is neither Esri JSON nor x,y nor xmin,ymin,xmax,ymax."])
    }
}
