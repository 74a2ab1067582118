// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry

extension FeatureSet {
    /// Writes comma separated values (RFC 4180, UTF-8, lines ending in CR LF): one record a row under a record of field names.
    ///
    /// Points add columns X and Y in the set's own reference unless it has fields of both names; where it has one of them, the
    /// columns are POINT_X and POINT_Y. Other shapes have no place in CSV and are left out, as are heights and measures. Null is an
    /// empty cell, an empty text a pair of quotes; dates are ISO 8601 in UTC, with milliseconds where they have some; blobs Base64.
    public func csv() -> [UInt8] {
        let taken = Set(fields.map { $0.name.lowercased() }).intersection(["x", "y"])
        let isPoints = geometries?.type == .point && taken.count < 2
        let places = isPoints ? (taken.isEmpty ? ["X", "Y"] : ["POINT_X", "POINT_Y"]) : []
        var text = (fields.map { Self.cell($0.name) } + places).joined(separator: ",") + "\r\n"
        for row in 0..<count {
            var cells = fields.indices.map { Self.cell(value(at: row, field: $0)) }
            if isPoints {
                let point = geometries?.geometry(at: row) as? Point
                cells += point.map { $0.isEmpty ? ["", ""] : [$0.x.description, $0.y.description] } ?? ["", ""]
            }
            // An empty line would be no row.
            text += (cells == [""] ? "\"\"" : cells.joined(separator: ",")) + "\r\n"
        }
        return Array(text.utf8)
    }

    private static func text(_ value: AttributeValue) -> String {
        switch value {
        case .null: ""
        case .integer(let number): String(number)
        case .double(let number): number.description
        case .date(let milliseconds):
            milliseconds % 1_000 == 0
                ? CalendarText.dateText(milliseconds: milliseconds) + "T"
                    + CalendarText.timeText(milliseconds: milliseconds) + "Z"
                : CalendarText.timestampText(milliseconds: milliseconds, separator: "T") + "Z"
        case .string(let text), .dateOnly(let text), .timeOnly(let text), .timestampOffset(let text), .guid(let text):
            text
        case .blob(let bytes): Data(bytes).base64EncodedString()
        }
    }

    private static func cell(_ value: AttributeValue) -> String {
        value == .string("") ? "\"\"" : cell(text(value))
    }

    /// A cell, in quotes where it holds what would end it, or what readers may take for a separator or a byte order mark.
    private static func cell(_ text: String) -> String {
        text.unicodeScalars.contains { [",", "\"", "\r", "\n", ";", "\t", "|", "\u{FEFF}"].contains($0) }
            ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
    }
}
