// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The cells of one column, end to end: a text apiece would take many times the file's size.
struct CSVCells {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    private var quoted: Set<Int> = []

    /// Rows so far.
    var count: Int { ends.count }

    /// Adds a cell of a record.
    mutating func append(_ record: CSVRecord, _ place: Int) throws(FeatureError) {
        bytes.append(contentsOf: record[place])
        guard let end = UInt32(exactly: bytes.count) else {
            throw FeatureError(.tooLarge, "Column \(place + 1) of the CSV file has more than 4 GB; split the file.")
        }
        if record.isQuoted(place) { quoted.insert(ends.count) }
        ends.append(end)
    }

    private subscript(row: Int) -> ArraySlice<UInt8> { bytes[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])] }

    /// The cell as it stands.
    func text(_ row: Int) -> String { String(decoding: self[row], as: UTF8.self) }
    /// True where the cell says something, be it an empty text.
    func isText(_ row: Int) -> Bool { !self[row].isEmpty || quoted.contains(row) }
    /// The cell without blanks at its ends.
    func trimmed(_ row: Int) -> String {
        var cell = self[row]
        while let byte = cell.first, byte == 32 || byte == 9 { cell.removeFirst() }
        while let byte = cell.last, byte == 32 || byte == 9 { cell.removeLast() }
        let text = String(decoding: cell, as: UTF8.self)
        let mayBeBlank = (cell.first ?? 0) >= 0x80 || (cell.last ?? 0) >= 0x80
        return mayBeBlank ? text.trimmingCharacters(in: .whitespaces) : text
    }
}

/// The values of one column, and the narrowest type that holds them all.
struct CSVColumn {
    let type: FieldType
    let column: AttributeColumn
    /// The most characters of a cell.
    let longest: Int

    /// `declared` is followed where every cell can be read so.
    init(_ cells: CSVCells, declared: FieldType? = nil) {
        var kinds = Kinds()
        for row in 0..<cells.count { kinds.take(cells.trimmed(row)) }
        longest = kinds.longest
        let type = kinds.type(declared: declared)
        self.type = type
        var column = AttributeColumn(type: type)
        for row in 0..<cells.count {
            if type == .string {
                column.append(cells.isText(row) ? .string(cells.text(row)) : .null)
                continue
            }
            let text = cells.trimmed(row)
            switch type {
            case _ where text.isEmpty: column.append(.null)
            case .integer, .bigInteger: column.append(.integer(Int64(text) ?? 0))
            case .double: column.append(.double(Double(text) ?? 0))
            default: column.append(.date(CalendarText.instant(text) ?? 0))
            }
        }
        self.column = column
    }

    /// What all cells so far can be read as.
    private struct Kinds {
        var longest = 0
        private var isGiven = false
        private var areIntegers = true, areDoubles = true, areDates = true
        private var fit32Bits = true, fitDoubles = true

        mutating func take(_ text: String) {
            guard !text.isEmpty else { return }
            isGiven = true
            longest = max(longest, text.utf8.count <= longest ? 0 : text.unicodeScalars.count)
            if areIntegers || areDoubles { takeNumber(text) }
            if areDates { areDates = text.utf8.count >= 8 && CalendarText.instant(text) != nil }
        }

        private mutating func takeNumber(_ text: String) {
            // Codes (postal, article) would lose their zeros, telephone numbers their plus.
            let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
            let isCode =
                digits.count > 1 && digits.first == UInt8(ascii: "0") && digits.dropFirst().first != UInt8(ascii: ".")
            if isCode || (text.hasPrefix("+") && text.utf8.count > 8 && Int64(text) != nil) {
                areIntegers = false
                areDoubles = false
            } else if let value = Int64(text) {
                if Int32(exactly: value) == nil { fit32Bits = false }
                if value.magnitude > 1 << 53 { fitDoubles = false }
            } else {
                areIntegers = false
                // More digits than 64 bits hold name something; rounded they would name something else.
                let isLong = digits.count > 18 && digits.allSatisfy { (48...57).contains($0) }
                areDoubles = areDoubles && !isLong && Double(text)?.isFinite == true
            }
        }

        func type(declared: FieldType?) -> FieldType {
            let areNumbers = areIntegers || areDoubles
            if declared == .string { return .string }
            if declared == .double || declared == .single, areNumbers, areIntegers || fitDoubles { return .double }
            if declared == .date, areDates { return .date }
            guard isGiven else { return .string }
            if areIntegers { return fit32Bits ? .integer : .bigInteger }
            return areDoubles && fitDoubles ? .double : areDates ? .date : .string
        }
    }
}
