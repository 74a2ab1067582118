// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import TestSupport
import Testing

/// Maps whose layers cannot be had: nobody is told that there is nothing.
@Suite("Layers that fail on the command line") struct FailedLayersTests {
    private static let view = ["--size", "200x150", "--center", "8.7,47.5", "--scale", "10000"]

    /// A map of two service layers, and with `isPartly` one of its own that is always there.
    private func run(_ words: [String], isPartly: Bool = false) async throws -> (
        run: GromaProcess, picture: Bool
    ) {
        let server = ScriptedServer { _, _ in
            ScriptedServer.reply("<html>later</html>", status: "503 Service Unavailable")
        }
        defer { server.stop() }
        let own = """
            ,{"id":"own","title":"Own","featureCollection":{"layers":[{
             "layerDefinition":{"geometryType":"esriGeometryPoint","objectIdField":"OBJECTID",
              "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}],
              "drawingInfo":{"renderer":{"type":"simple","symbol":{"type":"esriSMS","style":"esriSMSCircle",
               "color":[200,0,0,255],"size":12}}}},
             "featureSet":{"geometryType":"esriGeometryPoint","features":[{"attributes":{"OBJECTID":1},
              "geometry":{"x":8.7,"y":47.5,"spatialReference":{"wkid":4326}}}]}}]}}
            """
        let url = server.url("/arcgis/rest/services/A/FeatureServer").absoluteString
        let map = """
            {"version":"2.30","spatialReference":{"wkid":102100},"baseMap":{"title":"None","baseMapLayers":[]},
             "operationalLayers":[
              {"id":"trees","title":"Trees","layerType":"ArcGISFeatureLayer","url":"\(url)/0"},
              {"id":"roads","title":"Roads","layerType":"ArcGISFeatureLayer","url":"\(url)/1"}\(isPartly ? own : "")]}
            """
        let folder = try CommandFolder(["map.json": Array(map.utf8)])
        let run = try await GromaProcess.run(words, in: folder.url)
        let picture = FileManager.default.fileExists(atPath: folder.url.appending(path: "map.png").path)
        return (run, picture)
    }

    @Test("identify names each layer that failed, and ends with 1", arguments: [false, true])
    func identify(asJSON: Bool) async throws {
        let words = ["identify", "map.json", "--at", "100,75"] + Self.view + (asJSON ? ["--json"] : [])
        let (run, _) = try await run(words)
        #expect(run.status == 1, "\(run)")
        #expect(
            run.errors.contains("Trees: ") && run.errors.contains("Roads: ") && run.errors.contains("503"), "\(run)")
        #expect(!run.errors.contains("nothing there"), "\(run)")
    }

    @Test("what other layers have there is told all the same")
    func identifyPartly() async throws {
        let (run, _) = try await run(["identify", "map.json", "--at", "100,75"] + Self.view, isPartly: true)
        #expect(run.status == 0 && run.output.contains("\t1\t"), "\(run)")
        #expect(run.errors.contains("Trees: ") && run.errors.contains("Roads: "), "\(run)")
        // Where they have nothing, those that failed may.
        let (beside, _) = try await self.run(["identify", "map.json", "--at", "10,10"] + Self.view, isPartly: true)
        #expect(beside.status == 1 && beside.errors.contains("Roads: "), "\(beside)")
    }

    @Test("render names each layer that failed, and ends with 1 where nothing was drawn")
    func render() async throws {
        let words = ["render", "map.json", "--out", "map.png"] + Self.view
        let (run, picture) = try await run(words)
        #expect(run.status == 1 && picture, "\(run)")
        #expect(
            run.errors.contains("Trees: ") && run.errors.contains("Roads: ") && run.errors.contains("503"), "\(run)")
        let (partly, drawn) = try await self.run(words, isPartly: true)
        #expect(partly.status == 0 && drawn && partly.errors.contains("Trees: "), "\(partly)")
    }
}
