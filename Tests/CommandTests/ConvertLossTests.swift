// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Testing

/// What a format can't hold is said by the command, on the file it happens to.
@Suite("groma convert tells what is lost") struct ConvertLossTests {
    private static let files: [String: [UInt8]] = [
        "measured.json": document(
            "{\"x\":1,\"y\":2,\"z\":3,\"m\":4}", "Point",
            "\"spatialReference\":{\"wkid\":4326},\"hasZ\":true,\"hasM\":true,"),
        "mercator.json": document("{\"x\":1000,\"y\":2000}", "Point", "\"spatialReference\":{\"wkid\":102100},"),
        "unknown.json": document("{\"x\":1000,\"y\":2000}", "Point", ""),
        "curves.json": document(
            "{\"curvePaths\":[[[0,0],{\"c\":[[3,3],[1,4]]}]]}", "Polyline", "\"spatialReference\":{\"wkid\":4326},"),
        "heights.json": document(
            "{\"paths\":[[[0,0,null],[1,1,5]]]}", "Polyline", "\"spatialReference\":{\"wkid\":4326},\"hasZ\":true,"),
        "places.csv": Array("name,lon,lat\na,8.5,47\nb,x,200\n".utf8),
        "far.json": document("{\"x\":1e300,\"y\":2}", "Point", ""),
        "strange.json": document("{\"x\":1,\"y\":2}", "Point", "\"spatialReference\":{\"wkid\":999999},"),
        "far.geojson": Array("{\"type\":\"LineString\",\"coordinates\":[[1000,2],[0,0]]}".utf8),
    ]

    private static func document(_ geometry: String, _ type: String, _ members: String) -> [UInt8] {
        Array(
            "{\"geometryType\":\"esriGeometry\(type)\",\(members)\"features\":[{\"attributes\":{\"a\":1},\"geometry\":\(geometry)}]}"
                .utf8)
    }

    @Test(
        "losses",
        arguments: [
            ("measured.json", "geojson", "no place for measures"), ("measured.json", "csv", "heights and measures"),
            ("mercator.json", "csv", "the reference 3857"), ("unknown.json", "geojson", "reference is not known"),
            ("unknown.json", "gpkg", "reference is not known"), ("curves.json", "gpkg", "straight segments"),
            ("curves.json", "geojson", "straight segments"), ("curves.json", "pbf", "straight segments"),
            ("heights.json", "pbf", "heights become 0"), ("places.csv", "json", "1 of 2 rows"),
        ])
    func losses(file: String, ending: String, says: String) async throws {
        let folder = try CommandFolder(Self.files)
        let run = try await GromaProcess.run(["convert", file, "out.\(ending)"], in: folder.url)
        #expect(run.status == 0 && run.errors.contains(says), "\(run)")
        #expect(run.errors.contains(file == "places.csv" ? file : "out.\(ending): "), "\(run)")
    }

    @Test("nothing is said where nothing is lost", arguments: ["json", "gpkg", "pbf"])
    func whole(ending: String) async throws {
        let folder = try CommandFolder(Self.files)
        let run = try await GromaProcess.run(["convert", "measured.json", "out.\(ending)"], in: folder.url)
        #expect(run.status == 0 && run.errors == "1 features\n", "\(run)")
    }

    @Test(
        "what can't be written is said with the file",
        arguments: [
            ("far.json", "pbf", "1e+300"), ("strange.json", "geojson", "999999"), ("far.geojson", "gpkg", "Row 1"),
        ])
    func failures(file: String, ending: String, says: String) async throws {
        let folder = try CommandFolder(Self.files)
        let run = try await GromaProcess.run(["convert", file, "out.\(ending)"], in: folder.url)
        #expect(run.status == 1 && run.errors.contains("out.\(ending)") && run.errors.contains(says), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out.\(ending)").path))
    }

    @Test("points of a GPX file that are no places are counted, a file without points fails")
    func gpx() async throws {
        func track(_ points: String) -> [UInt8] {
            Array("<gpx version=\"1.1\"><trk><trkseg>\(points)</trkseg></trk></gpx>".utf8)
        }
        let map = Array(
            "{\"version\":\"2.0\",\"operationalLayers\":[],\"baseMap\":{\"title\":\"\",\"baseMapLayers\":[]}}".utf8)
        let folder = try CommandFolder([
            "some.gpx": track(
                "<trkpt lat=\"47\" lon=\"8\"/><trkpt lat=\"47,5\" lon=\"8\"/><trkpt lat=\"91\" lon=\"8\"/>"),
            "none.gpx": track(""), "map.json": map,
        ])
        let some = try await GromaProcess.run(["track", "some.gpx", "--map", "map.json", "--json"], in: folder.url)
        #expect(some.status == 0 && some.errors.contains("some.gpx: 2 points"), "\(some)")
        #expect(some.output.split(separator: "\n").count == 1)
        let none = try await GromaProcess.run(["track", "none.gpx", "--map", "map.json", "--json"], in: folder.url)
        #expect(none.status == 1 && none.errors.contains("none.gpx holds no track"), "\(none)")
    }
}
