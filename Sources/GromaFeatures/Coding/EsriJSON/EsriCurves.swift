// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs

/// Curved segments of Esri JSON (`curvePaths`, `curveRings`), read as chains of short straight ones.
///
/// A part holds vertices and objects; an object describes the segment from the vertex before it to its own end: `c` a
/// circular arc through a point, `b` a cubic Bézier curve, `a` an elliptic arc (Esri JSON, curve objects).
enum EsriCurves {
    /// A full circle becomes this many segments: 0.03 % of the radius off at most.
    static let segmentsPerTurn = 128.0
    private static let segmentsPerBezier = 32

    /// Reads a part and appends its vertices; `firstVertex` is where the part begins in `positions`.
    static func readPart(
        _ reader: inout JSONReader, into positions: inout PositionBuffer, firstVertex: Int
    ) throws(CodecError) {
        try reader.beginArray()
        while try reader.nextElement() {
            if case .array = try reader.peek() {
                try reader.readPosition(into: &positions)
                continue
            }
            let place = reader
            let json = try reader.readValue()
            guard positions.count > firstVertex else {
                throw place.error(.unsupported, "A curve needs a vertex before it")
            }
            let last = positions.count - 1
            let start = Vertex(positions.xy[2 * last], positions.xy[2 * last + 1])
            guard let curve = curve(from: start, json), curve.count < 10_000, curve.allSatisfy(\.isFinite) else {
                throw place.error(.unsupported, "The curve is not of a known form")
            }
            for vertex in curve { positions.append(x: vertex.x, y: vertex.y) }
            interpolateThird(&positions, from: last, json)
        }
    }

    private struct Vertex {
        var x: Double
        var y: Double
        init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
        init?(_ json: JSONValue?) {
            guard let x = json?[0]?.double, let y = json?[1]?.double else { return nil }
            self.init(x, y)
        }
        var isFinite: Bool { x.isFinite && y.isFinite }
    }

    /// A third number of the end vertex, if any, runs evenly from the start's.
    private static func interpolateThird(_ positions: inout PositionBuffer, from last: Int, _ json: JSONValue) {
        let members = json.object?.members ?? []
        guard let end = members.first?.value[0]?[2]?.double, let start = positions.third?[last] else { return }
        positions.padThird()
        let count = positions.count - 1 - last
        for step in 1...max(count, 1) where last + step < positions.count {
            positions.third?[last + step] = start + (end - start) * Double(step) / Double(count)
        }
    }

    /// The vertices after `start` up to the curve's end; nil when the object is no curve.
    private static func curve(from start: Vertex, _ json: JSONValue) -> [Vertex]? {
        if let arc = json["c"] {
            guard let end = Vertex(arc[0]), let through = Vertex(arc[1]) else { return nil }
            return circularArc(from: start, through: through, to: end)
        }
        if let bezier = json["b"] {
            guard let end = Vertex(bezier[0]), let first = Vertex(bezier[1]), let second = Vertex(bezier[2]) else {
                return nil
            }
            return (1...segmentsPerBezier).map { step in
                let t = Double(step) / Double(segmentsPerBezier), s = 1 - t
                if step == segmentsPerBezier { return end }
                let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
                return Vertex(
                    a * start.x + b * first.x + c * second.x + d * end.x,
                    a * start.y + b * first.y + c * second.y + d * end.y)
            }
        }
        if let ellipse = json["a"] { return ellipticArc(from: start, ellipse) }
        return nil
    }

    private static func circularArc(from start: Vertex, through: Vertex, to end: Vertex) -> [Vertex] {
        // The circle's centre relative to `start`; a start that is also the end means a full circle with the point opposite.
        let (bx, by, cx, cy) = (through.x - start.x, through.y - start.y, end.x - start.x, end.y - start.y)
        if cx == 0, cy == 0 {
            let centre = Vertex(start.x + bx / 2, start.y + by / 2)
            return turn(from: start, round: centre, by: 2 * .pi, to: end)
        }
        let d = 2 * (bx * cy - by * cx)
        guard abs(d) > 1e-12 * (bx * bx + by * by + cx * cx + cy * cy) else { return [through, end] }
        let b = bx * bx + by * by, c = cx * cx + cy * cy
        let centre = Vertex(start.x + (cy * b - by * c) / d, start.y + (bx * c - cx * b) / d)
        // With d negative the interior point lies left of the chord, and the way through it turns clockwise.
        let angle = sweep(from: start, to: end, round: centre, clockwise: d < 0)
        return turn(from: start, round: centre, by: angle, to: end)
    }

    /// The angle from one vertex to another round a centre: positive counter-clockwise, never 0.
    private static func sweep(from start: Vertex, to end: Vertex, round centre: Vertex, clockwise: Bool) -> Double {
        let from = atan2(start.y - centre.y, start.x - centre.x), to = atan2(end.y - centre.y, end.x - centre.x)
        var angle = to - from
        if clockwise, angle >= 0 { angle -= 2 * .pi }
        if !clockwise, angle <= 0 { angle += 2 * .pi }
        return angle
    }

    private static func turn(from start: Vertex, round centre: Vertex, by angle: Double, to end: Vertex) -> [Vertex] {
        let (dx, dy) = (start.x - centre.x, start.y - centre.y)
        let count = max(2, Int((abs(angle) / (2 * .pi) * segmentsPerTurn).rounded(.up)))
        return (1...count).map { step in
            if step == count { return end }
            let part = angle * Double(step) / Double(count)
            return Vertex(
                centre.x + dx * cos(part) - dy * sin(part), centre.y + dx * sin(part) + dy * cos(part))
        }
    }

    private static func ellipticArc(from start: Vertex, _ arc: JSONValue) -> [Vertex]? {
        guard let end = Vertex(arc[0]), let centre = Vertex(arc[1]) else { return nil }
        let isMinor = arc[2]?.double == 1, isClockwise = arc[3]?.double == 1
        let rotation = arc[4]?.double ?? 0, semiMajor = arc[5]?.double, ratio = arc[6]?.double ?? 1
        // In the frame where the ellipse is a circle about 0.
        func flattened(_ vertex: Vertex) -> Vertex {
            let (dx, dy) = (vertex.x - centre.x, vertex.y - centre.y)
            let (c, s) = (cos(rotation), sin(rotation))
            return Vertex(dx * c + dy * s, (dy * c - dx * s) / (ratio == 0 ? 1 : ratio))
        }
        let from = flattened(start), to = flattened(end), zero = Vertex(0, 0)
        let isFull = start.x == end.x && start.y == end.y
        var angle =
            isFull ? (isClockwise ? -2 : 2) * Double.pi : sweep(from: from, to: to, round: zero, clockwise: isClockwise)
        // A minor arc is at most half a turn; where direction and size disagree, the size is believed.
        if !isFull, isMinor, abs(angle) > .pi + 1e-9 { angle += angle < 0 ? 2 * .pi : -2 * .pi }
        if isFull, let semiMajor, semiMajor > 0, from.x == 0, from.y == 0 { return nil }
        let (c, s) = (cos(rotation), sin(rotation))
        var vertices = turn(from: from, round: zero, by: angle, to: to).map { flat in
            Vertex(centre.x + flat.x * c - flat.y * ratio * s, centre.y + flat.x * s + flat.y * ratio * c)
        }
        vertices[vertices.count - 1] = end
        return vertices
    }
}
