// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

extension Town {
    /// Months of readings: December 2020 to November 2025.
    static let readingMonths = 60

    /// Mean rain of each month from January, in millimetres.
    private static let monthlyRain = [34, 28, 31, 36, 48, 52, 44, 30, 26, 33, 38, 37]
    private static let months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]

    /// What a gauge read in a month; rain in tenths of a millimetre, levels in centimetres.
    private struct Reading {
        var month: Int
        var rain: Int
        var mean: Int
        var highest: Int

        init(gauge: Int, index: Int) {
            let row = gauge * Town.readingMonths + index
            func chance(_ field: String) -> Chance { Chance(.readings, field: Chance.fieldKey(field), row: row) }
            month = (index + 11) % 12
            rain = floorDiv(Town.monthlyRain[month] * chance("RAIN_MM").within(50...160), 10)
            let flood = month == 2 || month == 3 ? chance("LEVEL_MEAN_M").within(50...140) : 0
            mean = 60 + floorDiv(rain * 10, 90) + flood
            highest = mean + chance("LEVEL_MAX_M").within(20...110)
        }
    }

    func gaugeRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let gauges = network.gauges
        var rows = try LayerRows(.gauges, schema, count: gauges.count)
        rows.points { gauges[$0].at }
        rows.texts("NAME") { row, _ in gauges[row].name }
        rows.texts("KIND") { row, _ in ["BOTH", "BOTH", "LEVEL", "BOTH"][row] }
        rows.texts("WATER") { row, _ in gauges[row].isInBrook ? "MILL" : "SARN" }
        rows.doubles("DATUM_M") { row, _ in Double(Terrain.height(gauges[row].at.x, gauges[row].at.y) - 180) / 100 }
        // One gauge is calm, one warns, one gives alarm, one is silent.
        rows.doubles("LEVEL_NOW_M") { row, _ in [1.12, 2.64, nil, 2.21][row] }
        rows.doubles("WARN_M") { row, _ in [2.4, 2.4, 2.5, 1.5][row] }
        rows.doubles("ALARM_M") { row, _ in [3.1, 3.1, 3.2, 2.0][row] }
        rows.dates("READ_AT") { row, _ in row == 2 ? SampleDate.midnight(2025, 11, 3) : SampleDate.now - 6 * 3_600_000 }
        rows.texts("READ_TIME") { row, _ in row == 2 ? "00:00:00" : "18:00:00" }
        for (month, name) in Town.months.enumerated() {
            func mean(_ row: Int, _ value: (Reading) -> Int) -> Int {
                let readings = (0..<Town.readingMonths).map { Reading(gauge: row, index: $0) }
                let inMonth = readings.filter { $0.month == month }
                return roundDiv(inMonth.reduce(0) { $0 + value($1) }, inMonth.count)
            }
            rows.doubles("RAIN_" + name) { row, _ in Double(mean(row) { $0.rain }) / 10 }
            rows.doubles("LVL_" + name) { row, _ in Double(mean(row) { $0.mean }) / 100 }
        }
        // More than 32 bits hold, less than a double counts exactly.
        rows.integers("PULSES") { _, chance in chance.within(5_000_000_000...9_000_000_000_000) }
        return rows.finish()
    }

    func readingRecords(_ schema: SampleSchema) throws -> FeatureSet {
        let count = Town.readingMonths
        let readings = (0..<network.gauges.count * count).map { Reading(gauge: $0 / count, index: $0 % count) }
        var rows = try LayerRows(.readings, schema, count: readings.count)
        rows.texts("GAUGEGUID") { row, _ in SampleTable.gauges.globalID(row / count) }
        rows.dates("MONTH") { row, _ in
            let month = row % count + 11
            return SampleDate.midnight(2020 + month / 12, month % 12 + 1, 1)
        }
        rows.doubles("RAIN_MM") { row, _ in Double(readings[row].rain) / 10 }
        rows.doubles("LEVEL_MEAN_M") { row, _ in Double(readings[row].mean) / 100 }
        rows.doubles("LEVEL_MAX_M") { row, _ in Double(readings[row].highest) / 100 }
        return rows.finish()
    }
}
