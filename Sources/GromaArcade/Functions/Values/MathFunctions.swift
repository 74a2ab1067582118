// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures

/// Numbers.
enum MathFunctions {
    static let all: [BuiltIn] =
        [
            function("Abs") { $0.magnitude }, function("Acos", acos), function("Asin", asin), function("Atan", atan),
            function("Cos", cos), function("Sin", sin), function("Tan", tan), function("Exp", exp),
            function("Log", log), function("Sqrt") { $0.squareRoot() },
            .two("Atan2", .mathematics, least: 2) { _, y, x in
                .number(atan2(Conversion.number(y), Conversion.number(x ?? .null)))
            },
            .two("Pow", .mathematics, least: 2) { _, x, y in
                .number(power(Conversion.number(x), Conversion.number(y ?? .null)))
            },
            rounding("Ceil", .up), rounding("Floor", .down), rounding("Round", .nearest),
            .many("Constrain", .mathematics, .core, 3...3) { _, values in
                let value = Conversion.number(values[0])
                let low = Conversion.number(values[1]), high = Conversion.number(values[2])
                guard low <= high, !value.isNaN else { return .number(.nan) }
                return .number(min(max(value, low), high))
            },
            .many("Random", .mathematics, .core, 0...0) { _, _ in .number(Double.random(in: 0..<1)) },
            .one("Hash", .mathematics) { run, value in .number(Double(try ValueHash.hash(value, run))) },
            .two("Number", .mathematics) { run, value, pattern in
                switch value {
                case .date(let date): return .number(Double(date.instant))
                case .text:
                    let text = try Conversion.text(value, run)
                    guard let pattern, !pattern.isEmpty else { return .number(NumberText.number(text)) }
                    let marks = try Conversion.text(pattern, run)
                    try run.walk(pattern: marks)
                    try run.walk(pattern: text)
                    let format = try run.numberFormat(marks)
                    return .number(format?.number(text, run.environment.locale) ?? .nan)
                default: return .number(Conversion.number(value))
                }
            },
        ] + statistics

    private static func function(_ name: String, _ body: @escaping @Sendable (Double) -> Double) -> BuiltIn {
        .one(name, .mathematics) { _, value in .number(body(Conversion.number(value))) }
    }

    private static func rounding(_ name: String, _ direction: NumberText.Direction) -> BuiltIn {
        .two(name, .mathematics) { _, value, places in
            let places = places.map { Conversion.integer($0) } ?? 0
            return .number(NumberText.rounded(Conversion.number(value), places: max(-400, min(400, places)), direction))
        }
    }

    /// `Round`, `Ceil` and `Floor` to a number of places that is known beforehand; nil for other calls.
    static func rounding(_ name: String, _ parts: [Compiler.Piece]) -> NumberCode? {
        let directions: [String: NumberText.Direction] = ["Round": .nearest, "Ceil": .up, "Floor": .down]
        guard let direction = directions[name], let value = parts.first?.asNumber else { return nil }
        var places = 0
        if parts.count > 1 {
            guard case .number(let number)? = parts[1].constant else { return nil }
            places = max(-400, min(400, Conversion.integer(.number(number))))
        }
        let fixed = places
        return { run in NumberText.rounded(try value(run), places: fixed, direction) }
    }

    /// As ECMA-262: a NaN exponent gives NaN, and so does one to the power of infinity.
    private static func power(_ base: Double, _ exponent: Double) -> Double {
        if exponent.isNaN || (base.magnitude == 1 && exponent.isInfinite) { return .nan }
        return pow(base, exponent)
    }

    // MARK: Statistics

    private static let statistics: [BuiltIn] = [
        statistic("Max", .max) { $0.reduce(-.infinity) { $0.isNaN || $1.isNaN ? .nan : Swift.max($0, $1) } },
        statistic("Min", .min) { $0.reduce(.infinity) { $0.isNaN || $1.isNaN ? .nan : Swift.min($0, $1) } },
        statistic("Sum", .sum) { $0.reduce(0, +) },
        statistic("Mean", .avg, mean), statistic("Average", .avg, mean),
        statistic("Stdev", .stddev) { variance($0).squareRoot() }, statistic("Variance", .var, variance),
    ]

    private static func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(numbers.count) }
    private static func variance(_ numbers: [Double]) -> Double {
        let mean = mean(numbers)
        return numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
    }

    private static func statistic(
        _ name: String, _ kind: RowStatistics.Kind, _ body: @escaping @Sendable ([Double]) -> Double
    ) -> BuiltIn {
        .many(name, .mathematics, .core, 0...BuiltIn.anyCount) { run, values in
            if case .featureSet(let set)? = values.first {
                guard values.count == 2, case .text(let expression) = values[1] else {
                    throw ArcadeError(.wrongType, "\(name) of a feature set needs a field or an SQL expression.")
                }
                return .number(try RowStatistics.value(kind, of: expression, over: set, run))
            }
            return .number(body(try numbers(values, run)))
        }
    }

    /// The members of one array, or of a list in which arrays may stand; an array inside of the only array is no number.
    private static func numbers(_ values: [Value], _ run: Run) throws -> [Double] {
        var numbers: [Double] = []
        for value in values {
            if case .array(let box) = value {
                try run.steps(box.elements.count)
                numbers += box.elements.map(Conversion.number)
            } else {
                numbers.append(Conversion.number(value))
            }
        }
        return numbers
    }
}
