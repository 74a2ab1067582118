// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Turns lines into the outline of their strokes, edge by edge, straight into the cells.
///
/// The outline is two chains of offset points, left and right of the line. Where a corner's inner side is too short for
/// the two offsets to meet, the chain goes through the corner itself: then the outline is the sum of the segments'
/// rectangles, and no place has a winding number of the wrong sign. Offsets are functions of coordinate differences only.
struct Stroker {
    /// Half the width, in 1/256 pixel.
    let half: Float
    let cap: StrokeStyle.Cap
    let join: StrokeStyle.Join
    /// A mitre is drawn while 1 / (1 + cosine of the turn) is below this.
    let miterBound: Float
    /// Angle of an arc's steps, in radians.
    let arcStep: Float
    /// How far from a corner the two inner offsets may meet even where a segment is shorter, in 1/256 pixel: under lines of
    /// a few pixels the small loop this makes takes away what neighbouring corners would cover twice.
    let innerReach: Float
    /// How far an offset may lie from its corner, in 1/256 pixel.
    let reach: Int32

    init(_ style: StrokeStyle) {
        let width = min(max(style.width, 0), 4096)
        half = Float(width * 128)
        cap = style.cap
        let limit = style.miterLimit.isFinite ? min(max(style.miterLimit, 1), 10) : 4
        // Arcs of a line that is hardly wider than a pixel can't be told from a short mitre.
        let isThin = half < 192
        join = style.join == .round && isThin ? .miter : style.join
        miterBound = style.join == .round && isThin ? 0.8 : Float(limit * limit / 2)
        innerReach = half <= 384 ? 4 * half : 0
        arcStep = max(0.05, 2 * acosf(max(0, 1 - 8 / max(half, 8))))
        let corners = half * Float(join == .miter ? max(limit, 1.5) : 1.5)
        reach = Int32(max(corners, innerReach * 1.1)) + 256
    }

    /// Adds the outline of one line; `points` has no two equal neighbours. `isClosed` joins the end to the start (the last
    /// point repeats the first). Corners wholly outside of the window's rows are left out.
    func stroke(
        _ points: UnsafePointer<PixelPoint>, _ count: Int, isClosed closed: Bool, into writer: EdgeWriter
    ) {
        withUnsafePointer(to: writer) { stroke(points, count, isClosed: closed, into: $0) }
    }

    private func stroke(
        _ points: UnsafePointer<PixelPoint>, _ count: Int, isClosed closed: Bool, into writer: UnsafePointer<EdgeWriter>
    ) {
        guard count > 1 else {
            if count == 1 { dot(points[0], SIMD2(1, 0), into: writer.pointee) }
            return
        }
        let isClosed = closed && count > 3 && points[0] == points[count - 1]
        let segments = count - 1
        let low = writer.pointee.top &- reach, high = writer.pointee.top &+ writer.pointee.bottom &+ reach
        let first = Segment(points[0], points[1])
        var chain = StrokeChain(stroker: self, writer: writer, at: points[0], along: first)
        if isClosed {
            let last = Segment(points[segments - 1], points[segments])
            chain = StrokeChain(
                stroker: self, writer: writer, at: middle(points[segments - 1], points[segments]), along: last)
            chain.turn(at: points[0], to: first)
        }
        var isStale = false
        var i = 1
        while i < segments {
            let before = points[i &- 1].y, here = points[i].y, after = points[i &+ 1].y
            if before < low && here < low && after < low || before > high && here > high && after > high {
                isStale = true
            } else {
                if isStale {
                    chain.restart(at: points[i &- 1], along: Segment(points[i &- 1], points[i]))
                    isStale = false
                }
                chain.turn(at: points[i], to: Segment(points[i], points[i &+ 1]))
            }
            i &+= 1
        }
        let last = Segment(points[segments - 1], points[segments])
        if isStale { chain.restart(at: points[segments - 1], along: last) }
        if isClosed {
            chain.close(at: middle(points[segments - 1], points[segments]), along: last)
        } else {
            chain.end(at: points[segments], from: points[0], firstAlong: first)
        }
    }

    /// A line without length: what its ends look like put together. Flat ends leave nothing.
    func dot(_ point: PixelPoint, _ direction: SIMD2<Float>, into writer: EdgeWriter) {
        guard cap != .butt else { return }
        let normal = SIMD2<Float>(-direction.y, direction.x) * half
        withUnsafePointer(to: writer) { writer in
            let chain = StrokeChain(
                stroker: self, writer: writer, at: point, along: Segment(direction: direction, length: 0))
            chain.endCap(at: point, normal)
            chain.endCap(at: point, normal * -1)
        }
    }

    private func middle(_ a: PixelPoint, _ b: PixelPoint) -> PixelPoint {
        PixelPoint(a.x &+ (b.x &- a.x) / 2, a.y &+ (b.y &- a.y) / 2)
    }
}

/// Direction and length, in 1/256 pixel, of a piece of a line.
struct Segment {
    let direction: SIMD2<Float>
    let length: Float

    @inline(__always) init(direction: SIMD2<Float>, length: Float) {
        self.direction = direction
        self.length = length
    }

    @inline(__always) init(_ a: PixelPoint, _ b: PixelPoint) {
        let dx = Float(b.x &- a.x), dy = Float(b.y &- a.y)
        length = max((dx * dx + dy * dy).squareRoot(), 1e-3)
        direction = SIMD2(dx, dy) * (1 / length)
    }
}
