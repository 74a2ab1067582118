// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A path or ring with curved segments as a document states it, beside the straight ones that stand for it in `parts`.
package struct CurvePath: Sendable, Hashable {
    /// A vertex; z and m where the document gives them.
    package struct Vertex: Sendable, Hashable {
        package var x: Double
        package var y: Double
        package var z: Double?
        package var m: Double?
        /// Makes a vertex.
        package init(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
            (self.x, self.y, self.z, self.m) = (x, y, z, m)
        }
    }

    /// A segment from the vertex before it to its own end.
    package enum Segment: Sendable, Hashable {
        case line(to: Vertex)
        /// The circular arc through a vertex. Where the end is the beginning, the circle that has the two as its diameter,
        /// counter-clockwise.
        case arc(to: Vertex, through: Vertex)
        /// The cubic Bézier curve with two control points.
        case bezier(to: Vertex, Vertex, Vertex)
        /// An arc of an ellipse round a centre.
        case ellipticArc(to: Vertex, centre: Vertex, form: EllipseForm)

        /// Where the segment ends.
        package var end: Vertex {
            switch self {
            case .line(let end), .arc(let end, _), .bezier(let end, _, _), .ellipticArc(let end, _, _): end
            }
        }
    }

    /// What an elliptic arc says beside its end and centre.
    package struct EllipseForm: Sendable, Hashable {
        /// True for at most half a turn.
        package var isMinor: Bool
        package var isClockwise: Bool
        /// Rotation of the major axis in radians, half the major axis, minor by major axis; nil in the short form, which means
        /// a circle through the beginning.
        package var axes: Axes?
        /// Rotation, size and shape of an ellipse.
        package struct Axes: Sendable, Hashable {
            package var rotation: Double
            package var semiMajor: Double
            package var ratio: Double
            /// Makes axes.
            package init(rotation: Double, semiMajor: Double, ratio: Double) {
                (self.rotation, self.semiMajor, self.ratio) = (rotation, semiMajor, ratio)
            }
        }
        /// Makes a form.
        package init(isMinor: Bool, isClockwise: Bool, axes: Axes? = nil) {
            (self.isMinor, self.isClockwise, self.axes) = (isMinor, isClockwise, axes)
        }
    }

    /// Where the path begins.
    package var start: Vertex
    /// The segments in order.
    package var segments: [Segment] = []

    /// A path that has only begun.
    package init(start: Vertex) { self.start = start }

    /// True when a segment is no straight line.
    package var hasCurves: Bool {
        segments.contains { segment in if case .line = segment { false } else { true } }
    }

    /// x and y of the straight segments that stand for the path, beginning with `start`.
    package func densified() -> [Double] {
        var xy = [start.x, start.y]
        var last = start
        for segment in segments {
            CurveSteps.append(segment, from: last, to: &xy)
            last = segment.end
        }
        return xy
    }
}

extension Geometry {
    /// True when the shape was read with curved segments (arcs, Bézier curves, elliptic arcs) and still has them.
    ///
    /// `parts` then holds the chains of short straight segments that stand for the curves: 128 a full turn, 32 a Bézier curve.
    /// Esri JSON writes the curves as they were read; `extent`, `GeometryEngine.area(of:)` and `length(of:)` are those of the curves. Whatever makes or changes coordinates gives a shape without curves.
    public var hasCurves: Bool { curves != nil }

    /// The paths or rings as stated, where there are curves.
    var curves: [CurvePath]? {
        switch self {
        case let line as Polyline: line.curves
        case let area as Polygon: area.curves
        default: nil
        }
    }
}
