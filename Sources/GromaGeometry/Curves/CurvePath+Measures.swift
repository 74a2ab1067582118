// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

extension CurvePath {
    /// The length of the curves themselves, not of the straight segments that stand for them; to 12 digits.
    var length: Double { pieces.reduce(0) { $0 + $1.length } }

    /// The area that the path encloses as a ring: negative when it runs clockwise.
    var signedArea: Double {
        // Seen from its beginning, the side that closes an open ring adds nothing.
        let origin = start.place
        return pieces.reduce(0) { $0 + $1.signedArea(from: origin) }
    }

    /// The box round the curves; nil where numbers are missing.
    var extent: Envelope? {
        var low = start.place, high = start.place
        for piece in pieces {
            for place in piece.extremes {
                low = SIMD2(min(low.x, place.x), min(low.y, place.y))
                high = SIMD2(max(high.x, place.x), max(high.y, place.y))
            }
        }
        guard low.x.isFinite, low.y.isFinite, high.x.isFinite, high.y.isFinite else { return nil }
        return Envelope(xMin: low.x, yMin: low.y, xMax: high.x, yMax: high.y)
    }

    private var pieces: [MeasuredPiece] {
        var last = start
        return segments.map { segment in
            defer { last = segment.end }
            return MeasuredPiece(from: last.place, to: segment.end.place, piece: CurvePiece(segment, from: last))
        }
    }

    fileprivate static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
}

extension [CurvePath] {
    /// The box round all paths; nil where numbers are missing or there are no paths.
    func extent(in reference: SpatialReference?) -> Envelope? {
        var result: Envelope?
        for path in self {
            guard let box = path.extent else { return nil }
            result = result?.union(box) ?? box
        }
        result?.spatialReference = reference
        return result
    }
}

/// A segment with both its ends.
private struct MeasuredPiece {
    var from: SIMD2<Double>
    var to: SIMD2<Double>
    var piece: CurvePiece

    private func norm(_ v: SIMD2<Double>) -> Double { hypot(v.x, v.y) }

    var length: Double {
        switch piece {
        case .straight(nil): return norm(to - from)
        case .straight(let through?): return norm(through - from) + norm(to - through)
        case .broken: return .nan
        case .turn(let turn) where turn.ratio == 1: return norm(turn.start) * (1 + turn.growth) / 2 * abs(turn.angle)
        case .turn(let turn):
            // A quarter turn at a time: the speed of an ellipse is smooth, but may change fast near the ends of the long axis.
            let quarters = max(1, (abs(turn.angle) / (.pi / 2)).rounded(.up))
            func speed(_ part: Double) -> Double {
                let c = cos(turn.angle * part), s = sin(turn.angle * part)
                let across = SIMD2(-turn.start.x * s - turn.start.y * c, turn.start.x * c - turn.start.y * s)
                return norm(turn.stretched(across * turn.angle))
            }
            return (0..<Int(quarters)).reduce(0) {
                $0 + integral(Double($1) / quarters, Double($1 + 1) / quarters, speed)
            }
        case .bezier(let p):
            func speed(_ t: Double) -> Double {
                let s = 1 - t
                let first = (p[1] - p[0]) * (s * s), second = (p[2] - p[1]) * (2 * s * t)
                return 3 * norm(first + second + (p[3] - p[2]) * (t * t))
            }
            return integral(0, 1, speed)
        }
    }

    /// Half the integral of x dy - y dx, seen from a place.
    func signedArea(from origin: SIMD2<Double>) -> Double {
        let a = from - origin, b = to - origin
        switch piece {
        case .straight(nil): return CurvePath.cross(a, b) / 2
        case .straight(let through?):
            return (CurvePath.cross(a, through - origin) + CurvePath.cross(through - origin, b)) / 2
        case .broken: return .nan
        case .turn(let turn):
            let radii = (turn.start * turn.start).sum() * turn.growth
            return (CurvePath.cross(turn.centre - origin, b - a) + turn.ratio * radii * turn.angle) / 2
        case .bezier(let p):
            // The products of the Bernstein polynomials, integrated.
            let q = p.map { $0 - origin }
            let near = 6 * CurvePath.cross(q[0], q[1]) + 3 * CurvePath.cross(q[0], q[2]) + CurvePath.cross(q[0], q[3])
            let far =
                3 * CurvePath.cross(q[1], q[2]) + 3 * CurvePath.cross(q[1], q[3]) + 6 * CurvePath.cross(q[2], q[3])
            return (near + far) / 20
        }
    }

    /// Both ends, and the places where the curve turns round in x or y.
    var extremes: [SIMD2<Double>] {
        switch piece {
        case .straight(nil): return [from, to]
        case .straight(let through?): return [from, through, to]
        case .broken: return [SIMD2(.nan, .nan)]
        case .turn(let turn):
            var places = [from, to]
            // Both coordinates go as a cos + b sin of the angle turned.
            let a = turn.stretched(turn.start), b = turn.stretched(SIMD2(-turn.start.y, turn.start.x))
            for top in [atan2(b.x, a.x), atan2(b.y, a.y)] {
                for halfTurn in -3...3 {
                    let part = (top + Double(halfTurn) * .pi) / turn.angle
                    if part > 0, part < 1 { places.append(turn.place(part)) }
                }
            }
            return places
        case .bezier(let p):
            let a = p[3] - p[0] + (p[1] - p[2]) * 3, b = (p[0] - p[1] * 2 + p[2]) * 2, c = p[1] - p[0]
            let parts = roots(a.x, b.x, c.x) + roots(a.y, b.y, c.y)
            return [from, to]
                + parts.map { t in
                    let s = 1 - t
                    return p[0] * (s * s * s) + p[1] * (3 * s * s * t) + (p[2] * (3 * s * t * t) + p[3] * (t * t * t))
                }
        }
    }

    /// Where a t² + b t + c is 0, between 0 and 1.
    private func roots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
        let square = b * b - 4 * a * c
        guard square >= 0 else { return [] }
        let sum = -(b + (b < 0 ? -1 : 1) * square.squareRoot()) / 2
        return [sum / a, c / sum].filter { $0 > 0 && $0 < 1 }
    }

    /// Gauss's rule with ten places, halved until nothing changes.
    private func integral(_ low: Double, _ high: Double, depth: Int = 0, _ f: (Double) -> Double) -> Double {
        func gauss(_ low: Double, _ high: Double) -> Double {
            let middle = (low + high) / 2, half = (high - low) / 2
            return half
                * zip(Self.places, Self.weights).reduce(0) { sum, pair in
                    sum + pair.1 * (f(middle - half * pair.0) + f(middle + half * pair.0))
                }
        }
        let middle = (low + high) / 2
        let whole = gauss(low, high), halves = gauss(low, middle) + gauss(middle, high)
        guard abs(whole - halves) > 1e-13 * abs(halves), depth < 16 else { return halves }
        return integral(low, middle, depth: depth + 1, f) + integral(middle, high, depth: depth + 1, f)
    }

    private static let places = [
        0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717,
    ]
    private static let weights = [
        0.2955242247147529, 0.2692667193099963, 0.2190863625159820, 0.1494513491505806, 0.0666713443086881,
    ]
}
