// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// The type of a field, named as in the service's JSON.
public enum FieldType: String, Sendable, Hashable, CaseIterable {
    case oid = "esriFieldTypeOID"
    case smallInteger = "esriFieldTypeSmallInteger"
    case integer = "esriFieldTypeInteger"
    case bigInteger = "esriFieldTypeBigInteger"
    case single = "esriFieldTypeSingle"
    case double = "esriFieldTypeDouble"
    case string = "esriFieldTypeString"
    case date = "esriFieldTypeDate"
    case dateOnly = "esriFieldTypeDateOnly"
    case timeOnly = "esriFieldTypeTimeOnly"
    case timestampOffset = "esriFieldTypeTimestampOffset"
    case guid = "esriFieldTypeGUID"
    case globalID = "esriFieldTypeGlobalID"
    case blob = "esriFieldTypeBlob"
    case xml = "esriFieldTypeXML"
    case raster = "esriFieldTypeRaster"
    case geometry = "esriFieldTypeGeometry"

    /// True for the types whose values are numbers.
    public var isNumeric: Bool {
        switch self {
        case .oid, .smallInteger, .integer, .bigInteger, .single, .double: true
        default: false
        }
    }
}

/// A column of a table: name, type and the rules its values obey.
public struct Field: Sendable, Hashable {
    /// The name.
    public var name: String
    /// What values the field holds.
    public var type: FieldType
    /// The name shown to people; the field's name where the service gives none.
    public var alias: String
    /// Most characters of a text, in Unicode scalars; nil when there is no limit or the type has none.
    public var length: Int?
    /// False where a value is needed.
    public var isNullable: Bool
    /// False where only the service writes the field.
    public var isEditable: Bool
    /// The values the field may hold; nil for any of its type.
    public var domain: Domain?
    /// The value of a new feature; `null` for none.
    public var defaultValue: AttributeValue
    /// Keys of the field's JSON that have no property here, written back as they were.
    public var unknownJSON: JSONObject

    /// Makes a field.
    public init(
        name: String, type: FieldType, alias: String? = nil, length: Int? = nil, isNullable: Bool = true,
        isEditable: Bool = true, domain: Domain? = nil, defaultValue: AttributeValue = .null,
        unknownJSON: JSONObject = JSONObject()
    ) {
        self.name = name
        self.type = type
        self.alias = alias ?? name
        self.length = length
        self.isNullable = isNullable
        self.isEditable = isEditable
        self.domain = domain
        self.defaultValue = defaultValue
        self.unknownJSON = unknownJSON
    }
}

/// The values a field may hold.
public enum Domain: Sendable, Hashable {
    case codedValue(CodedValueDomain)
    case range(RangeDomain)
    /// The field's own domain holds (written by types and subtypes).
    case inherited
}

/// A list of codes with the names people see.
public struct CodedValueDomain: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The codes in the document's order.
    public var codedValues: [CodedValue]
    /// Keys without a property here.
    public var unknownJSON: JSONObject
    /// Makes a domain.
    public init(name: String, codedValues: [CodedValue], unknownJSON: JSONObject = JSONObject()) {
        self.name = name
        self.codedValues = codedValues
        self.unknownJSON = unknownJSON
    }
}

/// One code and its name.
public struct CodedValue: Sendable, Hashable {
    /// The value that is stored.
    public var code: AttributeValue
    /// The name.
    public var name: String
    /// Makes a coded value.
    public init(code: AttributeValue, name: String) {
        self.code = code
        self.name = name
    }
}

/// A lowest and a highest value, both allowed. Dates are epoch milliseconds.
public struct RangeDomain: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The lowest value allowed.
    public var minimum: AttributeValue
    /// The highest value allowed.
    public var maximum: AttributeValue
    /// Keys without a property here.
    public var unknownJSON: JSONObject
    /// Makes a domain.
    public init(name: String, minimum: AttributeValue, maximum: AttributeValue, unknownJSON: JSONObject = JSONObject())
    {
        self.name = name
        self.minimum = minimum
        self.maximum = maximum
        self.unknownJSON = unknownJSON
    }
}
