// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A relationship of a layer or table with another one of the same service, as one of the two sides lists it.
public struct RelationshipInfo: Sendable, Hashable, Identifiable {
    /// How many rows of one side belong to how many of the other.
    public enum Cardinality: String, Sendable, Hashable, CaseIterable {
        case oneToOne = "esriRelCardinalityOneToOne"
        case oneToMany = "esriRelCardinalityOneToMany"
        /// Through a table between that holds the keys of both.
        case manyToMany = "esriRelCardinalityManyToMany"
    }
    /// The side that lists the relationship.
    public enum Role: String, Sendable, Hashable, CaseIterable {
        /// The one whose key the other repeats.
        case origin = "esriRelRoleOrigin"
        /// The one that holds the other's key.
        case destination = "esriRelRoleDestination"
    }
    /// The number by which queries name it. Both sides may use the same or their own.
    public var id: Int
    /// The name; often, not always, the same on both sides.
    public var name: String
    /// The layer id of the other side.
    public var relatedTableID: Int
    /// How many rows belong to how many.
    public var cardinality: Cardinality
    /// The side that lists the relationship.
    public var role: Role
    /// This side's field with the key.
    public var keyField: String
    /// True where rows of the destination go when their origin goes.
    public var isComposite: Bool
    /// The layer id of the table between, for many to many.
    public var relationshipTableID: Int?
    /// The field of the table between that holds this side's key.
    public var keyFieldInRelationshipTable: String?
    /// Keys without a property here.
    public var unknownJSON = JSONObject()

    /// Describes a relationship.
    public init(
        id: Int, name: String, relatedTableID: Int, cardinality: Cardinality, role: Role, keyField: String,
        isComposite: Bool = false, relationshipTableID: Int? = nil, keyFieldInRelationshipTable: String? = nil
    ) {
        self.id = id
        self.name = name
        self.relatedTableID = relatedTableID
        self.cardinality = cardinality
        self.role = role
        self.keyField = keyField
        self.isComposite = isComposite
        self.relationshipTableID = relationshipTableID
        self.keyFieldInRelationshipTable = keyFieldInRelationshipTable
    }

    /// The other side's entry for the same relationship among those that the related table lists: the one that leads back
    /// to layer `ownID` by the same id, else by the same name, else the only one. Nil when none leads back.
    public func counterpart(in others: [RelationshipInfo], ofLayer ownID: Int) -> RelationshipInfo? {
        let candidates = others.filter { $0.relatedTableID == ownID && $0.role != role }
        return candidates.first { $0.id == id } ?? candidates.first { $0.name == name }
            ?? (candidates.count == 1 ? candidates[0] : nil)
    }
}

extension RelationshipInfo {
    /// Reads an entry of a layer's `relationships`. A missing cardinality is one to many, a missing role origin.
    /// Throws `.malformed` when `id`, `relatedTableId` or `keyField` is missing.
    public init(json: JSONValue) throws(FeatureError) {
        guard var rest = json.object, let id = rest["id"]?.int, let related = rest["relatedTableId"]?.int,
            let key = rest["keyField"]?.string
        else {
            throw FeatureError(.malformed, "A relationship must have \"id\", \"relatedTableId\" and \"keyField\".")
        }
        for key in ["id", "relatedTableId", "keyField"] { rest[key] = nil }
        self.init(
            id: id, name: SchemaMembers.name.take(from: &rest), relatedTableID: related,
            cardinality: Self.cardinality.take(from: &rest), role: Self.role.take(from: &rest), keyField: key,
            isComposite: Self.composite.take(from: &rest))
        relationshipTableID = Self.tableID.take(from: &rest)
        keyFieldInRelationshipTable = Self.tableKey.take(from: &rest)
        // These are always written, so a default that was written out is no leftover.
        if rest["name"] == "" { rest["name"] = nil }
        if rest["cardinality"] == .string(cardinality.rawValue) { rest["cardinality"] = nil }
        if rest["role"] == .string(role.rawValue) { rest["role"] = nil }
        if rest["composite"] == .bool(isComposite) { rest["composite"] = nil }
        unknownJSON = rest
    }

    /// The relationship as a layer lists it.
    public var json: JSONValue {
        var object = JSONObject([(key: "id", value: .integer(id)), (key: "name", value: .string(name))])
        object["relatedTableId"] = .integer(relatedTableID)
        object["cardinality"] = .string(cardinality.rawValue)
        object["role"] = .string(role.rawValue)
        object["keyField"] = .string(keyField)
        object["composite"] = .bool(isComposite)
        for (key, value) in unknownJSON.members { object[key] = value }
        SchemaMembers.name.put(name, into: &object)
        Self.cardinality.put(cardinality, into: &object)
        Self.role.put(role, into: &object)
        Self.composite.put(isComposite, into: &object)
        Self.tableID.put(relationshipTableID, into: &object)
        Self.tableKey.put(keyFieldInRelationshipTable, into: &object)
        return .object(object)
    }

    private static let cardinality = JSONMember<Cardinality>(
        "cardinality", read: { $0?.string.flatMap(Cardinality.init(rawValue:)) ?? .oneToMany },
        write: { .string($0.rawValue) })
    private static let role = JSONMember<Role>(
        "role", read: { $0?.string.flatMap(Role.init(rawValue:)) ?? .origin }, write: { .string($0.rawValue) })
    private static let composite = JSONMember<Bool>.flag("composite")
    private static let tableID = JSONMember<Int?>(
        "relationshipTableId", read: { $0?.int }, write: { $0.map { .integer($0) } })
    private static let tableKey = JSONMember<String?>.text("keyFieldInRelationshipTable")
}
