// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import GromaCodecs

extension AttributeValue {
    /// Reads a value as a field of `type` holds it.
    ///
    /// Input is taken leniently, as services take it: a number may stand in a text, a date may be a number, a numeric text or
    /// ISO 8601 text, a whole number may be written `5.0`. Values that no leniency explains throw `.invalidValue`.
    public init(json: JSONValue, type: FieldType) throws(FeatureError) {
        guard let value = Self.read(json, as: type) else {
            throw FeatureError(
                .invalidValue, "\(Self.excerpt(json)) cannot be the value of a field of type \(type.rawValue).")
        }
        self = value
    }

    /// Reads a value whose field is not known: numbers without a fraction are integers.
    public init(json: JSONValue) {
        switch json {
        case .number(let number): self = number.int64Value.map { .integer($0) } ?? Self.finite(number.doubleValue)
        case .string(let text): self = .string(text)
        case .bool(let flag): self = .integer(flag ? 1 : 0)
        case .null, .array, .object: self = .null
        }
    }

    /// The value as it stands in a feature's attributes; blobs as Base64.
    public var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let value), .date(let value): .integer(value)
        case .double(let value): .double(value)
        case .string(let text), .dateOnly(let text), .timeOnly(let text), .timestampOffset(let text), .guid(let text):
            .string(text)
        case .blob(let bytes): .string(Data(bytes).base64EncodedString())
        }
    }

    private static func read(_ json: JSONValue, as type: FieldType) -> AttributeValue? {
        if json.isNull { return .null }
        switch type {
        case .oid, .smallInteger, .integer, .bigInteger: return integer(json)
        case .single, .double: return double(json)
        case .date: return date(json)
        case .string, .xml: return text(json).map { .string($0) }
        case .guid, .globalID: return json.string.map { .guid($0) }
        case .dateOnly: return json.string.map { .dateOnly($0) }
        case .timeOnly: return json.string.map { .timeOnly($0) }
        case .timestampOffset: return json.string.map { .timestampOffset($0) }
        case .blob, .raster: return json.string.flatMap { Data(base64Encoded: $0) }.map { .blob([UInt8]($0)) }
        case .geometry: return nil
        }
    }

    private static func integer(_ json: JSONValue) -> AttributeValue? {
        switch json {
        case .number(let number): number.int64Value.map { .integer($0) }
        case .string(let text): Int64(text.trimmingCharacters(in: .whitespaces)).map { .integer($0) }
        case .bool(let flag): .integer(flag ? 1 : 0)
        default: nil
        }
    }

    private static func double(_ json: JSONValue) -> AttributeValue? {
        switch json {
        case .number(let number): return finite(number.doubleValue)
        case .string(let text):
            if text == "NaN" { return .null }
            return Double(text.trimmingCharacters(in: .whitespaces)).map(finite)
        case .bool(let flag): return .double(flag ? 1 : 0)
        default: return nil
        }
    }

    private static func date(_ json: JSONValue) -> AttributeValue? {
        switch json {
        case .number(let number):
            if let whole = number.int64Value { return .date(whole) }
            return Int64(exactly: number.doubleValue.rounded()).map { .date($0) }
        case .string(let text):
            if let whole = Int64(text) { return .date(whole) }
            return CalendarText.instant(text).map { .date($0) }
        default: return nil
        }
    }

    private static func text(_ json: JSONValue) -> String? {
        switch json {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }

    private static func finite(_ value: Double) -> AttributeValue { value.isFinite ? .double(value) : .null }

    private static func excerpt(_ json: JSONValue) -> String {
        switch json {
        case .string(let text): "\"\(text.prefix(40))\""
        case .number(let number): String(number.text.prefix(40))
        case .bool(let flag): String(flag)
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
