// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What lies round the town: woods, embankments, the water's outlines.
package enum Country {
    /// A wood: its middle, its radius and its smoothed ring without a repeated end, counter-clockwise.
    package struct Wood: Sendable {
        package var centre: TownPoint
        package var radius: Int
        package var ring: [TownPoint]
        /// The draw of its place on the 900 m grid.
        package var grid: Cell
    }

    /// The woods that may touch a box of the town frame; never in the town or the water, and none beyond 40 km.
    package static func woods(_ town: Town, x: ClosedRange<Int>, y: ClosedRange<Int>) -> [Wood] {
        let middles = town.built.order.map { town.lattice.quad($0).point(2_048, 2_048) }
        let land = -4_000_000...4_000_000
        let (x, y) = (x.clamped(to: land), y.clamped(to: land))
        let step = 90_000
        var woods: [Wood] = []
        for a in floorDiv(x.lowerBound, step) - 1...floorDiv(x.upperBound, step) + 1 {
            for b in floorDiv(y.lowerBound, step) - 1...floorDiv(y.upperBound, step) + 1 {
                guard let wood = wood(a, b, step) else { continue }
                let reach = floorDiv(wood.radius * 16, 10) + 8_000
                let isInTown = middles.contains {
                    abs($0.x - wood.centre.x) < reach && abs($0.y - wood.centre.y) < reach
                }
                if isInTown == false { woods.append(wood) }
            }
        }
        return woods
    }

    private static func wood(_ a: Int, _ b: Int, _ step: Int) -> Wood? {
        if Chance(71, a, b).below(100) > 52 { return nil }
        let centre = TownPoint(
            a * step + Chance(72, a, b).within(0...step - 1), b * step + Chance(73, a, b).within(0...step - 1))
        let radius = Chance(74, a, b).within(11_000...34_000)
        let shape = Chance(75, a, b).within(55...120)
        let bank = River.halfWidth(centre.x) + floorDiv(radius * 13, 10) + 4_000
        if abs(centre.y - River.centre(centre.x)) < bank { return nil }
        let ring = (0..<18).map { t in
            let q = floorDiv(radius * Chance(76, a, b, t).within(62...122), 100)
            return TownPoint(
                centre.x + ((q * wave(t * 3_640 + 16_384)) >> 15),
                centre.y + ((floorDiv(q * shape, 100) * wave(t * 3_640)) >> 15))
        }
        return Wood(centre: centre, radius: radius, ring: ring.cornersCut().cornersCut(), grid: Cell(a, b))
    }

    /// The green strips between the quays and the water, along built blocks: closed, counter-clockwise.
    package static func embankments(_ town: Town) -> [(isNorth: Bool, ring: [TownPoint])] {
        var strips: [(isNorth: Bool, ring: [TownPoint])] = []
        let span = town.built.span + 1
        for isNorth in [true, false] {
            for i in -span..<span where town.built.contains(i, isNorth ? 0 : -2) {
                let a = town.lattice.node(i, isNorth ? 0 : -1)
                let b = town.lattice.node(i + 1, isNorth ? 0 : -1)
                let waterA = TownPoint(a.x, River.centre(a.x))
                let waterB = TownPoint(b.x, River.centre(b.x))
                strips.append((isNorth, isNorth ? [waterA, waterB, b, a, waterA] : [a, b, waterB, waterA, a]))
            }
        }
        return strips
    }

    /// The river is drawn 30 km up and down from the bridge.
    package static let riverReach = -3_000_000...3_000_000

    /// The river between two x, a vertex every 10 m: closed, counter-clockwise, without the island's hole. Less than the
    /// whole width gives the deeper water in its middle.
    package static func river(_ x: ClosedRange<Int>, widthPercent: Int = 100) -> [TownPoint] {
        let xs = Array(stride(from: floorDiv(x.lowerBound, 1_000) * 1_000, through: x.upperBound, by: 1_000))
        func half(_ x: Int) -> Int { floorDiv(River.halfWidth(x) * widthPercent, 100) }
        let south = xs.map { TownPoint($0, River.centre($0) - half($0)) }
        let north = xs.reversed().map { TownPoint($0, River.centre($0) + half($0)) }
        return south + north + [south[0]]
    }

    /// Mill Brook's middle line from the river northward, a vertex every 8 m.
    package static func brook(to top: Int) -> [TownPoint] {
        stride(from: River.centre(-29_700), to: min(top, 700_000), by: 800).map { TownPoint(River.brook($0), $0) }
    }
}
