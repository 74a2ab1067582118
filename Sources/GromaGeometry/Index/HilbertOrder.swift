// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The items in the order of their box centres along a Hilbert curve of 2^16 by 2^16 cells; radix sort, linear.
func hilbertOrder(of boxes: [SIMD4<Float>]) -> [UInt32] {
    var low = SIMD2<Float>(repeating: .infinity), high = SIMD2<Float>(repeating: -.infinity)
    for box in boxes where box.x <= box.z {
        low = pointwiseMin(low, box.lowHalf)
        high = pointwiseMax(high, box.highHalf)
    }
    let size = high - low
    let scale = SIMD2<Float>(size.x > 0 ? 65535 / size.x : 0, size.y > 0 ? 65535 / size.y : 0)
    var keys: [UInt64] = []
    keys.reserveCapacity(boxes.count)
    unsafe hilbertSteps.withUnsafeBufferPointer { steps in
        for (item, box) in boxes.enumerated() {
            let center = ((box.lowHalf + box.highHalf) * 0.5 - low) * scale
            let key = unsafe hilbertKey(cell(center.x), cell(center.y), steps)
            keys.append(UInt64(key) << 32 | UInt64(truncatingIfNeeded: item))
        }
    }
    sortByHighWord(&keys)
    return keys.map { UInt32(truncatingIfNeeded: $0) }
}

/// The cell of a scaled coordinate; infinities and NaN (items without a place) go to the ends.
private func cell(_ value: Float) -> UInt32 { value >= 65535 ? 65535 : value > 0 ? UInt32(value) : 0 }

private func sortByHighWord(_ keys: inout [UInt64]) {
    guard keys.count > 1 else { return }
    var other = [UInt64](repeating: 0, count: keys.count)
    var counts = [Int](repeating: 0, count: 2048)
    for shift: UInt64 in [32, 43, 54] {
        unsafe keys.withUnsafeBufferPointer { source in
            unsafe other.withUnsafeMutableBufferPointer { target in
                unsafe counts.withUnsafeMutableBufferPointer { counts in
                    unsafe counts.update(repeating: 0)
                    for index in 0..<source.count { unsafe counts[Int(source[index] &>> shift & 2047)] &+= 1 }
                    var sum = 0
                    for bucket in 0..<2048 {
                        let size = unsafe counts[bucket]
                        unsafe counts[bucket] = sum
                        sum &+= size
                    }
                    for index in 0..<source.count {
                        let key = unsafe source[index]
                        let bucket = Int(key &>> shift & 2047)
                        unsafe target[counts[bucket]] = key
                        unsafe counts[bucket] &+= 1
                    }
                }
            }
        }
        swap(&keys, &other)
    }
}

/// The curve as a state machine over four bits of x and y at a time: key bits << 2 | next state, at state << 8 | x << 4 | y.
///
/// A state says whether the square is mirrored (bit 0) and whether its axes are swapped (bit 1); each quadrant passes its own state down.
private let hilbertSteps: [UInt16] = (0..<1024).map { entry in
    var mirrored = entry >> 8 & 1, swapped = entry >> 9
    var key = 0
    for bit in [3, 2, 1, 0] {
        let x = (entry >> (4 + bit) & 1) ^ mirrored, y = (entry >> bit & 1) ^ mirrored
        let (right, up) = swapped == 1 ? (y, x) : (x, y)
        key = key << 2 | (3 * right) ^ up
        if up == 0 {
            mirrored ^= right
            swapped ^= 1
        }
    }
    return UInt16(key << 2 | swapped << 1 | mirrored)
}

/// Position of a cell of 16 + 16 bits on the curve.
@inline(__always)
private func hilbertKey(_ x: UInt32, _ y: UInt32, _ steps: UnsafeBufferPointer<UInt16>) -> UInt32 {
    var state: UInt32 = 0, key: UInt32 = 0
    for shift: UInt32 in [12, 8, 4, 0] {
        let step = unsafe UInt32(steps[Int(state &<< 8 | (x &>> shift & 15) &<< 4 | y &>> shift & 15)])
        key = key &<< 8 | step &>> 2
        state = step & 3
    }
    return key
}
