// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import Testing

/// Damaged, cut, misnamed and boundless files: each ends in a message that names the file and what is wrong with it, status 1.
@Suite("Hostile files on the command line") struct HostileFilesTests {
    private static func repeated(_ text: String, _ count: Int = 100_000) -> [UInt8] {
        Array(String(repeating: text, count: count).utf8)
    }

    /// The head of a PNG file of 2^31 - 1 by 2^31 - 1 pixels, and no pixels.
    private static let boundlessPNG: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 8, 6, 0, 0, 0, 0, 0, 0, 0]

    private static func map(symbol: String, features: String, type: String = "esriGeometryPoint") -> [UInt8] {
        let layer = """
            {"layerDefinition":{"name":"L","geometryType":"\(type)","objectIdField":"FID",
             "fields":[{"name":"FID","type":"esriFieldTypeOID"}],
             "drawingInfo":{"renderer":{"type":"simple","symbol":\(symbol)}}},
             "featureSet":{"features":\(features)}}
            """
        return Array(
            """
            {"version":"2.31","spatialReference":{"wkid":102100},"baseMap":{"title":"","baseMapLayers":[]},
             "operationalLayers":[{"id":"a","title":"T","featureCollection":{"layers":[\(layer)]}}]}
            """.utf8)
    }
    private static let onePoint = "[{\"attributes\":{\"FID\":1},\"geometry\":{\"x\":0,\"y\":0}}]"

    private static let files: [String: [UInt8]] = [
        "deep.json": repeated("["), "deeper.json": repeated("{\"a\":"),
        "deepFeatures.json": repeated("{\"features\":["),
        "deepMap.json": Array("{\"operationalLayers\":".utf8) + repeated("["),
        "cut.json": Array("{\"features\":[{\"attributes\":{\"A\":1},\"geometry\":{\"x\":1,\"y\"".utf8),
        "empty.json": [],
        "noise.json": [0xDB, 0xFF, 0, 1, 2], "list.json": Array("[1,2,3]".utf8),
        "envelope.json": Array("{\"error\":{\"code\":498,\"message\":\"Invalid token.\",\"details\":[]}}".utf8),
        "huge.json": Array("{\"features\":[{\"attributes\":{\"A\":1e999}}]}".utf8),
        "huge.geojson": Array("{\"type\":\"Point\",\"coordinates\":[1e999,0]}".utf8),
        "cut.pbf": [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], "ragged.csv": Array("a,b\n1\n".utf8),
        "quote.csv": Array("a,b\n\"1,2\n".utf8), "wide.csv": repeated("a,"),
        "noise.gpkg": Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 0, count: 100),
    ]

    @Test(
        "groma convert",
        arguments: [
            ("deep.json", "An object is expected"), ("deeper.json", "256 brackets"),
            ("deepFeatures.json", "256 brackets"),
            ("cut.json", "line 1, column 57"), ("empty.json", "empty"), ("noise.json", "byte 219"),
            ("list.json", "An object is expected"), ("envelope.json", "Invalid token."), ("huge.json", "too large"),
            ("huge.geojson", "line 1"), ("cut.pbf", "byte 6"), ("ragged.csv", "Record 2"), ("quote.csv", "never ends"),
            ("wide.csv", "columns"), ("noise.gpkg", "SQLite"), ("missing.json", "No such file"),
            ("missing.gpkg", "No such file"), ("folder.json", "Is a directory"), ("folder.gpkg", "Is a directory"),
        ])
    func convert(file: String, says: String) async throws {
        let folder = try folder()
        let run = try await GromaProcess.run(["convert", file, "out.geojson"], in: folder.url)
        #expect(run.status == 1 && run.errors.contains(file) && run.errors.contains(says), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out.geojson").path))
    }

    @Test(
        "groma layers and groma render",
        arguments: ["layers", "render"],
        [
            ("deepMap.json", "200 brackets"), ("list.json", "list"), ("envelope.json", "Invalid token."),
            ("empty.json", "empty"), ("noise.json", "byte 219"), ("cut.json", "line 1, column 57"),
            ("missing.json", "No such file"), ("folder.json", "Is a directory"),
        ])
    func maps(command: String, file: (name: String, says: String)) async throws {
        let folder = try folder()
        let words = [command, file.name] + (command == "render" ? ["--out", "out.png"] : [])
        let run = try await GromaProcess.run(words, in: folder.url)
        #expect(run.status == 1 && run.errors.contains(file.name) && run.errors.contains(file.says), "\(run)")
    }

    @Test("what a picture can't be written to is said", arguments: ["folder.png", "no/such/folder/out.png"])
    func unwritable(out: String) async throws {
        let folder = try folder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "folder.png"), withIntermediateDirectories: true)
        try Data(Self.map(symbol: "{}", features: "[]")).write(to: folder.url.appending(path: "map.json"))
        let run = try await GromaProcess.run(["render", "map.json", "--out", out], in: folder.url)
        #expect(run.status == 1 && run.errors.contains("\(out) could not be written"), "\(run)")
    }

    @Test("a picture in a map that claims four billion pixels is left out and said; a map of nothing else fails")
    func boundlessPicture() async throws {
        let picture = Base64.encode(Self.boundlessPNG)
        let symbol =
            "{\"type\":\"esriPMS\",\"imageData\":\"\(picture)\",\"contentType\":\"image/png\",\"width\":9,\"height\":9}"
        let folder = try CommandFolder(["map.json": Self.map(symbol: symbol, features: Self.onePoint)])
        let run = try await GromaProcess.run(["render", "map.json", "--out", "out.png"], in: folder.url)
        #expect(run.status == 1 && run.errors.contains("too short for its 2147483647 x 2147483647 pixels"), "\(run)")
    }

    private static let farLine =
        "[{\"attributes\":{\"FID\":1},\"geometry\":{\"paths\":[[[-1e300,-1e300],[1e300,1e300]]]}}]"
    private static let farRing =
        "[{\"attributes\":{\"FID\":1},\"geometry\":{\"rings\":[[[-1e18,-1e18],[-1e18,1e18],[1e18,1e18],[-1e18,-1e18]]]}}]"

    @Test(
        "sizes, dashes and coordinates beyond all measure are drawn in bounded time and memory",
        arguments: [
            (
                "{\"type\":\"esriSMS\",\"size\":1e12,\"color\":[9,0,0,255],\"outline\":{\"type\":\"esriSLS\",\"width\":1e12}}",
                onePoint, "Point"
            ),
            (
                "{\"type\":\"esriSMS\",\"size\":-1e300,\"angle\":1e300,\"xoffset\":1e308,\"color\":[1e99,-5,\"a\"]}",
                onePoint, "Point"
            ),
            (
                "{\"type\":\"esriSLS\",\"style\":\"esriSLSDot\",\"width\":1e-9,\"color\":[0,0,0,255]}", farLine,
                "Polyline"
            ),
            ("{\"type\":\"esriSFS\",\"style\":\"esriSFSDiagonalCross\",\"color\":[0,0,0,255]}", farRing, "Polygon"),
            ("{\"type\":\"esriTS\",\"text\":\"x\",\"font\":{\"size\":1e9}}", onePoint, "Point"),
        ])
    func boundlessSymbols(symbol: String, features: String, type: String) async throws {
        let map = Self.map(symbol: symbol, features: features, type: "esriGeometry\(type)")
        let folder = try CommandFolder(["map.json": map])
        let run = try await GromaProcess.run(
            ["render", "map.json", "--out", "out.png", "--size", "300x200"], in: folder.url)
        #expect(
            run.status == 0 && FileManager.default.fileExists(atPath: folder.url.appending(path: "out.png").path),
            "\(run)")
    }

    /// Options, and the status they end with.
    private static let oddViews: [(options: [String], status: Int32)] = [
        (["--size", "1000000x1000000"], 2), (["--size", "99999999999999999999x1"], 2), (["--size", "nanx5"], 2),
        (["--scale", "0", "--center", "0,0"], 2), (["--scale", "nan", "--center", "0,0"], 2),
        (["--pixel-ratio", "1e9"], 2), (["--extent", "nan,1,2,3"], 2), (["--threads", "-1"], 2),
        (["--layer-visibility", "zzz=on"], 2), (["--scale", "1e-300", "--center", "0,0"], 0),
        (["--scale", "1e300", "--center", "0,0"], 0), (["--extent", "1,1,1e308,1e308"], 0),
        (["--rotation", "1e300"], 0), (["--extent", "0,0,1,1,99999"], 1),
    ]

    @Test("views beyond all measure are wrong usage, or drawn", arguments: oddViews)
    func views(options: [String], status: Int32) async throws {
        let folder = try CommandFolder(["map.json": Self.map(symbol: "{\"type\":\"esriSMS\"}", features: Self.onePoint)]
        )
        let run = try await GromaProcess.run(["render", "map.json", "--out", "out.png"] + options, in: folder.url)
        #expect(run.status == status && run.errors.isEmpty == (status == 0), "\(run)")
    }

    @Test("vectors: a file that can't be read fails, an item that can't be answered does not")
    func vectors() async throws {
        let lines =
            "{\"id\":\"a\",\"op\":\"buffer\",\"a\":{\"x\":1,\"y\"\n" + String(repeating: "[", count: 100_000) + "\n"
        let folder = try CommandFolder(["v.jsonl": Array(lines.utf8), "layers.json": Array("{}".utf8)])
        for command in ["geometry", "popup"] {
            let missing = try await GromaProcess.run([command, "--vectors", "missing.jsonl"], in: folder.url)
            #expect(
                missing.status == 1 && missing.errors.contains("missing.jsonl could not be read: No such"), "\(missing)"
            )
            let run = try await GromaProcess.run([command, "--vectors", "v.jsonl"], in: folder.url)
            #expect(run.status == 0 && run.output.split(separator: "\n").count == 2, "\(run)")
        }
    }

    @Test("shapes that CSV has no place for are not lost in silence")
    func csvWithoutShapes() async throws {
        let folder = try CommandFolder([
            "a.json": Array("{\"features\":[{\"attributes\":{\"A\":1},\"geometry\":{\"paths\":[[[0,0],[1,1]]]}}]}".utf8)
        ])
        let run = try await GromaProcess.run(["convert", "a.json", "out.csv"], in: folder.url)
        #expect(run.status == 0 && run.errors.contains("shapes are left out"), "\(run)")
    }

    private func folder() throws -> CommandFolder {
        let folder = try CommandFolder(Self.files)
        for name in ["folder.json", "folder.gpkg"] {
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: name), withIntermediateDirectories: true)
        }
        return folder
    }
}
