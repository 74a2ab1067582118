// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CGEOS

extension GeometryEngine {
    /// The pieces into which `cutter` divides a polygon or polyline: what lies to its left as one geometry, then what lies to its right. Empty when
    /// nothing is divided.
    ///
    /// A piece of a line is on the side where it leaves and meets the cutter; one that does so on different sides is a geometry of its own after the
    /// two. A piece of a polygon is on the side of the nearest segment. z and m are kept, and interpolated
    /// where a side is cut. Points are refused as `.unsupported`.
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
        var left = CoordinateParts(coordinates: pieces[0].parts.coordinates.emptyCopy()), right = left
        var both: [CoordinateParts] = []
        for piece in pieces {
            switch piece.side {
            case .left: left.append(piece.parts)
            case .right: right.append(piece.parts)
            case .both: both.append(piece.parts)
            }
        }
        return ([left, right].filter { !$0.coordinates.isEmpty } + both)
            .map { $0.geometry(as: resultType(geometry), in: geometry.spatialReference) }
    }

    private enum Side { case left, right, both }

    private struct Piece {
        var parts: CoordinateParts
        var side: Side
    }

    private static func project(_ cutter: Polyline, like geometry: any Geometry) throws(GeometryError) -> Polyline {
        guard let target = geometry.spatialReference, let source = cutter.spatialReference, source != target else {
            return cutter
        }
        return try project(cutter, into: target)
    }

    /// Rings and cutter noded together, faces made of the edges, those inside the polygon kept.
    private static func areas(of geometry: any Geometry, cutBy cutter: Polyline) throws(GeometryError) -> [Piece] {
        let polygon = try simplify(Polygon(parts: geometry.flatParts, spatialReference: geometry.spatialReference))
        try CrossingBound.check([polygon, cutter], "Cutting")
        let context = try GEOSContext()
        let border = try GEOSShape(Polyline(parts: polygon.parts), in: context),
            line = try GEOSShape(Polyline(parts: cutter.parts), in: context)
        let edges = try unsafe context.adopt("Cutting") {
            unsafe GEOSUnion_r(context.handle, border.pointer, line.pointer)
        }
        let faces = try unsafe edges.map("Cutting") { handle, pointer in
            var inputs: [OpaquePointer?] = unsafe [pointer]
            return unsafe GEOSPolygonize_r(handle, &inputs, 1)
        }
        guard var all = faces.geometry(as: .polygon, in: geometry.spatialReference) as? Polygon else { return [] }
        if geometry.hasM { all.parts.takeMeasures(from: [polygon.parts, cutter.parts]) }
        var pieces: [Piece] = []
        for case let face as Polygon in singleParts(of: all) {
            let inside = labelPoint(for: face)
            if polygon.parts.location(x: inside.x, y: inside.y) == .inside {
                let near = try nearestCoordinate(in: cutter, to: inside)
                pieces.append(Piece(parts: face.parts, side: near?.isRightSide == true ? .right : .left))
            }
        }
        return pieces
    }

    /// Paths divided where a segment meets one of the cutter.
    private static func paths(of parts: CoordinateParts, cutBy cutter: CoordinateParts) -> [Piece] {
        var pieces: [Piece] = []
        let source = parts.coordinates
        let segments = SegmentIndex(cutter.coordinates, cutter.ranges)
        for range in parts.ranges {
            var piece = OpenPiece(source: source)
            piece.parts.coordinates.append(range.prefix(1), of: source)
            for index in range.dropFirst() {
                for crossing in crossings(of: index, in: source, with: cutter, segments) where crossing.part > 0 {
                    if crossing.part < 1 {
                        piece.parts.coordinates.appendBetween(index - 1, index, of: source, part: crossing.part)
                    } else {
                        piece.parts.coordinates.append(index..<(index + 1), of: source)
                    }
                    piece.sides.append(crossing.before)
                    if let done = piece.finish(source: source) { pieces.append(done) }
                    piece.sides = [crossing.after]
                }
                if !piece.ends(with: index, of: source) {
                    piece.parts.coordinates.append(index..<(index + 1), of: source)
                }
            }
            if let done = piece.finish(source: source) { pieces.append(done) }
        }
        return pieces
    }

    /// A piece of a path that is being gathered, and the sides of the cutter at its ends: 1 left, -1 right, 0 on it.
    private struct OpenPiece {
        var parts: CoordinateParts
        var sides: [Int] = []

        init(source: CoordinateSequence) {
            parts = CoordinateParts(coordinates: source.emptyCopy())
            parts.beginPart()
        }

        func ends(with index: Int, of source: CoordinateSequence) -> Bool {
            let last = parts.coordinates.count - 1
            return last >= 0 && parts.coordinates.xy[2 * last] == source.xy[2 * index]
                && parts.coordinates.xy[2 * last + 1] == source.xy[2 * index + 1]
        }

        /// The piece if it has a length; the next begins at its end.
        mutating func finish(source: CoordinateSequence) -> Piece? {
            let count = parts.coordinates.count
            guard count > 1 else { return nil }
            let isLeft = sides.contains(1), isRight = sides.contains(-1)
            let done = Piece(parts: parts, side: isLeft && isRight ? .both : isRight ? .right : .left)
            self = OpenPiece(source: source)
            parts.coordinates.append((count - 1)..<count, of: done.parts.coordinates)
            return done
        }
    }

    /// Where along segment index-1 to index the cutter meets it, rising, 0 to 1, and on which side of it the segment is before and after.
    private static func crossings(
        of index: Int, in source: CoordinateSequence, with cutter: CoordinateParts, _ segments: SegmentIndex
    ) -> [(part: Double, before: Int, after: Int)] {
        let ax = source.xy[2 * index - 2], ay = source.xy[2 * index - 1], bx = source.xy[2 * index],
            by = source.xy[2 * index + 1]
        let xy = cutter.coordinates.xy
        var found: [(part: Double, before: Int, after: Int)] = []
        for other in segments.candidates(SIMD2(ax, ay), SIMD2(bx, by)) {
            let cx = xy[2 * other - 2], cy = xy[2 * other - 1], dx = xy[2 * other], dy = xy[2 * other + 1]
            guard segmentsMeet(ax, ay, bx, by, cx, cy, dx, dy) else { continue }
            let denominator = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
            guard denominator != 0 else { continue }
            let part = min(1, max(0, ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / denominator))
            found.append((part, orientation(cx, cy, dx, dy, ax, ay), orientation(cx, cy, dx, dy, bx, by)))
        }
        return found.sorted { $0.part < $1.part }
    }
}
