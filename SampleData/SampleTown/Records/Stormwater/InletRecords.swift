// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Town {
    /// Inlets: the grate follows the kind, casting and load class obey the contingent values.
    func inletRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let inlets = network.inlets
        var rows = try LayerRows(.inlets, schema, count: inlets.count)
        rows.assets(prefix: "IN")
        rows.points { inlets[$0].at }
        rows.integers("INLETTYPE") { row, _ in inlets[row].kind.rawValue }
        func grate(_ row: Int) -> String {
            let chance = Chance(.inlets, field: Chance.fieldKey("GRATE"), row: row)
            switch inlets[row].kind {
            case .curb: return "NONE"
            case .grate: return chance.pick([(45, "BAR"), (20, "CURVED"), (15, "HONEY"), (20, "BIKE")])
            case .combination: return chance.pick([(55, "BAR"), (25, "CURVED"), (20, "BIKE")])
            case .slotted: return "SLOT"
            }
        }
        rows.texts("GRATE") { row, _ in row == SampleTraps.undomainedInlet ? SampleTraps.undomainedGrate : grate(row) }
        rows.texts("CASTING") { row, chance in
            switch (inlets[row].kind, grate(row)) {
            case (.curb, _): chance.pick([(70, "CON"), (30, "CI")])
            case (.combination, "BAR"): "CI"
            case (.grate, "HONEY"): "COMP"
            case (_, "CURVED"), (_, "BIKE"): "DI"
            default: chance.pick([(50, "CI"), (35, "DI"), (10, "CON"), (5, "COMP")])
            }
        }
        func depth(_ row: Int) -> Int {
            Chance(.inlets, field: Chance.fieldKey("DEPTH_M"), row: row).within(90...240)
        }
        rows.doubles("DEPTH_M") { row, _ in Double(depth(row)) / 100 }
        rows.texts("LOADCLASS") { row, chance in
            switch chance.below(100) {
            case ..<15 where depth(row) <= 120: "A15"
            case ..<75: "C250"
            case ..<93: "D400"
            case ..<97 where depth(row) >= 100: "F900"
            default: nil
            }
        }
        rows.doubles("SUMP_M") { _, chance in
            chance.isUnder(percent: 20) ? nil : Double(chance.again.below(13) * 5) / 100
        }
        rows.integers("CLOGGED_PCT") { row, _ in Town.cloggedPercent(ofInlet: row) }
        rows.doubles("CATCH_M2") { _, chance in Double(chance.within(2_500...9_500)) / 10 }
        rows.texts("STREET") { row, _ in StreetNames.name(at: inlets[row].node, inlets[row].axis) }
        rows.dates("LASTCLEANED") { _, chance in
            chance.isUnder(percent: 8) ? nil : SampleDate.now - Int64(1 + chance.again.below(3 * 365)) * SampleDate.day
        }
        rows.texts("MANHOLEGUID") { row, _ in
            // The trap's manhole is one that no town has.
            SampleTable.manholes.globalID(row == SampleTraps.orphanedInlet ? 99_999_999 : inlets[row].manhole)
        }
        rows.texts("PLAN_URL") { row, _ in SamplePicture.inlet(inlets[row].kind).url }
        rows.texts("NOTES") { row, chance in
            switch row {
            case SampleTraps.emojiInlet: SampleTraps.emojiNote
            case SampleTraps.arabicInlet: SampleTraps.arabicNote
            default: chance.isUnder(percent: 85) ? nil : chance.again.pick(of: SampleSentences.inletNotes)
            }
        }
        rows.dates("INSTALLED") { row, _ in LayerRows.built(inlets[row].year) }
        rows.integers("CONDITION") { row, _ in inlets[row].condition }
        return rows.finish()
    }

    /// How full of leaves an inlet is; its pictures show it.
    static func cloggedPercent(ofInlet row: Int) -> Int {
        let chance = Chance(.inlets, field: Chance.fieldKey("CLOGGED_PCT"), row: row)
        return chance.isUnder(percent: 70) ? chance.again.within(0...25) : chance.again.within(26...80)
    }
}
