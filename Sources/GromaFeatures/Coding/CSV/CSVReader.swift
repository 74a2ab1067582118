// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry

extension FeatureSet {
    /// Most columns of a CSV file.
    private static let mostColumns = 2_000
    private static let longitudes = [
        "longitude", "lon", "long", "lng", "x", "point_x", "xcoord", "long_x", "longitude83",
    ]
    private static let latitudes = ["latitude", "lat", "y", "point_y", "ycoord", "lat_y", "latitude83"]

    /// Reads comma separated values (RFC 4180) with the field names in the first record.
    ///
    /// The delimiter (comma, semicolon, tab or bar) is the one that the first record has most of. Columns whose values are all
    /// numbers become number fields, days and instants in ISO 8601 date fields, everything else texts; empty cells are null. Where
    /// a longitude and a latitude column are found by their usual names, rows become points in WGS 84; a row whose pair is no
    /// place on earth gets an empty point. A byte order mark is skipped.
    ///
    /// - Throws: `.malformed` with the record's number for a quote that never ends and for records of another length than the first;
    ///   `.tooLarge` for more than 2,000 columns.
    public init(csv bytes: [UInt8]) throws(FeatureError) { try self.init(csv: bytes, options: CSVOptions()) }

    /// Reads comma separated values with what is known of them beforehand; see `init(csv:)`.
    ///
    /// - Throws: what `init(csv:)` throws, and `.invalidValue` for a column of places that the file does not have or a delimiter that
    ///   is no ASCII character.
    public init(csv bytes: [UInt8], options: CSVOptions) throws(FeatureError) {
        if let delimiter = options.delimiter, delimiter.asciiValue == nil {
            throw FeatureError(.invalidValue, "\"\(delimiter)\" cannot stand between the cells of a CSV file.")
        }
        var reader = CSVRecordReader(try Self.inUTF8(bytes), delimiter: options.delimiter?.asciiValue)
        guard let header = try reader.next(), !header.allSatisfy(\.isEmpty) else {
            throw FeatureError(.malformed, "The CSV file is empty: its first record should name the fields.")
        }
        guard header.count <= Self.mostColumns else {
            throw FeatureError(
                .tooLarge, "The CSV file has \(header.count) columns; at most \(Self.mostColumns) are read.")
        }
        let names = Self.distinct(header)
        var cells = [[String]](repeating: [], count: names.count)
        var number = 1
        while let record = try reader.next() {
            number += 1
            if record.count == 1, record[0].isEmpty { continue }  // a blank line
            guard record.count == names.count else {
                throw FeatureError(
                    .malformed,
                    "Record \(number) of the CSV file has \(record.count) cells, the first has \(names.count).")
            }
            for place in record.indices { cells[place].append(record[place]) }
        }
        self.init()
        count = cells.first?.count ?? 0
        let lowercased = names.map { $0.lowercased() }
        let usual = Self.places(lowercased)
        let x = try Self.place(of: options.longitudeFieldName, in: lowercased) ?? usual.x
        let y = try Self.place(of: options.latitudeFieldName, in: lowercased) ?? usual.y
        for (name, values) in zip(names, cells) {
            let column = CSVColumn(values, declared: options.fieldTypes[name.lowercased()])
            fields.append(
                Field(name: name, type: column.type, length: column.type == .string ? max(255, column.longest) : nil))
            columns.append(column.column)
        }
        if options.hasLocation, let x, let y, x != y {
            geometryType = .point
            spatialReference = .wgs84
            var shapes = GeometryColumn(type: .point)
            for row in 0..<count {
                let point = Point(
                    x: Double(cells[x][row].trimmingCharacters(in: .whitespaces)) ?? .nan,
                    y: Double(cells[y][row].trimmingCharacters(in: .whitespaces)) ?? .nan, spatialReference: .wgs84)
                let isPlace = abs(point.x) <= 360 && abs(point.y) <= 90
                try shapes.append(isPlace ? point : Point.empty(in: .wgs84))
            }
            geometries = shapes
        }
    }

    /// Where the named column stands; nil where none is named.
    private static func place(of name: String?, in names: [String]) throws(FeatureError) -> Int? {
        guard let name else { return nil }
        guard let place = names.firstIndex(of: name.lowercased()) else {
            throw FeatureError(
                .invalidValue,
                "The CSV file has no column \(name); it has: \(names.prefix(20).joined(separator: ", ")).")
        }
        return place
    }

    /// The file as UTF-8: spreadsheets write UTF-16 as well, and say so by a byte order mark.
    private static func inUTF8(_ bytes: [UInt8]) throws(FeatureError) -> [UInt8] {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        guard bytes.count % 2 == 0, !bytes.starts(with: [0xFF, 0xFE, 0, 0]) else {
            throw FeatureError(.malformed, "The CSV file is neither UTF-8 nor whole UTF-16. Save it as UTF-8.")
        }
        let units = stride(from: 2, to: bytes.count, by: 2).map { place in
            let pair = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isLittle ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw FeatureError(.malformed, "The CSV file begins as UTF-16 and is none. Save it as UTF-8.")
        }
        return Array(text.utf8)
    }

    /// The columns of longitude and latitude. Names that belong together go before others, as a column y may be a year.
    private static func places(_ names: [String]) -> (x: Int?, y: Int?) {
        for (longitude, latitude) in zip(longitudes, ["latitude", "lat", "lat", "lat"] + latitudes.dropFirst(2)) {
            if let x = names.firstIndex(of: longitude), let y = names.firstIndex(of: latitude) { return (x, y) }
        }
        return (names.firstIndex { longitudes.contains($0) }, names.firstIndex { latitudes.contains($0) })
    }

    /// Names without repeats and blanks: an empty one is called after its place, a repeated one gets a number.
    private static func distinct(_ header: [String]) -> [String] {
        var seen: Set<String> = []
        return header.enumerated().map { place, text in
            let trimmed = text.trimmingCharacters(in: .whitespaces)
            let base = trimmed.isEmpty ? "field_\(place + 1)" : trimmed
            var name = base
            var suffix = 2
            while !seen.insert(name.lowercased()).inserted {
                name = "\(base)_\(suffix)"
                suffix += 1
            }
            return name
        }
    }
}

/// Cuts a file into records of cells.
struct CSVRecordReader {
    private let bytes: [UInt8]
    private var place = 0
    private var record = 0
    private let delimiter: UInt8

    init(_ bytes: [UInt8], delimiter: UInt8? = nil) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        if let delimiter {
            self.delimiter = delimiter
            return
        }
        let candidates: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 9, UInt8(ascii: "|")]
        // What stands between quotes separates nothing.
        var isQuoted = false
        var counts = [0, 0, 0, 0]
        for byte in bytes[place...] {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == 10 || byte == 13 { break }
            if let candidate = candidates.firstIndex(of: byte) { counts[candidate] += 1 }
        }
        // The first of equals wins, so that a file of one column is cut at commas.
        self.delimiter = candidates[counts.firstIndex(of: counts.max() ?? 0) ?? 0]
    }

    /// The next record; nil at the end of the file.
    mutating func next() throws(FeatureError) -> [String]? {
        guard place < bytes.count else { return nil }
        record += 1
        var cells: [String] = []
        var cell: [UInt8] = []
        while true {
            if place < bytes.count, bytes[place] == UInt8(ascii: "\""), cell.isEmpty {
                try readQuoted(into: &cell)
            }
            guard place < bytes.count else {
                cells.append(String(decoding: cell, as: UTF8.self))
                return cells
            }
            let byte = bytes[place]
            place += 1
            switch byte {
            case delimiter:
                cells.append(String(decoding: cell, as: UTF8.self))
                cell = []
            case 13, 10:
                if byte == 13, place < bytes.count, bytes[place] == 10 { place += 1 }
                cells.append(String(decoding: cell, as: UTF8.self))
                return cells
            default: cell.append(byte)
            }
        }
    }

    private mutating func readQuoted(into cell: inout [UInt8]) throws(FeatureError) {
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            guard byte == UInt8(ascii: "\"") else {
                cell.append(byte)
                continue
            }
            guard place < bytes.count, bytes[place] == byte else { return }
            cell.append(byte)
            place += 1
        }
        throw FeatureError(.malformed, "A quote that begins in record \(record) of the CSV file never ends.")
    }
}

/// The values of one column, and the narrowest type that holds them all.
private struct CSVColumn {
    let type: FieldType
    let column: AttributeColumn
    let longest: Int

    /// `declared` is followed where every cell can be read so.
    init(_ cells: [String], declared: FieldType? = nil) {
        let texts = cells.map { $0.trimmingCharacters(in: .whitespaces) }
        let given = texts.filter { !$0.isEmpty }
        longest = given.lazy.map(\.unicodeScalars.count).max() ?? 0
        // Numbers with leading zeros are codes (postal, telephone) and would lose them.
        let isCode = given.contains { $0.count > 1 && $0.hasPrefix("0") && !$0.hasPrefix("0.") }
        let integers = isCode ? nil : Self.all(given) { Int64($0) }
        let doubles =
            isCode || integers != nil
            ? nil : Self.all(given) { text in Double(text).flatMap { $0.isFinite ? $0 : nil } }
        let days = Self.all(given) { $0.count >= 8 ? CalendarText.instant($0) : nil }
        let valid = texts.map { !$0.isEmpty }
        if let declared, declared == .string {
            type = .string
        } else if let declared, declared == .double || declared == .single, integers != nil || doubles != nil {
            type = .double
        } else if declared == .date, days != nil {
            type = .date
        } else if given.isEmpty {
            type = .string
        } else if let integers {
            type = integers.allSatisfy { Int32(exactly: $0) != nil } ? .integer : .bigInteger
        } else if doubles != nil {
            type = .double
        } else {
            type = days == nil ? .string : .date
        }
        switch type {
        case .integer, .bigInteger:
            column = AttributeColumn(values: .integers(texts.map { Int64($0) ?? 0 }), valid: valid)
        case .double: column = AttributeColumn(values: .doubles(texts.map { Double($0) ?? 0 }), valid: valid)
        case .date:
            column = AttributeColumn(values: .integers(texts.map { CalendarText.instant($0) ?? 0 }), valid: valid)
        default: column = AttributeColumn(values: .strings(cells), valid: cells.map { !$0.isEmpty })
        }
    }

    /// The values when every text has one; nil otherwise.
    private static func all<Value>(_ texts: [String], _ read: (String) -> Value?) -> [Value]? {
        var values: [Value] = []
        for text in texts {
            guard let value = read(text) else { return nil }
            values.append(value)
        }
        return values
    }
}
