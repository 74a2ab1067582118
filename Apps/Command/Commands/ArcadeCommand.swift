// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// `groma arcade`: evaluates, checks, and answers cases of the expression language.
struct ArcadeCommand: Command {
    static let specification = Specification(
        name: "arcade", summary: "evaluates an Arcade expression, or checks it and says what it reads",
        discussion:
            "A mistake is told with its line and column. --feature is an Esri JSON feature, or a layer description with features, of which the first is taken. With --vectors it answers a file of cases line by line; --layers names their layers.",
        positionals: [.init(name: "EXPR", help: "the expression", isOptional: true)],
        options: [
            .value("file", "FILE", "the expression's text, instead of EXPR"),
            .value("feature", "FILE", "what $feature is"),
            .choice(
                "profile", ArcadeProfile.all.map(\.name),
                "what the expression is written for (popup, or the first that has what it names)"),
            .flag(
                "check", "reads the expression without evaluating it; names the fields, globals and functions it uses"),
            .flag("json", "the result as one JSON object with its type"),
            .value("locale", "TAG", "language and marks of numbers, as de-CH (en-US)"),
            .value("time-zone", "ZONE", "the zone of dates, as Europe/Zurich (UTC)"),
            .value("vectors", "FILE", "cases, one JSON object a line"), .value("layers", "FILE", "the cases' layers"),
        ])

    static func run(_ arguments: Arguments) async throws {
        if let vectors = arguments.value("vectors") {
            return try await answer(vectors, layers: arguments.value("layers"))
        }
        let text = try text(arguments)
        let expression: ArcadeExpression
        let profile = arguments.value("profile").flatMap { ArcadeProfile(name: $0) }
        do { expression = try read(text, profile: profile) } catch {
            throw CommandError(shown(error, text))
        }
        if arguments.flag("check") { return check(expression, asJSON: arguments.flag("json")) }
        guard let zone = TimeZone(identifier: arguments.value("time-zone") ?? "UTC") else {
            throw UsageError(
                "--time-zone \(arguments.value("time-zone") ?? "") is no zone; use names such as Europe/Zurich")
        }
        var context = ArcadeContext(timeZone: zone, locale: Locale(identifier: arguments.value("locale") ?? "en-US"))
        context.console = { Output.note($0) }
        if let file = arguments.value("feature") { try read(file, into: &context) }
        let value: ArcadeValue
        do { value = try await expression.evaluate(in: context) } catch { throw CommandError(shown(error, text)) }
        Output.line(arguments.flag("json") ? ArcadeVectors.typed(value).text() : value.text)
    }

    /// For the profile that is asked for; for none, the first that has what the expression names.
    private static func read(_ text: String, profile: ArcadeProfile?) throws(ArcadeError) -> ArcadeExpression {
        if let profile { return try ArcadeExpression(text, profile: profile) }
        do { return try ArcadeExpression(text, profile: .popup) } catch {
            guard error.code == .unknownName else { throw error }
            for other in ArcadeProfile.all {
                if let expression = try? ArcadeExpression(text, profile: other) { return expression }
            }
            throw error
        }
    }

    private static func text(_ arguments: Arguments) throws -> String {
        switch (arguments.positional(0), arguments.value("file")) {
        case (let text?, nil): return text
        case (nil, let file?): return String(decoding: try LocalFile.bytes(file), as: UTF8.self)
        case (nil, nil): throw UsageError("an expression is needed: EXPR or --file")
        case (_?, _?): throw UsageError("EXPR and --file are two expressions; give one")
        }
    }

    /// The error, the line it is in, and a mark below its column.
    private static func shown(_ error: ArcadeError, _ text: String) -> String {
        guard let line = error.line, let column = error.column else { return "\(error)" }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard line <= lines.count, lines[line - 1].count <= 200 else { return "\(error)" }
        return "\(error)\n  \(lines[line - 1])\n  " + String(repeating: " ", count: column - 1) + "^"
    }

    private static func check(_ expression: ArcadeExpression, asJSON: Bool) {
        if asJSON {
            func list(_ names: [String]) -> JSONValue { .array(names.map { .string($0) }) }
            let report: JSONValue = [
                "ok": .bool(true), "profile": .string(expression.profile.name), "fields": list(expression.fieldNames),
                "readsAllFields": .bool(expression.readsAllFields),
                "globals": list(expression.globalNames.map { "$" + $0 }),
                "functions": list(expression.functionNames), "needsFeatureSets": .bool(expression.needsWaiting),
            ]
            return Output.line(report.text())
        }
        func line(_ name: String, _ values: [String]) {
            Output.line("\(name): \(values.isEmpty ? "none" : values.joined(separator: ", "))")
        }
        line("profile", [expression.profile.name])
        line("fields", expression.fieldNames + (expression.readsAllFields ? ["*"] : []))
        line("globals", expression.globalNames.map { "$" + $0 })
        line("functions", expression.functionNames)
        if expression.needsWaiting { Output.line("asks tables for rows") }
    }

    private static func read(_ file: String, into context: inout ArcadeContext) throws {
        let json = try JSONValue(parsing: try LocalFile.bytes(file))
        if json["fields"] != nil, json["features"]?.array?.isEmpty == false {
            let layer = try ArcadeVectors.layer("feature", ["feature": json])
            context.layer = layer
            if let rows = (layer.table as? FeatureCollectionTable)?.rows {
                context.feature = Feature(record: rows.record(at: 0), table: layer.table, layerInfo: layer.info)
            }
            return
        }
        context.feature = Feature(record: try FeatureRecord(json: json, spatialReference: .webMercator))
    }

    /// Prints the answer to each line of a file as it is computed. Only an unreadable file throws.
    private static func answer(_ file: String, layers: String?) async throws {
        let beside = URL(filePath: file).deletingLastPathComponent().appending(path: "layers.json")
        var known: JSONValue = [:]
        if let layers {
            known = try JSONValue(parsing: try LocalFile.bytes(layers))
        } else if FileManager.default.fileExists(atPath: beside.path(percentEncoded: false)) {
            known = try JSONValue(parsing: Data(contentsOf: beside))
        }
        let text = String(decoding: try LocalFile.bytes(file), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
            Output.line(await ArcadeVectors.answer(line: String(line), layers: known).text())
        }
    }
}
