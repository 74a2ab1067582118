// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// What a stated segment is as a curve, for cutting it into steps and for measuring it.
enum CurvePiece {
    /// Straight, through one more place if there is one.
    case straight(through: SIMD2<Double>?)
    /// Part of a circle or an ellipse.
    case turn(CurveTurn)
    /// A cubic Bézier curve with its four points.
    case bezier([SIMD2<Double>])
    /// Numbers are missing or too large.
    case broken

    private typealias Vertex = CurvePath.Vertex

    /// The segment that begins at a vertex. One without extent (its circle has no radius, its three vertices are in line) is the straight line that is
    /// left of it.
    init(_ segment: CurvePath.Segment, from start: CurvePath.Vertex) {
        switch segment {
        case .line: self = .straight(through: nil)
        case .arc(let end, let through): self = Self.circularArc(start.place, through.place, end.place)
        case .bezier(let end, let first, let second):
            self = .bezier([start.place, first.place, second.place, end.place])
        case .ellipticArc(let end, let centre, let form):
            self = Self.ellipticArc(start.place, end.place, centre.place, form)
        }
    }

    private static func circularArc(
        _ start: SIMD2<Double>, _ through: SIMD2<Double>, _ end: SIMD2<Double>
    ) -> CurvePiece {
        let toMiddle = through - start, toEnd = end - start
        let b = (toMiddle * toMiddle).sum(), c = (toEnd * toEnd).sum()
        guard (b + c).isFinite else { return .broken }
        if b == 0 { return .straight(through: nil) }
        // An end that is the start but for rounding closes a circle, of which the interior vertex lies opposite.
        if c <= 1e-20 * b {
            return .turn(CurveTurn(centre: start + toMiddle / 2, start: -toMiddle / 2, angle: 2 * .pi))
        }
        if through == end { return .straight(through: nil) }
        let d = 2 * (toMiddle.x * toEnd.y - toMiddle.y * toEnd.x)
        // Flatter than this, two straight lines are nearer to the arc than what rounding leaves of its circle.
        guard abs(d) > 2e-7 * (b * c).squareRoot() else { return .straight(through: through) }
        // The circle's centre relative to the start.
        let u = SIMD2((toEnd.y * b - toMiddle.y * c) / d, (toMiddle.x * c - toEnd.x * b) / d)
        // With d negative the interior vertex lies left of the chord, and the way through it turns clockwise.
        return .turn(CurveTurn(centre: start + u, start: -u, angle: sweep(from: -u, to: toEnd - u, clockwise: d < 0)))
    }

    private static func ellipticArc(
        _ start: SIMD2<Double>, _ end: SIMD2<Double>, _ centre: SIMD2<Double>, _ form: CurvePath.EllipseForm
    ) -> CurvePiece {
        let axes = form.axes ?? .init(rotation: 0, semiMajor: 0, ratio: 1)
        // Without a minor axis the ellipse is a line.
        guard axes.ratio > 0 else { return .straight(through: nil) }
        let (c, s) = (cos(axes.rotation), sin(axes.rotation))
        // In the frame where the ellipse is a circle about 0.
        func flattened(_ place: SIMD2<Double>) -> SIMD2<Double> {
            let d = place - centre
            return SIMD2(d.x * c + d.y * s, (d.y * c - d.x * s) / axes.ratio)
        }
        let from = flattened(start), to = flattened(end)
        let size = hypot(from.x, from.y), endSize = hypot(to.x, to.y)
        guard (size + endSize).isFinite else { return .broken }
        guard size > 0, endSize > 0 else { return .straight(through: nil) }
        var angle = (form.isClockwise ? -2 : 2) * Double.pi
        if start != end {
            angle = sweep(from: from, to: to, clockwise: form.isClockwise)
            // A minor arc is at most half a turn; where direction and size disagree, the size is believed.
            if form.isMinor, abs(angle) > .pi + 1e-9 { angle += angle < 0 ? 2 * .pi : -2 * .pi }
        }
        // Beginning and end stand on the same ellipse but for rounding, which is spread over the arc.
        return .turn(
            CurveTurn(
                centre: centre, start: from, angle: angle, growth: endSize / size, cosine: c, sine: s, ratio: axes.ratio
            ))
    }

    /// The angle from one direction to another: positive counter-clockwise, never 0.
    private static func sweep(from: SIMD2<Double>, to: SIMD2<Double>, clockwise: Bool) -> Double {
        var angle = atan2(to.y, to.x) - atan2(from.y, from.x)
        if clockwise, angle >= 0 { angle -= 2 * .pi }
        if !clockwise, angle <= 0 { angle += 2 * .pi }
        return angle
    }
}

/// Part of an ellipse: in its own frame a vector that turns about 0 by an angle, seen stretched, turned and moved.
struct CurveTurn {
    var centre: SIMD2<Double>
    /// The beginning, in the frame where the ellipse is a circle.
    var start: SIMD2<Double>
    /// Radians, positive counter-clockwise.
    var angle: Double
    /// How many times as long the vector is at the end: 1 but for rounding.
    var growth = 1.0
    /// Of the major axis' direction.
    var cosine = 1.0
    var sine = 0.0
    /// Minor by major axis.
    var ratio = 1.0

    /// The place after a part of the turn, 0 to 1.
    func place(_ part: Double) -> SIMD2<Double> {
        let c = cos(angle * part), s = sin(angle * part), factor = 1 + (growth - 1) * part
        return centre + stretched(SIMD2(start.x * c - start.y * s, start.x * s + start.y * c) * factor)
    }

    /// A vector of the circle's frame as it is outside.
    func stretched(_ v: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(v.x * cosine - v.y * ratio * sine, v.x * sine + v.y * ratio * cosine)
    }
}

extension CurvePath.Vertex {
    /// x and y.
    var place: SIMD2<Double> { SIMD2(x, y) }
}
