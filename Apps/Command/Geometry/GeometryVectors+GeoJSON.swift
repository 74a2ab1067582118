// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

extension GeometryVectors.Question {
    /// The first geometry as a GeoJSON geometry (RFC 7946 section 3.1) in its own reference, as the vectors have it: outer rings
    /// counter-clockwise, a `crs` of null.
    func geoJSON() -> JSONValue {
        let parts = first.flatParts
        switch first {
        case is Point: return object("Point", positions(parts, 0..<parts.coordinates.count).first ?? [])
        case is Multipoint: return object("MultiPoint", .array(positions(parts, 0..<parts.coordinates.count)))
        case is Polyline where parts.count == 1:
            return object("LineString", .array(positions(parts, parts.range(of: 0))))
        case is Polyline: return object("MultiLineString", .array(parts.ranges.map { .array(positions(parts, $0)) }))
        default:
            let polygon = first as? Polygon ?? Polygon(first.extent)
            let areas: [JSONValue] = polygon.shells().map { shell in
                .array(
                    ([shell.outer] + shell.holes).map {
                        .array(positions(polygon.parts, polygon.parts.range(of: $0)).reversed())
                    })
            }
            return areas.count == 1 ? object("Polygon", areas[0]) : object("MultiPolygon", .array(areas))
        }
    }

    private func object(_ type: String, _ coordinates: JSONValue) -> JSONValue {
        ["type": .string(type), "coordinates": coordinates, "crs": .null]
    }

    private func positions(_ parts: CoordinateParts, _ range: Range<Int>) -> [JSONValue] {
        range.map { index in
            var position: [JSONValue] = [
                .double(parts.coordinates.xy[2 * index]), .double(parts.coordinates.xy[2 * index + 1]),
            ]
            if let z = parts.coordinates.z { position.append(.double(z[index])) }
            return .array(position)
        }
    }
}
