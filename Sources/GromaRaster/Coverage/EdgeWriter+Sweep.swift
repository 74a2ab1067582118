// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How the winding number of a place decides whether it is inside.
public enum FillRule: Sendable, Hashable {
    /// Inside where the edges wind round the place at all.
    case nonZero
    /// Inside where a ray crosses an odd number of edges: holes need no orientation.
    case evenOdd
}

/// Where a sweep writes: the address of the window's top left pixel and the distance of its rows, in pixels.
struct SweepTarget {
    let pixels: UnsafeMutablePointer<UInt32>
    let pitch: Int
}

extension EdgeWriter {
    /// Turns the cells of window rows `rows` into coverage, lays `source` onto the pixels, and clears the cells.
    @inline(__always)
    func sweep<Source: SpanSource>(
        rows: Range<Int>, into target: SweepTarget, source: Source, rule: FillRule
    ) {
        let row0 = Int(top >> 8)
        let sweep = RowSweep(
            source: source, isEvenOdd: rule == .evenOdd, width: Int(right >> 8), words: words, originX: Int(left >> 8))
        for row in rows {
            let marks = touched + row &* words
            var any: UInt64 = 0
            for word in 0..<words { any |= marks[word] }
            if any == 0 { continue }
            sweep.sweep(
                cells + row &* stride, marks, target.pixels + row &* target.pitch, y: row0 &+ row)
            for word in 0..<words { marks[word] = 0 }
        }
    }
}

private struct RowSweep<Source: SpanSource> {
    let source: Source
    let isEvenOdd: Bool
    let width: Int, words: Int, originX: Int

    @inline(__always)
    func sweep(
        _ cells: UnsafeMutablePointer<Int32>, _ marks: UnsafeMutablePointer<UInt64>,
        _ target: UnsafeMutablePointer<UInt32>, y: Int
    ) {
        var cover: Int32 = 0
        // First pixel whose coverage is not laid yet; between touched blocks the coverage stays what it was.
        var done = 0
        for word in 0..<words {
            var bits = marks[word]
            while bits != 0 {
                let block = word &<< 6 &+ bits.trailingZeroBitCount
                bits &= bits &- 1
                let x = block &* 8
                if cover != 0 && x > done { run(target, done, min(x, width), cover, y) }
                cover = touchedBlock(cells + x, target, x, cover, y)
                done = x &+ 8
            }
        }
        if cover != 0 && done < width { run(target, done, width, cover, y) }
    }

    @inline(__always)
    private func run(_ target: UnsafeMutablePointer<UInt32>, _ from: Int, _ to: Int, _ cover: Int32, _ y: Int) {
        var c = SIMD4<Int32>(repeating: 0)
        c[0] = cover
        let weight = weights(c)[0]
        if weight != 0 && from < to {
            source.lay(target + from, x: originX &+ from, y: y, count: to &- from, weight: UInt32(bitPattern: weight))
        }
    }

    /// Sums eight cells, lays their pixels, clears them; returns the coverage that goes on to the right.
    @inline(__always)
    private func touchedBlock(
        _ cells: UnsafeMutablePointer<Int32>, _ target: UnsafeMutablePointer<UInt32>, _ x: Int, _ cover: Int32, _ y: Int
    ) -> Int32 {
        let at = UnsafeMutableRawPointer(cells)
        let left = prefixSums(at.loadUnaligned(as: SIMD4<Int32>.self)) &+ SIMD4(repeating: cover)
        let right =
            prefixSums(at.loadUnaligned(fromByteOffset: 16, as: SIMD4<Int32>.self)) &+ SIMD4(repeating: left[3])
        at.storeBytes(of: SIMD4<Int32>.zero, as: SIMD4<Int32>.self)
        at.storeBytes(of: SIMD4<Int32>.zero, toByteOffset: 16, as: SIMD4<Int32>.self)
        let leftWeights = weights(left), rightWeights = weights(right)
        let some = halves(leftWeights | rightWeights)
        if some[0] | some[1] == 0 { return right[3] }
        let all = halves(leftWeights & rightWeights)
        if x &+ 8 <= width {
            // 256 is the only weight with bit 8 set.
            if all[0] & all[1] == 0x0000_0100_0000_0100 {
                source.lay(target + x, x: originX &+ x, y: y, count: 8, weight: 256)
            } else {
                let eight = SIMD8(lowHalf: leftWeights, highHalf: rightWeights)
                source.lay8(
                    target + x, x: originX &+ x, y: y, weights: unsafeBitCast(eight, to: Pixels8.self))
            }
        } else {
            let eight = SIMD8(lowHalf: leftWeights, highHalf: rightWeights)
            for i in 0..<max(0, width &- x) where eight[i] != 0 {
                source.lay(
                    target + x + i, x: originX &+ x &+ i, y: y, count: 1, weight: UInt32(bitPattern: eight[i]))
            }
        }
        return right[3]
    }

    @inline(__always) private func halves(_ v: SIMD4<Int32>) -> SIMD2<UInt64> {
        unsafeBitCast(v, to: SIMD2<UInt64>.self)
    }

    @inline(__always) private func prefixSums(_ v: SIMD4<Int32>) -> SIMD4<Int32> {
        let pairs = v &+ SIMD4(0, v[0], v[1], v[2])
        return pairs &+ SIMD4(0, 0, pairs[0], pairs[1])
    }

    /// Winding times coverage to a weight of 0…256.
    @inline(__always) private func weights(_ cover: SIMD4<Int32>) -> SIMD4<Int32> {
        let full = SIMD4(repeating: CoverageCells.full)
        let sign = cover &>> 31
        var value = (cover ^ sign) &- sign
        if isEvenOdd {
            value = value & SIMD4(repeating: 2 &* CoverageCells.full &- 1)
            value.replace(with: full &+ full &- value, where: value .> full)
        }
        value = value &+ SIMD4(repeating: 256)
        value.replace(with: full, where: value .> full)
        return value &>> 9
    }
}
