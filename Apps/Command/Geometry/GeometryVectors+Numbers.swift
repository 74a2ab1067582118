// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

extension GeometryVectors.Question {
    /// Claims, or nil when the operation is none.
    func relation() throws -> Bool? {
        switch op {
        case "isEmpty": first.isEmpty
        case "isSimple": try GeometryEngine.isSimple(first)
        case "contains": try GeometryEngine.doesGeometry(first, contain: other())
        case "within": try GeometryEngine.isGeometry(first, within: other())
        case "equals": try GeometryEngine.isGeometry(first, equivalentTo: other())
        case "touches": try GeometryEngine.isGeometry(first, touching: other())
        case "crosses": try GeometryEngine.isGeometry(first, crossing: other())
        case "overlaps": try GeometryEngine.isGeometry(first, overlapping: other())
        case "disjoint": try GeometryEngine.isGeometry(first, disjointWith: other())
        case "intersects": try GeometryEngine.isGeometry(first, intersecting: other())
        case "relate":
            try GeometryEngine.isGeometry(first, relatedTo: other(), byRelation: args["relation"]?.string ?? "")
        default: nil
        }
    }

    /// Numbers, or nil when the operation gives none.
    func measure() throws -> Double? {
        switch op {
        case "area": GeometryEngine.area(of: first)
        case "length": GeometryEngine.length(of: first)
        case "distance": try GeometryEngine.distance(from: first, to: other())
        case "areaGeodetic": try GeometryEngine.geodeticArea(of: first) / squareMetersPerUnit()
        case "lengthGeodetic": try GeometryEngine.geodeticLength(of: first, curveType: curve()) / metersPerUnit()
        case "geodeticDistance":
            try GeometryEngine.geodeticDistance(
                from: need(first, as: Point.self), to: need(other(), as: Point.self), curveType: curve()
            ).distance / metersPerUnit()
        case "fractionAlong":
            try GeometryEngine.fraction(
                along: need(first, as: Polyline.self), to: need(other(), as: Point.self), tolerance: number("tolerance")
            )
        default: nil
        }
    }

    private func curve() throws -> GeodeticCurveType {
        switch args["curve"]?.string?.lowercased().filter(\.isLetter) {
        case nil, "geodesic": .geodesic
        case "loxodrome": .loxodrome
        case "greatelliptic": .greatElliptic
        case "normalsection": .normalSection
        case let name?: throw GeometryError(.unsupported, "\(name) is no curve we know.")
        }
    }

    func metersPerUnit() throws -> Double {
        switch args["unit"]?.string {
        case nil, "meters": 1
        case "kilometers": 1000
        case "miles": 1609.344
        case "nauticalmiles", "nautical-miles": 1852
        case "feet": 0.3048
        case let name?: throw GeometryError(.unsupported, "\(name) is no unit of length we know.")
        }
    }

    private func squareMetersPerUnit() throws -> Double {
        switch args["unit"]?.string {
        case nil, "squaremeters", "square-meters": 1
        case "squarekilometers", "square-kilometers": 1_000_000
        case "hectares": 10_000
        case let name?: throw GeometryError(.unsupported, "\(name) is no unit of area we know.")
        }
    }
}
