// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaCodecs
import Synchronization

/// An entry of a portal: a web map, a service, a file.
public final class PortalItem: Sendable {
    /// The 32 hexadecimal digits by which a portal knows an item.
    public struct ID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The id as text.
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(stringLiteral value: String) { self.rawValue = value }
        public var description: String { rawValue }
    }
    /// The portal that holds the item.
    public let portal: Portal
    /// The item's id.
    public let id: ID
    private let description = Mutex<JSONValue?>(nil)

    /// Names an item; nothing is asked yet.
    public init(portal: Portal, id: ID) {
        self.portal = portal
        self.id = id
    }

    /// The item at a portal's page (`PORTAL/home/item.html?id=ID`) or resource (`PORTAL/sharing/rest/content/items/ID`); nil for any other address.
    public convenience init?(url: URL, client: ServiceClient = ServiceClient()) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        let path = parts.path
        var root = parts
        root.query = nil
        root.fragment = nil
        let id: String
        if let place = path.range(of: "/sharing/rest/content/items/") {
            id = String(path[place.upperBound...].prefix { $0 != "/" })
            root.path = String(path[..<place.lowerBound])
        } else if let place = path.range(of: "/home/"),
            let value = parts.queryItems?.first(where: { ["id", "webmap"].contains($0.name) })?.value
        {
            id = value
            root.path = String(path[..<place.lowerBound])
        } else {
            return nil
        }
        guard !id.isEmpty, id.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }),
            let address = root.url
        else { return nil }
        self.init(portal: Portal(url: address, client: client), id: ID(rawValue: id))
    }

    /// The item that a portal described in a search or an item answer.
    convenience init(portal: Portal, json: JSONValue) throws {
        guard let id = json["id"]?.string else {
            throw ServiceError(
                .unexpectedAnswer, "The portal described an item without an id.", url: portal.url.withoutQuery)
        }
        self.init(portal: portal, id: ID(rawValue: id))
        description.withLock { $0 = json }
    }

    private var url: URL { portal.sharingURL.appending(path: "content/items/\(id)") }

    /// The item's description as the portal gives it; asked once.
    public func json() async throws -> JSONValue {
        if let known = description.withLock({ $0 }) { return known }
        let answer = try await portal.client.json(url)
        description.withLock { $0 = answer }
        return answer
    }

    /// The title; empty when the item has none.
    public func title() async throws -> String { try await json()["title"]?.string ?? "" }
    /// The kind, as `Web Map`.
    public func type() async throws -> String { try await json()["type"]?.string ?? "" }

    /// The item's content as bytes: a document, a picture, a package. Empty when it has none.
    public func data() async throws -> [UInt8] {
        try await portal.client.bytes(url.appending(path: "data"), [("f", "json")])
    }

    /// The item's picture; nil when it has none.
    public func thumbnail() async throws -> [UInt8]? {
        guard let name = try await json()["thumbnail"]?.string, !name.isEmpty else { return nil }
        return try await portal.client.bytes(url.appending(path: "info").appending(path: name))
    }
}
