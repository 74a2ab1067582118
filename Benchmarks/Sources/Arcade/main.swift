// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures

/// Evaluates expressions for the rows of a generated set on one core, and prints evaluations a second.
let count = 100_000
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
for (name, text) in cases {
    let rows = ArcadeRows(try ArcadeExpression(text, profile: .labeling), rows: set, context: ArcadeContext())
    var bytes = 0, best = Double.infinity
    for _ in 0..<7 {
        let start = DispatchTime.now().uptimeNanoseconds
        for row in 0..<count { bytes &+= try rows.text(at: row).utf8.count }
        best = min(best, Double(DispatchTime.now().uptimeNanoseconds - start))
    }
    print("arcade \(name) \(Int(Double(count) / best * 1e9)) \(bytes)")
}
