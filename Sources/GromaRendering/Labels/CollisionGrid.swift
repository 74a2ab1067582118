// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Boxes on the picture, found by place: which of them overlap another.
package struct CollisionGrid {
    /// A box in pixels, sides included.
    package struct Box: Sendable, Hashable {
        package var left: Double
        package var top: Double
        package var right: Double
        package var bottom: Double

        package init(left: Double, top: Double, right: Double, bottom: Double) {
            self.left = left
            self.top = top
            self.right = right
            self.bottom = bottom
        }

        package func overlaps(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }
    }
    private static let cell = 64.0
    private var boxes: [Box] = []
    private var cells: [Int64: [Int32]] = [:]

    package init() {}

    private func keys(_ box: Box) -> [Int64] {
        let limit = 1e6
        let x0 = Int64(max(-limit, min(limit, box.left)) / Self.cell),
            x1 = Int64(max(-limit, min(limit, box.right)) / Self.cell)
        let y0 = Int64(max(-limit, min(limit, box.top)) / Self.cell),
            y1 = Int64(max(-limit, min(limit, box.bottom)) / Self.cell)
        guard x0 <= x1, y0 <= y1, (x1 - x0) * (y1 - y0) < 100_000 else { return [] }
        return (y0...y1).flatMap { y in (x0...x1).map { x in y << 32 ^ (x & 0xFFFF_FFFF) } }
    }

    package mutating func insert(_ box: Box) {
        let index = Int32(boxes.count)
        boxes.append(box)
        for key in keys(box) { cells[key, default: []].append(index) }
    }

    /// The boxes that overlap `box`, each once, at most `limit` of them; `own` does not count.
    package func overlaps(_ box: Box, limit: Int = .max, besides own: Box? = nil) -> Int {
        guard !boxes.isEmpty else { return 0 }
        var found: Set<Int32> = []
        for key in keys(box) {
            for index in cells[key] ?? [] where boxes[Int(index)].overlaps(box) && boxes[Int(index)] != own {
                if limit == 1 { return 1 }
                found.insert(index)
                if found.count >= limit { return found.count }
            }
        }
        return found.count
    }
}
