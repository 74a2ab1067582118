// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import GromaRendering

/// `groma layers`
struct LayersCommand: Command {
    static let specification = Specification(
        name: "layers", summary: "lists what a web map holds, and what of it is not shown",
        discussion:
            "The item data of a feature service (its layer overrides) is listed too. A file is read without any network.",
        positionals: [MapSource.positional], options: [.flag("json", "as one JSON object")] + Connection.options)

    static func run(_ arguments: Arguments) async throws {
        let source = try arguments.required(0)
        let report = try await report(source, Connection(arguments))
        Output.line(arguments.flag("json") ? report.json.text() : report.text)
    }

    /// A file may hold a web map or a feature service's item data; an address names a web map's item.
    private static func report(_ source: String, _ connection: Connection) async throws -> CoverageReport {
        if MapSource.webAddress(source) == nil {
            return try LocalFile.read(source) { try CoverageReport(data: $0, scripts: ArcadeScripts()) }
        }
        return CoverageReport(try await MapSource.document(source, connection), scripts: ArcadeScripts())
    }
}
