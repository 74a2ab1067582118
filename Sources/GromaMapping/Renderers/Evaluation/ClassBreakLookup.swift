// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Finds a range by a number: the first one whose upper end is not below it (web map specification, class breaks).
struct ClassBreakLookup: Sendable {
    let source: ValueSource
    private var ranges: [(lower: Double, upper: Double, index: Int32)] = []

    init(renderer: ClassBreaksRenderer, scripts: (any ScriptReader)?) {
        source = ValueSource(
            expression: renderer.valueExpression, fields: [renderer.fieldName].filter { !$0.isEmpty },
            normalization: ValueSource.Normalization(renderer: renderer), scripts: scripts)
    }

    mutating func add(_ entry: ClassBreak, index: Int32) {
        ranges.append((entry.minValue ?? .nan, entry.maxValue, index))
    }

    /// Puts ranges in rising order, and gives the first one its lower end.
    mutating func sort(minValue: Double?) {
        ranges = ranges.enumerated().sorted { ($0.element.upper, $0.offset) < ($1.element.upper, $1.offset) }.map(
            \.element)
        if !ranges.isEmpty, ranges[0].lower.isNaN, let minValue { ranges[0].lower = minValue }
    }

    func index(of value: Double) -> Int32? {
        guard !value.isNaN else { return nil }
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upper < value { low = middle + 1 } else { high = middle }
        }
        // A lower end that is not given is the range below, which did not take the value.
        guard low < ranges.count, !(value < ranges[low].lower) else { return nil }
        return ranges[low].index
    }
}
