// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaMapping
import GromaRendering
import GromaServices

/// `groma render`
struct RenderCommand: Command {
    static let specification = Specification(
        name: "render", summary: "draws a web map to a picture",
        discussion: "Without a view the map's own start is drawn. What could not be drawn is said on standard error.",
        positionals: [MapSource.positional],
        options: [.value("out", "FILE", "the picture: .png, .jpg or .webp")] + ViewOptions.options + [
            .choice("quality", ["exact", "fast"], "exact (the default) for still pictures"),
            .value("threads", "N", "tasks that share the drawing"),
        ] + Connection.options)

    static func run(_ arguments: Arguments) async throws {
        let out = try arguments.needed("out")
        let quality = DrawingQuality(rawValue: arguments.value("quality") ?? "exact") ?? .exact
        let threads = try arguments.integer("threads", in: 1...64)
        try ViewOptions.check(arguments)
        let snapshot = try await snapshot(arguments)
        let viewport = try ViewOptions.viewport(arguments, of: snapshot)
        let renderer = MapRenderer(quality: quality, threads: threads) { url in
            try await ServiceClient.shared.bytes(url)
        }
        let picture = try await renderer.picture(of: snapshot, viewport: viewport)
        try LocalFile.write(try encoded(picture.image, as: out), to: out)
        let failures = note(picture.failures)
        let failed = Set(failures.map(\.layerID)), wanted = wantedLayers(snapshot, at: viewport)
        // A layer may also fail in part; where something is drawn there is a picture.
        if !wanted.isEmpty, wanted.isSubset(of: failed), isPlain(picture.image) {
            throw CommandError.layersFailed(failures)
        }
    }

    /// Says what went wrong with each layer, once, and gives it back.
    static func note(_ failures: [LayerFailure]) -> [LayerFailure] {
        var told: Set<String> = []
        let fresh = failures.filter { told.insert("\($0.layerID) \($0.error)").inserted }
        for failure in fresh { Output.note("\(name(failure)): \(failure.error)") }
        return fresh
    }

    static func name(_ failure: LayerFailure) -> String { failure.layerName.isEmpty ? "a layer" : failure.layerName }

    /// True where all pixels are alike.
    private static func isPlain(_ image: Image) -> Bool {
        guard image.pixels.count > 4 else { return true }
        return image.pixels.dropFirst(4).elementsEqual(image.pixels.dropLast(4))
    }

    /// The layers that a picture of this view was to show, whether they could be loaded or not.
    private static func wantedLayers(_ snapshot: MapSnapshot, at viewport: Viewport) -> Set<String> {
        func names(_ layers: [LayerSnapshot]) -> [String] {
            layers.flatMap { layer -> [String] in
                guard layer.isVisible(atScale: viewport.scale) else { return [] }
                if case .group(let members) = layer.content { return names(members) }
                return [layer.id]
            }
        }
        return Set(names(snapshot.layers) + snapshot.failures.map(\.layerID))
    }

    @MainActor
    static func snapshot(_ arguments: Arguments) async throws -> MapSnapshot {
        let map = try await MapSource.map(try arguments.required(0), Connection(arguments))
        try ViewOptions.applyVisibility(arguments, to: map)
        try await map.load()
        try ViewOptions.applyTime(arguments, to: map)
        return try await map.snapshot()
    }

    /// The picture in the format that the file's name asks for.
    static func encoded(_ image: Image, as name: String) throws -> [UInt8] {
        switch URL(filePath: name).pathExtension.lowercased() {
        case "png": return try image.encoded()
        case "jpg", "jpeg": return try image.encoded(as: .jpeg())
        case "webp": return try image.encoded(as: .webp())
        default: throw UsageError("\(name): pictures are written as .png, .jpg or .webp")
        }
    }
}
