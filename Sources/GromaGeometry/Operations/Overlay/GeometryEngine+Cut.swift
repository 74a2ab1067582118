// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

extension GeometryEngine {
    /// The pieces into which `cutter` divides a polygon or polyline: what lies to its left as one geometry, then what lies to its right. Empty when
    /// nothing is divided.
    ///
    /// The side of a piece is that of the nearest segment of the cutter. z and m are lost on cut polygons. Points are refused as `.unsupported`.
    public static func cut(_ geometry: any Geometry, usingCutter cutter: Polyline) throws(GeometryError)
        -> [any Geometry]
    {
        guard geometry.dimensionality > 0 else {
            throw GeometryError(.unsupported, "Only lines and polygons can be cut.")
        }
        let cutter = try project(cutter, like: geometry)
        guard !geometry.isEmpty, !cutter.isEmpty, geometry.extent.intersects(cutter.extent) else { return [] }
        let pieces =
            geometry.dimensionality == 2
            ? try areas(of: geometry, cutBy: cutter) : paths(of: geometry.flatParts, cutBy: cutter.parts)
        guard pieces.count > 1 else { return [] }
        var left = CoordinateParts(), right = CoordinateParts()
        for piece in pieces {
            let isLeft = try isLeft(piece.inside, of: cutter)
            for range in piece.parts.ranges {
                if isLeft {
                    left.beginPart()
                    left.coordinates.append(range, of: piece.parts.coordinates)
                } else {
                    right.beginPart()
                    right.coordinates.append(range, of: piece.parts.coordinates)
                }
            }
        }
        return [left, right].filter { !$0.coordinates.isEmpty }
            .map { $0.geometry(as: resultType(geometry), in: geometry.spatialReference) }
    }

    private struct Piece {
        var parts: CoordinateParts
        /// A place in the piece that is not on the cutter.
        var inside: Point
    }

    private static func project(_ cutter: Polyline, like geometry: any Geometry) throws(GeometryError) -> Polyline {
        guard let target = geometry.spatialReference, let source = cutter.spatialReference, source != target else {
            return cutter
        }
        return try project(cutter, into: target)
    }

    private static func isLeft(_ point: Point, of cutter: Polyline) throws(GeometryError) -> Bool {
        try nearestCoordinate(in: cutter, to: point)?.isRightSide == false
    }

    /// Rings and cutter noded together, faces made of the edges, those inside the polygon kept.
    private static func areas(of geometry: any Geometry, cutBy cutter: Polyline) throws(GeometryError) -> [Piece] {
        let polygon = try simplify(Polygon(parts: geometry.flatParts, spatialReference: geometry.spatialReference))
        let context = try GEOSContext()
        let border = try GEOSShape(Polyline(parts: polygon.parts), in: context),
            line = try GEOSShape(Polyline(parts: cutter.parts), in: context)
        let edges = try unsafe context.adopt(GEOSUnion_r(context.handle, border.pointer, line.pointer), "Cutting")
        let faces = try unsafe edges.map("Cutting") { handle, pointer in
            var inputs: [OpaquePointer?] = unsafe [pointer]
            return unsafe GEOSPolygonize_r(handle, &inputs, 1)
        }
        guard let all = faces.geometry(as: .polygon, in: geometry.spatialReference) as? Polygon else { return [] }
        var pieces: [Piece] = []
        for case let face as Polygon in singleParts(of: all) {
            let inside = labelPoint(for: face)
            if polygon.parts.location(x: inside.x, y: inside.y) == .inside {
                pieces.append(Piece(parts: face.parts, inside: inside))
            }
        }
        return pieces
    }

    /// Paths divided where a segment meets one of the cutter; pieces on the same side that follow each other stay together.
    private static func paths(of parts: CoordinateParts, cutBy cutter: CoordinateParts) -> [Piece] {
        var pieces: [Piece] = []
        let source = parts.coordinates
        for range in parts.ranges {
            var piece = CoordinateParts(coordinates: source.emptyCopy())
            piece.beginPart()
            piece.coordinates.append(range.prefix(1), of: source)
            for index in range.dropFirst() {
                for part in crossings(of: index, in: source, with: cutter) {
                    if part > 0, part < 1 { piece.coordinates.appendBetween(index - 1, index, of: source, part: part) }
                    if part == 1 { piece.coordinates.append(index..<(index + 1), of: source) }
                    guard part > 0 else { continue }
                    finish(&piece, into: &pieces)
                }
                if piece.coordinates.count == 0 || !endsWith(index, source, piece) {
                    piece.coordinates.append(index..<(index + 1), of: source)
                }
            }
            finish(&piece, into: &pieces)
        }
        return pieces
    }

    private static func endsWith(_ index: Int, _ source: CoordinateSequence, _ piece: CoordinateParts) -> Bool {
        let last = piece.coordinates.count - 1
        return piece.coordinates.xy[2 * last] == source.xy[2 * index]
            && piece.coordinates.xy[2 * last + 1] == source.xy[2 * index + 1]
    }

    /// Keeps the piece if it has a length, and begins the next at its end.
    private static func finish(_ piece: inout CoordinateParts, into pieces: inout [Piece]) {
        let count = piece.coordinates.count
        guard count > 1 else { return }
        var middle = CoordinateSequence()
        middle.appendBetween(
            (count - 1) / 2, (count - 1) / 2 + 1, of: CoordinateSequence(xy: piece.coordinates.xy), part: 0.5)
        pieces.append(Piece(parts: piece, inside: middle.point(at: 0)))
        var next = CoordinateParts(coordinates: piece.coordinates.emptyCopy())
        next.beginPart()
        next.coordinates.append((count - 1)..<count, of: piece.coordinates)
        piece = next
    }

    /// Where along segment index-1 to index the cutter meets it, rising, 0 to 1.
    private static func crossings(of index: Int, in source: CoordinateSequence, with cutter: CoordinateParts)
        -> [Double]
    {
        let ax = source.xy[2 * index - 2], ay = source.xy[2 * index - 1], bx = source.xy[2 * index],
            by = source.xy[2 * index + 1]
        let xy = cutter.coordinates.xy
        var found: Set<Double> = []
        for range in cutter.ranges {
            for other in range.dropFirst() {
                let cx = xy[2 * other - 2], cy = xy[2 * other - 1], dx = xy[2 * other], dy = xy[2 * other + 1]
                guard segmentsMeet(ax, ay, bx, by, cx, cy, dx, dy) else { continue }
                let denominator = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
                guard denominator != 0 else { continue }
                found.insert(min(1, max(0, ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / denominator)))
            }
        }
        return found.sorted()
    }
}
