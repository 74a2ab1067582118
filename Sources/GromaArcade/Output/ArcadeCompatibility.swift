// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The page that says which functions of the language work: made of the function table, and of how many cases of a real engine each one meets.
package enum ArcadeCompatibility {
    /// Cases that a function stands in, and how many of them are met.
    package struct Score: Sendable {
        package var met = 0
        package var count = 0
        package init() {}
    }

    /// The page in Markdown. `scores` are by function name.
    package static func page(scores: [String: Score], total: Score) -> String {
        let works = FunctionTable.all.filter { $0.missing == nil },
            absent = FunctionTable.all.filter { $0.missing != nil }
        var lines = [
            "# Arcade: what works", "",
            "Made by `Tests/ConformanceTests/Arcade` of the function table and of the cases in `Conformance/Arcade`; do not edit.",
            "",
            "\(works.count) functions work, \(absent.count) need a service that is not here and say so when they are called.",
            "Of \(total.count) cases that a real engine answered \(total.met) are met; the others stand in `Conformance/expected-differences.json`.",
        ]
        for category in BuiltIn.Category.allCases {
            let functions = works.filter { $0.category == category }.sorted { $0.name < $1.name }
            guard !functions.isEmpty else { continue }
            lines += [
                "", "## \(category.rawValue)", "", "| function | arguments | bundle | cases met |",
                "| --- | --- | --- | --- |",
            ]
            for function in functions {
                let score = scores[function.name]
                lines.append(
                    "| \(function.name) | \(arity(function)) | \(function.bundle.rawValue) | \(score.map { "\($0.met) of \($0.count)" } ?? "none") |"
                )
            }
        }
        lines += ["", "## Not available here", "", "| function | bundle | why |", "| --- | --- | --- |"]
        for function in absent.sorted(by: { $0.name < $1.name }) {
            lines.append("| \(function.name) | \(function.bundle.rawValue) | \(function.missing ?? "") |")
        }
        lines += ["", "## Profiles", "", "| profile | globals |", "| --- | --- |"]
        for profile in ArcadeProfile.all {
            lines.append("| \(profile.name) | \(profile.globals.map { "`$\($0)`" }.joined(separator: ", ")) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func arity(_ function: BuiltIn) -> String {
        let arity = function.arity
        if arity.lowerBound == arity.upperBound { return "\(arity.lowerBound)" }
        return arity.upperBound >= BuiltIn.anyCount
            ? "\(arity.lowerBound) or more" : "\(arity.lowerBound) to \(arity.upperBound)"
    }
}
