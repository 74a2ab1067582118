// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures

/// Evaluates expressions for the rows of a generated set on one core, and prints evaluations a second of processor time: `Arcade [CASE [ROWS]]`.
let wanted = CommandLine.arguments.dropFirst().first
let count = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 100_000
let fields = [
    Field(name: "A", type: .string), Field(name: "B", type: .integer), Field(name: "C", type: .double),
]
var set = FeatureSet(fields: fields)
var names: [String] = [], numbers: [Int64] = [], lengths: [Double] = []
for row in 0..<count {
    names.append(["Main Street", "Mill Lane", "Oak Avenue", "Station Road"][row % 4])
    numbers.append(Int64(row % 300))
    lengths.append(Double((row &* 7_919) % 100_003) / 97)
}
let valid = [Bool](repeating: true, count: count)
set.columns = [
    AttributeColumn(values: .strings(names), valid: valid), AttributeColumn(values: .integers(numbers), valid: valid),
    AttributeColumn(values: .doubles(lengths), valid: valid),
]
set.count = count

let cases = [
    ("label", #"$feature.A + " " + $feature.B + " " + Round($feature.C, 1)"#),
    ("number", "$feature.C * 2 + $feature.B / 3"),
    ("choice", "When($feature.C > 800, 'long', $feature.C > 400, 'middle', 'short')"),
    ("script", "var n = 0; for (var i = 0; i < 10; i++) { n += i * $feature.B } n"),
]

/// Nanoseconds of processor time that this thread took so far.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

for (name, text) in cases where wanted == nil || wanted == name {
    let rows = ArcadeRows(try ArcadeExpression(text, profile: .labeling), rows: set, context: ArcadeContext())
    var bytes = 0, best = Double.infinity
    for _ in 0..<7 {
        let start = processorTime()
        for row in 0..<count { bytes &+= try rows.text(at: row).utf8.count }
        best = min(best, processorTime() - start)
    }
    print("arcade \(name) \(Int(Double(count) / best * 1e9)) \(bytes)")
}

// The same label for features that come one by one, each with a context of its own.
if wanted == nil || wanted == "feature" {
    let label = try ArcadeExpression(cases[0].1, profile: .labeling)
    let features = (0..<count).map { Feature(record: set.record(at: $0)) }
    var context = ArcadeContext(), bytes = 0, best = Double.infinity
    for _ in 0..<7 {
        let start = processorTime()
        for feature in features {
            context.feature = feature
            if case .text(let text) = try label.evaluate(context) { bytes &+= text.utf8.count }
        }
        best = min(best, processorTime() - start)
    }
    print("arcade feature \(Int(Double(count) / best * 1e9)) \(bytes)")
}
