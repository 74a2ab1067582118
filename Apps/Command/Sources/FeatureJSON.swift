// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// Which of the two feature formats that both end in .json a document is in.
package enum FeatureJSON: Sendable {
    case geoJSON, esriJSON

    /// Decides by the document's own keys and, where these tell nothing, by those of its first feature; texts inside of
    /// attributes never count. Reads no further than it must. A document that tells nothing, or is no JSON, counts as Esri
    /// JSON, whose reader then says what is wrong.
    package init(of bytes: [UInt8]) { self = FeatureJSON(beginning: bytes) ?? .esriJSON }

    /// The same of a document's beginning; nil where that tells nothing.
    package init?(beginning bytes: [UInt8]) {
        let found = unsafe bytes.withUnsafeBytes { buffer -> FeatureJSON? in
            var options = JSONReader.Options()
            options.acceptsNonFinite = true
            guard var reader = try? unsafe JSONReader(buffer, options: options) else { return nil }
            return try? Self.decide(&reader, depth: 0)
        }
        guard let found else { return nil }
        self = found
    }

    /// Looks at an object's keys; `depth` is 0 for the document, 1 for its first feature, 2 for that one's shape.
    private static func decide(_ reader: inout JSONReader, depth: Int) throws(CodecError) -> FeatureJSON? {
        guard try reader.peek() == .object else { return nil }
        try reader.beginObject()
        while try reader.nextKey() {
            switch reader.key {
            case "type":
                if try reader.peek() == .string, Self.types.contains(try reader.readString()) { return .geoJSON }
            case "properties", "coordinates", "crs", "bbox": return .geoJSON
            case "geometryType", "spatialReference", "fields", "fieldAliases", "objectIdFieldName", "attributes",
                "rings",
                "paths", "points", "curveRings", "curvePaths", "x":
                return .esriJSON
            case "features" where depth == 0, "geometry" where depth < 2:
                var probe = reader
                if let kind = try firstPart(&probe, depth: depth + 1) { return kind }
                try reader.skipValue()
            default: try reader.skipValue()
            }
        }
        return nil
    }

    /// Decides by a shape, or by the first of an array of features.
    private static func firstPart(_ reader: inout JSONReader, depth: Int) throws(CodecError) -> FeatureJSON? {
        if try reader.peek() == .array {
            try reader.beginArray()
            guard try reader.nextElement() else { return nil }
        }
        return try decide(&reader, depth: depth)
    }

    private static let types: Set<String> = [
        "FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon",
        "MultiPolygon",
        "GeometryCollection",
    ]
}
