// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The value of one field of one feature.
///
/// The field's type says how a value is meant: integers serve small, 32 and 64 bit fields and object ids, and
/// `double` serves single and double fields.
public enum AttributeValue: Sendable, Hashable {
    case null
    case integer(Int64)
    /// Always finite; NaN and infinity have no JSON and become `null` where values are read.
    case double(Double)
    case string(String)
    /// Milliseconds since 1970-01-01T00:00Z, may be negative (`esriFieldTypeDate`).
    case date(Int64)
    /// Text as in the service's JSON: `2024-03-31`.
    case dateOnly(String)
    /// Text as in the service's JSON: `14:05:09`, with an optional fraction.
    case timeOnly(String)
    /// ISO 8601 with an offset: `2024-03-31T14:05:09.123+02:00`.
    case timestampOffset(String)
    /// Text in the service's own spelling; compared without braces and case.
    case guid(String)
    case blob([UInt8])

    /// True for `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }
}

extension AttributeValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByNilLiteral
{
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A double.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Null.
    public init(nilLiteral: ()) { self = .null }
}
