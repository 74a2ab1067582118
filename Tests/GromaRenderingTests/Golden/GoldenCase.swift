// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering

/// One golden case: a folder `<group>/<case>` with a web map, how it is looked at, what must hold in its picture whatever
/// was recorded, and the picture that was recorded and looked at.
struct GoldenCase: Sendable, CustomStringConvertible {
    static let groups = ["composition", "fills", "labels", "lines", "markers", "renderers", "tiles"]
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    /// Pictures of cases that differ, or that were asked for by name, go here.
    static let output = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "build/golden")

    let group: String
    let name: String
    let document: JSONValue

    var description: String { "\(group)/\(name)" }
    var folder: URL { Self.folder.appending(path: description) }

    /// Every case, or those that `GROMA_GOLDEN_CASE` names: `group/case`, or a group.
    static let all: [GoldenCase] = {
        let wanted = ProcessInfo.processInfo.environment["GROMA_GOLDEN_CASE"].flatMap { $0.isEmpty ? nil : $0 }
        return groups.flatMap { group -> [GoldenCase] in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: group).path)) ?? []
            return names.sorted().compactMap { name in
                guard wanted == nil || wanted == group || wanted == "\(group)/\(name)" else { return nil }
                return try? GoldenCase(group: group, name: name)
            }
        }
    }()

    static var isNarrowed: Bool { !(ProcessInfo.processInfo.environment["GROMA_GOLDEN_CASE"] ?? "").isEmpty }
    static var records: Bool { ProcessInfo.processInfo.environment["GROMA_GOLDEN"] == "record" }

    init(group: String, name: String) throws {
        self.group = group
        self.name = name
        let file = Self.folder.appending(path: "\(group)/\(name)/map.json")
        document = try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
    }

    // MARK: - Drawing

    /// The view that the member `view` of the document asks for: size in pixels, extent on the ground.
    var viewport: Viewport {
        let view = document["view"]
        func numbers(_ key: String) -> [Double] { view?[key]?.array?.compactMap(\.double) ?? [] }
        let size = numbers("size"), extent = numbers("extent")
        return Viewport(
            width: size.first ?? 200, height: size.last ?? 150,
            extent: Envelope(
                xMin: extent[0], yMin: extent[1], xMax: extent[2], yMax: extent[3],
                spatialReference: view?["wkid"]?.int.map { SpatialReference(wkid: $0) } ?? .webMercator),
            rotation: view?["rotation"]?.double ?? 0, pixelRatio: view?["pixelRatio"]?.double ?? 1)
    }

    @MainActor
    func snapshot() async throws -> MapSnapshot {
        try await Map(webMap: WebMap(document: document), services: GoldenServices()).snapshot()
    }

    func picture(_ renderer: MapRenderer) async throws -> MapPicture {
        try await renderer.picture(of: snapshot(), viewport: viewport)
    }

    static func renderer(threads: Int? = 1, bandHeight: Int? = nil) -> MapRenderer {
        MapRenderer(quality: .exact, threads: threads, fonts: .system, bandHeight: bandHeight)
    }

    // MARK: - Files

    func expected() throws -> Image {
        try Image(decoding: [UInt8](Data(contentsOf: folder.appending(path: "expected.png"))))
    }

    func record(_ image: Image) throws { try Self.write(image, to: folder.appending(path: "expected.png")) }

    /// Writes a picture to `build/golden/<group>/<case>/` and says where.
    @discardableResult
    func show(_ image: Image, as name: String) throws -> String {
        let place = Self.output.appending(path: description)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Self.write(image, to: place.appending(path: name))
        return place.appending(path: name).path
    }

    private static func write(_ image: Image, to file: URL) throws { try Data(try image.encoded()).write(to: file) }
}
