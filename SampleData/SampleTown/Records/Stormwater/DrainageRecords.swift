// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Town {
    /// One area for each outfall that blocks drain to; in parts where the blocks do not touch.
    func drainageRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let areas = network.drainage
        var outfallOf: [Cell: Int] = [:]
        for (row, outfall) in network.outfalls.enumerated() { outfallOf[outfall.root] = row }
        let grounds = areas.map { ground(of: $0.cells) }
        var rows = try LayerRows(.drainageAreas, schema, count: areas.count)
        rows.parts { lattice.outline(of: areas[$0].cells) }
        rows.texts("NAME") { row, _ in
            let root = areas[row].root
            let isOnQuay = root.j == 0 || root.j == -1
            return StreetNames.name(at: root, isOnQuay ? .column : .row)
        }
        rows.texts("OUTFALLGUID") { row, _ in outfallOf[areas[row].root].map { SampleTable.outfalls.globalID($0) } }
        rows.doubles("AREA_HA") { row, _ in hectares(grounds[row].all) }
        rows.doubles("ROOF_HA") { row, _ in hectares(grounds[row].roof) }
        rows.doubles("ROAD_HA") { row, _ in hectares(grounds[row].road) }
        rows.doubles("YARD_HA") { row, _ in hectares(grounds[row].yard) }
        rows.doubles("GREEN_HA") { row, _ in hectares(grounds[row].green) }
        func sealed(_ row: Int) -> Int { roundDiv((grounds[row].all - grounds[row].green) * 1_000, grounds[row].all) }
        rows.doubles("IMPERVIOUS_PCT") { row, _ in Double(sealed(row)) / 10 }
        // Sealed ground runs off nine tenths, green ground one tenth.
        rows.doubles("RUNOFF_C") { row, _ in Double(roundDiv(sealed(row) * 8 + 1_000, 100)) / 100 }
        rows.texts("STUDY_URL") { row, chance in
            chance.isUnder(percent: 40) ? nil : "https://lindenford.example/studies/drainage-area-\(row + 1)"
        }
        rows.texts("NOTES") { row, chance in
            chance.isUnder(percent: 25)
                ? nil
                : "<p>\(areas[row].cells.count) blocks drain here. <b>\(chance.again.pick(of: SampleSentences.areaNotes))</b></p>"
        }
        return rows.finish()
    }

    /// Square centimetres by what covers them.
    private struct Ground {
        var all = 0
        var roof = 0
        var road = 0
        var yard = 0
        var green = 0
    }

    private func ground(of cells: [Cell]) -> Ground {
        var ground = Ground()
        for cell in cells {
            let area = lattice.quad(cell).ring.doubledArea / 2
            let shares = (built.kind(cell.i, cell.j) ?? .green).groundShares
            ground.all += area
            ground.roof += area * shares.roof / 100
            ground.road += area * shares.road / 100
            ground.yard += area * shares.yard / 100
            ground.green += area * shares.green / 100
        }
        return ground
    }

    /// Hectares with two places from square centimetres.
    private func hectares(_ area: Int) -> Double { Double(roundDiv(area, 1_000_000)) / 100 }
}

extension CellKind {
    /// Hundredths of a block under roofs, streets, yards and green.
    var groundShares: (roof: Int, road: Int, yard: Int, green: Int) {
        switch self {
        case .old: (48, 22, 22, 8)
        case .row: (34, 20, 18, 28)
        case .homes, .shed: (22, 18, 14, 46)
        case .flats: (26, 16, 22, 36)
        case .industry, .rail, .depot, .station, .works: (40, 14, 38, 8)
        case .park, .green, .sports: (2, 4, 6, 88)
        case .school, .church, .townhall, .square, .hospital, .museum, .library: (34, 18, 30, 18)
        }
    }
}

extension Collection where Element == TownPoint {
    /// Twice the signed area of a closed ring in square centimetres; positive counter-clockwise.
    package var doubledArea: Int { zip(self, dropFirst()).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } }
}
