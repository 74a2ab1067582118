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
    /// numbers become number fields, days and instants in ISO 8601 date fields, everything else texts; so do numbers that a field
    /// of numbers would change (codes with leading zeros, telephone numbers with a plus, more digits than a number keeps). Empty
    /// cells are null; of texts, a pair of quotes with nothing between is an empty text. Where a longitude and a latitude column
    /// are found by their usual names, rows become points in WGS 84, also from degrees, minutes and seconds and from decimal
    /// commas; a row whose pair is no place on earth gets an empty point. A byte order mark is skipped.
    ///
    /// - Throws: `.malformed` with the record's number for a quote that never ends, for records of another length than the first and
    ///   for bytes that are no UTF-8; `.tooLarge` for more than 2,000 columns and for columns of more than 4 GB.
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
        guard try reader.next(), case let header = reader.record.texts, !header.allSatisfy(\.isEmpty) else {
            throw FeatureError(.malformed, "The CSV file is empty: its first record should name the fields.")
        }
        guard header.count <= Self.mostColumns else {
            throw FeatureError(
                .tooLarge, "The CSV file has \(header.count) columns; at most \(Self.mostColumns) are read.")
        }
        let names = Self.distinct(header)
        var cells = [CSVCells](repeating: CSVCells(), count: names.count)
        var number = 1
        while try reader.next() {
            number += 1
            let record = reader.record
            // A blank line; in a file of one column a pair of quotes is a row.
            if record.count == 1, record.bytes.isEmpty, names.count > 1 || !record.isQuoted(0) { continue }
            guard record.count == names.count else {
                throw FeatureError(
                    .malformed,
                    "Record \(number) of the CSV file has \(record.count) cells, the first has \(names.count).")
            }
            for place in names.indices { try cells[place].append(record, place) }
        }
        self.init()
        count = cells.first?.count ?? 0
        let lowercased = names.map { $0.lowercased() }
        let usual = Self.places(lowercased)
        let x = try Self.place(of: options.longitudeFieldName, in: lowercased) ?? usual.x
        let y = try Self.place(of: options.latitudeFieldName, in: lowercased) ?? usual.y
        if options.hasLocation, let x, let y, x != y {
            geometryType = .point
            spatialReference = .wgs84
            var shapes = GeometryColumn(type: .point)
            for row in 0..<count {
                try shapes.append(Self.point(cells[x].trimmed(row), cells[y].trimmed(row)) ?? Point.empty(in: .wgs84))
            }
            geometries = shapes
        }
        for place in names.indices {
            let column = CSVColumn(cells[place], declared: options.fieldTypes[lowercased[place]])
            cells[place] = CSVCells()
            fields.append(
                Field(
                    name: names[place], type: column.type,
                    length: column.type == .string ? max(255, column.longest) : nil))
            columns.append(column.column)
        }
    }

    /// The place of a row: numbers, also with a decimal comma, or degrees, minutes and seconds; nil where it is none on earth.
    private static func point(_ x: String, _ y: String) -> Point? {
        func number(_ text: String) -> Double? {
            Double(text) ?? (text.contains(".") ? nil : Double(text.replacing(",", with: ".")))
        }
        if let x = number(x), let y = number(y) {
            return abs(x) <= 360 && abs(y) <= 90 ? Point(x: x, y: y, spatialReference: .wgs84) : nil
        }
        guard !x.isEmpty, !y.isEmpty else { return nil }
        let text = "\(y.replacing(",", with: ".")); \(x.replacing(",", with: "."))"
        return try? CoordinateFormatter.point(fromLatitudeLongitudeString: text)
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
