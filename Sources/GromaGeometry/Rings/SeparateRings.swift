// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A proof that rings keep apart: no two sides share a point but neighbours their common vertex, within a ring and between rings.
///
/// A vertical line sweeps over the vertices from left to right and keeps the sides it crosses in order from bottom to top (Shamos and Hoey,
/// Geometric intersection problems, 1976). Sides are compared only where they become neighbours in that order, so boxes
/// that overlap a million times cost nothing: n log n always. Points with the same x come bottom first, as if the line leant a little to the left, so that
/// vertical sides need no case of their own.
///
/// Every comparison is one orientation that is certain or ends the proof: nil says that nothing was shown, not that rings touch.
package struct SeparateRings {
    /// For each ring the one directly round it; nil where there is none.
    package let around: [Int?]

    /// Looks for the proof. Nil too for rings that are open, have fewer than three vertices, or coordinates that are no finite numbers or beyond 1e30; and when
    /// the task is cancelled.
    package init?(_ parts: CoordinateParts) {
        guard var sweep = RingSweep(parts), sweep.run() else { return nil }
        around = sweep.around
    }

    /// Whether shells and holes are nested as rings that keep apart must be: every hole directly in its shell, every shell in nothing or in a hole.
    package func fit(_ shells: [Polygon.Shell]) -> Bool {
        var isHole = [Bool](repeating: false, count: around.count)
        var known = 0
        for shell in shells {
            known += 1 + shell.holes.count
            for hole in shell.holes {
                guard around[hole] == shell.outer else { return false }
                isHole[hole] = true
            }
        }
        return known == around.count && shells.allSatisfy { around[$0.outer].map { isHole[$0] } ?? true }
    }
}

/// The moving line. Vertices are numbered from left to right; a side has the number of the vertex it begins at in its ring.
private struct RingSweep {
    private var points: [SIMD2<Double>] = []
    private var next: [Int] = []
    private var previous: [Int] = []
    private var ring: [Int] = []
    private var order = SweepOrder()
    /// Where in `order` a side is while the line crosses it.
    private var places: [Int] = []
    private(set) var around: [Int?]
    /// Whether a ring runs counter-clockwise; nil until the line has reached it.
    private var isCounterClockwise: [Bool?]

    /// Nil for what cannot be proved: rings that are none, and two vertices at one place.
    init?(_ parts: CoordinateParts) {
        around = Array(repeating: nil, count: parts.count)
        isCounterClockwise = Array(repeating: nil, count: parts.count)
        let xy = parts.coordinates.xy
        var vertices: [(place: SIMD2<Double>, index: Int, ring: Int)] = []
        vertices.reserveCapacity(parts.coordinates.count)
        for (number, range) in parts.ranges.enumerated() {
            guard range.count > 3, parts.coordinates.isClosed(range) else { return nil }
            for index in range.dropLast() {
                let x = xy[2 * index], y = xy[2 * index + 1]
                guard abs(x) <= 1e30, abs(y) <= 1e30 else { return nil }
                vertices.append((SIMD2(x, y), index, number))
            }
        }
        vertices.sort {
            $0.place.x != $1.place.x ? $0.place.x < $1.place.x : $0.place.y < $1.place.y
        }
        var rank = [Int](repeating: 0, count: parts.coordinates.count)
        points.reserveCapacity(vertices.count)
        for (number, vertex) in vertices.enumerated() {
            if points.last == vertex.place { return nil }
            points.append(vertex.place)
            rank[vertex.index] = number
        }
        next.reserveCapacity(vertices.count)
        previous.reserveCapacity(vertices.count)
        ring.reserveCapacity(vertices.count)
        for vertex in vertices {
            let range = parts.range(of: vertex.ring)
            // The closing vertex, last in the range, is the first one.
            next.append(rank[vertex.index + 2 < range.upperBound ? vertex.index + 1 : range.lowerBound])
            previous.append(rank[vertex.index > range.lowerBound ? vertex.index - 1 : range.upperBound - 2])
            ring.append(vertex.ring)
        }
        places = Array(repeating: SweepOrder.none, count: vertices.count)
    }

    mutating func run() -> Bool {
        for vertex in points.indices {
            if vertex & 0xFFFF == 0xFFFF, Task.isCancelled { return false }
            let isProved =
                switch (previous[vertex] > vertex, next[vertex] > vertex) {
                case (true, true): begin(at: vertex)
                case (false, false): end(at: vertex)
                case (false, true): pass(vertex, from: previous[vertex], to: vertex, end: next[vertex])
                case (true, false): pass(vertex, from: vertex, to: previous[vertex], end: previous[vertex])
                }
            if !isProved { return false }
        }
        return true
    }

    /// Both sides of the vertex lie ahead.
    private mutating func begin(at vertex: Int) -> Bool {
        let place = points[vertex], back = previous[vertex], ahead = next[vertex]
        guard let (below, above) = order.neighbours(of: place) else { return false }
        let turn = certainOrientation(place, points[back], points[ahead])
        guard turn != 0 else { return false }
        let isAheadLower = turn < 0
        let lower = order.insert(
            from: place, to: points[isAheadLower ? ahead : back], end: isAheadLower ? ahead : back,
            side: isAheadLower ? vertex : back, below: below, above: above)
        let upper = order.insert(
            from: place, to: points[isAheadLower ? back : ahead], end: isAheadLower ? back : ahead,
            side: isAheadLower ? back : vertex, below: lower, above: above)
        places[vertex] = isAheadLower ? lower : upper
        places[back] = isAheadLower ? upper : lower
        if isCounterClockwise[ring[vertex]] == nil {
            isCounterClockwise[ring[vertex]] = isAheadLower
            around[ring[vertex]] = ringRound(below)
        }
        return order.keepApart(below, lower) && order.keepApart(upper, above)
    }

    /// The ring whose inside lies directly above what is in `place`.
    private func ringRound(_ place: Int) -> Int? {
        guard place != SweepOrder.none else { return nil }
        let side = order[place].side, owner = ring[side]
        let runsRight = next[side] > side
        return runsRight == isCounterClockwise[owner] ? owner : around[owner]
    }

    /// The line leaves one side of the vertex and goes on with the other, which ends at vertex `end`.
    private mutating func pass(_ vertex: Int, from old: Int, to new: Int, end: Int) -> Bool {
        let place = places[old]
        places[new] = place
        order.replace(place, from: points[vertex], to: points[end], end: end, side: new)
        return order.keepApart(order[place].below, place) && order.keepApart(place, order[place].above)
    }

    /// Both sides of the vertex lie behind: they must be neighbours, and those beside them become some.
    private mutating func end(at vertex: Int) -> Bool {
        let one = places[previous[vertex]], other = places[vertex]
        let lower = order[one].above == other ? one : other
        let upper = lower == one ? other : one
        guard order[lower].above == upper else { return false }
        let below = order[lower].below, above = order[upper].above
        order.remove(lower)
        order.remove(upper)
        return order.keepApart(below, above)
    }
}
