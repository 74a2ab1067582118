// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// One visit to an inlet, a manhole or an outfall.
package struct Inspection: Sendable {
    package var subject: SampleTable
    /// The subject's row.
    package var row: Int
    /// Which visit to that subject, of how many.
    var visit: Int
    var visits: Int
    var isNorth: Bool

    /// The moment of the visit: each has its own part of 2019 to 2025, so that the newest comes last.
    func moment(_ ordinal: Int) -> Int64 {
        let chance = Chance(.inspections, field: Chance.fieldKey("INSPECTED"), row: ordinal)
        let first = SampleDate.midnight(2019, 1, 7)
        let days = Int((SampleDate.now - SampleDate.day - first) / SampleDate.day)
        let day = days * visit / visits + chance.below(max(1, days / visits))
        // Between seven and four o'clock, to five minutes.
        return first + Int64(day) * SampleDate.day + Int64(chance.again.within(84...191)) * 300_000
    }

    /// What was found.
    static func result(_ ordinal: Int) -> String {
        Chance(.inspections, field: Chance.fieldKey("RESULT"), row: ordinal)
            .pick([(50, "OK"), (25, "CLEAN"), (12, "REPAIR"), (8, "BLOCK"), (5, "NOACC")])
    }
}

extension Town {
    /// All visits: those of inlets in the network's order, then every third manhole's, then two an outfall.
    package var inspections: [Inspection] {
        var all: [Inspection] = []
        all.reserveCapacity(network.inspections.count + network.manholes.count / 3 + 2 * network.outfalls.count)
        for (row, inlet) in network.inlets.enumerated() {
            let visits = Chance(60, row).below(4)
            for visit in 0..<visits {
                all.append(
                    Inspection(
                        subject: .inlets, row: row, visit: visit, visits: visits, isNorth: inlet.node.j >= 0))
            }
        }
        for row in stride(from: 0, to: network.manholes.count, by: 3) {
            let isNorth = network.manholes[row].node.j >= 0
            all.append(Inspection(subject: .manholes, row: row, visit: 0, visits: 1, isNorth: isNorth))
        }
        for (row, outfall) in network.outfalls.enumerated() {
            for visit in 0..<2 {
                all.append(
                    Inspection(
                        subject: .outfalls, row: row, visit: visit, visits: 2, isNorth: outfall.root.j >= 0))
            }
        }
        return all
    }

    func inspectionRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let inspections = inspections
        var rows = try LayerRows(.inspections, schema, count: inspections.count)
        rows.dates("INSPECTED") { row, _ in inspections[row].moment(row) }
        rows.texts("CREW") { row, chance in
            chance.pick([(70, inspections[row].isNorth ? "A" : "B"), (20, "C"), (10, "D")])
        }
        rows.texts("RESULT") { row, _ in Inspection.result(row) }
        rows.integers("CONDITION") { row, chance in
            Inspection.result(row) == "NOACC" ? nil : chance.pick([(15, 1), (40, 2), (27, 3), (13, 4), (5, 5)])
        }
        rows.doubles("DEBRIS_L") { row, chance in
            switch Inspection.result(row) {
            case "NOACC": nil
            case "OK": Double(chance.below(151)) / 10
            default: Double(chance.within(50...1_200)) / 10
            }
        }
        rows.integers("MINUTES") { _, chance in chance.within(1...12) * 5 }
        rows.texts("COMMENTS") { _, chance in
            chance.isUnder(percent: 60) ? nil : chance.again.pick(of: SampleSentences.inspectionComments)
        }
        for (field, subject) in [
            ("INLETGUID", SampleTable.inlets), ("MANHOLEGUID", .manholes), ("OUTFALLGUID", .outfalls),
        ] {
            rows.texts(field) { row, _ in
                inspections[row].subject == subject ? subject.globalID(inspections[row].row) : nil
            }
        }
        return rows.finish()
    }
}
