// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Terrain {
    /// The height of the land in centimetres as pictures of the relief show it: `land` without the steps of whole numbers, which on a plain
    /// are stairs in every contour.
    ///
    /// Without the brook's cut too: that deepens away from the river faster than the ground rises, and contours would show a
    /// brook that runs uphill. Beside it the two differ by centimetres.
    static func relief(_ x: Int, _ y: Int) -> Double {
        let bank = Double(max(0, abs(y - River.centre(x)) - River.halfWidth(x)))
        let near = min(bank, 600_000), strength = min(bank, 500_000)
        var z = 18_000 - Double(x) * 0.000_8 + bank * 0.014 + near * near / 26_000_000
        z += ripple(1, x, y, 210_000) * strength * 0.014 + ripple(2, x, y, 83_000) * strength * 0.009
        z += ripple(3, x, y, 31_000) * strength * 0.004 + ripple(4, x, y, 11_000) * min(bank, 60_000) * 0.002
        for hill in hills {
            let dx = Double(x - hill.x), dy = Double(y - hill.y), radius = Double(hill.radius)
            let cap = max(0, 1 - (dx * dx + dy * dy) / (radius * radius))
            z += cap * cap * Double(hill.top)
        }
        return z
    }

    /// `noise` from -1 to 1.
    private static func ripple(_ kind: Int, _ x: Int, _ y: Int, _ cell: Int) -> Double {
        let gx = floorDiv(x, cell), gy = floorDiv(y, cell)
        func smooth(_ v: Int) -> Double {
            let t = Double(v) / Double(cell)
            return t * t * (3 - 2 * t)
        }
        let sx = smooth(x - gx * cell), sy = smooth(y - gy * cell)
        func corner(_ a: Int, _ b: Int) -> Double { Double(Chance(kind, a, b).bits >> 48) / 32_768 - 1 }
        let low = corner(gx, gy) * (1 - sx) + corner(gx + 1, gy) * sx
        let high = corner(gx, gy + 1) * (1 - sx) + corner(gx + 1, gy + 1) * sx
        return low * (1 - sy) + high * sy
    }
}
