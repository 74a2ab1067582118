// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaCodecs
import Synchronization

/// A portal: where web maps and other items are found, and where people sign in.
public final class Portal: Sendable {
    /// How a portal is asked.
    public enum Connection: Sendable, Hashable {
        /// Without signing in.
        case anonymous
        /// With the credential added by `signIn`.
        case authenticated
    }
    /// The portal's address, as `https://host/portal`.
    public let url: URL
    /// How the portal is asked.
    public let connection: Connection
    /// Carries this portal's requests, and those of the layers of its maps.
    public let client: ServiceClient
    private let info = Mutex<JSONValue?>(nil)

    /// Makes a portal; nothing is asked yet.
    public init(url: URL, connection: Connection = .anonymous, client: ServiceClient = ServiceClient()) {
        self.url = url
        self.connection = connection
        self.client = client
    }

    /// The root of the sharing API.
    public var sharingURL: URL { url.appending(path: "sharing/rest") }

    /// Signs in with a name and a password; they are tried at once.
    ///
    /// Throws `ServiceError` `authenticationRequired` when the portal does not accept them; nothing is kept then.
    public func signIn(user: String, password: String) async throws {
        let service = sharingURL.appending(path: "generateToken")
        let token = try await CredentialStore.generateToken(
            name: user, password: password, at: service, using: client.transport)
        client.credentials.add(.user(name: user, password: password, tokenServiceURL: service), for: url, token: token)
        info.withLock { $0 = nil }
    }

    /// Has a person sign in in a browser, and returns what to keep for the next time (`signIn(_:)`). Nothing changes when it throws.
    @discardableResult
    public func signIn(
        with configuration: OAuthUserConfiguration, browser: some OAuthBrowser
    ) async throws -> OAuthUserCredential {
        let credential = try await OAuthUserCredential.credential(
            for: configuration, browser: browser, transport: client.transport)
        signIn(.oauth(credential))
        return credential
    }

    /// Uses a credential that was kept; nothing is asked yet.
    public func signIn(_ credential: Credential) {
        client.credentials.add(credential, for: url)
        info.withLock { $0 = nil }
    }

    /// Goes on without anybody's name.
    public func signOut() {
        client.credentials.remove(for: url)
        info.withLock { $0 = nil }
    }

    /// The ids that the portal offers to programs that are not registered with it, to sign in in the browser. Portals of others say none: there an
    /// administrator registers the app and gives it its id.
    public func offeredClientIDs() async throws -> [String] {
        let answer = try await client.json(sharingURL.appending(path: "info"))
        return answer["authInfo"]?["oauthClientIds"]?.array?.compactMap(\.string) ?? []
    }

    /// Uses a token got elsewhere.
    public func signIn(token: String) {
        client.credentials.add(.token(token), for: url)
        info.withLock { $0 = nil }
    }

    /// What the portal says of itself and of the person signed in (`portals/self`); asked once.
    public func portalInfo() async throws -> JSONValue {
        if let known = info.withLock({ $0 }) { return known }
        let answer = try await client.json(sharingURL.appending(path: "portals/self"))
        info.withLock { $0 = answer }
        return answer
    }

    /// The name of the person signed in, or nil.
    public func userName() async throws -> String? { try await portalInfo()["user"]?["username"]?.string }

    /// One page of the items that a query finds.
    public func findItems(using parameters: PortalQueryParameters) async throws -> PortalQueryResultSet {
        let answer = try await client.json(
            sharingURL.appending(path: "search"),
            [
                ("q", parameters.query), ("start", String(parameters.startIndex)), ("num", String(parameters.limit)),
                ("sortField", parameters.sortField ?? ""),
                ("sortOrder", parameters.sortField == nil ? "" : parameters.isSortedAscending ? "asc" : "desc"),
            ])
        guard let results = answer["results"]?.array else {
            throw ServiceError(
                .unexpectedAnswer, "The portal answered a search without results.", url: sharingURL.withoutQuery)
        }
        let items = try results.map { try PortalItem(portal: self, json: $0) }
        let next = answer["nextStart"]?.int ?? -1
        var following = parameters
        following.startIndex = next
        return PortalQueryResultSet(
            results: items, totalResultsCount: answer["total"]?.int ?? items.count,
            nextQueryParameters: next > 0 ? following : nil)
    }
}

/// What to look for in a portal.
public struct PortalQueryParameters: Sendable {
    /// The portal's query language: `type:"Web Map" AND tags:water`. Empty finds nothing on most portals.
    public var query: String
    /// Items on a page, 1 to 100.
    public var limit = 10
    /// The first item's place, counted from 1.
    public var startIndex = 1
    /// `title`, `created`, `modified`, `type`, `owner`; nil sorts by how well items match.
    public var sortField: String?
    /// Counts with `sortField` only.
    public var isSortedAscending = true
    /// Looks for `query`.
    public init(query: String) { self.query = query }
}

/// One page of found items.
public struct PortalQueryResultSet: Sendable {
    /// The items, in the portal's order.
    public var results: [PortalItem]
    /// The number of items on all pages.
    public var totalResultsCount: Int
    /// Asks for the next page; nil on the last.
    public var nextQueryParameters: PortalQueryParameters?
}
