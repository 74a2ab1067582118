// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// Gathers the values of one field while features are decoded.
struct ColumnBuilder {
    enum Kind { case integers, doubles, strings, blobs }

    let field: Field
    let kind: Kind
    private var integers: [Int64] = []
    private var doubles: [Double] = []
    private var strings: [String] = []
    private var blobs: [[UInt8]] = []
    private var valid: [Bool] = []

    init(field: Field) {
        self.field = field
        switch AttributeColumn(type: field.type).values {
        case .integers: kind = .integers
        case .doubles: kind = .doubles
        case .strings: kind = .strings
        case .blobs: kind = .blobs
        }
    }

    /// Rows so far.
    var count: Int { valid.count }

    mutating func append(_ value: Int64) {
        integers.append(value)
        valid.append(true)
    }
    mutating func append(_ value: Double) {
        doubles.append(value)
        valid.append(true)
    }
    mutating func append(_ value: String) {
        strings.append(value)
        valid.append(true)
    }
    mutating func appendNull() {
        switch kind {
        case .integers: integers.append(0)
        case .doubles: doubles.append(0)
        case .strings: strings.append("")
        case .blobs: blobs.append([])
        }
        valid.append(false)
    }

    /// Appends a value of the field's own kind; false when it is of another.
    mutating func append(_ value: AttributeValue) -> Bool {
        switch (kind, value) {
        case (_, .null): appendNull()
        case (.integers, .integer(let number)), (.integers, .date(let number)): append(number)
        case (.doubles, .double(let number)): append(number)
        case (.doubles, .integer(let number)): append(Double(number))
        case (.strings, .string(let text)), (.strings, .guid(let text)), (.strings, .dateOnly(let text)),
            (.strings, .timeOnly(let text)), (.strings, .timestampOffset(let text)):
            append(text)
        case (.blobs, .blob(let bytes)):
            blobs.append(bytes)
            valid.append(true)
        default: return false
        }
        return true
    }

    /// Appends the value that comes next in a document. The common spellings are read in place, others as services take them.
    mutating func append(from reader: inout JSONReader) throws(CodecError) {
        if kind == .integers, let value = reader.readShortInteger() { return append(value) }
        let next = try reader.peek()
        switch (kind, next) {
        case (.doubles, .number):
            let value = try reader.readDouble()
            if value.isFinite { append(value) } else { appendNull() }
        case (.strings, .string): append(try reader.readString())
        case (_, .null):
            _ = try reader.readNull()
            appendNull()
        default:
            let place = reader
            let json = try reader.readValue()
            guard let value = try? AttributeValue(json: json, type: field.type), append(value) else {
                throw place.error(
                    .malformed, "The value of field \(field.name) does not fit its type \(field.type.rawValue)")
            }
        }
    }

    /// Adds the values of another builder of the same field behind these.
    mutating func append(contentsOf other: ColumnBuilder) {
        integers.append(contentsOf: other.integers)
        doubles.append(contentsOf: other.doubles)
        strings.append(contentsOf: other.strings)
        blobs.append(contentsOf: other.blobs)
        valid.append(contentsOf: other.valid)
    }

    /// Makes room for so many rows; pages that stay empty cost nothing.
    mutating func reserve(rows: Int) {
        switch kind {
        case .integers: integers.reserveCapacity(rows)
        case .doubles: doubles.reserveCapacity(rows)
        case .strings: strings.reserveCapacity(rows)
        case .blobs: blobs.reserveCapacity(rows)
        }
        valid.reserveCapacity(rows)
    }

    func finish() -> AttributeColumn {
        switch kind {
        case .integers: AttributeColumn(values: .integers(integers), valid: valid)
        case .doubles: AttributeColumn(values: .doubles(doubles), valid: valid)
        case .strings: AttributeColumn(values: .strings(strings), valid: valid)
        case .blobs: AttributeColumn(values: .blobs(blobs), valid: valid)
        }
    }
}

/// How many values a document may leave out before it looks like an attack: a row that names nothing takes three bytes,
/// and a null in each of thousands of columns.
struct PaddingBudget {
    private var left: Int
    /// Nulls taken out so far.
    private(set) var spent = 0

    init(documentSize: Int) { left = (1 << 24) + 4 * documentSize }

    /// Takes nulls out of the budget; false when it is used up.
    mutating func spend(_ count: Int = 1) -> Bool {
        left -= count
        spent += count
        return left >= 0
    }
}
