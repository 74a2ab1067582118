// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The rule of a field that a value breaks.
public enum FieldViolation: Error, Sendable, Hashable {
    /// The field must not be empty.
    case nullNotAllowed
    /// The value is of another type than the field, or its text is no date, time or GUID.
    case incorrectValueType(expected: FieldType)
    /// A whole number beyond the bits of the field's type.
    case outOfTypeRange(minimum: Int64, maximum: Int64)
    /// A text with more Unicode scalars than the field holds.
    case exceedsMaximumLength(maximum: Int, actual: Int)
    /// No code of the coded value domain.
    case notInCodedValueDomain(domainName: String)
    /// Above the range domain.
    case exceedsMaximum(AttributeValue)
    /// Below the range domain.
    case lessThanMinimum(AttributeValue)
}
