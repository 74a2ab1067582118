// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Main {
    /// The subtype's code in the data.
    var mainClassCode: Int {
        switch pipeClass {
        case .collector: 1
        case .trunk: 2
        case .lateral: 3
        case .outfall: 4
        }
    }

    var materialCode: String {
        switch material {
        case .brick: "BRK"
        case .vitrifiedClay: "VCP"
        case .reinforcedConcrete: "RCP"
        case .pvc: "PVC"
        case .hdpe: "HDPE"
        }
    }

    var length: Int { from.distance(to: to) }
}

extension Town {
    /// Mains with the network's numbers; laterals have no levels, flow or capacity.
    func mainRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let mains = network.mains
        var rows = try LayerRows(.mains, schema, count: mains.count)
        rows.assets(prefix: "MA", live: 96)
        rows.parts { [[mains[$0].from, mains[$0].to]] }
        func isLateral(_ row: Int) -> Bool { mains[row].pipeClass == .lateral }
        rows.integers("MAINCLASS") { row, _ in mains[row].mainClassCode }
        rows.integers("DIAMETER") { row, _ in mains[row].diameter }
        rows.texts("MATERIAL") { row, _ in mains[row].materialCode }
        rows.doubles("LENGTH_M") { row, _ in Double(mains[row].length) / 100 }
        /// Ten-thousandths.
        func slope(_ row: Int) -> Int {
            let ends = network.inverts(ofMain: row)
            return (ends.upper - ends.lower) * 10_000 / max(1, mains[row].length)
        }
        rows.doubles("SLOPE_PCT") { row, _ in isLateral(row) ? nil : Double(slope(row)) / 100 }
        rows.doubles("UPINVERT_M") { row, _ in isLateral(row) ? nil : Double(network.inverts(ofMain: row).upper) / 100 }
        rows.doubles("DNINVERT_M") { row, _ in isLateral(row) ? nil : Double(network.inverts(ofMain: row).lower) / 100 }
        rows.doubles("FLOW_LPS") { row, _ in isLateral(row) ? nil : Double(mains[row].flow) }
        rows.doubles("CAPACITY_LPS") { row, _ in
            isLateral(row)
                ? nil : Double(StormwaterNetwork.capacity(diameter: mains[row].diameter, slope: max(20, slope(row))))
        }
        rows.texts("STREET") { row, _ in StreetNames.name(at: mains[row].node, mains[row].axis) }
        rows.dates("LASTCCTV") { _, chance in
            chance.isUnder(percent: 60) ? nil : SampleDate.within(2015...2025, chance.again)
        }
        rows.texts("FROMGUID") { row, _ in mains[row].fromManhole.map { SampleTable.manholes.globalID($0) } }
        rows.texts("TOGUID") { row, _ in mains[row].toManhole.map { SampleTable.manholes.globalID($0) } }
        rows.texts("NOTES") { _, chance in
            chance.isUnder(percent: 92) ? nil : chance.again.pick(of: SampleSentences.mainNotes)
        }
        rows.dates("INSTALLED") { row, _ in LayerRows.built(mains[row].year) }
        rows.integers("CONDITION") { row, chance in LayerRows.condition(builtIn: mains[row].year, chance) }
        return rows.finish()
    }
}
