// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension BoundWhereClause {
    /// True when the record is selected; attributes that are not given count as null.
    public func matches(_ record: FeatureRecord) -> Bool {
        let values = fields.map { field in
            WhereValue(record.attributes.value(forField: field.name) ?? .null, type: field.type)
        }
        return WhereEvaluator(row: { values[$0] }).truth(predicate) == true
    }

    /// The numbers of the rows that are selected, rising. Throws `.unknownField` when the set lacks a field of the clause.
    public func rows(of set: FeatureSet) throws(FeatureError) -> [Int] {
        var columns: [(column: AttributeColumn, type: FieldType)] = []
        for field in fields {
            guard let place = set.fieldIndex(named: field.name) else {
                throw FeatureError(
                    .unknownField, "The rows have no field \"\(field.name)\", which the where-clause names.")
            }
            columns.append((set.columns[place], set.fields[place].type))
        }
        var rows: [Int] = []
        for row in 0..<set.count {
            let evaluator = WhereEvaluator(row: { columns[$0].column.whereValue(at: row, type: columns[$0].type) })
            if evaluator.truth(predicate) == true { rows.append(row) }
        }
        return rows
    }
}

extension WhereValue {
    /// The value as clauses compare it: GUIDs bare, timestamps with an offset as instants.
    init(_ value: AttributeValue, type: FieldType) {
        switch value {
        case .null: self = .null
        case .integer(let number):
            self = type == .double || type == .single ? .double(Double(number)) : .integer(number)
        case .double(let number): self = number.isNaN ? .null : .double(number)
        case .date(let instant): self = .integer(instant)
        case .string(let text), .dateOnly(let text), .timeOnly(let text), .timestampOffset(let text), .guid(let text):
            self = Self.text(text, type: type)
        case .blob: self = .text("")
        }
    }

    static func text(_ text: String, type: FieldType) -> WhereValue {
        switch type {
        case .guid, .globalID: .text(AttributeValue.bareGUID(text))
        case .timestampOffset: CalendarText.instant(text).map { .integer($0) } ?? .null
        default: .text(text)
        }
    }
}

extension AttributeColumn {
    func whereValue(at row: Int, type: FieldType) -> WhereValue {
        guard valid[row] else { return .null }
        switch values {
        case .integers(let numbers): return .integer(numbers[row])
        case .doubles(let numbers): return numbers[row].isNaN ? .null : .double(numbers[row])
        case .strings(let texts): return WhereValue.text(texts[row], type: type)
        case .blobs: return .text("")
        }
    }
}
