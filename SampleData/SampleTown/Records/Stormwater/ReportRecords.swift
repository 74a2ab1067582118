// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Town {
    /// Reports of citizens, at house fronts.
    func reportRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let homes = blocks.parcels.indices.filter { blocks.parcels[$0].isCivic == false }
        let count = reportCount
        var rows = try LayerRows(.reports, schema, count: count)
        let parcels = (0..<count).map { homes[Chance(.reports, field: 0, row: $0).below(homes.count)] }
        rows.points { row in
            switch row {
            case SampleTraps.nowhereReport: nil
            case SampleTraps.borderReport: SampleTraps.borderPlace
            default: front(of: parcels[row])
            }
        }
        func isDone(_ row: Int) -> Bool {
            Chance(.reports, field: Chance.fieldKey("STATUS"), row: row).below(3) == 0
        }
        func reported(_ row: Int) -> Int64 {
            let chance = Chance(.reports, field: Chance.fieldKey("REPORTED"), row: row)
            let day = Int64(isDone(row) ? chance.within(40...500) : chance.within(1...60))
            return SampleDate.now - day * SampleDate.day + Int64(chance.again.within(24...90)) * 900_000
        }
        rows.integers("CATEGORY") { row, _ in Town.reportCategory(row) }
        rows.integers("PRIORITY") { row, chance in
            switch Town.reportCategory(row) {
            case 1: chance.within(1...3)
            case 2: chance.within(2...4)
            case 3: chance.within(3...4)
            default: chance.within(1...4)
            }
        }
        rows.texts("STATUS") { row, chance in
            isDone(row) ? "DONE" : chance.again.pick([(45, "NEW"), (30, "SEEN"), (25, "WORK")])
        }
        rows.integers("DEPTH_CM") { row, chance in Town.reportCategory(row) == 1 ? chance.within(1...11) * 5 : nil }
        rows.texts("DESCRIPTION") { row, chance in
            row == SampleTraps.longReport
                ? SampleTraps.longText : SampleSentences.reports[Town.reportCategory(row)].map { chance.pick(of: $0) }
        }
        rows.texts("PLACE") { row, _ in
            row == SampleTraps.markupReport ? SampleTraps.markupPlace : blocks.parcels[parcels[row]].address
        }
        rows.dates("REPORTED") { row, _ in reported(row) }
        rows.dates("SOLVED") { row, chance in
            isDone(row) ? reported(row) + Int64(chance.within(1...30)) * SampleDate.day : nil
        }
        return rows.finish()
    }

    /// How many reports there are: none without houses.
    var reportCount: Int {
        blocks.parcels.contains { $0.isCivic == false } ? max(12, network.inlets.count / 40) : 0
    }

    /// 1 flooding, 2 a blocked inlet, 3 smell, 4 damage.
    static func reportCategory(_ row: Int) -> Int {
        Chance(.reports, field: Chance.fieldKey("CATEGORY"), row: row).pick([(45, 1), (30, 2), (10, 3), (15, 4)])
    }

    /// The place on the pavement before a lot's street side.
    private func front(of parcel: Int) -> TownPoint {
        let ring = Array(blocks.parcelRings[parcel])
        // Odd numbers stand north of their street: their south side is the front.
        let (a, b) = blocks.parcels[parcel].number % 2 == 1 ? (ring[0], ring[1]) : (ring[2], ring[3])
        return a.beside(b, a.distance(to: b) / 2, -200)
    }
}

extension Parcel {
    /// "27 Cask Road W"; nil for public places.
    var address: String? { isCivic ? nil : "\(number) \(street) \(end)" }
}
