// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import TestSupport

/// Runs the built program.
func groma(
    _ arguments: String..., environment: [String: String] = [:], input: String = "", outputFile: String? = nil
) async throws -> ProgramOutcome {
    try await Program.run(arguments, environment: environment, input: Array(input.utf8), outputFile: outputFile)
}

extension ProgramOutcome {
    /// The output as one JSON document; null where it is none.
    var json: JSONValue { (try? JSONValue(parsing: output)) ?? .null }
    /// True for a failure as it should be: this status, words on standard error, nothing on standard output.
    func failed(_ status: Int32) -> Bool { self.status == status && output.isEmpty && !errors.isEmpty }
    /// For messages of expectations.
    var summary: String { "status \(status)\n\(text.prefix(600))\n\(errors.prefix(600))" }
}

/// Three trees and the files they stand in.
enum Trees {
    static let geoJSON = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"attributes":"x","kind":"Linden","height":12.5,"count":3},
        "geometry":{"type":"Point","coordinates":[7.5,47.25]}},
        {"type":"Feature","properties":{"attributes":null,"kind":"Ahorn, \\"rot\\"","height":-1.5,"count":-4},
        "geometry":{"type":"Point","coordinates":[-7.5,-47.25]}},
        {"type":"Feature","properties":{"attributes":"rings","kind":null,"height":null,"count":0},"geometry":null}]}
        """
    static let esriJSON = """
        {"displayFieldName":"type","geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326},
        "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"},{"name":"type","type":"esriFieldTypeString","length":40}],
        "features":[{"attributes":{"OBJECTID":7,"type":"Feature"},"geometry":{"x":7.5,"y":47.25}},
        {"attributes":{"OBJECTID":5,"type":"FeatureCollection"},"geometry":{"x":-7.5,"y":-47.25}}]}
        """
    static let csv = "OBJECTID,kind,longitude,latitude\r\n11,Linden,7.5,47.25\r\n9,Ahorn,-7.5,-47.25\r\n"
    static let kml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>trees</name><Folder><name>trees</name>
        <Placemark><name>Linden</name><Point><coordinates>7.5,47.25</coordinates></Point></Placemark>
        <Placemark><name>Ahorn</name><Point><coordinates>-7.5,-47.25</coordinates></Point></Placemark>
        </Folder></Document></kml>
        """

    /// A data folder with the service `Trees`, which everybody edits, made by the program itself.
    static func dataFolder(in folder: TemporaryFolder) async throws -> URL {
        let file = try folder.write("trees.geojson", geoJSON)
        let data = folder.url.appending(path: "data")
        let made = try await groma("import", file, "--service", "Trees", "--data", data.path, "--editors", "everyone")
        guard made.status == 0 else { throw ServeProcess.Failure(description: made.summary) }
        return data
    }

    /// The layer's address on a server of such a folder.
    static func layer(of server: ServeProcess) -> String {
        server.url.absoluteString + "/arcgis/rest/services/Trees/FeatureServer/0"
    }
}
