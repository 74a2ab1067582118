// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRendering
import TestSupport
import Testing

@Suite("Collision grid") struct CollisionGridTests {
    typealias Box = CollisionGrid.Box

    @Test("random boxes are found exactly where a search through all finds them", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        func box() -> Box {
            let x = Double.random(in: -400...400, using: &numbers), y = Double.random(in: -400...400, using: &numbers)
            return Box(
                left: x, top: y, right: x + .random(in: 0...150, using: &numbers),
                bottom: y + .random(in: 0...90, using: &numbers))
        }
        var grid = CollisionGrid()
        var all: [Box] = []
        for _ in 0..<200 {
            let asked = box()
            #expect(grid.overlaps(asked) == all.count { $0.overlaps(asked) }, "seed \(seed)")
            all.append(asked)
            grid.insert(asked)
        }
    }

    @Test("boxes that only touch do not overlap")
    func touching() {
        var grid = CollisionGrid()
        grid.insert(Box(left: 0, top: 0, right: 10, bottom: 10))
        #expect(grid.overlaps(Box(left: 10, top: 0, right: 20, bottom: 10)) == 0)
        #expect(grid.overlaps(Box(left: 9.9, top: 9.9, right: 20, bottom: 20)) == 1)
    }

    @Test("a limit ends the count")
    func limit() {
        var grid = CollisionGrid()
        for _ in 0..<5 { grid.insert(Box(left: 0, top: 0, right: 100, bottom: 100)) }
        let asked = Box(left: 50, top: 50, right: 60, bottom: 60)
        #expect(grid.overlaps(asked, limit: 2) == 2)
        #expect(grid.overlaps(asked) == 5)
    }

    @Test("boxes without sense are neither found nor fatal")
    func degenerate() {
        var grid = CollisionGrid()
        for box in [
            Box(left: .nan, top: .nan, right: .nan, bottom: .nan),
            Box(left: -.infinity, top: -.infinity, right: .infinity, bottom: .infinity),
            Box(left: 1e300, top: 0, right: 1e301, bottom: 1), Box(left: 10, top: 10, right: 0, bottom: 0),
        ] {
            grid.insert(box)
            _ = grid.overlaps(box)
        }
        #expect(grid.overlaps(Box(left: 3, top: 3, right: 4, bottom: 4)) == 0)
    }
}
