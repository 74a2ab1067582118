// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What a command takes: the one description from which arguments are read and help is written.
package struct Specification: Sendable {
    /// Something that stands by its place.
    package struct Positional: Sendable {
        package var name: String
        package var help: String
        package var isOptional = false
        package var repeats = false

        package init(name: String, help: String, isOptional: Bool = false, repeats: Bool = false) {
            self.name = name
            self.help = help
            self.isOptional = isOptional
            self.repeats = repeats
        }
    }
    /// Something that begins with two dashes.
    package struct Option: Sendable {
        package var name: String
        /// What stands after it in the help; nil for a flag.
        package var valueName: String?
        package var help: String
        /// May stand more than once.
        package var repeats = false
        /// The only values it takes; empty for any.
        package var choices: [String] = []

        package static func flag(_ name: String, _ help: String) -> Option {
            Option(name: name, valueName: nil, help: help)
        }
        package static func value(_ name: String, _ valueName: String, _ help: String, repeats: Bool = false) -> Option
        {
            Option(name: name, valueName: valueName, help: help, repeats: repeats)
        }
        package static func choice(_ name: String, _ choices: [String], _ help: String) -> Option {
            Option(name: name, valueName: choices.joined(separator: "|"), help: help, choices: choices)
        }
    }

    package var name: String
    /// One sentence, shown in the list of commands.
    package var summary: String
    /// What else a person should know, shown by --help.
    package var discussion = ""
    package var positionals: [Positional] = []
    package var options: [Option] = []

    package init(
        name: String, summary: String, discussion: String = "", positionals: [Positional] = [], options: [Option] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.positionals = positionals
        self.options = options
    }

    /// The text of `groma NAME --help`.
    package var help: String {
        var lines = ["\(name): \(summary)", "", "usage: groma \(name)\(usage)"]
        if !positionals.isEmpty {
            lines.append("")
            lines += Self.table(positionals.map { ($0.name, $0.help) })
        }
        lines.append("")
        lines += Self.table(
            options.map { ("--\($0.name)" + ($0.valueName.map { " \($0)" } ?? ""), $0.help) } + [
                ("--help", "this text")
            ])
        if !discussion.isEmpty { lines += ["", discussion] }
        return lines.joined(separator: "\n")
    }

    private var usage: String {
        var text = ""
        for positional in positionals {
            let shown = positional.name + (positional.repeats ? "..." : "")
            text += positional.isOptional ? " [\(shown)]" : " \(shown)"
        }
        return text + (options.isEmpty ? "" : " [options]")
    }

    /// Two columns; a long left side puts its text on the next line.
    package static func table(_ rows: [(left: String, right: String)]) -> [String] {
        let width = min(34, rows.map(\.left.count).max() ?? 0)
        return rows.flatMap { row -> [String] in
            if row.left.count > width {
                return ["  " + row.left, String(repeating: " ", count: width + 4) + row.right]
            }
            return ["  " + row.left + String(repeating: " ", count: width - row.left.count + 2) + row.right]
        }
    }
}

/// A mistake in how the program was called: exit status 2.
package struct UsageError: Error, CustomStringConvertible {
    package var description: String
    package init(_ description: String) { self.description = description }
}
