// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import Testing

/// Each sample is run as its README says, and does what its folder expects: `expected.png` pixel for pixel, `expected.txt` letter for letter.
///
/// With `GROMA_RECORD_SAMPLES=1` what a sample does is written down as what is expected.
@Suite("Samples", .serialized, .sampleTown, .timeLimit(.minutes(10)))
struct SampleTests {
    /// A sample's arguments: SERVER, MAP, TOWN, HERE and OUT stand for what the test puts there.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var arguments: [String]
        /// It opens a window, of which it makes a picture and ends; letters and icons of the desktop are not ours to compare.
        var isWindow = false
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "CustomPopups", arguments: []),
        Case(name: "DisplayLocation", arguments: ["MAP"], isWindow: true),
        Case(name: "DrawGraphics", arguments: ["OUT.png"]),
        Case(name: "EditByScript", arguments: ["SERVER", "editor"]),
        Case(name: "FindMaps", arguments: ["SERVER/portal", "tags:sample"]),
        Case(name: "GeoJSONToGeoPackage", arguments: ["HERE/places.geojson", "OUT.gpkg"]),
        Case(name: "IdentifyAndPopup", arguments: ["MAP", "65.00497", "48.18515"]),
        Case(name: "QueryFeatures", arguments: ["SERVER"]),
        Case(name: "RenderWebMap", arguments: ["MAP", "OUT.png"]),
        Case(name: "ServeTheSampleTown", arguments: ["TOWN"]),
        Case(name: "SwitchTiledLayers", arguments: ["SERVER", "2", "OUT.png"]),
        Case(name: "TiledLayersAndLocation", arguments: ["SERVER"], isWindow: true),
    ]

    private static let samples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Samples")
    private static let records = ProcessInfo.processInfo.environment["GROMA_RECORD_SAMPLES"] == "1"

    @Test("a sample does what its folder expects", arguments: cases)
    func runs(_ sample: Case) async throws {
        let town = try #require(SampleTown.current)
        let here = Self.samples.appending(path: sample.name)
        let out = town.folder.appending(path: sample.name)
        let places = [
            ("SERVER", town.url.absoluteString), ("TOWN", try copyOfTown(town, for: sample).path), ("HERE", here.path),
            ("OUT", out.path),
            ("MAP", "\(town.url.absoluteString)/portal/home/item.html?id=5932e4e869b8221044453bfa4df2b0e1"),
        ]
        let arguments = sample.arguments.map { argument in
            places.reduce(argument) { $0.replacing($1.0, with: $1.1) }
        }
        guard !sample.isWindow else { return try await showsWindow(sample, arguments, out) }
        let output = try await town.run(sample.name, arguments)
        // The server's port is another one each time.
        let text = output.replacing(town.url.absoluteString, with: "SERVER")
        try compare(Data(text.utf8), with: here.appending(path: "expected.txt")) { expected in
            #expect(text == String(decoding: expected, as: UTF8.self))
        }
        guard sample.arguments.contains("OUT.png") else { return }
        let drawn = try Data(contentsOf: out.appendingPathExtension("png"))
        try compare(drawn, with: here.appending(path: "expected.png")) { expected in
            let image = try Image(decoding: [UInt8](drawn)), wanted = try Image(decoding: [UInt8](expected))
            try #require(image.width == wanted.width && image.height == wanted.height)
            let different = zip(image.pixels, wanted.pixels).count { $0 != $1 }
            #expect(different == 0, "\(different) bytes of the picture differ; it is kept in build/\(sample.name).png")
            guard different > 0 else { return }
            let build = Self.samples.deletingLastPathComponent().appending(path: "build")
            try FileManager.default.createDirectory(at: build, withIntermediateDirectories: true)
            try drawn.write(to: build.appending(path: sample.name + ".png"))
        }
    }

    /// A window of the sample was drawn, with a map in it: many colours, not one.
    private func showsWindow(_ sample: Case, _ arguments: [String], _ out: URL) async throws {
        let surroundings = ProcessInfo.processInfo.environment
        guard surroundings["DISPLAY"] != nil || surroundings["WAYLAND_DISPLAY"] != nil else { return }
        let town = try #require(SampleTown.current), picture = out.appendingPathExtension("png")
        _ = try await town.run(sample.name, arguments, environment: ["GROMA_PICTURE": picture.path])
        let image = try Image(decoding: [UInt8](try Data(contentsOf: picture)))
        #expect(image.width >= 360 && image.height >= 294)
        var colors: Set<UInt32> = []
        for index in stride(from: 0, to: image.pixels.count, by: 4 * 7) {
            colors.insert(image.pixels[index..<index + 3].reduce(0) { $0 << 8 | UInt32($1) })
        }
        #expect(colors.count > 100, "the map is not in the picture")
    }

    /// A running server keeps its folder to itself, so the sample that starts one gets a copy.
    private func copyOfTown(_ town: SampleTown, for sample: Case) throws -> URL {
        let copy = town.folder.appending(path: "town")
        if sample.arguments.contains("TOWN") { try FileManager.default.copyItem(at: town.portal, to: copy) }
        return copy
    }

    /// An empty answer needs no file.
    private func compare(_ data: Data, with file: URL, _ body: (Data) throws -> Void) throws {
        if Self.records {
            if data.isEmpty { try? FileManager.default.removeItem(at: file) } else { try data.write(to: file) }
        }
        let isThere = FileManager.default.fileExists(atPath: file.path)
        try body(isThere ? try Data(contentsOf: file) : Data())
    }

    @Test("every folder of Samples is run here")
    func allAreRun() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.samples.path).filter {
            !$0.contains(".")
        }
        #expect(folders.sorted() == Self.cases.map(\.name))
    }
}
