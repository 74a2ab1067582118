// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

/// Where the names of reference layers stand on the picture, so that other labels keep off them.
///
/// Reference layers come as finished pictures, transparent where they say nothing: what is opaque is taken for a name.
struct ReferenceInk {
    /// Pixels a side of the squares that are inked or free.
    private static let cell = 4
    /// A label may stand where names cover at most this share of it: a thin boundary line does no harm.
    private static let bearable = 0.12
    private let columns: Int
    private let rows: Int
    /// Inked squares above and left of each corner; empty where there is nothing to keep off.
    private let sums: [Int32]

    /// Nothing to keep off.
    init() {
        columns = 0
        rows = 0
        sums = []
    }

    /// Reads a picture of the reference layers alone. One that covers most of the view holds more than names and keeps nothing off.
    init(_ picture: PixelBuffer) {
        columns = (picture.width + Self.cell - 1) / Self.cell
        rows = (picture.height + Self.cell - 1) / Self.cell
        var sums = [Int32](repeating: 0, count: (columns + 1) * (rows + 1))
        let across = columns + 1
        for row in 0..<rows {
            var inRow: Int32 = 0
            for column in 0..<columns {
                inRow += Self.isInked(picture, column * Self.cell, row * Self.cell) ? 1 : 0
                sums[(row + 1) * across + column + 1] = sums[row * across + column + 1] + inRow
            }
        }
        let share = Double(sums.last ?? 0) / Double(max(1, columns * rows))
        self.sums = share > 0.4 ? [] : sums
    }

    private static func isInked(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Bool {
        // Every other pixel is enough: letters and their rims are wider than one.
        for row in stride(from: y, to: min(y + cell, picture.height), by: 2) {
            for column in stride(from: x, to: min(x + cell, picture.width), by: 2)
            where picture[column, row] >> 24 >= 128 { return true }
        }
        return false
    }

    /// True where a label in the box would hide a name.
    func isHidden(by box: CollisionGrid.Box) -> Bool { share(of: box) > Self.bearable }

    /// The share of the box that names cover, 0 to 1.
    func share(of box: CollisionGrid.Box) -> Double {
        guard !sums.isEmpty else { return 0 }
        func index(_ value: Double, _ most: Int) -> Int {
            Int(max(0, min(Double(most), value / Double(Self.cell))))
        }
        let (left, right) = (index(box.left, columns), index((box.right).rounded(.up) + 3, columns))
        let (top, bottom) = (index(box.top, rows), index((box.bottom).rounded(.up) + 3, rows))
        guard left < right, top < bottom else { return 0 }
        let across = columns + 1
        let inked =
            sums[bottom * across + right] - sums[top * across + right] - sums[bottom * across + left]
            + sums[top * across + left]
        return Double(inked) / Double((right - left) * (bottom - top))
    }
}
