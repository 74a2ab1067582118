// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Town {
    /// Runs of two to six mains, one after the other downstream, that a television survey looked at.
    var surveyedRuns: [[Int]] {
        var below = [Int](repeating: -1, count: network.manholes.count)
        var pipes: [Int] = []
        for (row, main) in network.mains.enumerated() {
            guard main.pipeClass != .lateral, let from = main.fromManhole else { continue }
            below[from] = row
            pipes.append(row)
        }
        guard pipes.isEmpty == false else { return [] }
        return (0..<max(4, pipes.count / 40)).map { survey in
            let chance = Chance(.mainsToOrders, field: 0, row: survey)
            var run = [pipes[chance.below(pipes.count)]]
            let wanted = chance.again.within(2...6)
            while run.count < wanted, let manhole = network.mains[run[run.count - 1]].toManhole, below[manhole] >= 0 {
                run.append(below[manhole])
            }
            return run
        }.filter { $0.count >= 2 }
    }

    func workOrderRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let inspections = inspections
        let orders = network.orders
        let surveys = surveyedRuns.count
        var rows = try LayerRows(.workOrders, schema, count: orders.count + surveys)
        func opened(_ row: Int) -> Int64 {
            let chance = Chance(.workOrders, field: Chance.fieldKey("OPENED"), row: row)
            guard row < orders.count else { return SampleDate.within(2021...2025, chance) }
            let visited = inspections[orders[row]].moment(orders[row])
            let day = (visited / SampleDate.day + Int64(chance.below(6))) * SampleDate.day
            return min(day, SampleDate.now - SampleDate.day)
        }
        func status(_ row: Int) -> Int {
            let chance = Chance(.workOrders, field: Chance.fieldKey("STATUS"), row: row)
            let age = (SampleDate.now - opened(row)) / SampleDate.day
            return age > 120 ? chance.pick([(91, 3), (9, 4)]) : chance.pick([(35, 0), (30, 1), (20, 2), (15, 3)])
        }
        rows.texts("ORDERNO") { row, _ in "WO-\(SampleDate.civil(opened(row)).year)-\(10_001 + row)" }
        rows.texts("KIND") { row, chance in
            row >= orders.count ? "CCTV" : chance.pick([(55, "CLEAN"), (28, "REPAIR"), (9, "REPLACE"), (8, "SURVEY")])
        }
        rows.integers("PRIORITY") { _, chance in chance.pick([(8, 1), (22, 2), (50, 3), (20, 4)]) }
        rows.integers("STATUS") { row, _ in status(row) }
        rows.dates("OPENED") { row, _ in opened(row) }
        rows.texts("DUE") { row, chance in
            chance.isUnder(percent: 10)
                ? nil : SampleDate.text(opened(row) + Int64(chance.again.within(14...60)) * SampleDate.day)
        }
        rows.dates("CLOSED") { row, chance in
            guard status(row) >= 3 else { return nil }
            return min(opened(row) + Int64(chance.within(1...50)) * SampleDate.day, SampleDate.now - SampleDate.day)
        }
        rows.doubles("COST") { row, chance in status(row) == 3 ? Double(chance.within(4_000...480_000)) / 100 : nil }
        rows.texts("CREW") { row, chance in
            if row >= orders.count { return "D" }
            return status(row) == 0 ? nil : chance.pick([(35, "A"), (35, "B"), (30, "C")])
        }
        rows.texts("INSPECTIONGUID") { row, _ in
            row < orders.count ? SampleTable.inspections.globalID(orders[row]) : nil
        }
        rows.texts("NOTES") { _, chance in
            chance.isUnder(percent: 70) ? nil : chance.again.pick(of: SampleSentences.orderNotes)
        }
        return rows.finish()
    }

    /// The mains of each television survey.
    func mainsToOrdersRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let first = network.orders.count
        let pairs = surveyedRuns.enumerated().flatMap { survey, run in run.map { (main: $0, order: first + survey) } }
        var rows = try LayerRows(.mainsToOrders, schema, count: pairs.count)
        rows.texts("MAINGUID") { row, _ in SampleTable.mains.globalID(pairs[row].main) }
        rows.texts("ORDERGUID") { row, _ in SampleTable.workOrders.globalID(pairs[row].order) }
        return rows.finish()
    }
}
