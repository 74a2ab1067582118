// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// How fields live in columns, chosen so that other programs read the same types from our files (GDAL's names in brackets):
///
/// | field | column | note |
/// | --- | --- | --- |
/// | small integer, integer, big integer | SMALLINT, MEDIUMINT, INTEGER | (Int16, Integer, Integer64) |
/// | single, double | FLOAT, DOUBLE | (Float32, Real); a single keeps the digits it was given |
/// | string, XML | TEXT(n), TEXT | |
/// | date | DATETIME | text in UTC with milliseconds, years 0 to 9999; (DateTime) |
/// | date only, time only, timestamp offset | DATE, TEXT, TEXT | the service's text as it is |
/// | GUID, global id | TEXT(38) | braces and upper case, whatever the caller's spelling |
/// | blob | BLOB | (Binary) |
enum ColumnMapping {
    /// The declared type of a field's column; nil for fields that have no column of their own.
    static func declaredType(of field: Field) -> String? {
        switch field.type {
        case .oid: "INTEGER"
        case .smallInteger: "SMALLINT"
        case .integer: "MEDIUMINT"
        case .bigInteger: "INTEGER"
        case .single: "FLOAT"
        case .double: "DOUBLE"
        case .string: field.length.map { $0 > 0 ? "TEXT(\($0))" : "TEXT" } ?? "TEXT"
        case .xml, .timeOnly, .timestampOffset: "TEXT"
        case .date: "DATETIME"
        case .dateOnly: "DATE"
        case .guid, .globalID: "TEXT(38)"
        case .blob, .raster: "BLOB"
        case .geometry: nil
        }
    }

    /// The field that a column of another program's table stands for.
    static func field(name: String, declaredType: String, isNullable: Bool) -> Field {
        let upper = declaredType.uppercased()
        let base = upper.prefix { $0 != "(" }.trimmingSuffix(" ")
        var length: Int?
        if let open = upper.firstIndex(of: "(") {
            length = Int(upper[upper.index(after: open)...].prefix { $0.isNumber })
        }
        let type: FieldType =
            switch base {
            case "BOOLEAN", "TINYINT", "SMALLINT": .smallInteger
            case "MEDIUMINT": .integer
            case "INT", "INTEGER", "BIGINT": .bigInteger
            case "FLOAT": .single
            case "DOUBLE", "REAL", "NUMERIC", "DECIMAL": .double
            case "BLOB": .blob
            case "DATE": .dateOnly
            case "DATETIME", "TIMESTAMP": .date
            default: .string
            }
        return Field(name: name, type: type, length: type == .string ? length : nil, isNullable: isNullable)
    }

    /// The value to bind for a field. Throws `.invalidValue` for dates that the column can't hold.
    static func sqlValue(_ value: AttributeValue, type: FieldType) throws -> SQLValue {
        switch value {
        case .null: return .null
        case .integer(let number):
            return type == .double || type == .single ? .double(Double(number)) : .integer(number)
        case .double(let number): return number.isFinite ? .double(number) : .null
        case .date(let milliseconds):
            guard let text = DateText.text(milliseconds) else {
                throw StorageError(
                    .invalidValue,
                    "The date \(milliseconds) ms lies outside of the years 0 to 9999, which a file can hold.")
            }
            return .text(text)
        case .guid(let text): return .text(canonicalGUID(text))
        case .string(let text) where type == .guid || type == .globalID: return .text(canonicalGUID(text))
        case .string(let text), .dateOnly(let text), .timeOnly(let text), .timestampOffset(let text): return .text(text)
        case .blob(let bytes): return .blob(bytes)
        }
    }

    /// The value of a row's column as its field means it; a date text that is none reads as null.
    static func value(of statement: Statement, _ column: Int32, type: FieldType) -> AttributeValue {
        guard !statement.isNull(column) else { return .null }
        switch type {
        case .oid, .smallInteger, .integer, .bigInteger: return .integer(statement.integer(column))
        case .single, .double: return .double(statement.double(column))
        case .date:
            return unsafe statement.withBytes(ofText: column) { unsafe DateText.milliseconds($0) }.map { .date($0) }
                ?? .null
        case .string, .xml, .geometry: return .string(statement.text(column))
        case .dateOnly: return .dateOnly(statement.text(column))
        case .timeOnly: return .timeOnly(statement.text(column))
        case .timestampOffset: return .timestampOffset(statement.text(column))
        case .guid, .globalID: return .guid(statement.text(column))
        case .blob, .raster: return .blob(statement.bytes(column))
        }
    }

    /// A GUID as our files spell it: braces, upper case.
    static func canonicalGUID(_ text: String) -> String { "{\(AttributeValue.bareGUID(text).uppercased())}" }

    /// A new random GUID (version 4) as our files spell it.
    static func makeGUID() -> String {
        var generator = SystemRandomNumberGenerator()
        let high = generator.next() & ~0xF000 | 0x4000
        let low = generator.next() & ~(0xC0 << 56) | 0x80 << 56
        func hex(_ number: UInt64, _ digits: Int) -> String {
            let text = String(number & (digits == 16 ? .max : 1 << UInt64(4 * digits) - 1), radix: 16, uppercase: true)
            return String(repeating: "0", count: digits - text.count) + text
        }
        return "{\(hex(high >> 32, 8))-\(hex(high >> 16, 4))-\(hex(high, 4))-\(hex(low >> 48, 4))-\(hex(low, 12))}"
    }

    /// A name in double quotes, for use in SQL.
    static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}

extension Substring {
    fileprivate func trimmingSuffix(_ mark: Character) -> Substring {
        var text = self
        while text.last == mark { text.removeLast() }
        return text
    }
}
