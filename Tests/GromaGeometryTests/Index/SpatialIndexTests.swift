// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import TestSupport
import Testing

@Suite("Spatial index") struct SpatialIndexTests {
    @Test("no boxes, and boxes without a place, find nothing")
    func empty() {
        var found = [7]
        SpatialIndex(boxes: []).query(xMin: -1, yMin: -1, xMax: 1, yMax: 1, into: &found)
        #expect(found.isEmpty)
        let index = SpatialIndex([Envelope.empty(), Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1), Envelope.empty()])
        index.query(xMin: -1, yMin: -1, xMax: 5, yMax: 5, into: &found)
        #expect(found == [1])
        index.query(xMin: .nan, yMin: -1, xMax: 5, yMax: 5, into: &found)
        #expect(found.isEmpty)
        #expect(index.nearest(x: 0, y: 0, limit: 9).map(\.item) == [1])
    }

    @Test("one box, and many equal ones")
    func degenerate() {
        var found: [Int] = []
        SpatialIndex(boxes: [1, 1, 1, 1]).query(xMin: 0, yMin: 0, xMax: 1, yMax: 1, into: &found)
        #expect(found == [0])
        let same = SpatialIndex(boxes: [Double](repeating: 5, count: 4 * 1000))
        same.query(xMin: 5, yMin: 5, xMax: 5, yMax: 5, into: &found)
        #expect(found.sorted() == Array(0..<1000))
        same.query(xMin: 6, yMin: 6, xMax: 7, yMax: 7, into: &found)
        #expect(found.isEmpty)
    }

    @Test(
        "windows and neighbours are those of a search through everything",
        arguments: [(UInt64(1), 3), (2, 16), (3, 17), (4, 257), (5, 5000)])
    func bruteForce(seed: UInt64, count: Int) {
        var generator = SeededGenerator(seed: seed)
        let boxes = (0..<count).map { _ in
            let x = generator.number(), y = generator.number()
            return Envelope(xMin: x, yMin: y, xMax: x + generator.number(0...30), yMax: y + generator.number(0...30))
        }
        let index = SpatialIndex(boxes)
        var found: [Int] = []
        for _ in 0..<100 {
            let x = generator.number(), y = generator.number()
            let window = Envelope(
                xMin: x, yMin: y, xMax: x + generator.number(0...200), yMax: y + generator.number(0...200))
            index.query(window, into: &found)
            // Boxes are kept as Float rounded outwards: nothing is missed, and what is added lies within a rounding step.
            let expected = boxes.indices.filter { boxes[$0].intersects(window) }
            #expect(Set(found).isSuperset(of: expected), "seed \(seed)")
            let wider = Envelope(center: window.center, width: window.width + 1e-3, height: window.height + 1e-3)
            #expect(found.allSatisfy { boxes[$0].intersects(wider) }, "seed \(seed)")
            func distance(_ item: Int) -> Double {
                let dx = max(boxes[item].xMin - x, x - boxes[item].xMax, 0),
                    dy = max(boxes[item].yMin - y, y - boxes[item].yMax, 0)
                return (dx * dx + dy * dy).squareRoot()
            }
            let near = index.nearest(x: x, y: y, limit: 5, distance: distance)
            let sorted = boxes.indices.map(distance).sorted().prefix(5)
            #expect(
                zip(near, sorted).allSatisfy { abs($0.distance - $1) < 1e-3 } && near.count == sorted.count,
                "seed \(seed)")
        }
    }
}
