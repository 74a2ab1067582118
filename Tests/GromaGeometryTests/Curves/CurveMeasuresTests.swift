// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("Lengths, areas and boxes of curves") struct CurveMeasuresTests {
    private typealias Vertex = CurvePath.Vertex

    private static func path(_ start: (Double, Double), _ segments: CurvePath.Segment...) -> CurvePath {
        var path = CurvePath(start: Vertex(x: start.0, y: start.1))
        path.segments = segments
        return path
    }

    private static func area(_ path: CurvePath) -> Polygon {
        let parts = CoordinateParts(coordinates: CoordinateSequence(xy: path.densified()), starts: [0])
        return Polygon(parts: parts, curves: [path], spatialReference: .webMercator)
    }

    private static func line(_ path: CurvePath) -> Polyline {
        let parts = CoordinateParts(coordinates: CoordinateSequence(xy: path.densified()), starts: [0])
        return Polyline(parts: parts, curves: [path], spatialReference: nil)
    }

    private static func ellipse(
        to end: (Double, Double), centre: (Double, Double), clockwise: Bool, minor: Bool = false, rotation: Double = 0,
        semiMajor: Double = 1, ratio: Double = 1
    ) -> CurvePath.Segment {
        .ellipticArc(
            to: Vertex(x: end.0, y: end.1), centre: Vertex(x: centre.0, y: centre.1),
            form: .init(
                isMinor: minor, isClockwise: clockwise,
                axes: .init(rotation: rotation, semiMajor: semiMajor, ratio: ratio)))
    }

    @Test("a circle, and half of one")
    func circle() {
        let circle = Self.area(Self.path((0, 0), Self.ellipse(to: (0, 0), centre: (5, 0), clockwise: true)))
        #expect(abs(GeometryEngine.area(of: circle) - 25 * .pi) < 1e-12)
        #expect(abs(GeometryEngine.length(of: circle) - 10 * .pi) < 1e-12)
        let box = circle.extent
        #expect(
            abs(box.xMin) < 1e-14 && abs(box.xMax - 10) < 1e-14 && abs(box.yMin + 5) < 1e-14
                && abs(box.yMax - 5) < 1e-14)
        #expect(box.spatialReference == .webMercator)
        let half = Self.line(
            Self.path(
                (-1, 0), .arc(to: Vertex(x: 1, y: 0), through: Vertex(x: 0, y: 1)), .line(to: Vertex(x: 1, y: -3))))
        #expect(abs(GeometryEngine.length(of: half) - (.pi + 3)) < 1e-12)
        #expect(half.extent.yMax == 1 && half.extent.yMin == -3)
    }

    @Test("an ellipse of axes 2 and 1, turned", arguments: [0.0, 0.5, 2])
    func ellipse(rotation: Double) {
        let (s, c) =
            rotation == 0
            ? (0.0, 1.0)
            : rotation == 0.5 ? (0.479425538604203, 0.8775825618903728) : (0.9092974268256817, -0.4161468365471424)
        let path = Self.path(
            (7 + 2 * c, 3 + 2 * s),
            Self.ellipse(
                to: (7 + 2 * c, 3 + 2 * s), centre: (7, 3), clockwise: false, rotation: rotation, semiMajor: 2,
                ratio: 0.5))
        let ellipse = Self.area(path)
        #expect(abs(GeometryEngine.area(of: ellipse) + 2 * .pi) < 1e-12)
        // The complete elliptic integral of this shape, as tables have it.
        #expect(abs(GeometryEngine.length(of: ellipse) - 9.688448220547675) < 1e-11)
        let half = (4 * c * c + s * s).squareRoot()
        #expect(abs(ellipse.extent.xMax - (7 + half)) < 1e-12 && abs(ellipse.extent.xMin - (7 - half)) < 1e-12)
    }

    @Test("a Bézier curve against many short steps of it", arguments: [UInt64(121), 122, 123])
    func bezier(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let xy = (0..<8).map { _ in generator.number(-10...10) }
        let path = Self.path(
            (xy[0], xy[1]),
            .bezier(to: Vertex(x: xy[6], y: xy[7]), Vertex(x: xy[2], y: xy[3]), Vertex(x: xy[4], y: xy[5])))
        var steps = CoordinateParts()
        steps.beginPart()
        for step in 0...20_000 {
            let t = Double(step) / 20_000, s = 1 - t
            func value(_ offset: Int) -> Double {
                let near = s * s * s * xy[offset] + 3 * s * s * t * xy[2 + offset]
                return near + 3 * s * t * t * xy[4 + offset] + t * t * t * xy[6 + offset]
            }
            steps.append(x: value(0), y: value(1))
        }
        let exact = Self.line(path)
        #expect(
            abs(GeometryEngine.length(of: exact) - GeometryEngine.length(of: Polyline(parts: steps))) < 1e-6,
            "seed \(seed)")
        let area = -steps.coordinates.signedArea(of: 0..<steps.coordinates.count)
        #expect(abs(GeometryEngine.area(of: Self.area(path)) - area) < 1e-6, "seed \(seed)")
        let box = steps.coordinates.extent(), own = exact.extent
        #expect(abs(own.xMin - box.xMin) < 1e-6 && abs(own.xMax - box.xMax) < 1e-6, "seed \(seed)")
        #expect(abs(own.yMin - box.yMin) < 1e-6 && abs(own.yMax - box.yMax) < 1e-6, "seed \(seed)")
    }

    @Test("a cusp, a point, and curves that are straight")
    func degenerate() {
        // Out and back along one line: the speed passes through 0.
        let cusp = Self.line(Self.path((0, 0), .bezier(to: Vertex(x: 0, y: 0), Vertex(x: 4, y: 0), Vertex(x: 4, y: 0))))
        #expect(abs(GeometryEngine.length(of: cusp) - 6) < 1e-6)
        #expect(abs(cusp.extent.xMax - 3) < 1e-12)
        let dot = Self.line(Self.path((1, 1), .arc(to: Vertex(x: 1, y: 1), through: Vertex(x: 1, y: 1))))
        #expect(GeometryEngine.length(of: dot) == 0)
        let flat = Self.line(Self.path((0, 0), .arc(to: Vertex(x: 4, y: 0), through: Vertex(x: 1, y: 0))))
        #expect(GeometryEngine.length(of: flat) == 4)
        let broken = Self.line(Self.path((0, 0), .arc(to: Vertex(x: 4, y: 0), through: Vertex(x: .nan, y: 0))))
        #expect(GeometryEngine.length(of: broken).isNaN)
    }
}
