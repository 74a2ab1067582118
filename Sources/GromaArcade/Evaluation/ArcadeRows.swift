// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
import GromaGeometry

/// Evaluates one expression for many rows: fields become columns once, and nothing is looked up by name a row.
///
/// Belongs to one task at a time. Limits hold for each row.
public final class ArcadeRows {
    private let rows: FeatureSet
    private let run: Run
    private let reader: RowReader

    /// Prepares an expression for rows. A field that they lack throws when a row's evaluation reads it. `info` serves functions such as DomainName.
    public init(
        _ expression: ArcadeExpression, rows: FeatureSet, context: ArcadeContext, info: FeatureLayerInfo? = nil
    ) {
        self.rows = rows
        let info = info ?? FeatureSetBox.info(of: rows)
        let environment = RunEnvironment(context)
        reader = RowReader(rows, info: info, fields: expression.program.usage.fields, zone: environment.zone)
        run = Run(expression.program, context: context, environment: environment, waiter: nil, row: reader)
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
    /// A column as its kind has it; `other` reads it by the value.
    private final class Column {
        enum Kind { case integers, doubles, strings, other, missing }
        let kind: Kind
        let integers: [Int64]
        let doubles: [Double]
        let strings: [String]
        let valid: [Bool]
        let name: String
        let type: FieldType
        let all: AttributeColumn

        init(_ set: FeatureSet, _ name: String) {
            self.name = name
            guard let place = set.fieldIndex(named: name) else {
                (kind, integers, doubles, strings, valid) = (.missing, [], [], [], [])
                type = .string
                all = AttributeColumn(type: .string)
                return
            }
            all = set.columns[place]
            type = set.fields[place].type
            valid = all.valid
            switch (all.values, type) {
            case (.integers(let values), _) where type.isNumeric:
                (kind, integers, doubles, strings) = (.integers, values, [], [])
            case (.doubles(let values), _) where type.isNumeric:
                (kind, integers, doubles, strings) = (.doubles, [], values, [])
            case (.strings(let values), .string), (.strings(let values), .guid), (.strings(let values), .globalID),
                (.strings(let values), .xml):
                (kind, integers, doubles, strings) = (.strings, [], [], values)
            default: (kind, integers, doubles, strings) = (.other, [], [], [])
            }
        }
    }
    private let columns: [Column]
    private let zone: Zone
    private let set: FeatureSet
    private let info: FeatureLayerInfo
    private let source: FeatureSetBox
    var row = 0

    init(_ set: FeatureSet, info: FeatureLayerInfo, fields: [String], zone: Zone) {
        self.zone = zone
        self.set = set
        self.info = info
        source = FeatureSetBox(rows: set, info: info)
        columns = fields.map { Column(set, $0) }
    }

    /// The row as a whole.
    func feature(_ run: Run) throws -> FeatureBox {
        try FeatureBox(row: row, of: set, info: info, source: source, run)
    }

    @inline(__always) func value(_ field: Int, _ place: SourcePlace) throws -> Value {
        let column = columns[field]
        switch column.kind {
        case .integers: return column.valid[row] ? .number(Double(column.integers[row])) : .null
        case .doubles: return column.valid[row] ? .number(column.doubles[row]) : .null
        case .strings: return column.valid[row] ? .text(column.strings[row]) : .null
        case .other: return Value(column.all.value(at: row, type: column.type), type: column.type, zone: zone)
        case .missing: throw missing(column.name, place)
        }
    }

    /// A field's value cast to a number.
    @inline(__always) func number(_ field: Int, _ place: SourcePlace) throws -> Double {
        let column = columns[field]
        switch column.kind {
        case .integers: return column.valid[row] ? Double(column.integers[row]) : 0
        case .doubles: return column.valid[row] ? column.doubles[row] : 0
        case .strings, .other, .missing: return Conversion.number(try value(field, place))
        }
    }

    /// Writes a field's value without making it a value of the language first.
    @inline(__always) func append(_ field: Int, _ place: SourcePlace, to text: inout TextJoin, _ run: Run) throws {
        let column = columns[field]
        switch column.kind {
        case .strings: if column.valid[row] { try text.append(column.strings[row], run) }
        case .integers: if column.valid[row] { try text.append(column.integers[row], run) }
        case .doubles: if column.valid[row] { try text.append(column.doubles[row], run) }
        case .other, .missing: try text.append(try value(field, place), run)
        }
    }

    private func missing(_ name: String, _ place: SourcePlace) -> ArcadeError {
        ArcadeError(
            .notFound, "The feature has no field \"\(name.prefix(60))\".", phase: .runtime, at: place)
    }
}
