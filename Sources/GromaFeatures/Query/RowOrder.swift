// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Sorts rows of a set by several fields: nulls first when rising, texts by their UTF-8 bytes, ties in the order of the rows.
struct RowOrder {
    private let keys: [(column: AttributeColumn, type: FieldType, isAscending: Bool)]

    init(_ orderBy: [OrderBy], in set: FeatureSet) throws(FeatureError) {
        var keys: [(column: AttributeColumn, type: FieldType, isAscending: Bool)] = []
        for key in orderBy {
            guard let place = set.fieldIndex(named: key.fieldName) else {
                throw FeatureError(.unknownField, "There is no field \"\(key.fieldName.prefix(80))\" to sort by.")
            }
            keys.append((set.columns[place], set.fields[place].type, key.isAscending))
        }
        self.keys = keys
    }

    func sorted(_ rows: [Int]) -> [Int] {
        keys.isEmpty ? rows : rows.sorted { precedes($0, $1) }
    }

    private func precedes(_ a: Int, _ b: Int) -> Bool {
        for key in keys {
            let order = key.column.order(a, b, type: key.type)
            if order != 0 { return key.isAscending ? order < 0 : order > 0 }
        }
        return a < b
    }
}

extension AttributeColumn {
    /// Below zero, zero or above as row a comes before, with or after row b; nulls come first.
    func order(_ a: Int, _ b: Int, type: FieldType) -> Int {
        guard valid[a], valid[b] else { return valid[a] ? 1 : valid[b] ? -1 : 0 }
        return whereValue(at: a, type: type).order(to: whereValue(at: b, type: type)) ?? 0
    }
}
