// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaHosting
import GromaServices
import GromaStorage

/// A portal with one person and one map, which only that person may see; and the browser that signs them in.
final class FieldServer: Sendable {
    private let server: GromaServer
    private let folder: URL
    static let password = "correct horse"

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "groma-field-\(UUID().uuidString)")
        let directory = try StoreDirectory(url: folder, createIfMissing: true)
        try await directory.portal.setUser(
            PortalUserRecord(
                name: "jo", role: "org_user", passwordHash: try PasswordHash(password: Self.password).text))
        var item = PortalItemRecord(
            id: "0123456789abcdef0123456789abcdef", owner: "jo", title: "Jo’s own map", type: "Web Map")
        item.access = "private"
        try await directory.portal.setItem(item)
        try await directory.close()
        var configuration = GromaServer.Configuration(dataDirectory: folder)
        configuration.port = 0
        server = try await GromaServer(configuration: configuration)
        try await server.start()
    }

    /// Ends the person's sign-in at the server, as when they change their password elsewhere.
    func end(_ credential: OAuthUserCredential) async throws { try await credential.revokeToken() }

    var portal: URL { server.url.appending(path: "portal") }

    /// What a person does in the page.
    func signIn(in page: URL) async throws {
        let transport = CurlTransport.shared
        let text = String(decoding: try await transport.send(HTTPRequest(url: page)).body, as: UTF8.self)
        let start = text.range(of: "name=\"oauth_state\" value=\"")
        let ticket = String(text[(start?.upperBound ?? text.endIndex)...].prefix { $0 != "\"" })
        let password = Self.password.replacingOccurrences(of: " ", with: "+")
        let body = "oauth_state=\(ticket)&username=jo&password=\(password)"
        let request = HTTPRequest(
            url: page, method: .post, headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(body.utf8))
        // A browser is not waited for: the answer comes to the app's own port.
        Task { try await transport.send(request) }
    }

    func stop() async {
        await server.stop()
        try? FileManager.default.removeItem(at: folder)
    }
}
