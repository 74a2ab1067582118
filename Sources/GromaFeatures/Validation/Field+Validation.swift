// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Field {
    /// Checks a value against the field's type, nullability, length and domain.
    ///
    /// `domain` stands in for the field's own where a feature type has one (`FeatureLayerInfo.domain(ofField:attributes:)`);
    /// nil and `.inherited` mean the field's own. Whether the field is editable is not looked at.
    public func validate(_ value: AttributeValue, domain override: Domain? = nil) throws(FieldViolation) {
        if value.isNull {
            guard isNullable else { throw .nullNotAllowed }
            return
        }
        try checkType(value)
        switch override {
        case nil, .inherited?: try check(value, in: domain)
        case let other?: try check(value, in: other)
        }
    }

    private func checkType(_ value: AttributeValue) throws(FieldViolation) {
        switch (type, value) {
        case (.oid, .integer), (.bigInteger, .integer), (.double, .integer), (.single, .integer), (.date, .date),
            (.blob, .blob), (.raster, .blob), (.xml, .string):
            break
        case (.smallInteger, .integer(let number)): try check(number, fits: Int16.self)
        case (.integer, .integer(let number)): try check(number, fits: Int32.self)
        case (.double, .double(let number)) where number.isFinite: break
        case (.single, .double(let number)) where number.isFinite && Float(number).isFinite: break
        case (.string, .string(let text)):
            let scalars = text.unicodeScalars.count
            if let length, length > 0, scalars > length {
                throw .exceedsMaximumLength(maximum: length, actual: scalars)
            }
        case (.guid, .guid(let text)) where AttributeValue.isGUID(text): break
        case (.globalID, .guid(let text)) where AttributeValue.isGUID(text): break
        case (.dateOnly, .dateOnly(let text)) where CalendarText.date(text) != nil: break
        case (.timeOnly, .timeOnly(let text)) where CalendarText.time(text) != nil: break
        case (.timestampOffset, .timestampOffset(let text)) where CalendarText.instant(text) != nil: break
        default: throw .incorrectValueType(expected: type)
        }
    }

    private func check<Width: FixedWidthInteger>(_ number: Int64, fits: Width.Type) throws(FieldViolation) {
        guard Width(exactly: number) != nil else {
            throw .outOfTypeRange(minimum: Int64(Width.min), maximum: Int64(Width.max))
        }
    }

    private func check(_ value: AttributeValue, in domain: Domain?) throws(FieldViolation) {
        switch domain {
        case nil, .inherited?: break
        case .codedValue(let coded)?:
            guard coded.codedValues.contains(where: { $0.code.isSameCode(as: value) }) else {
                throw .notInCodedValueDomain(domainName: coded.name)
            }
        case .range(let range)?:
            guard let number = value.number else { break }
            if let minimum = range.minimum.number, number < minimum { throw .lessThanMinimum(range.minimum) }
            if let maximum = range.maximum.number, number > maximum { throw .exceedsMaximum(range.maximum) }
        }
    }
}

extension AttributeValue {
    /// Integers, doubles, and dates as epoch milliseconds; nil for everything else.
    package var number: Double? {
        switch self {
        case .integer(let value), .date(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// True for 8-4-4-4-12 hexadecimal digits, with or without braces.
    package static func isGUID(_ text: String) -> Bool {
        let bytes = Array(bareGUID(text).utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            [8, 13, 18, 23].contains(index)
                ? bytes[index] == 45 : (48...57).contains(bytes[index]) || (97...102).contains(bytes[index])
        }
    }
}
