// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Town {
    /// Manholes with the network's levels. One deeper than the field's domain allows has no depth, and says so.
    func manholeRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let manholes = network.manholes
        var rows = try LayerRows(.manholes, schema, count: manholes.count)
        rows.assets(prefix: "MH", live: 98)
        rows.points { manholes[$0].at }
        func depth(_ row: Int) -> Int { manholes[row].ground - network.invert(ofManhole: row) }
        let deepest = 1_500
        rows.texts("COVER") { _, chance in chance.pick([(45, "CI"), (40, "DI"), (10, "CON"), (5, "COMP")]) }
        rows.texts("WALL") { row, chance in
            if manholes[row].year < 1940 { return "BRK" }
            return manholes[row].year > 1990 && chance.isUnder(percent: 25) ? "HDPE" : "RCP"
        }
        rows.doubles("RIM_M") { row, _ in Double(manholes[row].ground) / 100 }
        rows.doubles("INVERT_M") { row, _ in Double(network.invert(ofManhole: row)) / 100 }
        rows.doubles("DEPTH_M") { row, _ in depth(row) > deepest ? nil : Double(depth(row)) / 100 }
        rows.integers("LADDER") { row, chance in depth(row) > 120 && chance.isUnder(percent: 88) ? 1 : 0 }
        rows.texts("STREET") { row, _ in StreetNames.name(at: manholes[row].node, manholes[row].axis) }
        rows.texts("NOTES") { row, chance in
            if depth(row) > deepest { return "Deeper than the tape: level from the drawing." }
            if manholes[row].isLiftStation {
                return "Lift station: raises the water to 1.8 m under ground. Two pumps, key at the Town Depot."
            }
            return chance.isUnder(percent: 93) ? nil : chance.again.pick(of: SampleSentences.manholeNotes)
        }
        rows.dates("INSTALLED") { row, _ in LayerRows.built(manholes[row].year) }
        rows.integers("CONDITION") { row, chance in LayerRows.condition(builtIn: manholes[row].year, chance) }
        return rows.finish()
    }
}
