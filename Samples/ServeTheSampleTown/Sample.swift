// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaHosting

/// A server inside the program, and a client of it over loopback: `ServeTheSampleTown FOLDER`, a folder made by
/// `groma sample create FOLDER`.
@main
struct ServeTheSampleTown {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { return print("ServeTheSampleTown FOLDER") }
        var configuration = GromaServer.Configuration(dataDirectory: URL(filePath: CommandLine.arguments[1]))
        configuration.port = 0
        let server = try await GromaServer(configuration: configuration)
        try await server.start()
        do {
            try await look(at: Portal(url: server.url.appending(path: "portal")))
        } catch {
            print("the client failed: \(error)")
        }
        await server.stop()
    }

    static func look(at portal: Portal) async throws {
        print("a portal:", try await portal.portalInfo()["name"]?.string ?? "?")
        var query = PortalQueryParameters(query: "type:\"Web Map\"")
        query.sortField = "title"
        for item in try await portal.findItems(using: query).results {
            let map = Map(item: item)
            let snapshot = try await map.snapshot()
            print("\(map.name): \(snapshot.layers.count) layers, \(snapshot.failures.count) failures")
        }
    }
}
