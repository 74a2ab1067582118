// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaMapping
import GromaPopups

extension ReaderCheck {
    private static let fields = [
        Field(name: "ID", type: .oid), Field(name: "NAME", type: .string), Field(name: "POP", type: .integer),
        Field(name: "RATIO", type: .double), Field(name: "MADE", type: .date), Field(name: "DAY", type: .dateOnly),
        Field(name: "GUID", type: .guid),
    ]
    private static let rows: FeatureSet = {
        var set = FeatureSet()
        set.fields = fields
        let values: [[AttributeValue]] = [
            [1, "Ämtli", 5, 0.5, .date(0), .dateOnly("2024-02-29"), .guid("{0F8FAD5B-D9CB-469F-A165-70867728950E}")],
            [2, "", -1, -1e300, .date(-1), .dateOnly("1900-01-01"), .null],
            [3, .null, .null, .null, .null, .null, .null],
        ]
        set.columns = fields.indices.map { place in
            var column = AttributeColumn(type: fields[place].type)
            for row in values { _ = column.append(row[place]) }
            return column
        }
        set.count = values.count
        return set
    }()

    /// Where-clauses: parsing, binding, both ways of evaluation, SQL.
    static let whereClause = ReaderCheck(name: "where", mostBytes: 2_048) { bytes throws(BrokenPromise) in
        let bound = try attempt { () throws(FeatureError) in
            let clause = try WhereClause(String(decoding: bytes, as: UTF8.self))
            return try clause.bound(to: fields, context: .init(now: 1_700_000_000_000, currentUser: "editor"))
        }
        guard let bound else { return }
        let found = try mustSucceed("looking at rows with every field") { () throws(FeatureError) in
            try bound.rows(of: rows)
        }
        let single = (0..<rows.count).filter { bound.matches(rows.record(at: $0)) }
        try promise(found == single, "columns and rows agree: \(found), not \(single)")
        for dates in [SQLiteDialect.DateStorage.text, .milliseconds] {
            _ = try attempt { () throws(FeatureError) in try bound.sql(for: SQLiteDialect(dates: dates)) }
        }
    }

    /// Small languages inside of documents: field expressions, and the HTML of popups.
    static let texts = ReaderCheck(name: "texts", mostBytes: 2_048) { bytes throws(BrokenPromise) in
        let text = String(decoding: bytes, as: UTF8.self)
        if let expression = try attempt({ () throws(MappingError) in try FieldExpression(text) }) {
            _ = (expression.textValue { _ in "x" }, expression.numberValue { _ in 2.5 }, expression.fieldNames)
        }
        let html = HTMLSanitizer.sanitized(text)
        try promise(HTMLSanitizer.sanitized(html) == html, "cleaned HTML is clean")
        try promise(!html.lowercased().contains("<script"), "no script is left")
    }
}
