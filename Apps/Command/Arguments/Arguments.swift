// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Arguments read by a specification.
///
/// `--name value` and `--name=value` mean the same; a value may begin with a minus when a number follows it or when it stands
/// after an equals sign; `--` ends the options.
package struct Arguments: Sendable {
    package let specification: Specification
    package private(set) var positionals: [String] = []
    private var values: [String: [String]] = [:]
    private var flags: Set<String> = []
    /// True when --help was among the arguments; nothing else was checked then.
    package private(set) var wantsHelp = false

    /// Reads `words`; throws `UsageError` for what the specification does not know, for missing and for surplus arguments.
    package init(_ words: [String], _ specification: Specification) throws(UsageError) {
        self.specification = specification
        if words.contains("--help") || words.contains("-h") {
            wantsHelp = true
            return
        }
        var rest = words[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            if word == "--", !optionsEnded {
                optionsEnded = true
            } else if word.hasPrefix("--"), !optionsEnded {
                try take(option: word, from: &rest)
            } else if word.hasPrefix("-"), word.count > 1, !optionsEnded, !Self.isNumeric(word) {
                throw UsageError("\(word): options begin with two dashes")
            } else {
                positionals.append(word)
            }
        }
        try checkPositionals()
    }

    private mutating func take(option word: String, from rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = specification.options.first(where: { $0.name == name }) else {
            throw UsageError("--\(name) is no option of \(specification.name)")
        }
        guard let valueName = option.valueName else {
            guard parts.count == 1 else { throw UsageError("--\(name) takes no value") }
            flags.insert(name)
            return
        }
        let value: String
        if parts.count == 2 {
            value = String(parts[1])
        } else {
            guard let next = rest.first, !next.hasPrefix("-") || next == "-" || Self.isNumeric(next) else {
                throw UsageError("--\(name) needs a value: \(valueName)")
            }
            value = next
            rest.removeFirst()
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw UsageError("--\(name) is \(option.choices.joined(separator: " or ")), not \(value)")
        }
        guard option.repeats || values[name] == nil else { throw UsageError("--\(name) was given twice") }
        values[name, default: []].append(value)
    }

    private func checkPositionals() throws(UsageError) {
        let needed = specification.positionals.filter { !$0.isOptional }
        if positionals.count < needed.count { throw UsageError("\(needed[positionals.count].name) is missing") }
        let repeats = specification.positionals.contains(where: \.repeats)
        if positionals.count > specification.positionals.count, !repeats {
            throw UsageError("\(positionals[specification.positionals.count]) is one argument too many")
        }
    }

    /// A number, or several with commas, that happens to begin with a minus: `-1.5,2`.
    private static func isNumeric(_ word: String) -> Bool {
        word.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { Double($0) != nil }
    }

    /// The positional at `index`, or nil when it was left out.
    package func positional(_ index: Int) -> String? { positionals.indices.contains(index) ? positionals[index] : nil }
    /// The positional at `index`, which the specification requires.
    package func required(_ index: Int) throws(UsageError) -> String {
        guard let value = positional(index) else {
            throw UsageError("\(specification.positionals[index].name) is missing")
        }
        return value
    }
    /// True when the flag was given.
    package func flag(_ name: String) -> Bool { flags.contains(name) }
    /// The option's value, or nil.
    package func value(_ name: String) -> String? { values[name]?.last }
    /// Every value of an option that repeats.
    package func values(_ name: String) -> [String] { values[name] ?? [] }
    /// The value of an option that this command cannot do without.
    package func needed(_ name: String) throws(UsageError) -> String {
        guard let value = value(name) else { throw UsageError("--\(name) is needed") }
        return value
    }
    /// The option's value as a number.
    package func number(_ name: String) throws(UsageError) -> Double? {
        guard let text = value(name) else { return nil }
        guard let number = Double(text), number.isFinite else { throw UsageError("--\(name) is a number, not \(text)") }
        return number
    }
    /// The option's value as a whole number in `range`.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("--\(name) is a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)")
        }
        return number
    }
    /// The option's value as numbers with commas between, one of `counts` many.
    package func numbers(_ name: String, counts: Set<Int>) throws(UsageError) -> [Double]? {
        guard let text = value(name) else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard counts.contains(numbers.count), numbers.allSatisfy(\.isFinite) else {
            let wanted = counts.sorted().map(String.init).joined(separator: " or ")
            throw UsageError("--\(name) takes \(wanted) numbers with commas between, not \(text)")
        }
        return numbers
    }
    /// The option's value as `WIDTHxHEIGHT` in pixels, each 1 to 16384.
    package func size(_ name: String) throws(UsageError) -> (width: Int, height: Int)? {
        guard let text = value(name) else { return nil }
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard sides.count == 2, sides.allSatisfy((1...16_384).contains) else {
            throw UsageError("--\(name) is WIDTHxHEIGHT in pixels, as 800x600, not \(text)")
        }
        return (sides[0], sides[1])
    }
}
