// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaCommand
import GromaFeatures
import TestSupport
import Testing

@Suite("groma import as a process", .timeLimit(.minutes(10)))
struct ImportProcessTests {
    @Test("each format goes into a folder that was not there; ids of the file are kept, GlobalIDs are made")
    func formats() async throws {
        try await TemporaryFolder.run { folder in
            let data = folder.path("deep/new/data")
            let files = [
                ("geo.geojson", Trees.geoJSON, 3), ("geo.json", Trees.geoJSON, 3), ("esri.json", Trees.esriJSON, 2),
                ("table.csv", Trees.csv, 2),
            ]
            for (name, text, count) in files {
                let file = try folder.write(name, text)
                let service = name.replacing(".", with: "_")
                let outcome = try await groma("import", file, "--service", service, "--data", data)
                #expect(outcome.status == 0, "\(outcome.summary)")
                #expect(outcome.text.hasSuffix(": \(count) features\n"))
                let rows = try await groma("query", data + "#\(service)/0", "--order-by", "OBJECTID")
                let features = rows.json["features"]?.array ?? []
                #expect(features.count == count, "\(name): \(rows.summary)")
                #expect(
                    features.allSatisfy { $0["attributes"]?["GlobalID"]?.string.map(AttributeValue.isGUID) == true })
                #expect(Set(features.compactMap { $0["attributes"]?["GlobalID"]?.string }).count == count)
                let ids = features.compactMap { $0["attributes"]?["OBJECTID"]?.int }
                if name == "esri.json" { #expect(ids == [5, 7]) }
                if name == "table.csv" { #expect(ids == [9, 11]) }
            }
            let package = data + "/services/esri_json.gpkg"
            let again = try await groma("import", package, "--service", "Again", "--data", data, "--layer", "esri")
            #expect(again.status == 0, "\(again.summary)")
            let twice = try await groma("query", data + "#Again/0", "--order-by", "OBJECTID")
            let first = try await groma("query", package + "#0", "--order-by", "OBJECTID")
            #expect(twice.json["features"] == first.json["features"], "GlobalIDs and ids go along")
        }
    }

    @Test("a second file becomes a second layer; a name that no layer has is refused")
    func layers() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let file = try folder.write("b.csv", Trees.csv)
            #expect(
                try await groma("import", file, "--service", "Trees", "--data", data.path, "--layer", "More").status
                    == 0)
            #expect(try await groma("query", data.path + "#1").json["features"]?.array?.count == 2)
            #expect(try await groma("query", data.path + "#More").json["features"]?.array?.count == 2)
            let wrong = try await groma(
                "import", data.path + "/services/Trees.gpkg", "--service", "X", "--data", data.path, "--layer", "Nope")
            #expect(wrong.failed(2), "\(wrong.summary)")
        }
    }

    @Test("rows that cannot be taken leave nothing behind: no layer, no service, no item")
    func refusedRows() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let id = AttributeValue.newGUID()
            let rows = #"{"attributes":{"GlobalID":"\#(id)"}},{"attributes":{"GlobalID":"\#(id)"}}"#
            let file = try folder.write(
                "twice.json", #"{"fields":[{"name":"GlobalID","type":"esriFieldTypeGlobalID"}],"features":[\#(rows)]}"#)
            for service in ["New", "Trees"] {
                #expect(try await groma("import", file, "--service", service, "--data", data.path).failed(1))
            }
            #expect(try await groma("query", data.path + "#1").failed(1))
            #expect(try await groma("query", data.path + "#0").json["features"]?.array?.count == 3)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: data.path + "/services").allSatisfy {
                    !$0.hasPrefix("New")
                })
            let again = try await groma("import", folder.path("trees.geojson"), "--service", "New", "--data", data.path)
            #expect(again.status == 0, "\(again.summary)")
        }
    }

    @Test("a folder with other things in it is left as it is")
    func foreignFolder() async throws {
        try await TemporaryFolder.run { folder in
            let file = try folder.write("a.csv", Trees.csv)
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: "photos"), withIntermediateDirectories: true)
            try folder.write("photos/cat.txt", "meow")
            let outcome = try await groma("import", file, "--service", "S", "--data", folder.path("photos"))
            #expect(outcome.failed(1), "\(outcome.summary)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("photos")) == ["cat.txt"])
        }
    }

    @Test(
        "other formats come through ogr2ogr",
        .enabled(if: Program.installed("ogr2ogr") != nil, "ogr2ogr is not installed: apt-get install gdal-bin"))
    func outsideFormats() async throws {
        try await TemporaryFolder.run { folder in
            let file = try folder.write("trees.kml", Trees.kml)
            let data = folder.path("data")
            let outcome = try await groma("import", file, "--service", "S", "--data", data)
            #expect(outcome.status == 0, "\(outcome.summary)")
            let rows = try await groma("query", data + "#S/0", "--bbox=-8,-48,-7,-47").json["features"]?.array ?? []
            #expect(rows.count == 1)
            #expect(rows.first?["attributes"]?["Name"] == "Ahorn")
            let broken = try folder.write("broken.shp", "this is no shapefile")
            #expect(try await groma("import", broken, "--service", "B", "--data", data).failed(1))
        }
    }

    @Test("without ogr2ogr the program that is missing is named")
    func outsideFormatsWithoutHelp() async throws {
        try await TemporaryFolder.run { folder in
            let file = try folder.write("trees.kml", Trees.kml)
            let outcome = try await groma(
                "import", file, "--service", "S", "--data", folder.path("data"),
                environment: ["PATH": folder.url.path])
            #expect(outcome.failed(1))
            #expect(outcome.errors.contains("ogr2ogr") && outcome.errors.contains("gdal-bin"))
        }
    }

    @Test("of a conversion that fails the error is told, not a warning before it")
    func reasonOfOutsideFormats() async throws {
        try await TemporaryFolder.run { folder in
            let file = try folder.write("trees.kml", Trees.kml)
            let program = try folder.write(
                "ogr2ogr",
                """
                #!/bin/sh
                echo 'Warning 6: driver GPKG knows no such option'
                echo 'ERROR 4: the layer is damaged'
                echo 'ERROR 1: nothing was written'
                exit 1
                """)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
            let outcome = try await groma(
                "convert", file, folder.path("out.geojson"), environment: ["PATH": folder.url.path])
            #expect(outcome.failed(1), "\(outcome.summary)")
            #expect(outcome.errors.hasSuffix("by ogr2ogr: ERROR 4: the layer is damaged\n"), "\(outcome.errors)")
        }
    }

    @Test("over the wire: service and layer are made, and a second import adds to the layer")
    func overTheWire() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let server = try await ServeProcess(data: data, environment: ["GROMA_ADMIN_PASSWORD": "only for tests"])
            let file = try folder.write("park.geojson", Trees.geoJSON)
            let words = ["import", file, "--service", "Park", "--server", server.url.absoluteString]
            let anonymous = try await Program.run(words)
            #expect(anonymous.failed(1), "\(anonymous.summary)")
            let wrong = try await Program.run(words + ["--user", "admin"], environment: ["GROMA_PASSWORD": "wrong"])
            #expect(wrong.failed(1), "\(wrong.summary)")
            for count in [3, 6] {
                let outcome = try await Program.run(
                    words + ["--user", "admin"], environment: ["GROMA_PASSWORD": "only for tests"])
                #expect(outcome.status == 0, "\(outcome.summary)")
                let layer = server.url.absoluteString + "/arcgis/rest/services/Park/FeatureServer/0"
                let rows = try await groma("query", layer, "--out-fields", "GlobalID")
                #expect(rows.json["features"]?.array?.count == count, "\(rows.summary)")
            }
            await server.end()
        }
    }

    @Test("an imported layer takes repeated adds once, and attachments")
    func exactlyOnce() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let server = try await ServeProcess(data: data)
            let id = AttributeValue.newGUID()
            let add = try folder.write(
                "add.json",
                #"{"features":[{"attributes":{"kind":"Eiche","GlobalID":"\#(id)"},"geometry":{"x":1,"y":2}}]}"#)
            let picture = try folder.write("note.txt", "hello")
            var objectIDs: Set<Int> = []
            for _ in 0..<2 {
                let outcome = try await groma(
                    "edit", Trees.layer(of: server), "add", "--features", add, "--attach", picture, "--json")
                #expect(outcome.status == 0, "\(outcome.summary)")
                objectIDs.insert(outcome.json["addResults"]?[0]?["objectId"]?.int ?? -1)
                #expect(outcome.json["addResults"]?[0]?["attachments"]?[0]?["success"] == true)
            }
            #expect(objectIDs.count == 1)
            let rows = try await groma("query", Trees.layer(of: server), "--where", "kind = 'Eiche'")
            #expect(rows.json["features"]?.array?.count == 1)
            await server.end()
        }
    }

    @Test(
        "GeoJSON and Esri JSON are told apart by their own keys",
        arguments: [
            (Trees.geoJSON, FeatureJSON.geoJSON), (Trees.esriJSON, .esriJSON),
            (
                #"{"features":[{"properties":{"attributes":{"rings":1}},"geometry":null}],"type":"FeatureCollection"}"#,
                .geoJSON
            ),
            (#"{"features":[{"attributes":{"type":"Feature","properties":1}}]}"#, .esriJSON),
            (#"{"features":[],"type":"FeatureCollection"}"#, .geoJSON), (#"{"features":[]}"#, .esriJSON),
            (#"{"name":"\"type\":\"Feature\"","features":[{"geometry":{"x":1,"y":2}}]}"#, .esriJSON),
            (#"{"name":{"rings":[]},"features":[{"geometry":{"coordinates":[1,2],"type":"Point"}}]}"#, .geoJSON),
            (#"{"type":"Point","coordinates":[1,2]}"#, .geoJSON), (#"{"x":1,"y":2}"#, .esriJSON),
            (#"{"rings":[[[0,0],[1,1],[1,0],[0,0]]]}"#, .esriJSON), (#"{"type":5,"x":1,"y":2}"#, .esriJSON),
            (#"{"crs":null,"features":[]}"#, .geoJSON), ("[1,2]", .esriJSON), ("", .esriJSON), ("{", .esriJSON),
            (String(repeating: #"{"features":["#, count: 1_000), .esriJSON),
            (
                #"{"layerName":"\#(String(repeating: "attributes ", count: 10_000))","type":"FeatureCollection"}"#,
                .geoJSON
            ),
        ])
    func kinds(text: String, kind: FeatureJSON) {
        #expect(FeatureJSON(of: Array(text.utf8)) == kind)
    }
}
