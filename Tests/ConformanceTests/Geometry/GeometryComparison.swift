// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// Whether our answer to a geometry item is the engine's: numbers within a relative tolerance, shapes as point sets.
struct GeometryComparison {
    let op: String
    let args: JSONValue
    /// Size of the coordinates that went in; tolerances of lengths are relative to it.
    let scale: Double

    init(item: JSONValue) {
        op = item["op"]?.string ?? ""
        args = item["args"] ?? [:]
        let extents = ["a", "b"].compactMap { try? item[$0]?.geometry()?.extent }.filter { !$0.isEmpty }
        scale = extents.map { max(abs($0.xMin), abs($0.xMax), abs($0.yMin), abs($0.yMax)) }.max() ?? 1
    }

    /// Relative tolerance of numbers.
    private var relative: Double { op.lowercased().contains("geodetic") ? 1e-8 : 1e-9 }

    func agree(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
        switch (ours, theirs) {
        case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy { agree($0, $1) }
        case (.object(let a), .object(let b)):
            if isShape(theirs), isShape(ours) { return shapesAgree(ours, theirs) }
            return b.members.allSatisfy { key, value in agree(a[key] ?? .null, value) }
        case (.number, .number): return near(ours.double ?? .nan, theirs.double ?? .nan)
        case (.string(let a), .string(let b)): return textsAgree(a, b)
        case (.null, .string(let b)): return b.lowercased() == "nan"
        default: return ours == theirs
        }
    }

    private func near(_ a: Double, _ b: Double) -> Bool {
        abs(a - b) <= relative * max(abs(a), abs(b)) + (op.lowercased().contains("geodetic") ? 0 : 1e-12 * scale)
    }

    /// NaN by any spelling; well-known text by its shape; other text letter by letter.
    private func textsAgree(_ a: String, _ b: String) -> Bool {
        if a.lowercased() == "nan", b.lowercased() == "nan" { return true }
        guard op == "toWkt", let first = try? WellKnownText.geometry(from: a),
            let second = try? WellKnownText.geometry(from: b)
        else {
            return a == b
        }
        return a.prefix { $0 != "(" } == b.prefix { $0 != "(" } && pointSetsAgree(first, second, tolerance: 0)
    }

    private func isShape(_ value: JSONValue) -> Bool {
        ["x", "points", "paths", "rings", "xmin"].contains { value[$0] != nil }
    }

    private func shapesAgree(_ ours: JSONValue, _ theirs: JSONValue) -> Bool {
        if theirs["curveRings"] != nil {
            return agree(ours["curveRings"] ?? .null, theirs["curveRings"] ?? .null)
        }
        guard let a = try? ours.geometry(), let b = try? theirs.geometry(), a.geometryType == b.geometryType else {
            return false
        }
        // Ids by what they mean: the engine writes 3857 for the 102100 it was given.
        guard a.spatialReference == b.spatialReference, a.hasZ == b.hasZ, a.hasM == b.hasM else { return false }
        if a.isEmpty || b.isEmpty { return a.isEmpty && b.isEmpty }
        if op == "buffer" || op == "bufferGeodetic" { return buffersAgree(a, b) }
        // Engines divide the arc of a corner differently.
        if op == "offset" { return hausdorff(a, b) <= 0.01 * abs(args["distance"]?.double ?? 0) }
        return pointSetsAgree(a, b, tolerance: tolerance(b))
    }

    /// In units of the answer's reference. Metres of a projected target; the same in degrees of a geographic one.
    private func tolerance(_ answer: any Geometry) -> Double {
        if op == "project", let target = answer.spatialReference, let frame = try? ReferenceFrame(of: target) {
            // A change of datum: 0.1 m, since there are several transformations. All inputs are on WGS 84.
            let meters = frame.geographicWKID == 4326 ? 1e-6 : 0.1
            return frame.isGeographic ? meters / 111_000 : meters
        }
        if op == "densifyGeodetic" { return 1e-8 }
        return 1e-9 * max(scale, 1)
    }

    private func buffersAgree(_ a: any Geometry, _ b: any Geometry) -> Bool {
        let first = GeometryEngine.area(of: a), second = GeometryEngine.area(of: b)
        guard abs(first - second) <= 1e-4 * abs(second) else { return false }
        let size = max(b.extent.width, b.extent.height)
        return hausdorff(a, b) <= 2e-3 * size
    }

    /// Equal vertex lists, or else equal as sets: nothing of one far from the other, and equal measure.
    private func pointSetsAgree(_ a: any Geometry, _ b: any Geometry, tolerance: Double) -> Bool {
        let first = a.flatParts.coordinates, second = b.flatParts.coordinates
        if first.count == second.count, zip(first.xy, second.xy).allSatisfy({ abs($0 - $1) <= tolerance }) {
            return zip(first.z ?? [], second.z ?? []).allSatisfy(==)
                && zip(first.m ?? [], second.m ?? []).allSatisfy(==)
        }
        guard a.dimensionality > 0 || first.count == second.count, hausdorff(a, b) <= max(tolerance, 1e-9 * scale)
        else { return false }
        if op == "boundary" { return true }
        let measures: [(any Geometry) -> Double] =
            a.dimensionality == 2 ? [GeometryEngine.area, GeometryEngine.length] : [GeometryEngine.length]
        return measures.allSatisfy { measure in
            abs(measure(a) - measure(b)) <= 1e-8 * max(measure(a), measure(b), scale)
        }
    }

    /// The farthest that a vertex of one is from the lines of the other.
    private func hausdorff(_ a: any Geometry, _ b: any Geometry) -> Double {
        let first = a.flatParts, second = b.flatParts, isLine = a.dimensionality > 0
        func farthest(_ from: CoordinateParts, _ to: CoordinateParts) -> Double {
            (0..<from.coordinates.count).reduce(0) { worst, index in
                max(
                    worst,
                    to.squaredDistance(
                        toX: from.coordinates.xy[2 * index], y: from.coordinates.xy[2 * index + 1], isLine: isLine))
            }.squareRoot()
        }
        // A polygon's border: the engine leaves the closing vertices out there too.
        let firstClosed = first.closed(a, closesPaths: op == "boundary")
        let secondClosed = second.closed(b, closesPaths: op == "boundary")
        return max(farthest(firstClosed, secondClosed), farthest(secondClosed, firstClosed))
    }
}

extension CoordinateParts {
    /// With closing vertices where the engine leaves them out.
    fileprivate func closed(_ geometry: any Geometry, closesPaths: Bool) -> CoordinateParts {
        guard geometry.dimensionality == 2 || closesPaths else { return self }
        var result = CoordinateParts(coordinates: coordinates.emptyCopy())
        for range in ranges {
            result.beginPart()
            let first = result.coordinates.count
            result.coordinates.append(range, of: coordinates)
            result.coordinates.closeRing(from: first)
        }
        return result
    }
}
