// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
import GromaGeometry

/// Evaluates one expression for many rows: fields become columns once, and nothing is looked up by name a row.
///
/// Belongs to one task at a time. Limits hold for each row.
public final class ArcadeRows {
    private let rows: FeatureSet
    private let info: FeatureLayerInfo
    private let run: Run
    private let reader: RowReader

    /// Prepares an expression for rows. A field that they lack throws when a row's evaluation reads it. `info` serves functions such as DomainName.
    public init(
        _ expression: ArcadeExpression, rows: FeatureSet, context: ArcadeContext, info: FeatureLayerInfo? = nil
    ) {
        self.rows = rows
        let info = info ?? FeatureSetBox.info(of: rows)
        self.info = info
        run = Run(expression.program, context: context, environment: RunEnvironment(context), waiter: nil)
        reader = RowReader(rows, fields: expression.program.usage.fields, zone: run.environment.zone)
        run.row = reader
        let set = rows, source = FeatureSetBox(rows: rows, info: info), reader = reader
        run.rowFeature = { run in
            try FeatureBox(row: reader.row, of: set, info: info, source: source, run)
        }
    }

    /// The value for a row.
    public func value(at row: Int) throws(ArcadeError) -> ArcadeValue {
        try ArcadeExpression.typed { try run.exported(try raw(row)) }
    }

    /// The value for a row as text; empty for null.
    public func text(at row: Int) throws(ArcadeError) -> String {
        try ArcadeExpression.typed {
            switch try raw(row) {
            case .text(let text): return text
            case let value: return try Conversion.text(value, run)
            }
        }
    }

    /// The value for a row as a number: null, texts that are no numbers, NaN and infinity are nil.
    public func number(at row: Int) throws(ArcadeError) -> Double? {
        try ArcadeExpression.typed {
            switch try raw(row) {
            case .null: return nil
            case .number(let number): return number.isFinite ? number : nil
            case .date(let date): return Double(date.instant)
            case let value:
                if value.isEmpty { return nil }
                let number = Conversion.number(value)
                return number.isFinite ? number : nil
            }
        }
    }

    private func raw(_ row: Int) throws -> Value {
        precondition(row >= 0 && row < rows.count, "row \(row) of \(rows.count)")
        run.restart()
        reader.row = row
        return try run.value()
    }
}

/// Reads the fields of an expression from the columns of rows.
final class RowReader {
    private enum Column {
        case integers([Int64], [Bool])
        case doubles([Double], [Bool])
        case strings([String], [Bool])
        case other(AttributeColumn, FieldType)
        case missing(String)
    }
    private let columns: [Column]
    private let zone: Zone
    var row = 0

    init(_ set: FeatureSet, fields: [String], zone: Zone) {
        self.zone = zone
        columns = fields.map { name in
            guard let place = set.fieldIndex(named: name) else { return .missing(name) }
            let column = set.columns[place], type = set.fields[place].type
            switch (column.values, type) {
            case (.integers(let values), _) where type.isNumeric: return .integers(values, column.valid)
            case (.doubles(let values), _) where type.isNumeric: return .doubles(values, column.valid)
            case (.strings(let values), .string), (.strings(let values), .guid), (.strings(let values), .globalID),
                (.strings(let values), .xml):
                return .strings(values, column.valid)
            default: return .other(column, type)
            }
        }
    }

    @inline(__always) func value(_ field: Int, _ place: SourcePlace) throws -> Value {
        switch columns[field] {
        case .integers(let values, let valid): return valid[row] ? .number(Double(values[row])) : .null
        case .doubles(let values, let valid): return valid[row] ? .number(values[row]) : .null
        case .strings(let values, let valid): return valid[row] ? .text(values[row]) : .null
        case .other(let column, let type): return Value(column.value(at: row, type: type), type: type, zone: zone)
        case .missing(let name): throw missing(name, place)
        }
    }

    /// Writes a field's value without making it a value of the language first.
    @inline(__always) func append(_ field: Int, _ place: SourcePlace, to text: inout TextJoin, _ run: Run) throws {
        switch columns[field] {
        case .strings(let values, let valid): if valid[row] { try text.append(values[row], run) }
        case .integers(let values, let valid):
            guard valid[row] else { return }
            let value = values[row]
            try text.append(
                value.magnitude < 1 << 53 ? String(value) : NumberText.plain(Double(value)), run)
        case .doubles(let values, let valid): if valid[row] { try text.append(NumberText.plain(values[row]), run) }
        case .other, .missing: try text.append(try value(field, place), run)
        }
    }

    private func missing(_ name: String, _ place: SourcePlace) -> ArcadeError {
        ArcadeError(
            .notFound, "The feature has no field \"\(name.prefix(60))\".", phase: .runtime, at: place)
    }
}
