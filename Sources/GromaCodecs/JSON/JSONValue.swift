// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A JSON document or a part of one, with nothing lost: key order, number text and unknown keys survive reading and writing.
///
/// For small documents (web maps, service descriptions, request parameters). Features are read by the streaming reader.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// A number as its text stood in the document, so that `1.0`, `1e3` and integers beyond 2^53 are written back as they were.
public struct JSONNumber: Sendable, Hashable {
    /// The text, always a JSON number.
    public let text: String

    /// Wraps text that is known to be a JSON number; the reader has checked it.
    package init(checkedText: String) { self.text = checkedText }
    /// The nearest double (correctly rounded).
    public var doubleValue: Double { Double(text) ?? .nan }
    /// The value when it is an integer of 64 bits, also when written `5.0` or `5e0`; nil otherwise.
    public var int64Value: Int64? {
        if let exact = Int64(text) { return exact }
        return Int64(exactly: doubleValue)
    }
    /// An integer.
    public init(_ value: some BinaryInteger) { self.text = String(value) }
    /// A finite double in the shortest text that reads back the same, whole numbers without a fraction (`5`, not `5.0`).
    /// Infinity and NaN have no JSON text and are a programmer's mistake here.
    public init(_ value: Double) {
        precondition(value.isFinite, "JSON has no text for \(value)")
        if value == value.rounded(), abs(value) < 1e15, !(value == 0 && value.sign == .minus) {
            self.text = String(Int64(value))
        } else {
            self.text = value.description
        }
    }
}

extension JSONValue {
    /// The string, or nil for any other kind.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The truth value, or nil for any other kind.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number as a double, or nil for any other kind.
    public var double: Double? { if case .number(let value) = self { value.doubleValue } else { nil } }
    /// The number as an integer, or nil for any other kind and for fractions.
    public var int64: Int64? { if case .number(let value) = self { value.int64Value } else { nil } }
    /// The number as an integer, or nil for any other kind and for fractions.
    public var int: Int? { int64.flatMap { Int(exactly: $0) } }
    /// The elements, or nil for any other kind.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The members, or nil for any other kind.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
    /// True for `null`.
    public var isNull: Bool { self == .null }
    /// The member of an object; nil when this is no object or has no such key.
    public subscript(key: String) -> JSONValue? { object?[key] }
    /// The element of an array; nil when this is no array or it is shorter.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.lazy.map { (key: $0.0, value: $0.1) }))
    }
    public init(nilLiteral: ()) { self = .null }
    /// A double; infinity and NaN become null.
    public static func double(_ value: Double) -> JSONValue { value.isFinite ? .number(JSONNumber(value)) : .null }
    /// An integer.
    public static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }
}
