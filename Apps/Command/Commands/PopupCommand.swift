// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaMapping
import GromaPopups

/// `groma popup`
struct PopupCommand: Command {
    static let specification = Specification(
        name: "popup", summary: "prints the popup of a feature, as its map's author configured it",
        discussion: """
            A layer of a file (FILE.gpkg#ID, FOLDER#ID) in place of the map gives the popup that its fields make. With --vectors it
            answers a file of popup cases line by line instead; --layers names their layers.
            """,
        positionals: [.init(name: "WEBMAP", help: MapSource.positional.help, isOptional: true)],
        options: [
            .value("layer", "ID", "the layer's id in the map"), .value("feature", "OID", "the feature's object id"),
            .value("locale", "TAG", "language and formats, as de-CH (en-US)"),
            .value("time-zone", "ZONE", "the zone that dates are shown in, as Europe/Zurich (UTC)"),
            .flag("json", "as one JSON object"), .flag("html", "as a piece of HTML"),
            .flag("text", "as text (the default)"),
            .value("vectors", "FILE", "popup cases, one JSON object a line"),
            .value("layers", "FILE", "the cases' layers"),
        ] + Connection.options)

    static func run(_ arguments: Arguments) async throws {
        if let vectors = arguments.value("vectors") {
            try PopupVectorsCommand.run(
                vectors: URL(filePath: vectors), layers: arguments.value("layers").map { URL(filePath: $0) },
                print: Output.line)
            return
        }
        let tag = arguments.value("locale") ?? "en-US"
        guard let zone = TimeZone(identifier: arguments.value("time-zone") ?? "UTC") else {
            throw UsageError(
                "--time-zone \(arguments.value("time-zone") ?? "") is no zone; use names such as Europe/Zurich")
        }
        guard let id = try arguments.integer("feature", in: 0...Int.max) else {
            throw UsageError("--feature is needed")
        }
        let locale = Locale(identifier: tag)
        let popup = try await popup(arguments, objectID: Int64(id))
        try await popup.loadRelatedRecords()
        let supplements = try await popup.supplements(locale: locale, timeZone: zone)
        let evaluated = popup.evaluated(locale: locale, timeZone: zone)
        for diagnostic in evaluated.diagnostics { Output.note(diagnostic) }
        if arguments.flag("json") {
            Output.line(evaluated.json.text())
        } else {
            let words = Localization(preferring: [tag])
            Output.line(
                arguments.flag("html")
                    ? evaluated.html(words: words, supplements: supplements)
                    : evaluated.plainText(words: words, supplements: supplements))
        }
    }

    @MainActor
    private static func popup(
        _ arguments: Arguments, objectID: Int64
    ) async throws -> sending Popup {
        let text = try arguments.required(0)
        if LayerSource.isFileLayer(text) {
            let table = try await LayerSource(text, Connection(arguments)).table
            let info = try await table.layerInfo()
            let feature = try await table.feature(withObjectID: objectID)
            return Popup(geoElement: feature, definition: PopupDefinition(layerInfo: info), layerInfo: info)
        }
        let map = try await MapSource.map(try arguments.required(0), Connection(arguments))
        let id = try arguments.needed("layer")
        let layers = map.allLayers.compactMap { $0 as? FeatureLayer }
        // A feature collection with one layer in it goes by the name of the collection too.
        let parts = layers.filter { $0.id.hasPrefix(id + ":") }
        guard let layer = layers.first(where: { $0.id == id }) ?? (parts.count == 1 ? parts[0] : nil) else {
            let ids = layers.map(\.id)
            throw UsageError("the map has no feature layer \(id); it has \(ids.joined(separator: ", "))")
        }
        try await layer.load()
        guard let table = layer.featureTable, let info = layer.layerInfo else {
            throw CommandError("the layer \(id) has no table")
        }
        let feature = try await table.feature(withObjectID: objectID)
        let definition = map.popupDefinition(for: layer) ?? PopupDefinition(layerInfo: info)
        return Popup(geoElement: feature, definition: definition, layerInfo: info)
    }
}
