// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs

/// Gathers the values of a property whose type no document states, and finds the narrowest type that holds them all.
///
/// Whole numbers make an integer field (64 bit where needed), other numbers a double field, everything else text. Truth
/// values are 1 and 0. Arrays and objects stay as JSON text. A column that is null throughout is text, and so is one whose
/// whole numbers have more digits than the type that the others need can hold.
struct InferredColumn {
    let name: String
    /// What stands between the first value and the last.
    private var values: [AttributeValue] = []
    /// Nulls before and behind these, which are only counted: most properties of sparse documents are.
    private var leadingNulls = 0, trailingNulls = 0
    private var hasIntegers = false
    private var hasDoubles = false
    private var hasStrings = false
    private var needs64Bits = false
    /// True where a whole number does not fit in a double.
    private var hasLongIntegers = false

    /// A column whose first `rows` rows are null.
    init(name: String, rows: Int) {
        self.name = name
        leadingNulls = rows
    }

    /// Rows so far.
    var count: Int { leadingNulls + values.count + trailingNulls }

    mutating func appendNull() {
        if values.isEmpty { leadingNulls += 1 } else { trailingNulls += 1 }
    }

    private mutating func add(_ value: AttributeValue) {
        for _ in 0..<trailingNulls { values.append(.null) }
        trailingNulls = 0
        values.append(value)
    }

    mutating func append(_ value: Int64) {
        hasIntegers = true
        if Int32(exactly: value) == nil { needs64Bits = true }
        if value.magnitude > 1 << 53 { hasLongIntegers = true }
        add(.integer(value))
    }
    mutating func append(_ value: Double) {
        hasDoubles = true
        add(.double(value))
    }
    mutating func append(_ value: String) {
        hasStrings = true
        add(.string(value))
    }

    /// Appends the value that comes next in a document.
    mutating func append(from reader: inout JSONReader) throws(CodecError) {
        if let value = reader.readShortInteger() { return append(value) }
        switch try reader.peek() {
        case .null:
            _ = try reader.readNull()
            appendNull()
        case .string: append(try reader.readString())
        case .bool: append(try reader.readBool() ? 1 : 0 as Int64)
        case .number:
            guard case .number(let number) = try reader.readValue() else { return appendNull() }
            if let whole = Int64(number.text) {
                append(whole)
            } else if Self.isTooLongForDouble(number) {
                append(number.text)
            } else if number.doubleValue.isFinite {
                append(number.doubleValue)
            } else {
                throw reader.error(.tooLarge, "The value of \(name) is too large for a double")
            }
        case .array, .object: append(try reader.readValue().text())
        }
    }

    /// The field and its column; `isObjectID` makes whole numbers that are all given the object id.
    func finish(isObjectID: Bool = false) -> (Field, AttributeColumn) {
        let type: FieldType
        if hasStrings || (!hasIntegers && !hasDoubles) || (hasDoubles && hasLongIntegers) {
            type = .string
        } else if hasDoubles {
            type = .double
        } else if isObjectID, leadingNulls == 0, trailingNulls == 0, !values.contains(.null) {
            type = .oid
        } else {
            type = needs64Bits ? .bigInteger : .integer
        }
        var column = AttributeColumn(type: type)
        for _ in 0..<leadingNulls { column.appendNull() }
        for value in values { column.append(type == .string ? InferredColumn.text(value) : value) }
        for _ in 0..<trailingNulls { column.appendNull() }
        let length = type == .string ? values.reduce(1) { max($0, InferredColumn.length($1)) } : nil
        return (
            Field(name: name, type: type, length: length, isNullable: type != .oid, isEditable: type != .oid), column
        )
    }

    /// True for whole numbers beyond 64 bits that a double would round: as identifiers they would name something else.
    private static func isTooLongForDouble(_ number: JSONNumber) -> Bool {
        let text = number.text, digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        guard digits.count <= 400, digits.allSatisfy({ (48...57).contains($0) }), number.doubleValue.isFinite else {
            return false
        }
        return String(format: "%.0f", number.doubleValue) != text
    }

    private static func text(_ value: AttributeValue) -> AttributeValue {
        switch value {
        case .integer(let number): .string(String(number))
        case .double(let number): .string(JSONNumber(number).text)
        default: value
        }
    }
    private static func length(_ value: AttributeValue) -> Int {
        if case .string(let text) = text(value) { text.unicodeScalars.count } else { 0 }
    }
}

/// Columns found while features are read, by the names of their properties, in the order of first appearance.
struct InferredColumns {
    private(set) var columns: [InferredColumn] = []
    private var places: [String: Int] = [:]
    private var expected = 0

    /// Most properties of one document: beyond it lies no table, but an attack on memory (each property costs a column of rows).
    static let maximumCount = 10_000

    /// Reads an object of properties as row `row`; properties seen before and not named now become null.
    mutating func appendRow(
        _ row: Int, from reader: inout JSONReader, _ padding: inout PaddingBudget
    ) throws(CodecError) {
        expected = 0
        try reader.beginObject()
        while try reader.nextKey() { try appendMember(of: row, from: &reader, &padding) }
    }

    /// Reads the value of the key that was read last as one of row `row`.
    mutating func appendMember(
        of row: Int, from reader: inout JSONReader, _ padding: inout PaddingBudget
    ) throws(CodecError) {
        let place = try placeOfKey(reader, row: row, &padding)
        if columns[place].count > row { try reader.skipValue() } else { try columns[place].append(from: &reader) }
    }

    /// Fills up the columns that row `row` did not name.
    mutating func endRow(_ row: Int, _ reader: JSONReader, _ padding: inout PaddingBudget) throws(CodecError) {
        for place in columns.indices where columns[place].count <= row {
            guard padding.spend() else { throw reader.error(.tooLarge, "Too many features lack most properties") }
            columns[place].appendNull()
        }
    }

    private mutating func placeOfKey(
        _ reader: JSONReader, row: Int, _ padding: inout PaddingBudget
    ) throws(CodecError) -> Int {
        let name = reader.key
        if expected < columns.count, columns[expected].name == name {
            expected += 1
            return expected - 1
        }
        let place: Int
        if let known = places[name] {
            place = known
        } else {
            // Neither a schema nor a database has fields without names.
            guard !name.isEmpty else { throw reader.error(.malformed, "A property has no name; give it one") }
            guard columns.count < InferredColumns.maximumCount, padding.spend(row) else {
                throw reader.error(.tooLarge, "The features have too many different properties")
            }
            place = columns.count
            places[name] = place
            columns.append(InferredColumn(name: name, rows: row))
        }
        expected = place + 1
        return place
    }
}
