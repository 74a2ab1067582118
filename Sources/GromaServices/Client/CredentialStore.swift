// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
import Synchronization

/// How to get into a server.
public enum Credential: Sendable {
    /// A token somebody else got, or an API key; it cannot be renewed.
    case token(String)
    /// A name and a password, exchanged for tokens at `tokenServiceURL`. The password is kept in memory only.
    case user(name: String, password: String, tokenServiceURL: URL)
}

/// Credentials by server, and the tokens got with them.
public final class CredentialStore: Sendable {
    private struct Entry {
        var root: String
        var credential: Credential
        var token: String?
        /// When the token ends, with a minute to spare.
        var expires: Date?
    }
    private let entries = Mutex<[Entry]>([])

    /// A store with nobody in it.
    public init() {}

    /// Uses `credential` for every address of the server at `url` (scheme aside, host and port decide).
    public func add(_ credential: Credential, for url: URL) {
        let root = Self.root(of: url)
        entries.withLock { entries in
            entries.removeAll { $0.root == root }
            entries.append(Entry(root: root, credential: credential))
        }
    }

    /// Signs everybody out.
    public func removeAll() { entries.withLock { $0.removeAll() } }

    /// A token for `url`, got now when there is none or it ran out; nil when nobody is signed in there.
    func token(for url: URL, using transport: any HTTPTransport) async throws -> String? {
        let root = Self.root(of: url)
        guard let entry = entries.withLock({ $0.first { $0.root == root } }) else { return nil }
        if case .token(let token) = entry.credential { return token }
        if let token = entry.token, let expires = entry.expires, expires > Date() { return token }
        return try await renewedToken(for: url, using: transport)
    }

    /// A new token, or nil where none can be got.
    func renewedToken(for url: URL, using transport: any HTTPTransport) async throws -> String? {
        let root = Self.root(of: url)
        guard let entry = entries.withLock({ $0.first { $0.root == root } }),
            case .user(let name, let password, let service) = entry.credential
        else { return nil }
        let answer = try await Self.generateToken(name: name, password: password, at: service, using: transport)
        entries.withLock { entries in
            guard let place = entries.firstIndex(where: { $0.root == root }) else { return }
            entries[place].token = answer.token
            entries[place].expires = answer.expires.addingTimeInterval(-60)
        }
        return answer.token
    }

    /// Signs in at a token service (`generateToken`). Throws `authenticationRequired` for a wrong name or password.
    static func generateToken(
        name: String, password: String, at service: URL, using transport: any HTTPTransport
    ) async throws -> (token: String, expires: Date) {
        let request = ServiceClient.request(
            service,
            [
                ("username", name), ("password", password), ("client", "requestip"), ("expiration", "60"),
                ("f", "json"),
            ], method: .post)
        let answer: JSONValue
        do {
            let response = try ServiceClient.checked(try await transport.send(request), of: service)
            answer = try ServiceClient.parse(response.body, from: service)
        } catch let error as ServiceError where error.code == .refused && error.serviceCode == 400 {
            throw ServiceError(
                .authenticationRequired,
                "\(service.host() ?? "The server") did not accept the name \(name) with this password.",
                url: error.url, httpStatus: error.httpStatus, serviceCode: 400, details: error.details)
        }
        guard let token = answer["token"]?.string, let expires = answer["expires"]?.double else {
            throw ServiceError(
                .unexpectedAnswer, "\(service.host() ?? "The server") answered a sign-in without a token.",
                url: service.withoutQuery)
        }
        return (token, Date(timeIntervalSince1970: expires / 1_000))
    }

    private static func root(of url: URL) -> String {
        "\(url.host()?.lowercased() ?? ""):\(url.port ?? (url.scheme == "https" ? 443 : 80))"
    }
}
