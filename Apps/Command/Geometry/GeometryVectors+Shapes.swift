// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

extension GeometryVectors.Question {
    /// A geometry, or nil when the operation gives none.
    func shape() throws -> (any Geometry)? {
        switch op {
        case "echo": first
        case "extent": first.extent
        case "combineExtents": try GeometryEngine.combineExtents(of: [first, other()])
        case "project": try GeometryEngine.project(first, into: target())
        case "normalizeCentralMeridian": try GeometryEngine.normalizeCentralMeridian(of: first)
        case "simplify": try GeometryEngine.simplify(first)
        case "union": try GeometryEngine.union(first, other())
        case "intersection": try GeometryEngine.intersection(first, other())
        case "difference": try GeometryEngine.difference(first, other())
        case "symmetricDifference": try GeometryEngine.symmetricDifference(first, other())
        case "clip": try GeometryEngine.clip(first, to: need(other(), as: Envelope.self))
        case "convexHull": try GeometryEngine.convexHull(of: first)
        case "boundary": GeometryEngine.boundary(of: first)
        case "labelPoint": try GeometryEngine.labelPoint(for: need(first, as: Polygon.self))
        default: try changed()
        }
    }

    /// Operations with numbers as arguments.
    private func changed() throws -> (any Geometry)? {
        switch op {
        case "buffer": try GeometryEngine.buffer(around: first, distance: number("distance"))
        case "bufferGeodetic":
            try GeometryEngine.geodeticBuffer(
                around: first, distance: number("distance"), maxDeviation: args["maxDeviation"]?.double ?? .nan)
        case "densify": try GeometryEngine.densify(first, maxSegmentLength: number("maxSegmentLength"))
        case "densifyGeodetic":
            try GeometryEngine.geodeticDensify(first, maxSegmentLength: number("maxSegmentLength") * metersPerUnit())
        case "generalize": try GeometryEngine.generalize(first, maxDeviation: number("maxDeviation"))
        case "move": try GeometryEngine.move(first, deltaX: number("dx"), deltaY: number("dy"))
        case "rotate": try GeometryEngine.rotate(first, angle: number("angle"), origin: need(other(), as: Point.self))
        case "scale":
            try GeometryEngine.scale(
                first, scaleX: number("sx"), scaleY: number("sy"), origin: need(other(), as: Point.self))
        case "pointAlong": try GeometryEngine.point(along: need(first, as: Polyline.self), distance: number("distance"))
        case "offset": try GeometryEngine.offset(first, distance: number("distance"), offsetType: joins())
        default: nil
        }
    }

    private func target() throws -> SpatialReference {
        guard let reference = args["sr"].flatMap({ SpatialReference(json: $0) }) else {
            throw GeometryError(.malformed, "A projection needs a target, sr.")
        }
        return reference
    }

    private func joins() throws -> GeometryEngine.OffsetType {
        switch args["joins"]?.string {
        case nil, "miter": .mitered
        case "bevel": .bevelled
        case "round": .rounded
        case "square": .squared
        case let name?: throw GeometryError(.unsupported, "\(name) is no way to join that we know.")
        }
    }

    /// Lists, texts and objects, or nil when the operation is unknown.
    func otherAnswer() throws -> JSONValue? {
        switch op {
        // The engine's centroid is the middle of the extent.
        case "centroid": [.double(first.extent.center.x), .double(first.extent.center.y)]
        case "cut":
            .array(
                try GeometryEngine.cut(first, usingCutter: need(other(), as: Polyline.self)).map {
                    JSONValue(geometry: $0)
                })
        case "intersections": .array(try GeometryEngine.intersections(first, other()).map { JSONValue(geometry: $0) })
        case "multiPartToSinglePart": .array(GeometryEngine.singleParts(of: first).map { JSONValue(geometry: $0) })
        case "toGeoJSON": geoJSON()
        case "toWkt": .string(WellKnownText.text(of: first, alwaysMulti: first is Polygon))
        case "nearestCoordinate":
            proximity(
                try GeometryEngine.nearestCoordinate(
                    in: first, to: need(other(), as: Point.self),
                    testPolygonInterior: args["testPolygonInterior"]?.bool ?? true),
                asksSide: args["calculateLeftRightSide"]?.bool == true)
        case "nearestVertex":
            proximity(try GeometryEngine.nearestVertex(in: first, to: need(other(), as: Point.self)), asksSide: false)
        case "nearestVertices": try nearestVertices()
        case "minimumBoundingCircle": try circle()
        default: nil
        }
    }

    /// As many places as asked for; null where no vertex is near enough.
    private func nearestVertices() throws -> JSONValue {
        let count = try number("max")
        guard count >= 1, count <= 10_000 else {
            throw GeometryError(.unsupported, "nearestVertices gives 1 to 10,000 vertices.")
        }
        let found = try GeometryEngine.nearestVertices(
            in: first, to: need(other(), as: Point.self), radius: number("radius"), limit: Int(count))
        let most = min(Int(count), first.flatParts.coordinates.count)
        let missing = [JSONValue](repeating: .null, count: most - found.count)
        return .array(found.map { proximity($0, asksSide: false) } + missing)
    }

    private func proximity(_ result: ProximityResult?, asksSide: Bool) -> JSONValue {
        guard let result else { return ["isEmpty": true] }
        return [
            "coordinate": JSONValue(geometry: result.coordinate), "distance": .double(result.distance),
            "vertexIndex": .integer(result.vertexIndex), "isRightSide": asksSide ? .bool(result.isRightSide) : .null,
            "isEmpty": false,
        ]
    }

    /// One circular arc from the top round through the bottom.
    private func circle() throws -> JSONValue {
        let (center, radius) = try GeometryEngine.minimumBoundingCircle(of: first)
        let top: JSONValue = [.double(center.x), .double(center.y + radius)]
        let bottom: JSONValue = [.double(center.x), .double(center.y - radius)]
        return [
            "curveRings": [[top, ["c": [top, bottom]]]], "rings": [],
            "spatialReference": first.spatialReference?.json ?? .null,
        ]
    }
}
