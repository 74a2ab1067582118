// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRendering
import Testing

@Suite("SVG paths") struct SVGPathTests {
    /// The area of all parts by the shoelace formula, without sign.
    private func area(_ path: SVGPath) -> Double {
        path.parts.reduce(0) { sum, part in
            var twice = 0.0
            for (a, b) in zip(part.points, part.points.dropFirst() + part.points.prefix(1)) {
                twice += a.x * b.y - b.x * a.y
            }
            return sum + abs(twice) / 2
        }
    }

    @Test(
        "a square in any spelling",
        arguments: [
            "M0 0 L10 0 L10 10 L0 10 Z", "m0,0 10,0 0,10 -10,0z", "M 0 0 h 10 v 10 h -10 z", "M0 0H10V10H0Z",
            "M-5-5l1e1 0 0 1E1-10 .0e0Z", "\n M0,0\t10,0,10,10 0 10z ",
        ])
    func square(text: String) {
        let path = SVGPath(text, height: 20)
        #expect(path.parts.count == 1)
        #expect(abs(area(path) - 400) < 1e-9)
        #expect(path.parts.first?.isClosed == true)
        let xs = path.parts.flatMap { $0.points.map(\.x) }
        #expect(xs.min() == -10 && xs.max() == 10)
    }

    @Test("the larger side takes the height, the middle is the origin")
    func fit() {
        let path = SVGPath("M 100 200 L 140 200 L 140 210 L 100 210 Z", height: 8)
        let xs = path.parts[0].points.map(\.x), ys = path.parts[0].points.map(\.y)
        #expect(xs.min() == -4 && xs.max() == 4 && ys.min() == -1 && ys.max() == 1)
    }

    @Test(
        "arcs are round",
        arguments: [
            "M 10 0 A 10 10 0 1 1 -10 0 A 10 10 0 1 1 10 0 Z", "M10 0A10 10 0 1 0-10 0A10 10 0 1 0 10 0Z",
            "m10 0a10 10 0 11-20 0a10 10 0 0120 0z", "M 10 0 A 1 1 0 0 1 -10 0 A 1 1 0 0 1 10 0",
        ])
    func arcs(text: String) {
        let path = SVGPath(text, height: 20)
        #expect(abs(area(path) - 100 * Double.pi) < 3)
        #expect(path.parts.flatMap(\.points).allSatisfy { abs($0.x * $0.x + $0.y * $0.y - 100) < 1e-6 })
    }

    @Test("an arc's flags choose among the four ways")
    func flags() {
        // From (0, 0) to (10, 10) on circles of radius 10: the small ways bulge by 10 (1 - 1/√2), the large ones by far more.
        func farthest(_ flags: String) -> (x: Double, y: Double) {
            let path = SVGPath("M 0 0 A 10 10 0 \(flags) 10 10 M -100 -100 L 100 100", height: 200)
            let points = path.parts[0].points
            return (points.map(\.x).max() ?? 0, points.map(\.y).max() ?? 0)
        }
        #expect(farthest("0 0").x <= 10.01 && farthest("0 1").y <= 10.01)
        #expect(abs(farthest("1 1").x - 20) < 0.1)
        #expect(abs(farthest("1 0").y - 20) < 0.1)
    }

    @Test("smooth curves go on from the control point before")
    func smooth() {
        let smooth = SVGPath("M 0 0 C 0 10 10 10 10 0 S 20 -10 20 0", height: 20)
        let spelt = SVGPath("M 0 0 C 0 10 10 10 10 0 C 10 -10 20 -10 20 0", height: 20)
        #expect(
            smooth.parts[0].points.elementsEqual(spelt.parts[0].points) { abs($0.x - $1.x) + abs($0.y - $1.y) < 1e-9 })
        let t = SVGPath("M 0 0 Q 5 10 10 0 T 20 0", height: 20),
            q = SVGPath("M 0 0 Q 5 10 10 0 Q 15 -10 20 0", height: 20)
        #expect(t.parts[0].points.elementsEqual(q.parts[0].points) { abs($0.x - $1.x) + abs($0.y - $1.y) < 1e-9 })
    }

    @Test(
        "what is no path draws what stands before it",
        arguments: [
            ("", 0), ("x", 0), ("M", 0), ("M 1", 0), ("Z", 0), ("M 0 0", 0), ("M 0 0 L 5 5 L x 7", 1), ("L 5 5", 1),
            ("M 0 0 L 10 0 A 5 5 0 2 0 4 4", 1), ("M nan nan L 3 3", 0), ("M 0 0 L 1e999 3", 0),
        ])
    func hostile(text: String, parts: Int) {
        #expect(SVGPath(text, height: 10).parts.count == parts)
    }

    @Test("endless paths are cut")
    func endless() {
        let path = SVGPath("M 0 0" + String(repeating: " L 1 1 L 0 0", count: 40_000), height: 10)
        #expect(path.parts.reduce(0) { $0 + $1.points.count } <= 20_001)
    }
}
