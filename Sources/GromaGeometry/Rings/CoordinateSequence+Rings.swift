// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension CoordinateSequence {
    /// The area the vertices of `range` enclose as a ring: negative when it runs clockwise (y up). Square units of the
    /// coordinates; closed or not makes no difference. Coordinates are taken relative to the first vertex against loss of digits.
    public func signedArea(of range: Range<Int>) -> Double {
        guard range.count > 2 else { return 0 }
        let x0 = xy[2 * range.lowerBound], y0 = xy[2 * range.lowerBound + 1]
        var sum = 0.0, lastX = 0.0, lastY = 0.0
        for index in range {
            let x = xy[2 * index] - x0, y = xy[2 * index + 1] - y0
            sum += lastX * y - x * lastY
            lastX = x
            lastY = y
        }
        return sum / 2
    }

    /// True when the first and the last vertex of `range` stand at the same place and there are at least two.
    public func isClosed(_ range: Range<Int>) -> Bool {
        guard range.count > 1, let first = range.first, let last = range.last else { return false }
        return Self.closes(xy[2 * last], xy[2 * first]) && Self.closes(xy[2 * last + 1], xy[2 * first + 1])
    }

    /// Whether a ring's last coordinate is its first one. One that is no number closes a ring that began with one, or writing and
    /// reading would add a vertex each time.
    package static func closes(_ last: Double, _ first: Double) -> Bool { last == first || (last.isNaN && first.isNaN) }

    /// Whether a ring has three vertices besides the closing one.
    func isRing(_ range: Range<Int>) -> Bool { range.count + (isClosed(range) ? 0 : 1) >= 4 }

    /// Whether all vertices of a ring lie on one line, so that no part of it has an area.
    func isFlat(_ range: Range<Int>) -> Bool {
        guard let first = range.first else { return true }
        let x = xy[2 * first], y = xy[2 * first + 1]
        guard let other = range.first(where: { xy[2 * $0] != x || xy[2 * $0 + 1] != y }) else { return true }
        let dx = xy[2 * other] - x, dy = xy[2 * other + 1] - y
        return range.allSatisfy { dx * (xy[2 * $0 + 1] - y) == dy * (xy[2 * $0] - x) }
    }

    /// Repeats vertex `first` at the end unless the ring from there to the end is closed already.
    package mutating func closeRing(from first: Int) {
        guard count > first, !isClosed(first..<count) else { return }
        xy.append(xy[2 * first])
        xy.append(xy[2 * first + 1])
        if let value = z?[first] { z?.append(value) }
        if let value = m?[first] { m?.append(value) }
    }

    /// Turns the ring in `range` round if it runs the other way. A ring without area stays as it is.
    package mutating func orient(_ range: Range<Int>, clockwise: Bool) {
        let area = signedArea(of: range)
        if area != 0, (area < 0) != clockwise { reverse(range) }
    }

    /// Turns the order of the vertices in `range`.
    package mutating func reverse(_ range: Range<Int>) {
        var low = range.lowerBound, high = range.upperBound - 1
        while low < high {
            xy.swapAt(2 * low, 2 * high)
            xy.swapAt(2 * low + 1, 2 * high + 1)
            z?.swapAt(low, high)
            m?.swapAt(low, high)
            low += 1
            high -= 1
        }
    }

    /// Adds the vertices of `range` of another sequence; z and m follow where both have them, NaN where only this one has.
    package mutating func append(_ range: Range<Int>, of other: CoordinateSequence) {
        xy.append(contentsOf: other.xy[(2 * range.lowerBound)..<(2 * range.upperBound)])
        if z != nil { z?.append(contentsOf: other.z?[range] ?? ArraySlice(repeating: .nan, count: range.count)) }
        if m != nil { m?.append(contentsOf: other.m?[range] ?? ArraySlice(repeating: .nan, count: range.count)) }
    }

    /// A sequence without vertices that has z and m where this one has them.
    package func emptyCopy() -> CoordinateSequence { CoordinateSequence(z: z.map { _ in [] }, m: m.map { _ in [] }) }

    /// Where (x, y) lies relative to the ring in `range`.
    func location(x: Double, y: Double, inRing range: Range<Int>) -> PointLocation {
        unsafe xy.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return .outside }
            return unsafe pointLocation(x: x, y: y, ring: base + 2 * range.lowerBound, count: range.count)
        }
    }
}
