// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The cells of one record, end to end.
struct CSVRecord {
    fileprivate(set) var bytes: [UInt8] = []
    /// Where each cell ends.
    fileprivate var ends: [Int] = []
    /// The cells that are a pair of quotes with nothing between.
    fileprivate var quoted: Set<Int> = []

    /// How many cells there are.
    var count: Int { ends.count }
    /// The cells as texts.
    var texts: [String] { ends.indices.map { String(decoding: self[$0], as: UTF8.self) } }
    /// The bytes of a cell.
    subscript(place: Int) -> ArraySlice<UInt8> { bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]] }
    /// True for a cell of a pair of quotes with nothing between.
    func isQuoted(_ place: Int) -> Bool { quoted.contains(place) }
}

/// Cuts a file into records of cells.
struct CSVRecordReader {
    /// The record read last.
    private(set) var record = CSVRecord()
    private let bytes: [UInt8]
    private var place = 0
    private var number = 0
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

    /// Reads the next record; false at the end of the file.
    mutating func next() throws(FeatureError) -> Bool {
        record.bytes.removeAll(keepingCapacity: true)
        record.ends.removeAll(keepingCapacity: true)
        record.quoted = []
        guard place < bytes.count else { return false }
        number += 1
        let start = place
        try readCells()
        // Another encoding would come through as question marks.
        guard String(validating: bytes[start..<place], as: UTF8.self) != nil else {
            throw FeatureError(
                .malformed,
                "Record \(number) of the CSV file is not in UTF-8. Save the file as UTF-8, or as UTF-16 with its mark.")
        }
        return true
    }

    private mutating func readCells() throws(FeatureError) {
        while true {
            let start = record.bytes.count
            if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
                try readQuoted()
                if record.bytes.count == start { record.quoted.insert(record.count) }
            }
            while place < bytes.count, bytes[place] != delimiter, bytes[place] != 10, bytes[place] != 13 {
                record.bytes.append(bytes[place])
                place += 1
            }
            record.ends.append(record.bytes.count)
            guard place < bytes.count else { return }
            let byte = bytes[place]
            place += 1
            if byte == delimiter { continue }
            if byte == 13, place < bytes.count, bytes[place] == 10 { place += 1 }
            return
        }
    }

    private mutating func readQuoted() throws(FeatureError) {
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            guard byte == UInt8(ascii: "\"") else {
                record.bytes.append(byte)
                continue
            }
            guard place < bytes.count, bytes[place] == byte else { return }
            record.bytes.append(byte)
            place += 1
        }
        throw FeatureError(.malformed, "A quote that begins in record \(number) of the CSV file never ends.")
    }
}
