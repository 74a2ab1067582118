// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A portal item's description, as a `PortalDatabase` and every other store of the server keeps it.
public struct PortalItemRecord: Sendable, Hashable {
    /// 32 hexadecimal digits.
    public var id: String
    /// The name of the user who made it.
    public var owner: String
    /// Shown to people; plain text.
    public var title: String
    /// `Web Map`, `Feature Service`, `Map Service`, …
    public var type: String
    /// Words that narrow the type, as the portal API lists them.
    public var typeKeywords: [String] = []
    /// One sentence of plain text.
    public var snippet = ""
    /// HTML.
    public var description = ""
    /// Words to be found by.
    public var tags: [String] = []
    /// The file name of the small picture, or nil.
    public var thumbnail: String?
    /// West, south, east, north in degrees; empty when unknown.
    public var extent: [Double] = []
    /// The address of the service that the item describes, or nil; `{server}` in it stands for the server's own.
    public var url: String?
    /// Milliseconds since 1970.
    public var created: Int64 = 0
    /// Milliseconds since 1970.
    public var modified: Int64 = 0
    /// Who may see it: `public`, `org` (everybody who has signed in) or `private` (the owner).
    public var access = "public"
    /// Further members: finer rules of access, what a client wrote that has no property here.
    public var unknownJSON = JSONObject()

    /// Makes an item that everybody may see.
    public init(id: String, owner: String, title: String, type: String) {
        self.id = id
        self.owner = owner
        self.title = title
        self.type = type
    }
}

/// Bytes with their MIME type.
public struct StoredContent: Sendable, Hashable {
    public var bytes: [UInt8]
    /// MIME type.
    public var contentType: String
    /// Makes a content.
    public init(bytes: [UInt8], contentType: String) {
        self.bytes = bytes
        self.contentType = contentType
    }
}

/// A person who can sign in, as a `PortalDatabase` keeps them.
public struct PortalUserRecord: Sendable, Hashable {
    /// Compared as it stands.
    public var name: String
    public var fullName: String
    public var email: String
    /// The role's name, as the server uses it.
    public var role: String
    /// Text of a password hash; nil for an account that cannot sign in.
    public var passwordHash: String?
    /// Milliseconds since 1970.
    public var created: Int64
    /// Makes a user.
    public init(
        name: String, fullName: String? = nil, email: String = "", role: String, passwordHash: String? = nil,
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

/// A service of a store: its name and kind, and whatever the server keeps with it.
public struct ServiceRecord: Sendable, Hashable {
    /// The kinds of service, named as in URLs.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case features = "FeatureServer"
        case tiles = "MapServer"
    }
    /// The name in the URL, with its folder: `Stormwater`, `Works/Trees`.
    public var name: String
    public var kind: Kind
    /// Access rules, item id, description, copyright, reference, initial extent, and further members of the service's JSON.
    public var properties: JSONObject
    /// Makes a service.
    public init(name: String, kind: Kind, properties: JSONObject = JSONObject()) {
        self.name = name
        self.kind = kind
        self.properties = properties
    }
}
