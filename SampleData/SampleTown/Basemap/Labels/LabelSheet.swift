// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster
import GromaRendering

/// A mark of a label: one mask in one colour at a whole pixel.
struct LabelStamp: Sendable {
    var mask: CoverageMask
    var x: Int
    var y: Int
    var color: PixelColor
}

/// A box in pixels.
struct LabelBox: Sendable {
    var xMin: Double
    var yMin: Double
    var xMax: Double
    var yMax: Double

    func isClear(of other: LabelBox, by gap: Double) -> Bool {
        xMax + gap < other.xMin || other.xMax + gap < xMin || yMax + gap < other.yMin || other.yMax + gap < yMin
    }
}

/// The names of one level of the whole town, placed in order of priority; one that does not fit is left out.
///
/// All tiles of the level stamp from the same sheet, so that a name over a tile's edge is whole.
struct LabelSheet: Sendable {
    private struct Place: Hashable {
        var column: Int
        var row: Int
    }
    /// The side of the search grid's squares in pixels.
    private static let square = 128.0
    private var boxes: [Place: [LabelBox]] = [:]
    private var marks: [Place: [Int]] = [:]
    private var stamps: [LabelStamp] = []

    /// Keeps the boxes when all of them are free, else none.
    mutating func take(_ wanted: [LabelBox], gap: Double) -> Bool {
        for box in wanted {
            for place in places(of: box, margin: gap) {
                for other in boxes[place] ?? [] where box.isClear(of: other, by: gap) == false { return false }
            }
        }
        for box in wanted { reserve(box) }
        return true
    }

    /// Keeps a box whatever lies there.
    mutating func reserve(_ box: LabelBox) {
        for place in places(of: box, margin: 0) { boxes[place, default: []].append(box) }
    }

    /// Adds a mark over all before it.
    mutating func add(_ stamp: LabelStamp) {
        guard stamp.mask.width > 0 else { return }
        let box = LabelBox(
            xMin: Double(stamp.x), yMin: Double(stamp.y), xMax: Double(stamp.x + stamp.mask.width),
            yMax: Double(stamp.y + stamp.mask.height))
        for place in places(of: box, margin: 0) { marks[place, default: []].append(stamps.count) }
        stamps.append(stamp)
    }

    /// Stamps what lies in a window whose upper left pixel is (dx, dy) on the sheet.
    func draw(on canvas: Canvas, dx: Int, dy: Int, width: Int, height: Int) {
        let box = LabelBox(
            xMin: Double(dx), yMin: Double(dy), xMax: Double(dx + width), yMax: Double(dy + height))
        var found: Set<Int> = []
        for place in places(of: box, margin: 0) { found.formUnion(marks[place] ?? []) }
        for index in found.sorted() {
            let stamp = stamps[index]
            canvas.stamp(stamp.mask, x: stamp.x - dx, y: stamp.y - dy, color: stamp.color)
        }
    }

    private func places(of box: LabelBox, margin: Double) -> [Place] {
        func index(_ value: Double) -> Int { Int((value / LabelSheet.square).rounded(.down)) }
        let columns = index(box.xMin - margin)...index(box.xMax + margin)
        let rows = index(box.yMin - margin)...index(box.yMax + margin)
        return columns.flatMap { column in rows.map { Place(column: column, row: $0) } }
    }
}
