// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A value computed of a row's fields in standardised SQL: `HEIGHT * 2`, `UPPER(NAME)`; the same grammar and limits as `WhereClause`.
package struct ValueClause: Sendable {
    private let root: WhereSyntax.Node

    /// Parses an expression. Throws `.invalidWhereClause` with the place of the mistake, or `.tooLarge`.
    package init(_ text: String) throws(FeatureError) { root = try WhereParser.parseValue(text) }

    /// The name of the field when the expression is nothing but one.
    package var fieldName: String? { if case .field(let name) = root.syntax { name } else { nil } }

    /// The value of every row, and the type that all of them have. Throws as `WhereClause.bound(to:context:)`.
    package func values(
        of set: FeatureSet, context: WhereClause.Context = .init()
    ) throws(FeatureError) -> (type: FieldType, values: [AttributeValue]) {
        var binder = WhereBinder(fields: set.fields, context: context)
        let typed = try binder.value(root)
        let places = binder.usedFields.map { field in set.fieldIndex(named: field.name) ?? 0 }
        if case .field(let place) = typed.value {
            let column = places[place], type = set.fields[column].type
            return (type, (0..<set.count).map { set.value(at: $0, field: column) })
        }
        let type = typed.type.fieldType
        let values = (0..<set.count).map { row in
            let evaluator = WhereEvaluator { place in
                set.columns[places[place]].whereValue(at: row, type: set.fields[places[place]].type)
            }
            return evaluator.value(typed.value).attribute(of: type)
        }
        return (type, values)
    }
}

extension WhereType {
    /// The type of a field that holds such values.
    fileprivate var fieldType: FieldType {
        switch self {
        case .integer: .bigInteger
        case .double, .interval: .double
        case .text, .null, .opaque: .string
        case .date: .date
        case .dateOnly: .dateOnly
        case .timeOnly: .timeOnly
        case .guid: .guid
        }
    }
}

extension WhereValue {
    fileprivate func attribute(of type: FieldType) -> AttributeValue {
        switch (self, type) {
        case (.null, _): .null
        case (.integer(let number), .date): .date(number)
        case (.integer(let number), .dateOnly): .dateOnly(CalendarText.dateText(milliseconds: number))
        case (.integer(let number), .timeOnly): .timeOnly(CalendarText.timeText(milliseconds: number))
        case (.integer(let number), .double): .double(Double(number))
        case (.integer(let number), _): .integer(number)
        case (.double(let number), _): number.isFinite ? .double(number) : .null
        case (.text(let text), .guid): .guid(text)
        case (.text(let text), _): .string(text)
        }
    }
}
