// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Cuts curved segments into short straight ones.
package enum CurveSteps {
    /// A full circle becomes this many segments: 0.03 % of the radius off at most.
    static let segmentsPerTurn = 128.0
    static let segmentsPerBezier = 32

    /// Appends x and y of the vertices after `start` up to the segment's end, which comes out exactly as it stands.
    ///
    /// A curve without extent (its circle has no radius, its three vertices are in line) is the straight line that is left of
    /// it. A curve whose numbers are missing or too large gives vertices that are not finite.
    package static func append(_ segment: CurvePath.Segment, from start: CurvePath.Vertex, to xy: inout [Double]) {
        switch CurvePiece(segment, from: start) {
        case .straight(let through): if let through { xy += [through.x, through.y] }
        case .broken: xy += [.nan, .nan]
        case .bezier(let points):
            for step in 1..<segmentsPerBezier {
                let t = Double(step) / Double(segmentsPerBezier), s = 1 - t
                let a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t
                let place = points[0] * a + points[1] * b + (points[2] * c + points[3] * d)
                xy += [place.x, place.y]
            }
        case .turn(let turn):
            guard turn.angle.isFinite else { break }
            let count = max(2, Int((abs(turn.angle) / (2 * .pi) * segmentsPerTurn).rounded(.up)))
            for step in 1..<count {
                let place = turn.place(Double(step) / Double(count))
                xy += [place.x, place.y]
            }
        }
        xy.append(segment.end.x)
        xy.append(segment.end.y)
    }
}
