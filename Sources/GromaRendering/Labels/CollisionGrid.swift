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
        let x0 = Int64(max(-limit, min(limit, box.left)) / Self.cell) - 1,
            x1 = Int64(max(-limit, min(limit, box.right)) / Self.cell) + 1
        let y0 = Int64(max(-limit, min(limit, box.top)) / Self.cell) - 1,
            y1 = Int64(max(-limit, min(limit, box.bottom)) / Self.cell) + 1
        guard x0 <= x1, y0 <= y1, (x1 - x0) * (y1 - y0) < 100_000 else { return [] }
        return (y0...y1).flatMap { y in (x0...x1).map { x in y << 32 ^ (x & 0xFFFF_FFFF) } }
    }

    package mutating func insert(_ box: Box) {
        let index = Int32(boxes.count)
        boxes.append(box)
        for key in keys(box) { cells[key, default: []].append(index) }
    }

    /// True where just this box was inserted.
    package func contains(_ box: Box) -> Bool {
        keys(box).contains { key in (cells[key] ?? []).contains { boxes[Int($0)] == box } }
    }

    /// The boxes that overlap `box`, each once, at most `limit` of them.
    package func overlaps(_ box: Box, limit: Int = .max) -> Int {
        var found: Set<Int32> = []
        for key in keys(box) {
            for index in cells[key] ?? [] where boxes[Int(index)].overlaps(box) {
                found.insert(index)
                if found.count >= limit { return found.count }
            }
        }
        return found.count
    }
}
