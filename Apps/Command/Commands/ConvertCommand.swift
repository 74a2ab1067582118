// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// `groma convert`
struct ConvertCommand: Command {
    static let specification = Specification(
        name: "convert", summary: "writes a feature file in another format",
        discussion: """
            Formats follow the endings: .json (Esri JSON), .geojson, .pbf (Esri protocol buffers), .gpkg, .csv. GeoJSON is written in
            WGS 84; heights are kept, measures have no place in it. Null shapes stay null. What a format has no place for is said
            on standard error.
            """,
        positionals: [.init(name: "IN", help: "the file to read"), .init(name: "OUT", help: "the file to write")],
        options: [.value("layer", "NAME", "the layer, where the file has several")])

    static func run(_ arguments: Arguments) async throws {
        let layers = try await FeatureFile.layers(try arguments.required(0), named: arguments.value("layer"))
        guard layers.count == 1 else {
            throw UsageError(
                "the file has several layers, choose one by --layer: \(layers.map(\.name).joined(separator: ", "))")
        }
        let out = try arguments.required(1)
        do { try await FeatureFile.write(layers[0], to: out) } catch let error as any FileError {
            throw CommandError("\(out): \(error)")
        }
        Output.note("\(layers[0].features.count) features")
    }
}
