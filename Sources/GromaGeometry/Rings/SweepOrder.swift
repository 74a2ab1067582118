// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The sides that a sweeping line crosses, from bottom to top: a treap (Seidel and Aragon, Randomized search trees, 1996), whose entries also know
/// their neighbours. Places are stable until their entry is removed. Looking up, inserting and removing take log n, the rest no time that grows.
struct SweepOrder {
    /// No place.
    static let none = -1

    struct Entry {
        /// The ends of the side, left before right.
        var from: SIMD2<Double>
        var to: SIMD2<Double>
        /// The number of the right end among all vertices from left to right.
        var end: Int
        /// The side's own number.
        var side: Int
        fileprivate(set) var below: Int
        fileprivate(set) var above: Int
        fileprivate var parent = none
        fileprivate var lower = none
        fileprivate var upper = none
        fileprivate var priority: UInt64
    }

    private var entries: [Entry] = []
    private var free: [Int] = []
    private var root = none
    private var random: UInt64 = 0

    subscript(place: Int) -> Entry { entries[place] }

    /// The places between which a point lies, or nil where it may lie on a side.
    func neighbours(of point: SIMD2<Double>) -> (below: Int, above: Int)? {
        var below = Self.none, above = Self.none, place = root
        while place != Self.none {
            switch certainOrientation(entries[place].from, entries[place].to, point) {
            case 1: (below, place) = (place, entries[place].upper)
            case -1: (above, place) = (place, entries[place].lower)
            default: return nil
            }
        }
        return (below, above)
    }

    /// True when neighbours, one strictly above the other where the line is, stay so to the end of the one that ends first. No neighbour is apart
    /// from everything, and two that end at one vertex meet there and nowhere before.
    func keepApart(_ below: Int, _ above: Int) -> Bool {
        guard below != Self.none, above != Self.none else { return true }
        let lower = entries[below], upper = entries[above]
        if lower.end == upper.end { return true }
        return lower.end < upper.end
            ? certainOrientation(upper.from, upper.to, lower.to) < 0
            : certainOrientation(lower.from, lower.to, upper.to) > 0
    }

    /// Puts another side in a place.
    mutating func replace(_ place: Int, from: SIMD2<Double>, to: SIMD2<Double>, end: Int, side: Int) {
        entries[place].from = from
        entries[place].to = to
        entries[place].end = end
        entries[place].side = side
    }

    /// Adds a side between two neighbours, and gives its place.
    mutating func insert(
        from: SIMD2<Double>, to: SIMD2<Double>, end: Int, side: Int, below: Int, above: Int
    ) -> Int {
        let entry = Entry(
            from: from, to: to, end: end, side: side, below: below, above: above, priority: nextPriority())
        let place: Int
        if let reused = free.popLast() {
            place = reused
            entries[place] = entry
        } else {
            place = entries.count
            entries.append(entry)
        }
        if below != Self.none { entries[below].above = place }
        if above != Self.none { entries[above].below = place }
        // Of two neighbours one has no child on the side of the other.
        if below != Self.none, entries[below].upper == Self.none {
            entries[below].upper = place
            entries[place].parent = below
        } else if above != Self.none {
            entries[above].lower = place
            entries[place].parent = above
        } else {
            root = place
        }
        while entries[place].parent != Self.none, entries[entries[place].parent].priority < entries[place].priority {
            raise(place)
        }
        return place
    }

    /// Takes a side out; its neighbours become each other's.
    mutating func remove(_ place: Int) {
        while true {
            let lower = entries[place].lower, upper = entries[place].upper
            if lower == Self.none, upper == Self.none { break }
            let isUpper =
                lower == Self.none || (upper != Self.none && entries[upper].priority > entries[lower].priority)
            raise(isUpper ? upper : lower)
        }
        hang(Self.none, inPlaceOf: place, under: entries[place].parent)
        let below = entries[place].below, above = entries[place].above
        if below != Self.none { entries[below].above = above }
        if above != Self.none { entries[above].below = below }
        free.append(place)
    }

    /// Turns an entry and its parent about, order kept.
    private mutating func raise(_ place: Int) {
        let parent = entries[place].parent, top = entries[parent].parent
        if entries[parent].lower == place {
            let child = entries[place].upper
            entries[parent].lower = child
            if child != Self.none { entries[child].parent = parent }
            entries[place].upper = parent
        } else {
            let child = entries[place].lower
            entries[parent].upper = child
            if child != Self.none { entries[child].parent = parent }
            entries[place].lower = parent
        }
        hang(place, inPlaceOf: parent, under: top)
        entries[parent].parent = place
    }

    private mutating func hang(_ place: Int, inPlaceOf old: Int, under parent: Int) {
        if place != Self.none { entries[place].parent = parent }
        if parent == Self.none {
            root = place
        } else if entries[parent].lower == old {
            entries[parent].lower = place
        } else {
            entries[parent].upper = place
        }
    }

    /// Numbers without a pattern, the same each time (splitmix64).
    private mutating func nextPriority() -> UInt64 {
        random &+= 0x9E37_79B9_7F4A_7C15
        var value = random
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
