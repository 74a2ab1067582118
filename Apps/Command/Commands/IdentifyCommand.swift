// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaMapping
import GromaRendering

/// `groma identify`
struct IdentifyCommand: Command {
    static let specification = Specification(
        name: "identify", summary: "says which features lie under a point of a map",
        positionals: [MapSource.positional],
        options: [.value("at", "X,Y", "the point, in device-independent pixels from the upper left corner")]
            + ViewOptions.options + [
                .value("tolerance", "N", "pixels round the point that count (10)"),
                .value("maximum-results", "N", "features of a layer at most (10)"),
                .flag("json", "as one JSON object"),
            ] + Connection.options)

    static func run(_ arguments: Arguments) async throws {
        guard let at = try arguments.numbers("at", counts: [2]) else { throw UsageError("--at is needed") }
        let tolerance = try arguments.number("tolerance") ?? 10
        let most = try arguments.integer("maximum-results", in: 1...10_000) ?? 10
        try ViewOptions.check(arguments)
        let snapshot = try await RenderCommand.snapshot(arguments)
        let viewport = try ViewOptions.viewport(arguments, of: snapshot)
        let answer = try await MapIdentifier(tolerance: tolerance, maximumResultsPerLayer: most)
            .identify(at: ScreenPoint(x: at[0], y: at[1]), in: snapshot, viewport: viewport)
        let failures = RenderCommand.note(snapshot.failures + answer.failures)
        if arguments.flag("json") {
            let layers = answer.results.map { result -> JSONValue in
                [
                    "id": .string(result.layerID), "title": .string(result.layerName),
                    "features": .array((0..<result.features.count).map { json(result.features, row: $0) }),
                ]
            }
            Output.line(JSONValue.object(JSONObject([(key: "layers", value: JSONValue.array(layers))])).text())
        }
        // Where somebody did not answer, nobody knows that there is nothing.
        if answer.results.isEmpty, !failures.isEmpty { throw CommandError.layersFailed(failures) }
        if arguments.flag("json") { return }
        if answer.results.isEmpty { Output.note("nothing there") }
        for result in answer.results {
            for row in 0..<result.features.count {
                let display = result.layerInfo.displayFieldName.flatMap { result.features.value(at: row, field: $0) }
                let id = result.features.objectIDs.map { String($0[row]) } ?? "?"
                Output.line("\(result.layerName)\t\(id)\t\(display.map { plain($0) } ?? "")")
            }
        }
    }

    private static func json(_ features: FeatureSet, row: Int) -> JSONValue {
        let record = features.record(at: row)
        var attributes = JSONObject()
        for field in features.fields { attributes[field.name] = record.attributes[field.name]?.json ?? .null }
        var feature = JSONObject()
        feature["attributes"] = .object(attributes)
        if let geometry = record.geometry { feature["geometry"] = geometry.esriJSON }
        return .object(feature)
    }

    static func plain(_ value: AttributeValue) -> String {
        switch value.json {
        case .string(let text): text
        case .null: ""
        case let other: other.text()
        }
    }
}
