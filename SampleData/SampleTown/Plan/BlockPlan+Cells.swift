// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The frame of one block: its corners, the street sides it gives up, and what is left.
struct Block {
    var cell: Cell
    var kind: CellKind
    var quad: Quad
    var width: Int
    var depth: Int
    var west: BuiltCells.Street
    var east: BuiltCells.Street
    /// Insets south and north, in 4096ths.
    var v0: Int
    var v1: Int

    init(_ cell: Cell, _ kind: CellKind, _ built: BuiltCells, _ lattice: Lattice) {
        let (i, j) = (cell.i, cell.j)
        self.cell = cell
        self.kind = kind
        quad = lattice.quad(cell)
        width = quad.width
        depth = quad.depth
        west = built.columnStreet(i, j)
        east = built.columnStreet(i + 1, j)
        v0 = built.hasRowStreet(i, j) ? Lattice.rowClass(j).halfWidth * 4096 / depth : 0
        v1 = 4096 - (built.hasRowStreet(i, j + 1) ? Lattice.rowClass(j + 1).halfWidth * 4096 / depth : 0)
    }

    /// The east-west limits where the sides have streets or not.
    func limits(_ hasWest: Bool, _ hasEast: Bool) -> (u0: Int, u1: Int) {
        (
            hasWest ? Lattice.columnClass(cell.i).halfWidth * 4096 / width : 0,
            4096 - (hasEast ? Lattice.columnClass(cell.i + 1).halfWidth * 4096 / width : 0)
        )
    }

    /// The block without its streets.
    var inner: Quad {
        let (u0, u1) = limits(west == .full, east == .full)
        return quad.part(u0, v0, u1, v1)
    }
}

extension BlockPlan {
    /// Plans one built block; the railway's strip stays empty.
    mutating func addBlock(_ block: Block) {
        switch block.kind {
        case .rail: return
        case .park, .green, .square, .sports, .works:
            areas.append(OpenArea(kind: block.kind, cell: block.cell))
            areaRings.append(block.inner.ring)
        default: break
        }
        addPlace(block)
        switch block.kind {
        case .park: addParkTrees(block, oneIn: 3_000_000)
        case .green: addParkTrees(block, oneIn: 5_000_000)
        case .square:
            let inner = block.inner
            for t in 0..<10 {
                let at = inner.point(400 + t % 5 * 820, 300 + t / 5 * 3_500)
                trees.append(Tree(at: at, species: 0, radius: 300))
            }
        case .old, .row, .homes, .flats, .industry: addLots(block)
        default: return
        }
    }

    /// A place with a name, its buildings, and its land as one parcel.
    private mutating func addPlace(_ block: Block) {
        guard let label = block.kind.label else { return }
        let cell = block.cell
        let inner = block.inner
        var name = label
        if CellKind.landmarks[cell] == nil {
            let noun = Chance(block.kind == .school ? 21 : 22, cell.i, cell.j).below(StreetNames.nouns.count)
            name = StreetNames.nouns[noun] + (block.kind == .school ? " School" : " Chapel")
        }
        landmarks.append(Landmark(kind: block.kind, at: block.quad.point(2_048, 2_048), name: name))
        let hasParcel = block.kind != .square && block.kind != .sports && block.kind != .works
        for box in block.kind.ownBuildings {
            let part = box.map { $0 * 4096 / 100 }
            buildings.append(Building(kind: block.kind, cell: cell, parcel: hasParcel ? parcels.count : nil))
            buildingRings.append(inner.part(part[0], part[1], part[2], part[3]).ring)
        }
        guard hasParcel else { return }
        parcels.append(Parcel(kind: block.kind, cell: cell, isCivic: true))
        parcelRings.append(inner.ring)
    }

    private mutating func addParkTrees(_ block: Block, oneIn area: Int) {
        let (i, j) = (block.cell.i, block.cell.j)
        let inner = block.inner
        for t in 0..<(block.width * block.depth / area) {
            let u = Chance(41, i, j, t).within(200...3_896)
            let v = Chance(42, i, j, t).within(200...3_896)
            let at = inner.point(u, v)
            if block.kind == .green && abs(at.x - River.brook(at.y)) < 500 { continue }
            trees.append(
                Tree(
                    at: at, species: Chance(43, i, j, t / 4).below(8), radius: Chance(44, i, j, t).within(250...520)))
        }
    }

    /// Trees along the streets, 12.5 m apart on both sides, one in ten missing.
    mutating func addStreetTrees(_ plan: StreetPlan) {
        firstStreetTree = trees.count
        for (index, street) in plan.streets.prefix(plan.townCount).enumerated() {
            if street.isBridge || street.isDeadEnd { continue }
            let (from, to) = (street.from, street.to)
            let share =
                switch street.streetClass {
                case .local: 22
                case .collector: 55
                case .arterial: 90
                }
            if Chance(45, from.i, from.j, to.i, to.j).below(100) > share { continue }
            let ends = Array(plan.lines[index])
            let length = ends[0].distance(to: ends[1])
            guard length > 3_000 else { continue }
            let offset = street.streetClass.halfWidth - 190
            let species = Chance(47, street.line, street.axis == .row ? 114 : 99).below(8)
            for t in 0...((length - 3_000) / 1_250) {
                for side in [1, -1] {
                    if Chance(46, from.i, from.j, to.i, to.j, t, side + 1).below(10) == 0 { continue }
                    let radius = Chance(48, from.i, from.j, to.i, to.j, t, side + 1).within(220...400)
                    let at = ends[0].beside(ends[1], 1_500 + t * 1_250, side * offset)
                    trees.append(Tree(at: at, species: species, radius: radius))
                }
            }
        }
    }
}
