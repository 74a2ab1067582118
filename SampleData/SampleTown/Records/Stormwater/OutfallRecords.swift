// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Town {
    /// The number of each outfall in its name: by (i, j) of its crossing, from 1.
    var outfallNumbers: [Int] {
        let order = network.outfalls.indices.sorted { network.outfalls[$0].root < network.outfalls[$1].root }
        var numbers = [Int](repeating: 0, count: order.count)
        for (number, row) in order.enumerated() { numbers[row] = number + 1 }
        return numbers
    }

    func outfallRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let outfalls = network.outfalls
        let numbers = outfallNumbers
        var rows = try LayerRows(.outfalls, schema, count: outfalls.count)
        rows.assets(prefix: "OF", live: 100)
        rows.points { outfalls[$0].at }
        rows.texts("NAME") { row, _ in "Outfall \(numbers[row])" }
        rows.texts("RECEIVER") { row, _ in outfalls[row].isInBrook ? "MILL" : "SARN" }
        rows.integers("DIAMETER") { row, _ in outfalls[row].diameter }
        rows.integers("FLAP") { _, chance in chance.isUnder(percent: 60) ? 1 : 0 }
        func permit(_ row: Int) -> Chance? {
            let chance = Chance(.outfalls, field: Chance.fieldKey("PERMIT"), row: row)
            return chance.isUnder(percent: 20) ? nil : chance.again
        }
        rows.texts("PERMIT") { row, _ in permit(row).map { "LF-\($0.within(2_005...2_024))-\(100 + numbers[row])" } }
        rows.texts("PERMIT_UNTIL") { row, chance in
            permit(row) == nil ? nil : "\(chance.within(2_026...2_031))-\(chance.again.pick(of: ["06-30", "12-31"]))"
        }
        rows.doubles("CATCHMENT_HA") { row, _ in Double(outfalls[row].catchment) / 100 }
        rows.texts("NOTES") { _, chance in
            chance.isUnder(percent: 70) ? nil : chance.again.pick(of: SampleSentences.outfallNotes)
        }
        rows.dates("INSTALLED") { row, _ in LayerRows.built(outfalls[row].year) }
        rows.integers("CONDITION") { row, chance in LayerRows.condition(builtIn: outfalls[row].year, chance) }
        return rows.finish()
    }
}
