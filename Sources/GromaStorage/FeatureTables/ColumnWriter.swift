// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// Binds one field's values, row after row, for a bulk load: what can be decided once a column is not decided once a row.
struct ColumnWriter {
    private enum Source {
        case integers([Int64])
        case doubles([Double])
        case dates([Int64])
        case texts([String])
        /// The same for every row.
        case constant(SQLValue)
        case newGlobalIDs
        /// Value by value, through the general conversion.
        case values(AttributeColumn, FieldType)
    }
    private let field: Field
    private let parameter: Int32
    private let source: Source
    private let valid: [Bool]
    private let makesGlobalIDs: Bool

    /// A writer from the set's column of the field's name, else of the field's default value.
    init(_ field: Field, in rows: FeatureSet, parameter: Int32, layout: TableLayout) throws {
        self.field = field
        self.parameter = parameter
        makesGlobalIDs = field.name == layout.info.globalIDFieldName
        guard let place = rows.fieldIndex(named: field.name) else {
            valid = []
            let value = RowPreparation.fitted(field.defaultValue, to: field.type)
            source =
                makesGlobalIDs ? .newGlobalIDs : .constant(try ColumnMapping.sqlValue(value, type: field.type))
            return
        }
        let column = rows.columns[place]
        valid = column.valid
        switch (field.type, column.values) {
        case (.smallInteger, .integers(let values)), (.integer, .integers(let values)),
            (.bigInteger, .integers(let values)):
            source = .integers(values)
        case (.single, .doubles(let values)), (.double, .doubles(let values)): source = .doubles(values)
        case (.single, .integers(let values)), (.double, .integers(let values)):
            source = .doubles(values.map(Double.init))
        case (.date, .integers(let values)): source = .dates(values)
        case (.string, .strings(let values)), (.xml, .strings(let values)), (.dateOnly, .strings(let values)),
            (.timeOnly, .strings(let values)), (.timestampOffset, .strings(let values)):
            source = .texts(values)
        case (.guid, .strings(let values)), (.globalID, .strings(let values)):
            source = .texts(values.map { $0.isEmpty ? $0 : ColumnMapping.canonicalGUID($0) })
        default: source = .values(column, rows.fields[place].type)
        }
    }

    /// Binds the value of a row.
    func bind(_ row: Int, to statement: Statement) throws {
        if !valid.isEmpty, !valid[row] {
            return makesGlobalIDs
                ? try statement.bind(parameter, ColumnMapping.makeGUID()) : try statement.bindNull(parameter)
        }
        switch source {
        case .integers(let values): try statement.bind(parameter, values[row])
        case .doubles(let values): try statement.bind(parameter, values[row])
        case .texts(let values): try statement.bind(parameter, values[row])
        case .constant(let value): try statement.bind(parameter, value)
        case .newGlobalIDs: try statement.bind(parameter, ColumnMapping.makeGUID())
        case .dates(let values):
            guard let text = DateText.text(values[row]) else { throw misfit(row) }
            try statement.bind(parameter, text)
        case .values(let column, let type):
            let value = RowPreparation.fitted(column.value(at: row, type: type), to: field.type)
            do { try field.withoutRules.validate(value) } catch { throw misfit(row) }
            try statement.bind(parameter, ColumnMapping.sqlValue(value, type: field.type))
        }
    }

    private func misfit(_ row: Int) -> StorageError {
        StorageError(.invalidValue, "Row \(row + 1): the value of \(field.name) is no \(field.type.rawValue).")
    }
}

extension Field {
    /// The field with its type alone: no domain, no length, nulls allowed.
    fileprivate var withoutRules: Field { Field(name: name, type: type) }
}
