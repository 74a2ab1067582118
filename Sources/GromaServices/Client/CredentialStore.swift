// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
import Synchronization

/// How to get into a server.
public enum Credential: Sendable {
    /// A token somebody else got, or an API key; it cannot be renewed.
    case token(String)
    /// What a sign-in in the browser gave; renewed by its refresh token.
    case oauth(OAuthUserCredential)
    /// A name and a password, exchanged for tokens at `tokenServiceURL`. The password is kept in memory only.
    case user(name: String, password: String, tokenServiceURL: URL)
}

/// Credentials by server, and the tokens got with them.
public final class CredentialStore: Sendable {
    typealias Token = (text: String, expires: Date)
    private struct Entry {
        var root: String
        var credential: Credential
        var token: Token?
        /// The sign-in under way, which all who need a token wait for: a server takes a tenth of a second for each.
        var renewal: Task<Token, any Error>?

        /// True for a minute less than the token lasts.
        var isFresh: Bool { token.map { $0.expires.addingTimeInterval(-60) > Date() } ?? false }
    }
    private let entries = Mutex<[Entry]>([])
    private let refused = Mutex<(@Sendable (URL) -> Void)?>(nil)

    /// A store with nobody in it.
    public init() {}

    /// Uses `credential` for every address of the server at `url` (scheme aside, host and port decide).
    public func add(_ credential: Credential, for url: URL) {
        var token: Token?
        if case .oauth(let user) = credential { token = (user.accessToken, user.accessTokenExpirationDate) }
        add(credential, for: url, token: token)
    }

    /// What is used for the server at `url`, as it was last renewed; nil when nobody is signed in there.
    public func credential(for url: URL) -> Credential? {
        let root = Self.root(of: url)
        guard let entry = entries.withLock({ $0.first { $0.root == root } }) else { return nil }
        guard case .oauth(var user) = entry.credential, let token = entry.token else { return entry.credential }
        user.accessToken = token.text
        user.accessTokenExpirationDate = token.expires
        return .oauth(user)
    }

    /// Calls `action`, on any thread, each time that a server gives no new token for a sign-in: with an address that was asked for there. The
    /// request throws `authenticationRequired`, and so do others until somebody signs in again or out. A later call replaces the action.
    public func whenRefused(_ action: @escaping @Sendable (URL) -> Void) { refused.withLock { $0 = action } }

    /// Signs out at the server at `url`.
    public func remove(for url: URL) {
        let root = Self.root(of: url)
        entries.withLock { $0.removeAll { $0.root == root } }
    }

    /// The same with a token that was got already.
    func add(_ credential: Credential, for url: URL, token: Token?) {
        let root = Self.root(of: url)
        entries.withLock { entries in
            entries.removeAll { $0.root == root }
            entries.append(Entry(root: root, credential: credential, token: token))
        }
    }

    /// Signs everybody out.
    public func removeAll() { entries.withLock { $0.removeAll() } }

    /// A token for `url`, got now when there is none or it ran out; nil when nobody is signed in there.
    func token(for url: URL, using transport: any HTTPTransport) async throws -> String? {
        let root = Self.root(of: url)
        guard let entry = entries.withLock({ $0.first { $0.root == root } }) else { return nil }
        if case .token(let token) = entry.credential { return token }
        if entry.isFresh, let token = entry.token { return token.text }
        return try await renewedToken(insteadOf: entry.token?.text, for: url, using: transport)
    }

    /// A new token in place of one that ended or that the server forgot, or nil where none can be got.
    func renewedToken(insteadOf old: String?, for url: URL, using transport: any HTTPTransport) async throws -> String?
    {
        let root = Self.root(of: url)
        let renewal: Task<Token, any Error>? = entries.withLock { entries in
            guard let place = entries.firstIndex(where: { $0.root == root }),
                let renew = Self.renewal(by: entries[place].credential, using: transport)
            else { return nil }
            // Another task was faster.
            if entries[place].isFresh, let token = entries[place].token, token.text != old { return Task { token } }
            if let renewal = entries[place].renewal { return renewal }
            let renewal = Task { try await renew() }
            entries[place].renewal = renewal
            return renewal
        }
        guard let renewal else { return nil }
        let answer = await renewal.result
        let isRefused = entries.withLock { entries in
            guard let place = entries.firstIndex(where: { $0.renewal == renewal }) else { return false }
            entries[place].renewal = nil
            switch answer {
            case .success(let token): entries[place].token = token
            case .failure(let error as ServiceError): return error.code == .authenticationRequired
            case .failure: break
            }
            return false
        }
        if isRefused, let action = refused.withLock({ $0 }) { action(url) }
        return try answer.get().text
    }

    /// How a credential gets a new token; nil for one that cannot.
    private static func renewal(
        by credential: Credential, using transport: any HTTPTransport
    ) -> (@Sendable () async throws -> Token)? {
        switch credential {
        case .token: nil
        case .oauth(let user):
            {
                let renewed = try await user.refreshed(transport: transport)
                return (renewed.accessToken, renewed.accessTokenExpirationDate)
            }
        case .user(let name, let password, let service):
            { try await generateToken(name: name, password: password, at: service, using: transport) }
        }
    }

    /// Signs in at a token service (`generateToken`). Throws `authenticationRequired` for a wrong name or password.
    static func generateToken(
        name: String, password: String, at service: URL, using transport: any HTTPTransport
    ) async throws -> Token {
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
