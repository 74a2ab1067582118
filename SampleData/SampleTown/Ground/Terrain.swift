// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The height of the ground in whole centimetres above datum, valid everywhere.
package enum Terrain {
    /// Ground height at a place; on the river, its water level.
    package static func height(_ x: Int, _ y: Int) -> Int {
        let bank = abs(y - River.centre(x)) - River.halfWidth(x)
        return bank <= 0 ? 17_850 - floorDiv(x * 8, 10_000) : land(x, y)
    }

    /// The height of the land, which goes on under the river as it is at its banks: a river's drop is a wall in no relief.
    static func land(_ x: Int, _ y: Int) -> Int {
        let centre = River.centre(x)
        let bank = max(0, abs(y - centre) - River.halfWidth(x))
        var z = 18_000 - floorDiv(x * 8, 10_000)
        let near = min(bank, 600_000)
        z += floorDiv(bank * 14, 1_000) + floorDiv(near * near, 26_000_000)
        // Noise grows with the distance from the bank: the valley floor is calm, the hills are lively.
        let strength = min(bank, 500_000)
        z += floorDiv(((noise(1, x, y, 210_000) * strength) >> 15) * 14, 1_000)
        z += floorDiv(((noise(2, x, y, 83_000) * strength) >> 15) * 9, 1_000)
        z += floorDiv(((noise(3, x, y, 31_000) * strength) >> 15) * 4, 1_000)
        z += floorDiv(((noise(4, x, y, 11_000) * min(bank, 60_000)) >> 15) * 2, 1_000)
        for hill in hills {
            let dx = x - hill.x
            let dy = y - hill.y
            let q = floorDiv(dx * dx + dy * dy, hill.radius * hill.radius / 4096)
            let cap = max(0, 4096 - q)
            z += floorDiv(((cap * cap) >> 12) * hill.top, 4096)
        }
        if y > centre {
            let cut = max(0, 26_000 - abs(x - River.brook(y)))
            let depth = floorDiv(cut * cut, 26_000) * min(bank, 90_000)
            z -= floorDiv(floorDiv(depth, 26_000) * 18, 1_000)
        }
        return z
    }

    /// A summit with its name; `top` is the height of the squared parabola over the ground round it.
    package struct Hill: Sendable {
        package var name: String
        package var x: Int
        package var y: Int
        package var radius: Int
        package var top: Int
    }

    package static let hills = [
        Hill(name: "Beacon Hill", x: 96_000, y: 93_000, radius: 90_000, top: 5_200),
        Hill(name: "Lark Down", x: -128_000, y: -104_000, radius: 120_000, top: 6_100),
        Hill(name: "High Fold", x: 30_000, y: -260_000, radius: 190_000, top: 9_000),
    ]

    /// Where the hills are highest: what lies under them moves their summits away from their middles.
    static let summits: [(name: String, place: TownPoint)] = hills.map { hill in
        var (x, y) = (hill.x, hill.y)
        var step = hill.radius / 8
        while step > 100 {
            let around = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]
            let heights = around.map { land(x + $0.0 * step, y + $0.1 * step) }
            guard let best = heights.indices.max(by: { heights[$0] < heights[$1] }), heights[best] > heights[0] else {
                step /= 2
                continue
            }
            x += around[best].0 * step
            y += around[best].1 * step
        }
        return (hill.name, TownPoint(x, y))
    }

    /// Value noise from -32768 to 32767 on a grid of `cell` centimetres, joined by smoothsteps.
    package static func noise(_ kind: Int, _ x: Int, _ y: Int, _ cell: Int) -> Int {
        let gx = floorDiv(x, cell)
        let gy = floorDiv(y, cell)
        func smooth(_ v: Int) -> Int {
            let t = floorDiv(v * 1024, cell)
            return (t * t * (3 * 1024 - 2 * t)) >> 20
        }
        let sx = smooth(x - gx * cell)
        let sy = smooth(y - gy * cell)
        func corner(_ a: Int, _ b: Int) -> Int { Int(Chance(kind, a, b).bits >> 48) - 32768 }
        let low = corner(gx, gy) * (1024 - sx) + corner(gx + 1, gy) * sx
        let high = corner(gx, gy + 1) * (1024 - sx) + corner(gx + 1, gy + 1) * sx
        return (low * (1024 - sy) + high * sy) >> 20
    }
}
