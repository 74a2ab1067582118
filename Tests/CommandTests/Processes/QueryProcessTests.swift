// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import TestSupport
import Testing

@Suite("groma query, popup and convert as processes", .timeLimit(.minutes(10)))
struct QueryProcessTests {
    /// A package and a server with the same trees; each question must be answered alike.
    private func everywhere(_ body: (_ layer: String) async throws -> Void) async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            try await body(data.path + "#0")
            let server = try await ServeProcess(data: data)
            try await body(Trees.layer(of: server))
            #expect(await server.end() == 0)
        }
    }

    @Test("one complete feature set in Esri JSON, from files, folders and services alike")
    func esriJSON() async throws {
        try await everywhere { layer in
            let outcome = try await groma("query", layer, "--order-by", "height DESC")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.summary)")
            #expect(outcome.text.filter { $0 == "\n" }.count == 1)
            let json = outcome.json
            #expect(json["geometryType"] == "esriGeometryPoint")
            #expect(json["spatialReference"]?["wkid"] == 4326)
            #expect(json["features"]?.array?.count == 3)
            let first = json["features"]?[0]
            #expect(first?["attributes"]?["kind"] == "Linden")
            #expect(first?["attributes"]?["height"] == 12.5)
            #expect(abs((first?["geometry"]?["x"]?.double ?? 0) - 7.5) < 1e-9)
            #expect(abs((first?["geometry"]?["y"]?.double ?? 0) - 47.25) < 1e-9)
            #expect(first?["attributes"]?["GlobalID"]?.string.map(AttributeValue.isGUID) == true)
        }
    }

    @Test("clauses, negative windows in both spellings, fields, order, limit")
    func selections() async throws {
        try await everywhere { layer in
            for window in [["--bbox", "-10,-50,0,0"], ["--bbox=-10,-50,0,0"], ["--bbox", "-10,-50,0,0,4326"]] {
                let outcome = try await Program.run(
                    ["query", layer] + window + ["--out-fields=kind,count", "--no-geometry"])
                let rows = outcome.json["features"]?.array ?? []
                #expect(rows.count == 1, "\(outcome.summary)")
                #expect(rows.first?["attributes"]?["count"] == -4)
                #expect(rows.first?["attributes"]?["height"] == nil)
                #expect(rows.first?["geometry"] == nil)
            }
            let clause = try await groma("query", layer, "--where", "count < -1 OR kind = 'Linden'", "--order-by=count")
            #expect(
                clause.json["features"]?.array?.compactMap { $0["attributes"]?["count"]?.int } == [-4, 3],
                "\(clause.summary)")
            let one = try await groma("query", layer, "--limit", "1")
            #expect(one.json["features"]?.array?.count == 1)
            let none = try await groma("query", layer, "--where=1=2")
            #expect(none.status == 0 && none.json["features"]?.array?.isEmpty == true)
        }
    }

    @Test("statistics, whole and by group")
    func statistics() async throws {
        try await everywhere { layer in
            let whole = try await groma("query", layer, "--stats", "sum:count:total,max:height,count:kind:kinds")
            let row = whole.json["features"]?[0]?["attributes"]
            #expect(row?["total"]?.double == -1, "\(whole.summary)")
            #expect(row?["kinds"]?.int == 2)
            let grouped = try await groma(
                "query", layer, "--stats=count:count:n", "--group-by", "kind", "--order-by", "kind DESC")
            #expect(grouped.json["features"]?.array?.count == 3, "\(grouped.summary)")
        }
    }

    @Test("groups that a clause takes, and percentiles")
    func havingAndPercentiles() async throws {
        try await everywhere { layer in
            let grouped = try await groma(
                "query", layer, "--stats=count:count:n", "--group-by=kind", "--having", "SUM(count) > 0")
            #expect(grouped.json["features"]?.array?.count == 1, "\(grouped.summary)")
            let part = try await groma(
                "query", layer, "--stats", "percentile_cont:count:half:0.5,percentile_disc:count")
            let row = part.json["features"]?[0]?["attributes"]
            #expect(row?["half"]?.double == 0 && row?["PERCENTILE_DISC_count"]?.int == 0, "\(part.summary)")
            #expect(try await groma("query", layer, "--stats", "sum:count:n:0.5").failed(2))
            #expect(try await groma("query", layer, "--stats", "percentile_cont:count:n:7").failed(2))
        }
    }

    @Test("files of features are asked as layers are", arguments: ["a.geojson", "a.json", "a.csv"])
    func files(name: String) async throws {
        try await TemporaryFolder.run { folder in
            let text = name.hasSuffix("csv") ? Trees.csv : name.hasSuffix("geojson") ? Trees.geoJSON : Trees.esriJSON
            let file = try folder.write(name, text)
            let kind = name == "a.json" ? "type" : "kind"
            let first = try await groma("query", file, "--where", "\(kind) LIKE '%e%'", "--bbox=0,0,10,50")
            #expect(first.status == 0 && first.json["features"]?.array?.count == 1, "\(first.summary)")
            let counted = try await groma("query", file, "--stats", "count:*:n")
            #expect(
                counted.json["features"]?[0]?["attributes"]?["n"]?.int == (name == "a.geojson" ? 3 : 2),
                "\(counted.summary)")
            #expect(try await groma("query", file, "--where", "nope = 1").failed(1))
            #expect(try await groma("query", folder.path("missing.csv")).failed(1))
        }
    }

    @Test("GeoJSON, CSV and protocol buffers hold the same rows")
    func formats() async throws {
        try await everywhere { layer in
            let geo = try await groma("query", layer, "--format", "geojson", "--order-by", "count")
            #expect(geo.json["type"] == "FeatureCollection", "\(geo.summary)")
            let x = geo.json["features"]?[0]?["geometry"]?["coordinates"]?[0]?.double ?? 0
            #expect(abs(x - -7.5) < 1e-9)
            #expect(geo.json["features"]?[1]?["geometry"]?.isNull == true)
            let csv = try await groma("query", layer, "--format=csv", "--order-by", "count")
            let lines = csv.text.components(separatedBy: "\r\n")
            #expect(lines.count == 5 && lines[0].hasSuffix(",X,Y"), "\(csv.summary)")
            #expect(lines[1].contains("\"Ahorn, \"\"rot\"\"\""))
            let pbf = try await groma("query", layer, "--format", "pbf")
            #expect(try FeatureSet(esriPBF: pbf.output).count == 3)
        }
    }

    @Test(
        "what cannot be answered is said: status 1, nothing on standard output",
        arguments: ["nope = 1", "height <", ""])
    func failures(clause: String) async throws {
        try await everywhere { layer in
            let outcome =
                clause.isEmpty
                ? try await groma("query", String(layer.dropLast()) + "99")
                : try await groma("query", layer, "--where", clause)
            #expect(outcome.failed(1), "\(layer): \(outcome.summary)")
        }
    }

    @Test("a layer is named by id or name; a folder with several packages asks which one, and names them")
    func severalPackages() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            for layer in ["#trees", "#Trees/0", "/services/Trees.gpkg#0", "/services/Trees.gpkg#trees"] {
                let outcome = try await groma("query", data.path + layer)
                #expect(outcome.json["features"]?.array?.count == 3, "\(outcome.summary)")
            }
            let file = try folder.write("more.geojson", Trees.geoJSON)
            let second = try await groma("import", file, "--service", "More", "--data", data.path)
            #expect(second.status == 0, "\(second.summary)")
            let outcome = try await groma("query", data.path + "#0")
            #expect(outcome.failed(1))
            #expect(outcome.errors.contains("More, Trees"))
            #expect(try await groma("query", data.path + "#More/0").status == 0)
            #expect(try await groma("query", data.path + "#Less/0").failed(1))
        }
    }

    @Test("files that may only be read are read")
    func readOnly() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let package = data.appending(path: "services/Trees.gpkg")
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: package.path)
            #expect(try await groma("query", package.path + "#0").json["features"]?.array?.count == 3)
        }
    }

    @Test(
        "a package on a disk that cannot be written is read",
        .enabled(if: SmallDisk.isPossible, "a small file system can be mounted by root only"))
    func readOnlyDisk() async throws {
        try await SmallDisk.run(megabytes: 8) { disk in
            let data = try await Trees.dataFolder(in: disk)
            #expect(SmallDisk.makeReadOnly(disk))
            let outcome = try await groma("query", data.path + "#0")
            #expect(outcome.json["features"]?.array?.count == 3, "\(outcome.summary)")
            let edit = try await groma("edit", data.path + "#0", "add", "--features", "-", input: #"{"features":[{}]}"#)
            #expect(edit.failed(1), "\(edit.summary)")
        }
    }

    @Test("a layer of a file has a popup of its fields")
    func popup() async throws {
        try await TemporaryFolder.run { folder in
            let data = try await Trees.dataFolder(in: folder)
            let id = try await groma("query", data.path + "#0", "--where", "count = 3").json["features"]?[0]?[
                "attributes"]?[
                    "OBJECTID"]?.int
            let object = String(try #require(id))
            let text = try await groma("popup", data.path + "#0", "--feature", object)
            #expect(text.status == 0 && text.text.contains("Linden"), "\(text.summary)")
            let json = try await groma("popup", data.path + "#0", "--feature", object, "--json", "--locale=de-DE")
            #expect(json.json["formatted"]?["height"] == 12.5, "\(json.summary)")
            #expect(try await groma("popup", data.path + "#0", "--feature", "999").failed(1))
        }
    }

    @Test("convert goes round all formats without losing rows, values or ids")
    func convert() async throws {
        try await TemporaryFolder.run { folder in
            try folder.write("a.json", Trees.esriJSON)
            for (from, to) in [
                ("a.json", "b.gpkg"), ("b.gpkg", "c.geojson"), ("c.geojson", "d.pbf"), ("d.pbf", "e.json"),
            ] {
                let outcome = try await groma("convert", folder.path(from), folder.path(to))
                #expect(outcome.status == 0 && outcome.output.isEmpty, "\(from): \(outcome.summary)")
            }
            let rows =
                try JSONValue(parsing: Data(contentsOf: folder.url.appending(path: "e.json")))["features"]?.array ?? []
            let kinds = Dictionary(
                uniqueKeysWithValues: rows.map {
                    ($0["attributes"]?["OBJECTID"]?.int ?? 0, $0["attributes"]?["type"]?.string)
                })
            #expect(kinds == [7: "Feature", 5: "FeatureCollection"])
            #expect(rows.first { $0["attributes"]?["OBJECTID"]?.int == 5 }?["geometry"]?["y"]?.double == -47.25)
            #expect(try await groma("convert", folder.path("a.json"), folder.path("b.gpkg")).failed(1))
            #expect(try await groma("convert", folder.path("a.json"), folder.path("x.shp")).failed(2))
            try folder.write("broken.json", #"{"features":[{"attributes":{"#)
            #expect(try await groma("convert", folder.path("broken.json"), folder.path("f.gpkg")).failed(1))
            #expect(!FileManager.default.fileExists(atPath: folder.path("f.gpkg")))
        }
    }
}
