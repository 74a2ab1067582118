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
        for failure in picture.failures {
            Output.note("\(failure.layerName.isEmpty ? "a layer" : failure.layerName): \(failure.error)")
        }
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
