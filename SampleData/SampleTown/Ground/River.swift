// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The River Sarn and Mill Brook as functions of whole centimetres.
package enum River {
    /// The y of the centre line at x.
    package static func centre(_ x: Int) -> Int {
        let long = 13_000 * wave(floorDiv(x * 65536, 260_000) + 9_000)
        let short = 5_200 * wave(floorDiv(x * 65536, 110_000) + 31_000)
        return (long + short + 30_000 * wave(floorDiv(x * 65536, 1_700_000))) >> 15
    }

    /// Half the width of the water at x; it grows downstream, that is eastward.
    package static func halfWidth(_ x: Int) -> Int {
        let swell = (500 * wave(floorDiv(x * 65536, 74_000) + 5_000)) >> 15
        return 2_300 + swell + max(-600, min(1_800, floorDiv(x, 900)))
    }

    /// The rise of the centre line at x, in 1024ths.
    package static func slope(_ x: Int) -> Int {
        floorDiv((centre(x + 4_000) - centre(x - 4_000)) * 1024, 8_000)
    }

    /// How far lattice and brook sway sideways at y; nothing within 600 m of the river.
    static func sway(_ y: Int) -> Int {
        let amplitude = min(30_000, floorDiv(max(0, abs(y) - 60_000), 6))
        return (amplitude * wave(floorDiv(y * 65536, 420_000) + (y > 0 ? 9_000 : 30_000))) >> 15
    }

    /// The x of Mill Brook at y; it runs on the north bank only.
    package static func brook(_ y: Int) -> Int {
        let ripple = 900 * wave(floorDiv(y * 65536, 21_000))
        let bend = 1_500 * wave(floorDiv(y * 65536, 90_000) + 8_000)
        return sway(y) - 29_700 + ((ripple + bend) >> 15)
    }

    /// The middle of Heron Island.
    package static let islandX = 27_000

    /// Heron Island: a leaf 180 m long, counter-clockwise and closed.
    package static func island() -> [TownPoint] {
        let xs = stride(from: islandX - 9_000, through: islandX + 9_000, by: 600)
        func half(_ x: Int) -> Int {
            floorDiv((9_000 * 9_000 - (x - islandX) * (x - islandX)) * 1_150, 9_000 * 9_000)
        }
        let south = xs.map { TownPoint($0, centre($0) + 250 - half($0)) }
        // Both tips have half width 0: the north shore leaves them out.
        let north = xs.dropFirst().dropLast().reversed().map { TownPoint($0, centre($0) + 250 + half($0)) }
        return south + north + [south[0]]
    }
}
