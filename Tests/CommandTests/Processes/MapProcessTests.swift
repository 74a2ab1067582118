// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaServices
import TestSupport
import Testing

@Suite("groma sample, layers, render, identify, popup, geometry and bench as processes", .timeLimit(.minutes(10)))
struct MapProcessTests {
    /// A web map with two points of its own: nothing needs a network.
    private static let map = """
        {"operationalLayers":[{"id":"pois-1","title":"Points & more","featureCollection":{"layers":[{"layerDefinition":
        {"name":"Points","geometryType":"esriGeometryPoint","objectIdField":"OBJECTID","displayField":"name",
        "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"},{"name":"name","type":"esriFieldTypeString","length":20}],
        "drawingInfo":{"renderer":{"type":"simple","symbol":{"type":"esriSMS","style":"esriSMSCircle","color":[200,0,0,255],
        "size":12}}}},"featureSet":{"geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326},"features":[
        {"attributes":{"OBJECTID":1,"name":"west"},"geometry":{"x":-10,"y":-20}},
        {"attributes":{"OBJECTID":2,"name":"east"},"geometry":{"x":10,"y":-20}}]},
        "popupInfo":{"title":"Point {name}","fieldInfos":[{"fieldName":"name","label":"Name","visible":true}]}}]}}],
        "baseMap":{"title":"none","baseMapLayers":[]},"spatialReference":{"wkid":102100},"version":"2.31",
        "authoringApp":"test","authoringAppVersion":"1"}
        """

    @Test("a map of a file: layers, picture, identify and popup, without any network")
    func file() async throws {
        try await TemporaryFolder.run { folder in
            let map = try folder.write("map.json", Self.map)
            let layers = try await groma("layers", map, "--json")
            #expect(layers.status == 0 && layers.errors.isEmpty, "\(layers.summary)")
            #expect(layers.json["layers"]?[0]?["id"] == "pois-1")
            #expect(layers.json["layers"]?[0]?["title"] == "Points & more")
            #expect(try await groma("layers", map).text.contains("Points & more"))
            let view = ["--center", "-10,-20", "--scale", "1000000", "--size=200x100"]
            let out = folder.path("map.png")
            let drawn = try await Program.run(["render", map, "--out", out] + view)
            #expect(drawn.status == 0 && drawn.output.isEmpty && drawn.errors.isEmpty, "\(drawn.summary)")
            let picture = try Image(decoding: [UInt8](Data(contentsOf: URL(filePath: out))))
            #expect(picture.width == 200 && picture.height == 100)
            let sharp = try await Program.run(["render", map, "--out=" + out, "--pixel-ratio", "2"] + view)
            #expect(sharp.status == 0, "\(sharp.summary)")
            #expect(try Image(decoding: [UInt8](Data(contentsOf: URL(filePath: out)))).width == 400)
            let hidden = try await Program.run(
                ["render", map, "--out", folder.path("no.png"), "--layer-visibility", "nope=off"] + view)
            #expect(hidden.failed(2) && hidden.errors.contains("pois-1"), "\(hidden.summary)")
            let hit = try await Program.run(["identify", map, "--at", "100,50", "--json"] + view)
            #expect(hit.json["layers"]?[0]?["id"]?.string?.hasPrefix("pois-1") == true, "\(hit.summary)")
            #expect(hit.json["layers"]?[0]?["features"]?[0]?["attributes"]?["name"] == "west")
            let miss = try await Program.run(["identify", map, "--at=5,5", "--json", "--tolerance=2"] + view)
            #expect(miss.status == 0 && miss.json["layers"]?.array?.isEmpty == true, "\(miss.summary)")
            let popup = try await groma("popup", map, "--layer", "pois-1", "--feature", "2")
            #expect(popup.status == 0 && popup.text.contains("Point east"), "\(popup.summary)")
            let json = try await groma("popup", map, "--layer=pois-1", "--feature=2", "--json")
            #expect(json.json["title"]?.string == "Point east", "\(json.summary)")
            let html = try await groma("popup", map, "--layer=pois-1", "--feature=2", "--html")
            #expect(html.status == 0 && html.text.contains("<"), "\(html.summary)")
            #expect(try await groma("popup", map, "--layer", "pois-1", "--feature", "3").failed(1))
            #expect(try await groma("popup", map, "--layer", "nope", "--feature", "2").failed(2))
        }
    }

    @Test("files that are no maps are refused in words", arguments: ["", "[]", "{", "null", "<html>"])
    func noMaps(text: String) async throws {
        try await TemporaryFolder.run { folder in
            let map = try folder.write("map.json", text)
            #expect(try await groma("layers", map, "--json").failed(1))
            #expect(try await groma("render", map, "--out", folder.path("a.png")).failed(1))
            #expect(!FileManager.default.fileExists(atPath: folder.path("a.png")))
        }
    }

    @Test("the sample is made once, served, and its map is shown, asked and drawn from its item's address")
    func sample() async throws {
        try await TemporaryFolder.run { folder in
            let data = folder.url.appending(path: "town")
            let made = try await groma("sample", "create", data.path, "--size", "4")
            #expect(made.status == 0 && made.text == data.path + "\n", "\(made.summary)")
            #expect(try await groma("sample", "create", data.path, "--size", "4").status == 0)
            #expect(try await groma("sample", "create", data.path, "--size", "5").failed(1))
            let server = try await ServeProcess(data: data)
            let found = try await server.json(
                "portal/sharing/rest/search", [("q", "title:Stormwater type:\"Web Map\"")])
            let id = try #require(found["results"]?[0]?["id"]?.string)
            for map in ["portal/home/item.html?id=\(id)", "portal/sharing/rest/content/items/\(id)"] {
                let address = server.url.absoluteString + "/" + map
                let layers = try await groma("layers", address, "--json")
                #expect((layers.json["layers"]?.array?.count ?? 0) >= 3, "\(layers.summary)")
            }
            let address = server.url.absoluteString + "/portal/home/item.html?id=\(id)"
            let user = ["--user", "editor"], password = ["GROMA_PASSWORD": "lindenford-editor"]
            let out = folder.path("town.png")
            let drawn = try await Program.run(
                ["render", address, "--out", out, "--size", "300x200"] + user, environment: password)
            #expect(drawn.status == 0 && drawn.output.isEmpty, "\(drawn.summary)")
            #expect(try Image(decoding: [UInt8](Data(contentsOf: URL(filePath: out)))).width == 300)
            let popup = try await Program.run(
                ["popup", address, "--layer", "inlets", "--feature", "1", "--json"] + user, environment: password)
            #expect(popup.status == 0 && popup.json["title"]?.string?.isEmpty == false, "\(popup.summary)")
            let missing = try await groma("layers", address + "0", "--json")
            #expect(missing.failed(1), "\(missing.summary)")
            #expect(await server.end() == 0)
        }
    }

    @Test("geometry answers each line, also those that fail, with status 0")
    func geometry() async throws {
        try await TemporaryFolder.run { folder in
            let file = try folder.write("v.jsonl", "{\"id\":\"a\",\"op\":\"no such thing\"}\n{\"id\":\"b\"}\n")
            let outcome = try await groma("geometry", "--vectors", file)
            #expect(outcome.status == 0, "\(outcome.summary)")
            let lines = outcome.text.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
            #expect(lines.compactMap { $0["id"]?.string } == ["a", "b"])
            #expect(lines.allSatisfy { $0["ok"] == false && $0["error"] != nil })
        }
    }

    @Test("bench refuses scenes that are not there")
    func bench() async throws {
        let outcome = try await groma(
            "bench", "--data", "nope.bin", "--set", "a", "--bbox=-1,-1,1,1", "--style", "s", "--scenes", "nope.json")
        #expect(outcome.failed(1) && outcome.errors.contains("nope"), "\(outcome.summary)")
    }
}

extension ServeProcess {
    /// A JSON answer of the server.
    func json(_ path: String, _ parameters: [(name: String, value: String)]) async throws -> JSONValue {
        try await ServiceClient(transport: CurlTransport()).json(url.appending(path: path), parameters)
    }
}
