// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
import Synchronization

/// Where a person's credentials are kept from one start of an app to the next.
///
/// The widget layer has the desktop's (`SecretServiceVault`); `MemoryVault` keeps them as long as the app runs.
public protocol CredentialVault: Sendable {
    /// False where everything is gone with the app: a person has to be told.
    var isDurable: Bool { get }
    /// Keeps a credential for a portal, in place of the one before. Throws `ServiceError` when it is not kept.
    func save(_ credential: KeptCredential, for portalURL: URL) async throws
    /// What is kept for a portal; nil when there is nothing.
    func credential(for portalURL: URL) async throws -> KeptCredential?
    /// Forgets what is kept for a portal; without anything it does nothing.
    func remove(for portalURL: URL) async throws
}

/// A credential as it is kept: never a token that is good by itself.
public enum KeptCredential: Sendable, Hashable {
    /// A sign-in in the browser: the refresh token, not the access token.
    case oauth(OAuthUserConfiguration, username: String, refreshToken: String)
    /// A name and a password, for portals that have nothing better.
    case user(name: String, password: String)

    /// What to keep of a sign-in; nil where nothing of it lasts.
    public init?(_ credential: OAuthUserCredential) {
        guard let refreshToken = credential.refreshToken else { return nil }
        self = .oauth(credential.configuration, username: credential.username, refreshToken: refreshToken)
    }

    /// The person's name at the portal.
    public var username: String {
        switch self {
        case .oauth(_, let username, _): username
        case .user(let name, _): name
        }
    }

    /// What a portal is signed in to with. A sign-in in the browser begins with a token that has ended, so the first request renews it.
    public func credential(for portal: Portal) -> Credential {
        switch self {
        case .oauth(let configuration, let username, let refreshToken):
            .oauth(
                OAuthUserCredential(
                    configuration: configuration, username: username, accessToken: "",
                    accessTokenExpirationDate: .distantPast, refreshToken: refreshToken))
        case .user(let name, let password):
            .user(
                name: name, password: password, tokenServiceURL: portal.sharingURL.appending(path: "generateToken"))
        }
    }

    /// The credential as bytes, for a vault's own use.
    public var data: [UInt8] {
        let json: JSONValue =
            switch self {
            case .oauth(let configuration, let username, let refreshToken):
                [
                    "kind": "oauth", "portal": .string(configuration.portalURL.absoluteString),
                    "client": .string(configuration.clientID),
                    "redirect": .string(configuration.redirectURL.absoluteString), "user": .string(username),
                    "refresh": .string(refreshToken),
                ]
            case .user(let name, let password):
                ["kind": "user", "user": .string(name), "password": .string(password)]
            }
        return json.serialized()
    }

    /// Reads `data`; nil for bytes that are none.
    public init?(data: [UInt8]) {
        guard data.count <= 65_536, let json = try? JSONValue(parsing: data), let user = json["user"]?.string else {
            return nil
        }
        switch json["kind"]?.string {
        case "oauth":
            guard let portal = json["portal"]?.string.flatMap(URL.init(string:)), let client = json["client"]?.string,
                let redirect = json["redirect"]?.string.flatMap(URL.init(string:)),
                let refresh = json["refresh"]?.string
            else { return nil }
            self = .oauth(
                OAuthUserConfiguration(portalURL: portal, clientID: client, redirectURL: redirect), username: user,
                refreshToken: refresh)
        case "user":
            guard let password = json["password"]?.string else { return nil }
            self = .user(name: user, password: password)
        default: return nil
        }
    }
}

/// Keeps credentials while the program runs, and says that it does no more.
public final class MemoryVault: CredentialVault {
    private let kept = Mutex<[URL: KeptCredential]>([:])

    /// An empty one.
    public init() {}

    public var isDurable: Bool { false }
    public func save(_ credential: KeptCredential, for portalURL: URL) async throws {
        kept.withLock { $0[portalURL] = credential }
    }
    public func credential(for portalURL: URL) async throws -> KeptCredential? { kept.withLock { $0[portalURL] } }
    public func remove(for portalURL: URL) async throws { kept.withLock { $0[portalURL] = nil } }
}
