// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaCodecs
public import GromaStorage

/// What the server needs from a store of portal items and users.
public protocol PortalStore: Sendable {
    /// The portal's own members: `id`, `name`, default extent and the like.
    func portalProperties() async throws -> JSONObject
    /// All items, newest first.
    func portalItems() async throws -> [PortalItemRecord]
    /// One item; nil when there is none.
    func portalItem(_ id: String) async throws -> PortalItemRecord?
    /// What the item holds; nil when it holds nothing.
    func portalItemData(_ id: String) async throws -> HostedContent?
    /// The item's small picture; nil when it has none.
    func portalItemThumbnail(_ id: String) async throws -> HostedContent?
    /// Adds an item or changes the one of its id, with what it holds where `data` is given, as one durable change.
    func savePortalItem(_ item: PortalItemRecord, data: HostedContent?) async throws
    /// Removes an item with all it holds; one that is gone changes nothing.
    func deletePortalItem(_ id: String) async throws
    /// A user; nil when there is none. Names are compared as they stand.
    func portalUser(_ name: String) async throws -> HostedUser?
    /// Makes a user or changes one of the same name.
    func setPortalUser(_ user: HostedUser) async throws
}

extension PortalItemRecord {
    /// Who may see it. An access word that is not known hides it from all but the owner.
    var readers: ServiceAccess.Audience {
        switch access {
        case "public": .everyone
        case "org", "shared": .signedIn
        default: .users([owner])
        }
    }
}

/// Bytes with their type.
public struct HostedContent: Sendable {
    /// Where the bytes are.
    public enum Source: Sendable {
        case bytes([UInt8])
        case file(URL)
    }
    /// Where the bytes are.
    public var source: Source
    /// MIME type.
    public var contentType: String
    /// Makes a content.
    public init(_ source: Source, contentType: String) {
        self.source = source
        self.contentType = contentType
    }
}

/// A person who can sign in.
public struct HostedUser: Sendable {
    /// What a user may do.
    public enum Role: String, Sendable, Hashable {
        case administrator = "org_admin"
        case publisher = "org_publisher"
        case editor = "org_user"
        case viewer = "org_viewer"
    }
    /// The name to sign in with; case counts.
    public var name: String
    /// Shown to people.
    public var fullName: String
    /// Empty where nobody said.
    public var email: String
    /// What the user may do.
    public var role: Role
    /// Text of a `PasswordHash`; nil for an account that cannot sign in.
    public var passwordHash: String?
    /// Milliseconds since 1970.
    public var created: Int64
    /// Makes a user.
    public init(
        name: String, fullName: String? = nil, email: String = "", role: Role, passwordHash: String? = nil,
        created: Int64 = 0
    ) {
        self.name = name
        self.fullName = fullName ?? name
        self.email = email
        self.role = role
        self.passwordHash = passwordHash
        self.created = created
    }
}
