// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The values of one field, packed by kind; `valid[i]` is false where row i is null.
public struct AttributeColumn: Sendable {
    /// The packed values; a null row holds 0, an empty text or an empty blob.
    public enum Values: Sendable {
        /// Integers, object ids, and dates as epoch milliseconds.
        case integers([Int64])
        case doubles([Double])
        /// Texts: strings, guids, date-only, time-only and timestamp-offset values.
        case strings([String])
        case blobs([[UInt8]])
    }
    /// The packed values.
    public var values: Values
    /// False where a row is null.
    public var valid: [Bool]

    /// Makes a column.
    public init(values: Values, valid: [Bool]) {
        self.values = values
        self.valid = valid
    }

    /// An empty column of the packing that fields of `type` have.
    public init(type: FieldType) {
        valid = []
        switch type {
        case .oid, .smallInteger, .integer, .bigInteger, .date: values = .integers([])
        case .single, .double: values = .doubles([])
        case .blob, .raster: values = .blobs([])
        case .string, .dateOnly, .timeOnly, .timestampOffset, .guid, .globalID, .xml, .geometry: values = .strings([])
        }
    }

    /// The number of rows.
    public var count: Int { valid.count }

    /// The value of a row as a field of `type` holds it.
    public func value(at row: Int, type: FieldType) -> AttributeValue {
        guard valid[row] else { return .null }
        switch values {
        case .integers(let values): return type == .date ? .date(values[row]) : .integer(values[row])
        case .doubles(let values): return .double(values[row])
        case .blobs(let values): return .blob(values[row])
        case .strings(let values):
            switch type {
            case .guid, .globalID: return .guid(values[row])
            case .dateOnly: return .dateOnly(values[row])
            case .timeOnly: return .timeOnly(values[row])
            case .timestampOffset: return .timestampOffset(values[row])
            default: return .string(values[row])
            }
        }
    }

    /// Appends a null row.
    public mutating func appendNull() {
        switch values {
        case .integers: append(0 as Int64, isValid: false)
        case .doubles: append(0 as Double, isValid: false)
        case .strings: append("", isValid: false)
        case .blobs: append([], isValid: false)
        }
    }

    /// Appends a row. Numbers are converted where nothing is lost, a fraction in an integer column is not.
    ///
    /// - Returns: false, and a null row, when the column cannot hold a value of this kind.
    @discardableResult
    public mutating func append(_ value: AttributeValue) -> Bool {
        switch (values, value) {
        case (.integers, .integer(let number)), (.integers, .date(let number)): append(number, isValid: true)
        case (.doubles, .double(let number)) where number.isFinite: append(number, isValid: true)
        case (.doubles, .integer(let number)), (.doubles, .date(let number)): append(Double(number), isValid: true)
        case (.integers, .double(let number)) where Int64(exactly: number) != nil:
            append(Int64(exactly: number) ?? 0, isValid: true)
        case (.strings, .string(let text)), (.strings, .guid(let text)), (.strings, .dateOnly(let text)),
            (.strings, .timeOnly(let text)), (.strings, .timestampOffset(let text)):
            append(text, isValid: true)
        case (.blobs, .blob(let bytes)): append(bytes, isValid: true)
        case (_, .null), (.doubles, .double): appendNull()
        default:
            appendNull()
            return false
        }
        return true
    }

    // Taking the array out of the enumeration before appending keeps it uniquely referenced: no copy a row.
    package mutating func append(_ value: Int64, isValid: Bool) {
        guard case .integers(var array) = values else { return appendNull() }
        values = .doubles([])
        array.append(value)
        values = .integers(array)
        valid.append(isValid)
    }
    package mutating func append(_ value: Double, isValid: Bool) {
        guard case .doubles(var array) = values else { return appendNull() }
        values = .integers([])
        array.append(value)
        values = .doubles(array)
        valid.append(isValid)
    }
    package mutating func append(_ value: String, isValid: Bool) {
        guard case .strings(var array) = values else { return appendNull() }
        values = .doubles([])
        array.append(value)
        values = .strings(array)
        valid.append(isValid)
    }
    package mutating func append(_ value: [UInt8], isValid: Bool) {
        guard case .blobs(var array) = values else { return appendNull() }
        values = .doubles([])
        array.append(value)
        values = .blobs(array)
        valid.append(isValid)
    }
}
