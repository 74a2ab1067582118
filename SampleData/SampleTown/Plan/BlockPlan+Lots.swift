// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension BlockPlan {
    /// Cuts a block in a south and a north row of lots, and builds on them.
    mutating func addLots(_ block: Block) {
        let (i, j) = (block.cell.i, block.cell.j)
        let cut = 2_048 + Chance(31, i, j).within(-180...180)
        for half in 0...1 {
            let near: BuiltCells.Street = half == 0 ? .stubFromSouth : .stubFromNorth
            let (u0, u1) = block.limits(
                block.west == .full || block.west == near, block.east == .full || block.east == near)
            let row = block.quad.part(u0, half == 0 ? block.v0 : cut, u1, half == 0 ? cut : block.v1)
            let front = row.southWest.distance(to: row.southEast)
            let count = max(1, front / block.kind.lotWidth)
            var cuts = [0]
            for t in 1..<max(1, count) {
                let shift = Chance(32, i, j, half, t).within(-300...300)
                cuts.append(t * 4096 / count + (block.kind == .row ? 0 : floorDiv(shift, count)))
            }
            cuts.append(4096)
            for t in 0..<count {
                addLot(block, half, t, of: count, row.part(cuts[t], 0, cuts[t + 1], 4096))
            }
        }
    }

    private mutating func addLot(_ block: Block, _ half: Int, _ t: Int, of count: Int, _ lot: Quad) {
        let (i, j) = (block.cell.i, block.cell.j)
        let kind = block.kind
        let east = i >= 0
        parcels.append(
            Parcel(
                kind: kind, cell: block.cell, isCivic: false,
                number: 24 * (east ? i : -1 - i) + 2 * (east ? t : count - 1 - t) + 1 + half,
                street: StreetNames.name(.row, j + half), end: east ? "E" : "W"))
        parcelRings.append(lot.ring)
        // Lot axes: along the street from a to b, then inward.
        let a = half == 0 ? lot.southWest : lot.northEast
        let b = half == 0 ? lot.southEast : lot.northWest
        let width = a.distance(to: b)
        let depth = lot.depth
        let seed = Chance(33, i, j, half, t).bits
        if kind == .homes && seed % 23 == 0 { return }
        if width < (kind == .homes ? 1_000 : 500) || depth < 1_700 { return }
        addBuilding(kind, block.cell, a, b, Footprint.outline(kind, width, depth, seed))
        if kind == .homes && (seed >> 20) % 3 == 0 {
            addBuilding(
                .shed, block.cell, a, b,
                [
                    (width - 550, depth - 700), (width - 150, depth - 700), (width - 150, depth - 150),
                    (width - 550, depth - 150),
                ])
        }
        let hasTrees =
            kind == .homes || kind == .flats || (kind == .row && seed % 3 == 0) || (kind == .old && seed % 4 == 0)
        guard hasTrees else { return }
        for z in 0..<(kind == .flats ? 4 : 1) {
            let u = Chance(34, seed, z).within(150...max(200, width - 150))
            let v = depth - Chance(35, seed, z).within(200...700)
            let radius = Chance(37, seed, z).within(170...380)
            trees.append(Tree(at: a.beside(b, u, v), species: Chance(36, seed, z).below(8), radius: radius))
        }
    }

    private mutating func addBuilding(
        _ kind: CellKind, _ cell: Cell, _ a: TownPoint, _ b: TownPoint, _ outline: [(u: Int, v: Int)]
    ) {
        var ring = outline.map { a.beside(b, $0.u, $0.v) }
        ring.append(ring[0])
        buildings.append(Building(kind: kind, cell: cell, parcel: parcels.count - 1))
        buildingRings.append(ring)
    }
}

extension CellKind {
    /// About how wide a lot is, in centimetres.
    fileprivate var lotWidth: Int {
        switch self {
        case .homes: 1_700
        case .row: 750
        case .old: 1_100
        case .flats: 3_600
        default: 4_500
        }
    }
}

/// Building outlines in lot axes: u along the street, v inward, in centimetres.
enum Footprint {
    static func outline(_ kind: CellKind, _ w: Int, _ d: Int, _ seed: UInt64) -> [(u: Int, v: Int)] {
        let draw = Chance(30, seed).bits
        func pick(_ shift: UInt64, _ count: UInt64) -> Int { Int((draw >> shift) % count) }
        switch kind {
        case .homes:
            let bw = min(w - 500, 900 + pick(0, 500))
            let bd = min(d - 900, 800 + pick(8, 350))
            let s = 400 + pick(16, 250)
            let x = floorDiv(w - bw, 2) + pick(24, 160) - 80
            guard pick(32, 3) == 0 else { return box(x, s, x + bw, s + bd) }
            return ell(x, s, x + bw, s + bd, x + bw * 6 / 10, s + bd + 350)
        case .row:
            return box(0, 300, w, 300 + min(d - 700, 1_000 + pick(0, 150)))
        case .old:
            let bd = min(d * 6 / 10, 1_100 + pick(0, 400))
            guard pick(8, 2) == 1 && w > 900 else { return box(0, 0, w, bd) }
            return ell(0, 0, w, bd, w / 2, min(d - 200, bd + 600))
        case .flats:
            return box(500, 600, w - 500, 600 + 1_300)
        default:
            let bd = d - 900
            return [
                (400, 500), (w - 600, 500), (w - 600, bd), (w * 6 / 10, bd), (w * 6 / 10, bd * 7 / 10),
                (400, bd * 7 / 10),
            ]
        }
    }

    private static func box(_ u0: Int, _ v0: Int, _ u1: Int, _ v1: Int) -> [(u: Int, v: Int)] {
        [(u0, v0), (u1, v0), (u1, v1), (u0, v1)]
    }

    /// A box with a wing at the back on its left side.
    private static func ell(_ u0: Int, _ v0: Int, _ u1: Int, _ v1: Int, _ wing: Int, _ back: Int) -> [(u: Int, v: Int)]
    {
        [(u0, v0), (u1, v0), (u1, v1), (wing, v1), (wing, back), (u0, back)]
    }
}
