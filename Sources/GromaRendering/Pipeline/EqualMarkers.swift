// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

/// The markers of a band that no later equal marker at the same place hides.
///
/// Whether one is hidden depends on the markers at its own place only, all of which meet the same bands; so the answer is
/// the same for every band.
struct EqualMarkers {
    /// For each chunk the entries that are left, in drawing order.
    private(set) var remaining: [[Int32]]

    init(_ layer: DisplayList.Layer, _ bins: [BandBins], _ band: Int, _ window: PixelRect) {
        let pad = Int(layer.reach.max() ?? 0) + 2
        let width = (window.width + 2 * pad) * 4, height = (window.height + 2 * pad) * 4
        let left = Int32(truncatingIfNeeded: (window.x - pad) * 4),
            top = Int32(truncatingIfNeeded: (window.y - pad) * 4)
        let words = (width * height + 63) / 64
        remaining = bins.map { Array($0[band]) }
        let symbols = layer.symbols.count
        // A bit for each place and symbol; for huge windows a set, which is slower but small.
        if words * symbols <= 1 << 23 {
            var seen = [UInt64](repeating: 0, count: words * symbols)
            keepLast(layer) { symbol, place in
                let bit = Int(place.y &- top) &* width &+ Int(place.x &- left)
                guard bit >= 0 && bit < width &* height else { return true }
                let word = symbol &* words &+ bit >> 6, mask = UInt64(1) &<< UInt64(bit & 63)
                if seen[word] & mask != 0 { return false }
                seen[word] |= mask
                return true
            }
        } else {
            var seen: Set<SIMD3<Int32>> = []
            keepLast(layer) { symbol, place in
                seen.insert(SIMD3(place.x, place.y, Int32(truncatingIfNeeded: symbol))).inserted
            }
        }
    }

    /// Goes through the entries from the last to the first and keeps those for which `isNew` holds.
    @inline(__always)
    private mutating func keepLast(_ layer: DisplayList.Layer, _ isNew: (Int, SIMD2<Int32>) -> Bool) {
        for chunkIndex in remaining.indices.reversed() {
            let chunk = layer.chunks[chunkIndex]
            var entries = remaining[chunkIndex]
            remaining[chunkIndex] = []
            var write = entries.count
            for read in entries.indices.reversed() {
                let index = Int(entries[read])
                if isNew(Int(chunk.entries[index].symbol), chunk.places[index]) {
                    write -= 1
                    entries[write] = entries[read]
                }
            }
            entries.removeFirst(write)
            remaining[chunkIndex] = entries
        }
    }
}
