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

        var area: Double { (right - left) * (bottom - top) }

        /// The box with so many pixels more on each side; fewer where negative.
        func grown(x: Double, y: Double) -> Box {
            Box(left: left - x, top: top - y, right: right + x, bottom: bottom + y)
        }
    }
    private static let cell = 64.0
    /// Cells lie in a torus of so many columns and rows: whatever the picture's size, a cell is found without a search, and
    /// what shares it from far away costs a comparison.
    private static let side = 128

    private var boxes: [Box] = []
    /// The last entry of each cell, and for each entry its box and the entry before it; -1 for none.
    private var heads: [Int32] = []
    private var entries: [(box: Int32, before: Int32)] = []
    /// Boxes wider or higher than the torus, which stand in no cell.
    private var giants: [Int32] = []

    package init() {}

    /// The column or row at a place; what is far outside of every picture is in the last one.
    private static func place(_ value: Double) -> Int {
        let cells = max(-1e6, min(1e6, value)) / cell, towardsZero = Int(cells)
        // Rounded down without the library's function.
        return Double(towardsZero) > cells ? towardsZero - 1 : towardsZero
    }
    /// The cells that a box touches; nil for one that is too large to count them, or has no numbers.
    private static func cells(_ box: Box) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        guard box.left <= box.right, box.top <= box.bottom else { return nil }
        let columns = place(box.left)...place(box.right), rows = place(box.top)...place(box.bottom)
        return columns.count < side && rows.count < side ? (columns, rows) : nil
    }
    private static func index(_ column: Int, _ row: Int) -> Int { (row & (side - 1)) * side + (column & (side - 1)) }

    /// Adds a box; one without an end hides nothing and is left out.
    package mutating func insert(_ box: Box) {
        guard (box.left + box.top + box.right + box.bottom).isFinite else { return }
        let number = Int32(boxes.count)
        boxes.append(box)
        guard let (columns, rows) = Self.cells(box) else { return giants.append(number) }
        if heads.isEmpty { heads = [Int32](repeating: -1, count: Self.side * Self.side) }
        for row in rows {
            for column in columns {
                let cell = Self.index(column, row)
                entries.append((number, heads[cell]))
                heads[cell] = Int32(entries.count - 1)
            }
        }
    }

    /// The number of boxes that overlap `box`, counted up to `limit`; `own` does not count.
    package func overlaps(_ box: Box, limit: Int = .max, besides own: Box? = nil) -> Int {
        overlaps(box, limit: limit) { $0 == own }
    }

    /// The number of boxes that overlap `box`, counted up to `limit`, but for those that are passed over.
    @inline(__always) func overlaps(_ box: Box, limit: Int, passingOver isPassedOver: (Box) -> Bool) -> Int {
        guard !boxes.isEmpty else { return 0 }
        guard let (columns, rows) = Self.cells(box) else {
            return min(limit, boxes.count { $0.overlaps(box) && !isPassedOver($0) })
        }
        var count = 0
        for giant in giants where boxes[Int(giant)].overlaps(box) && !isPassedOver(boxes[Int(giant)]) { count += 1 }
        guard !heads.isEmpty else { return min(limit, count) }
        for row in rows {
            for column in columns {
                var entry = heads[Self.index(column, row)]
                while entry >= 0, count < limit {
                    let (number, before) = entries[Int(entry)]
                    entry = before
                    let other = boxes[Int(number)]
                    guard other.overlaps(box), !isPassedOver(other) else { continue }
                    // A box met in several cells counts in the one where the common part begins.
                    let begin = (Self.place(max(box.left, other.left)), Self.place(max(box.top, other.top)))
                    if begin == (column, row) { count += 1 }
                }
            }
        }
        return min(limit, count)
    }
}
