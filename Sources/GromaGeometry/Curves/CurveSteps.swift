// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Cuts curved segments into short straight ones.
package enum CurveSteps {
    /// A full circle becomes this many segments: 0.03 % of the radius off at most.
    static let segmentsPerTurn = 128.0
    static let segmentsPerBezier = 32

    private typealias Vertex = CurvePath.Vertex

    /// Appends x and y of the vertices after `start` up to the segment's end, which comes out exactly as it stands.
    ///
    /// A curve without extent (its circle has no radius, its three vertices are in line) is the straight line that is left of
    /// it. A curve whose numbers are missing or too large gives vertices that are not finite.
    package static func append(_ segment: CurvePath.Segment, from start: CurvePath.Vertex, to xy: inout [Double]) {
        switch segment {
        case .line: break
        case .arc(let end, let through): circularArc(from: start, through: through, to: end, &xy)
        case .bezier(let end, let first, let second):
            for step in 1..<segmentsPerBezier {
                let t = Double(step) / Double(segmentsPerBezier), s = 1 - t
                let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
                xy.append(a * start.x + b * first.x + c * second.x + d * end.x)
                xy.append(a * start.y + b * first.y + c * second.y + d * end.y)
            }
        case .ellipticArc(let end, let centre, let form): ellipticArc(from: start, to: end, centre, form, &xy)
        }
        xy.append(segment.end.x)
        xy.append(segment.end.y)
    }

    private static func circularArc(from start: Vertex, through: Vertex, to end: Vertex, _ xy: inout [Double]) {
        let (bx, by, cx, cy) = (through.x - start.x, through.y - start.y, end.x - start.x, end.y - start.y)
        let b = bx * bx + by * by, c = cx * cx + cy * cy
        guard (b + c).isFinite else {
            xy += [.nan, .nan]
            return
        }
        if b == 0 { return }
        // An end that is the start but for rounding closes a circle, of which the interior vertex lies opposite.
        if c <= 1e-20 * b {
            let centre = Vertex(x: start.x + bx / 2, y: start.y + by / 2)
            return turn((-bx / 2, -by / 2), by: 2 * .pi, growingTo: 1) { xy += [centre.x + $0, centre.y + $1] }
        }
        if through.x == end.x, through.y == end.y { return }
        let d = 2 * (bx * cy - by * cx)
        // Flatter than this, two straight lines are nearer to the arc than what rounding leaves of its circle.
        guard abs(d) > 2e-7 * (b * c).squareRoot() else {
            xy += [through.x, through.y]
            return
        }
        // The circle's centre relative to the start.
        let (ux, uy) = ((cy * b - by * c) / d, (bx * c - cx * b) / d)
        // With d negative the interior vertex lies left of the chord, and the way through it turns clockwise.
        let angle = sweep(from: (-ux, -uy), to: (cx - ux, cy - uy), clockwise: d < 0)
        turn((-ux, -uy), by: angle, growingTo: 1) { xy += [start.x + ux + $0, start.y + uy + $1] }
    }

    private static func ellipticArc(
        from start: Vertex, to end: Vertex, _ centre: Vertex, _ form: CurvePath.EllipseForm, _ xy: inout [Double]
    ) {
        let axes = form.axes ?? .init(rotation: 0, semiMajor: 0, ratio: 1)
        // Without a minor axis the ellipse is a line.
        guard axes.ratio > 0 else { return }
        let (c, s) = (cos(axes.rotation), sin(axes.rotation))
        // In the frame where the ellipse is a circle about 0.
        func flattened(_ vertex: Vertex) -> (x: Double, y: Double) {
            let (dx, dy) = (vertex.x - centre.x, vertex.y - centre.y)
            return (dx * c + dy * s, (dy * c - dx * s) / axes.ratio)
        }
        let from = flattened(start), to = flattened(end)
        let (size, endSize) = (hypot(from.x, from.y), hypot(to.x, to.y))
        guard (size + endSize).isFinite else {
            xy += [.nan, .nan]
            return
        }
        guard size > 0, endSize > 0 else { return }
        var angle = (form.isClockwise ? -2 : 2) * Double.pi
        if start.x != end.x || start.y != end.y {
            angle = sweep(from: from, to: to, clockwise: form.isClockwise)
            // A minor arc is at most half a turn; where direction and size disagree, the size is believed.
            if form.isMinor, abs(angle) > .pi + 1e-9 { angle += angle < 0 ? 2 * .pi : -2 * .pi }
        }
        // Beginning and end stand on the same ellipse but for rounding, which is spread over the arc.
        turn(from, by: angle, growingTo: endSize / size) { x, y in
            xy += [centre.x + x * c - y * axes.ratio * s, centre.y + x * s + y * axes.ratio * c]
        }
    }

    /// The angle from one direction to another: positive counter-clockwise, never 0.
    private static func sweep(from: (x: Double, y: Double), to: (x: Double, y: Double), clockwise: Bool) -> Double {
        var angle = atan2(to.y, to.x) - atan2(from.y, from.x)
        if clockwise, angle >= 0 { angle -= 2 * .pi }
        if !clockwise, angle <= 0 { angle += 2 * .pi }
        return angle
    }

    /// The vertices between the ends of a turn of `start` about 0, whose length becomes `growth` times as long on the way.
    private static func turn(
        _ start: (x: Double, y: Double), by angle: Double, growingTo growth: Double, _ add: (Double, Double) -> Void
    ) {
        guard angle.isFinite else { return }
        let count = max(2, Int((abs(angle) / (2 * .pi) * segmentsPerTurn).rounded(.up)))
        for step in 1..<count {
            let part = Double(step) / Double(count)
            let (c, s) = (cos(angle * part), sin(angle * part))
            let factor = 1 + (growth - 1) * part
            add(factor * (start.x * c - start.y * s), factor * (start.x * s + start.y * c))
        }
    }
}
