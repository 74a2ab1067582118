// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// What a field may hold in one allowed combination of a field group.
public enum ContingentValue: Sendable, Hashable {
    /// Anything, also nothing.
    case any
    /// Nothing.
    case null
    /// One code of the field's domain.
    case coded(AttributeValue)
    /// A part of the field's range, both ends allowed.
    case range(minimum: AttributeValue, maximum: AttributeValue)

    /// True when the field may hold the value.
    public func allows(_ value: AttributeValue) -> Bool {
        switch self {
        case .any: return true
        case .null: return value.isNull
        case .coded(let code): return !value.isNull && code.isSameCode(as: value)
        case .range(let minimum, let maximum):
            guard let number = value.number, let low = minimum.number, let high = maximum.number else { return false }
            return number >= low && number <= high
        }
    }
}

/// One allowed combination of values of a field group.
public struct Contingency: Sendable, Hashable {
    /// The number of the combination in its layer.
    public var id: Int
    /// What each field of the group may hold, by field name; an absent field may hold anything.
    public var values: [String: ContingentValue]
    /// The subtype for which the combination holds; nil for every one.
    public var subtypeCode: AttributeValue?
    /// True for a combination that old rows may have and new ones may not.
    public var isRetired: Bool

    /// Makes a combination.
    public init(
        id: Int, values: [String: ContingentValue], subtypeCode: AttributeValue? = nil, isRetired: Bool = false
    ) {
        self.id = id
        self.values = values
        self.subtypeCode = subtypeCode
        self.isRetired = isRetired
    }

    /// What a field may hold.
    func value(ofField name: String) -> ContingentValue {
        values[name] ?? values.first { $0.key.lowercased() == name.lowercased() }?.value ?? .any
    }
}

/// Fields whose values depend on each other, and the combinations allowed.
public struct FieldGroup: Sendable, Hashable {
    /// The group's name.
    public var name: String
    /// True where another combination is an error; false where it is worth a warning.
    public var isRestrictive: Bool
    /// The fields in the order in which people fill them in.
    public var fieldNames: [String]
    /// The combinations allowed.
    public var contingencies: [Contingency]

    /// Makes a group.
    public init(name: String, isRestrictive: Bool, fieldNames: [String], contingencies: [Contingency]) {
        self.name = name
        self.isRestrictive = isRestrictive
        self.fieldNames = fieldNames
        self.contingencies = contingencies
    }

    /// True when the field is one of the group's.
    public func contains(fieldNamed name: String) -> Bool {
        fieldNames.contains { $0.lowercased() == name.lowercased() }
    }
}

/// The field groups of a layer: which values of one field go with which of another.
public struct ContingentValuesDefinition: Sendable, Hashable {
    /// The groups.
    public var fieldGroups: [FieldGroup]

    /// Makes a definition.
    public init(fieldGroups: [FieldGroup]) { self.fieldGroups = fieldGroups }
}

/// What a field offers, given what the other fields hold.
public struct ContingentValuesResult: Sendable, Hashable {
    /// What each group of the field allows; one with `.any` allows the whole domain.
    public var contingentValuesByFieldGroup: [String: [ContingentValue]]
    /// What all groups of the field allow together; `[.any]` where nothing narrows the field's domain.
    public var contingentValues: [ContingentValue]

    /// True when every group allows the value.
    public func allows(_ value: AttributeValue) -> Bool {
        contingentValuesByFieldGroup.values.allSatisfy { $0.contains { $0.allows(value) } }
    }
}

/// A field group whose values are no combination allowed.
public struct ContingencyConstraintViolation: Error, Sendable, Hashable {
    /// How much the violation weighs.
    public enum Kind: Sendable, Hashable {
        /// The group is restrictive: the row must not be saved so.
        case error
        /// The row may be saved, the person should know.
        case warning
    }
    /// How much it weighs.
    public var kind: Kind
    /// The name of the group.
    public var fieldGroupName: String
    /// The fields of the group.
    public var fieldNames: [String]
    /// True when filling in fields that are empty now can still lead to a combination allowed.
    public var isIncomplete: Bool
}
