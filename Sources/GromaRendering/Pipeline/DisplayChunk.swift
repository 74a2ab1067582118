// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

/// One row as it is drawn: which symbol, and what of it may be done together with others.
struct DisplayEntry: Sendable {
    /// Index into the layer's symbols.
    var symbol: Int32
    /// The run, and what else is known of the row in the three lowest bits: there are as many entries as visible rows.
    private var bits: UInt32

    init(symbol: Int32, run: UInt32) {
        self.symbol = symbol
        bits = run &<< 3
    }

    /// Rows of equal number lie next to each other in the drawing order and have the same symbol; below 2^29, as rows are.
    var run: UInt32 { bits &>> 3 }
    /// A polygon below a pixel: only its box is there.
    var isTiny: Bool {
        get { bits & 1 != 0 }
        set { set(1, newValue) }
    }
    var isReversed: Bool {
        get { bits & 2 != 0 }
        set { set(2, newValue) }
    }
    /// Must be drawn on its own.
    var isAlone: Bool {
        get { bits & 4 != 0 }
        set { set(4, newValue) }
    }

    private mutating func set(_ bit: UInt32, _ value: Bool) { bits = value ? bits | bit : bits & ~bit }
}

/// Some rows of a layer on the pixel grid, in drawing order; those outside of the window are missing.
final class DisplayChunk: Sendable {
    let entries: [DisplayEntry]
    /// Shapes of lines and polygons, one an entry.
    let shapes: ShapeStore
    /// Places of points in quarter pixels, one an entry.
    let places: [SIMD2<Int32>]

    init(entries: [DisplayEntry], shapes: ShapeStore, places: [SIMD2<Int32>]) {
        self.entries = entries
        self.shapes = shapes
        self.places = places
    }
}

/// Which entries of a chunk meet which band, in drawing order.
struct BandBins: Sendable {
    private var starts: [Int32]
    private var entries: [Int32]

    /// Sorts a chunk's entries by the bands of `window` they may draw on; `reach` is one number a symbol, in pixels.
    init(_ chunk: DisplayChunk, isPoints: Bool, reach: [Int32], window: PixelRect, bandHeight: Int) {
        let bands = (window.height + bandHeight - 1) / bandHeight
        let count = chunk.entries.count
        var first = [Int32](repeating: 0, count: count), last = [Int32](repeating: -1, count: count)
        var counts = [Int32](repeating: 0, count: bands + 1)
        let height = Int32(bandHeight), top = Int32(truncatingIfNeeded: window.y)
        let left = Int32(truncatingIfNeeded: window.x), right = Int32(truncatingIfNeeded: window.maxX)
        for index in 0..<count {
            let pad = reach[Int(chunk.entries[index].symbol)]
            var low: SIMD2<Int32>, high: SIMD2<Int32>
            if isPoints {
                low = chunk.places[index] &>> 2
                high = low
            } else {
                let box = chunk.shapes.box(index)
                low = box.low &>> 8
                high = box.high &>> 8
            }
            low = low &- SIMD2(repeating: pad)
            high = high &+ SIMD2(repeating: pad)
            if high.x < left || low.x >= right || high.y < top { continue }
            let from = max(0, (low.y &- top) / height), to = min(Int32(bands - 1), (high.y &- top) / height)
            if from > to || low.y >= top &+ Int32(truncatingIfNeeded: window.height) { continue }
            first[index] = from
            last[index] = to
            for band in from...to { counts[Int(band) + 1] += 1 }
        }
        for band in 0..<bands { counts[band + 1] += counts[band] }
        starts = counts
        entries = [Int32](repeating: 0, count: Int(counts[bands]))
        for index in 0..<count where first[index] <= last[index] {
            for band in first[index]...last[index] {
                entries[Int(counts[Int(band)])] = Int32(index)
                counts[Int(band)] += 1
            }
        }
    }

    /// The entries that meet a band.
    subscript(band: Int) -> ArraySlice<Int32> { entries[Int(starts[band])..<Int(starts[band + 1])] }
}
