// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaServices

/// Who the person is to servers: `--token`, or `--user` with a password that never stands among the arguments.
struct Connection {
    static let options: [Specification.Option] = [
        .value("token", "T", "a token for the server (or GROMA_TOKEN)"),
        .value("user", "U", "sign in as U; the password comes from GROMA_PASSWORD or a prompt"),
    ]
    private let token: String?
    private let user: String?

    init(_ arguments: Arguments) {
        let environment = ProcessInfo.processInfo.environment
        token = arguments.value("token") ?? environment["GROMA_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
        user = arguments.value("user")
    }

    /// A client for the server at `url`, signed in when the person said who they are.
    func client(for url: URL) async throws -> ServiceClient {
        let client = ServiceClient()
        if let user {
            let portal = Portal(url: try await tokenPortal(of: url, client), client: client)
            try await portal.signIn(user: user, password: try password(for: user))
        } else if let token {
            client.credentials.add(.token(token), for: url)
        }
        return client
    }

    /// The portal that issues a server's tokens: what its `rest/info` names, else `/portal` on the same host.
    func tokenPortal(of url: URL, _ client: ServiceClient) async throws -> URL {
        var root = URLComponents(url: url, resolvingAgainstBaseURL: true) ?? URLComponents()
        root.query = nil
        if let place = root.path.range(of: "/rest/services") {
            root.path = String(root.path[..<place.lowerBound]) + "/rest/info"
            if let info = root.url, let owner = try await client.json(info)["owningSystemUrl"]?.string,
                let address = URL(string: owner)
            {
                return address
            }
        } else if let place = root.path.range(of: "/sharing/rest") ?? root.path.range(of: "/home/") {
            root.path = String(root.path[..<place.lowerBound])
            if let address = root.url { return address }
        }
        root.path = "/portal"
        return root.url ?? url
    }

    private func password(for user: String) throws -> String {
        if let password = ProcessInfo.processInfo.environment["GROMA_PASSWORD"] { return password }
        guard isatty(STDIN_FILENO) == 1, let bytes = unsafe getpass("Password of \(user): ") else {
            throw UsageError("no password for \(user): set GROMA_PASSWORD, or run where a prompt can be answered")
        }
        return unsafe String(cString: bytes)
    }
}
