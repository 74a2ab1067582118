// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaHosting
import GromaStorage
import TestSupport
import Testing

/// GDAL as a client of our feature service: what `ogr2ogr` makes of it is what we put in.
@Suite(
    "GDAL reads a feature service", .timeLimit(.minutes(10)),
    .enabled(if: GDALProgram.isInstalled, "ogr2ogr is not installed: apt-get install gdal-bin"))
struct GDALReadsFeatureServerTests {
    private static let rowCount = 2_500

    @Test(
        "all pages of a layer arrive, each row once, with values and places as they are",
        arguments: ["json", "geojson"])
    func wholeLayer(format: String) async throws {
        try await PeerService.run(rowCount: Self.rowCount) { layer in
            let prefix = format == "json" ? "ESRIJSON:" : ""
            // GDAL pages GeoJSON only where the address names a page's size.
            let page = format == "json" ? "" : "&resultRecordCount=1000"
            let url = "\(prefix)\(layer)/query?where=1%3D1&outFields=*&f=\(format)\(page)"
            let rows = try await GDALProgram.features(["-t_srs", "EPSG:4326", url])
            #expect(rows.count == Self.rowCount)
            let numbers = rows.compactMap { $0["properties"]?["NUMBER"]?.int }
            #expect(Set(numbers).count == Self.rowCount)
            #expect(numbers.reduce(0, +) == Self.rowCount * (Self.rowCount - 1) / 2)
            for row in rows where row["properties"]?["NUMBER"]?.int == 1_234 {
                #expect(row["properties"]?["NAME"]?.string == "näme \"1234\"")
                #expect(row["properties"]?["DEPTH"]?.double == 12.34)
                let x = row["geometry"]?["coordinates"]?[0]?.double ?? 0
                #expect(abs(x - 1_234 / 111_319.490793) < 1e-6)
            }
            let empty = rows.filter { $0["properties"]?["NAME"]?.isNull ?? true }
            #expect(empty.count == 3)
        }
    }

    @Test("a clause and a window reach the server and select the same rows as they do here")
    func selection() async throws {
        try await PeerService.run(rowCount: Self.rowCount) { layer in
            let clause = "NUMBER%20%3E%3D%20100%20AND%20NUMBER%20%3C%20150"
            let rows = try await GDALProgram.features([
                "ESRIJSON:\(layer)/query?where=\(clause)&outFields=NAME,NUMBER&f=json"
            ])
            #expect(rows.count == 50)
            let window = "geometry=99.5,-1,110.5,1&geometryType=esriGeometryEnvelope&inSR=3857"
            let inside = try await GDALProgram.features([
                "ESRIJSON:\(layer)/query?where=1%3D1&\(window)&outFields=NUMBER&f=json"
            ])
            #expect(inside.compactMap { $0["properties"]?["NUMBER"]?.int }.sorted() == Array(100...110))
        }
    }

    @Test("the kinds of the fields are understood")
    func schema() async throws {
        try await PeerService.run(rowCount: 5) { layer in
            let text = try await GDALProgram.run(
                "ogrinfo", ["-al", "-so", "ESRIJSON:\(layer)/query?where=1%3D1&outFields=*&f=json"])
            #expect(text.contains("Feature Count: 5"))
            #expect(text.contains("Geometry: Point"))
            #expect(text.contains("NUMBER: Integer"))
            #expect(text.contains("DEPTH: Real"))
            #expect(text.contains("SEEN: "))
            #expect(text.contains("NAME: String"))
        }
    }
}

/// A server with one point layer: row n lies n metres east of the origin.
private enum PeerService {
    static func run(rowCount: Int, _ body: @Sendable (_ layerURL: String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-gdal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let directory = try StoreDirectory(url: folder, createIfMissing: true)
        let package = try await directory.createFeatureService(ServiceRecord(name: "Peers", kind: .features))
        var info = FeatureLayerInfo(
            id: 0, name: "Inlets", geometryType: .point,
            fields: [
                Field(name: "OBJECTID", type: .oid, isNullable: false, isEditable: false),
                Field(name: "NAME", type: .string, length: 40), Field(name: "NUMBER", type: .integer),
                Field(name: "DEPTH", type: .double), Field(name: "SEEN", type: .date),
            ], objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        info.maxRecordCount = 1_000
        let table = try await package.createFeatureTable(info)
        var edits = FeatureEdits()
        for index in 0..<rowCount {
            var row = FeatureRecord()
            row.attributes["NAME"] = index % 1_000 == 7 ? .null : .string("näme \"\(index)\"")
            row.attributes["NUMBER"] = .integer(Int64(index))
            row.attributes["DEPTH"] = .double(Double(index) / 100)
            row.attributes["SEEN"] = .date(1_700_000_000_000 + Int64(index))
            row.geometry = Point(x: Double(index), y: 0, spatialReference: .webMercator)
            edits.adds.append(row)
        }
        _ = try await table.applyEdits(edits)
        try await directory.close()
        var configuration = GromaServer.Configuration(dataDirectory: folder)
        configuration.port = 0
        configuration.adminPassword = "not used here"
        let server = try await GromaServer(configuration: configuration)
        try await server.start()
        do {
            try await body("\(server.url.absoluteString)/arcgis/rest/services/Peers/FeatureServer/0")
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}

/// The programs of GDAL.
private enum GDALProgram {
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr") }

    struct Failure: Error, CustomStringConvertible { var description: String }

    /// What `ogr2ogr` reads from a source, as GeoJSON features.
    static func features(_ arguments: [String]) async throws -> [JSONValue] {
        let text = try await run("ogr2ogr", ["-f", "GeoJSON", "/vsistdout/"] + arguments)
        return try JSONValue(parsing: text)["features"]?.array ?? []
    }

    /// What a program prints; throws what it complains about when it fails.
    static func run(_ name: String, _ arguments: [String]) async throws -> String {
        let outcome = try await Program.run(arguments, of: URL(filePath: "/usr/bin/\(name)"))
        guard outcome.status == 0 else {
            throw Failure(description: "\(name) \(arguments.joined(separator: " ")): \(outcome.errors.prefix(500))")
        }
        return outcome.text
    }
}
