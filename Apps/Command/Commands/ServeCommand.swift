// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaHosting
import SampleTown

/// `groma serve`
struct ServeCommand: Command {
    static let specification = Specification(
        name: "serve", summary: "serves a data folder as a portal with feature and tile services",
        discussion: """
            Ready when /arcgis/rest/services?f=json answers; the address is printed then. The administrator's password comes from
            GROMA_ADMIN_PASSWORD, else it is made and kept in a file that only you can read. SIGTERM finishes what runs.
            """,
        options: [
            .value("data", "DIR", "the data folder (groma-data)"),
            .value("host", "H", "the address to listen on (127.0.0.1)"),
            .value("port", "N", "the port (6080); 0 takes a free one"),
            .value("admin-user", "U", "the administrator's name (admin)"),
            .value("access-log", "FILE", "one line a request; - for standard error"),
            .value("public-url", "URL", "the address that clients use, behind a proxy"),
        ])

    static func run(_ arguments: Arguments) async throws {
        let folder = URL(filePath: arguments.value("data") ?? "groma-data")
        let port = try arguments.integer("port", in: 0...65_535)
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw CommandError(
                "\(folder.relativePath) is not there; groma sample create \(folder.relativePath) makes one with the sample town"
            )
        }
        var configuration = GromaServer.Configuration(dataDirectory: folder)
        configuration.host = arguments.value("host") ?? configuration.host
        configuration.port = port ?? configuration.port
        configuration.adminUser = arguments.value("admin-user") ?? configuration.adminUser
        configuration.adminPassword = ProcessInfo.processInfo.environment["GROMA_ADMIN_PASSWORD"].flatMap {
            $0.isEmpty ? nil : $0
        }
        configuration.tileDrawer = SamplePortal.tileDrawer(for: folder)
        configuration.publicURL = arguments.value("public-url")
        switch arguments.value("access-log") {
        case "-": configuration.onRequest = { Output.note($0.description) }
        case let path?: configuration.accessLog = URL(filePath: path)
        case nil: break
        }
        configuration.onFailure = { Output.note("groma serve: \($0)") }
        try await GromaServer.run(configuration: configuration) { server in
            // The address comes last: who waits for it has read all there is.
            if let file = server.adminPasswordFile {
                Output.line("the administrator's password is in \(file.relativePath)")
            }
            Output.line("serving \(folder.relativePath) at \(server.url.absoluteString)")
        }
    }
}
