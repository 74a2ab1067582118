// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
public import GromaGeometry

/// A service as its store describes it.
public struct HostedService: Sendable {
    /// The kinds of service, named as in URLs.
    public enum Kind: String, Sendable, Hashable {
        case features = "FeatureServer"
        case tiles = "MapServer"
    }
    /// The name in the URL, with its folder: `Stormwater`, `Works/Trees`.
    public var name: String
    /// What the service serves.
    public var kind: Kind
    /// Who may read and edit it.
    public var access: ServiceAccess
    /// The portal item that describes the service, or nil.
    public var itemID: String?
    public var description: String
    /// Shown with the data; empty for none.
    public var copyrightText: String
    /// The reference the service answers in when a request names none.
    public var spatialReference: SpatialReference?
    /// The box that a client shows first; nil takes the full extent of the layers.
    public var initialExtent: Envelope?
    /// Further members of the service's JSON, written as they are.
    public var unknownJSON: JSONObject

    /// Describes a service that everybody may read and nobody may edit.
    public init(
        name: String, kind: Kind, access: ServiceAccess = ServiceAccess(), itemID: String? = nil,
        description: String = "",
        copyrightText: String = "", spatialReference: SpatialReference? = nil, initialExtent: Envelope? = nil,
        unknownJSON: JSONObject = JSONObject()
    ) {
        self.name = name
        self.kind = kind
        self.access = access
        self.itemID = itemID
        self.description = description
        self.copyrightText = copyrightText
        self.spatialReference = spatialReference
        self.initialExtent = initialExtent
        self.unknownJSON = unknownJSON
    }
}

/// Who may read and who may edit a service.
public struct ServiceAccess: Sendable, Hashable {
    /// A set of callers.
    public enum Audience: Sendable, Hashable {
        case nobody
        /// Also those who have not signed in.
        case everyone
        case signedIn
        /// Users of these names; administrators always belong to it.
        case users(Set<String>)
    }
    /// Who may ask.
    public var read: Audience
    /// Who may change rows.
    public var edit: Audience
    /// Makes access rules.
    public init(read: Audience = .everyone, edit: Audience = .nobody) {
        self.read = read
        self.edit = edit
    }
}
