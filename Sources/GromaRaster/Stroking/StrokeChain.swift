// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The two sides of a stroke as far as they are drawn.
struct StrokeChain {
    private let stroker: Stroker
    /// Where it lies in memory: a writer of its own would be written anew for every edge.
    private let writer: UnsafePointer<EdgeWriter>
    private var left: PixelPoint, right: PixelPoint
    private let firstLeft: PixelPoint, firstRight: PixelPoint
    private var along: Segment

    @inline(__always)
    init(stroker: Stroker, writer: UnsafePointer<EdgeWriter>, at point: PixelPoint, along segment: Segment) {
        self.stroker = stroker
        self.writer = writer
        along = segment
        let normal = SIMD2<Float>(-segment.direction.y, segment.direction.x) * stroker.half
        left = offset(point, normal)
        right = offset(point, normal * -1)
        firstLeft = left
        firstRight = right
    }

    /// Goes on from a corner whose edges all lie outside of the window.
    mutating func restart(at point: PixelPoint, along segment: Segment) {
        along = segment
        let normal = SIMD2<Float>(-segment.direction.y, segment.direction.x) * stroker.half
        left = offset(point, normal)
        right = offset(point, normal * -1)
    }

    @inline(__always) private func edge(_ a: PixelPoint, _ b: PixelPoint) { Self.edge(writer, a, b) }

    @inline(never) private static func edge(_ writer: UnsafePointer<EdgeWriter>, _ a: PixelPoint, _ b: PixelPoint) {
        writer.pointee.add(a, b)
    }

    @inline(__always) private mutating func leftTo(_ point: PixelPoint) {
        edge(left, point)
        left = point
    }

    @inline(__always) private mutating func rightTo(_ point: PixelPoint) {
        edge(point, right)
        right = point
    }

    /// Draws both sides up to a corner and round it.
    @inline(__always)
    mutating func turn(at corner: PixelPoint, to next: Segment) {
        let a = along.direction, b = next.direction, half = stroker.half
        let cosine = a.x * b.x + a.y * b.y
        let sum = SIMD2<Float>(-(a.y + b.y), a.x + b.x)
        // So small a turn that both sides may simply meet.
        if cosine > 0.5 && (1 - cosine) * half < 30 {
            let meeting = sum * (half / (1 + cosine))
            let x = rounded(meeting.x), y = rounded(meeting.y)
            leftTo(PixelPoint(corner.x &+ x, corner.y &+ y))
            rightTo(PixelPoint(corner.x &- x, corner.y &- y))
        } else {
            sharpTurn(at: corner, to: next, cosine: cosine, sum: sum)
        }
        along = next
    }

    @inline(never)
    private mutating func sharpTurn(at corner: PixelPoint, to next: Segment, cosine: Float, sum: SIMD2<Float>) {
        let half = stroker.half, a = along.direction, b = next.direction
        let sine = a.x * b.y - a.y * b.x
        let before = SIMD2<Float>(-a.y, a.x) * half, after = SIMD2<Float>(-b.y, b.x) * half
        // +1: the outer side of the corner is the left one.
        let outer: Float = sine > 0 ? -1 : 1
        let k = 1 / max(1 + cosine, 1e-4)
        let meeting = sum * (half * k)
        let innerLength = half * max(0, (1 - cosine) * k).squareRoot()
        if innerLength < max(min(along.length, next.length), stroker.innerReach) {
            let point = offset(corner, meeting * -outer)
            if outer > 0 { rightTo(point) } else { leftTo(point) }
        } else if outer > 0 {
            rightTo(offset(corner, before * -outer))
            rightTo(corner)
            rightTo(offset(corner, after * -outer))
        } else {
            leftTo(offset(corner, before * -outer))
            leftTo(corner)
            leftTo(offset(corner, after * -outer))
        }
        switch stroker.join {
        case .miter where k <= stroker.miterBound:
            outerTo(offset(corner, meeting * outer), outer)
        case .round:
            let angle = atan2f(abs(sine), cosine)
            let steps = max(1, Int(angle / stroker.arcStep + 0.999))
            outerArc(corner, before * outer, (sine > 0 ? 1 : -1) * angle / Float(steps), steps, outer)
        case .miter, .bevel:
            outerTo(offset(corner, before * outer), outer)
            outerTo(offset(corner, after * outer), outer)
        }
    }

    private mutating func outerTo(_ point: PixelPoint, _ outer: Float) {
        if outer > 0 { leftTo(point) } else { rightTo(point) }
    }

    private mutating func outerArc(
        _ centre: PixelPoint, _ from: SIMD2<Float>, _ step: Float, _ steps: Int, _ outer: Float
    ) {
        let c = cosf(step), s = sinf(step)
        var v = from
        outerTo(offset(centre, v), outer)
        for _ in 0..<steps {
            v = SIMD2(v.x * c - v.y * s, v.x * s + v.y * c)
            outerTo(offset(centre, v), outer)
        }
    }

    /// Joins the end of a ring to its start, at the point where the chain began.
    mutating func close(at point: PixelPoint, along segment: Segment) {
        edge(left, firstLeft)
        edge(firstRight, right)
    }

    /// Draws both sides to the end of the line, and the two ends.
    mutating func end(at point: PixelPoint, from start: PixelPoint, firstAlong first: Segment) {
        let normal = SIMD2<Float>(-along.direction.y, along.direction.x) * stroker.half
        leftTo(offset(point, normal))
        rightTo(offset(point, normal * -1))
        endCap(at: point, normal)
        endCap(at: start, SIMD2<Float>(first.direction.y, -first.direction.x) * stroker.half)
    }

    /// The end of a line whose left offset there is `normal`: from the left side round to the right one.
    func endCap(at point: PixelPoint, _ normal: SIMD2<Float>) {
        let from = offset(point, normal), to = offset(point, normal * -1)
        switch stroker.cap {
        case .butt: edge(from, to)
        case .square:
            let ahead = SIMD2<Float>(normal.y, -normal.x)
            let a = offset(point, normal + ahead), b = offset(point, ahead - normal)
            edge(from, a)
            edge(a, b)
            edge(b, to)
        case .round:
            let steps = max(2, Int(Float.pi / stroker.arcStep + 0.999))
            let c = cosf(-Float.pi / Float(steps)), s = sinf(-Float.pi / Float(steps))
            var v = normal, last = from
            for step in 1...steps {
                v = SIMD2(v.x * c - v.y * s, v.x * s + v.y * c)
                let next = step == steps ? to : offset(point, v)
                edge(last, next)
                last = next
            }
        }
    }
}

/// `value` to the nearest whole number; halves away from 0, so that both sides of a line are equally far from it.
@inline(__always) func rounded(_ value: Float) -> Int32 {
    int32(value + Float(bitPattern: (value.bitPattern & 0x8000_0000) | 0x3F00_0000))
}

@inline(__always) func offset(_ point: PixelPoint, _ vector: SIMD2<Float>) -> PixelPoint {
    PixelPoint(point.x &+ rounded(vector.x), point.y &+ rounded(vector.y))
}
