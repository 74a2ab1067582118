// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import GromaFeatures
import GromaGeometry

/// Evaluates one expression for many rows: fields become columns once, and nothing is looked up by name a row.
///
/// Belongs to one task at a time. Limits hold for each row.
public final class ArcadeRows {
    private let rows: FeatureSet
    private let run: Run
    private let reader: RowReader
    /// Where values are kept, under which number, and the columns they depend on; nil where none are.
    private let kept: (cache: ArcadeCache, scene: Int, columns: [Int], readsShape: Bool)?

    /// Prepares an expression for rows. A field that they lack throws when a row's evaluation reads it. `info` serves functions such as DomainName;
    /// `cache` keeps values for rows that come again, except those that are worked out as quickly as they are found.
    public init(
        _ expression: ArcadeExpression, rows: FeatureSet, context: ArcadeContext, info: FeatureLayerInfo? = nil,
        cache: ArcadeCache? = nil
    ) {
        self.rows = rows
        let info = info ?? FeatureSetBox.info(of: rows)
        let environment = RunEnvironment(context)
        reader = RowReader(rows, info: info, fields: expression.program.usage.fields, zone: environment.zone)
        run = Run(expression.program, context: context, environment: environment, waiter: nil, row: reader)
        kept = cache.flatMap { Self.keeping($0, expression, rows, context, info) }
    }

    private static func keeping(
        _ cache: ArcadeCache, _ expression: ArcadeExpression, _ rows: FeatureSet, _ context: ArcadeContext,
        _ info: FeatureLayerInfo
    ) -> (ArcadeCache, Int, [Int], Bool)? {
        let program = expression.program, usage = program.usage
        guard program.canBeKept, program.isWorthKeeping else { return nil }
        var columns = Array(rows.fields.indices)
        if !usage.usesWholeFeature {
            var names = usage.fields
            if usage.usesDomains, let field = info.featureTypeFieldName { names.append(field) }
            columns = names.compactMap { rows.fieldIndex(named: $0) }
            guard columns.count == names.count else { return nil }
        }
        let scene = program.scene(
            expression, context, info,
            columns: columns.map {
                ArcadeCache.Column(name: ExactText(rows.fields[$0].name), type: rows.fields[$0].type)
            },
            reference: rows.spatialReference, shapes: rows.geometries?.type)
        return (cache, cache.number(of: scene), columns, usage.usesWholeFeature || usage.usesGeometry)
    }

    /// The value for a row.
    public func value(at row: Int) throws(ArcadeError) -> ArcadeValue {
        try outcome(row, isText: false) { run, value in try run.exported(value) }
    }

    /// The value for a row as text; empty for null.
    public func text(at row: Int) throws(ArcadeError) -> String {
        guard kept != nil else { return try ArcadeExpression.typed { try text(of: try raw(row)) } }
        return try outcome(row, isText: true) { _, value in .text(try text(of: value)) }.text
    }

    @inline(__always) private func text(of value: Value) throws -> String {
        if case .text(let text) = value { return text }
        return try Conversion.text(value, run)
    }

    /// The outcome that is kept, or the one that is made now of the row's value.
    private func outcome(
        _ row: Int, isText: Bool, _ make: (Run, Value) throws -> ArcadeValue
    ) throws(ArcadeError) -> ArcadeValue {
        guard let kept else { return try ArcadeExpression.typed { try make(run, try raw(row)) } }
        var print = Fingerprint()
        // Containers have one value and another as text.
        print.add(isText ? 1 : 0)
        for column in kept.columns { print.add(row, of: rows.columns[column]) }
        if kept.readsShape, let shapes = rows.geometries { print.add(row, of: shapes) }
        if let known = kept.cache.outcome(kept.scene, print) { return try known.get() }
        let made: ArcadeCache.Outcome
        do { made = .success(try make(run, try raw(row))) } catch {
            made = .failure(ArcadeExpression.arcadeError(error))
        }
        kept.cache.keep(made, kept.scene, print)
        return try made.get()
    }

    /// The value for a row as a number: null, texts that are no numbers, NaN and infinity are nil.
    public func number(at row: Int) throws(ArcadeError) -> Double? {
        if kept != nil { return try value(at: row).rowNumber }
        return try ArcadeExpression.typed {
            let value = try raw(row)
            if case .number(let number) = value { return number.isFinite ? number : nil }
            return try run.exported(value).rowNumber
        }
    }

    private func raw(_ row: Int) throws -> Value {
        precondition(row >= 0 && row < rows.count, "row \(row) of \(rows.count)")
        run.restart()
        reader.row = row
        do { return try run.value() } catch let error as ArcadeError {
            throw run.program.resultPlace.map(error.placed) ?? error
        }
    }
}

/// Reads the fields of an expression from the columns of rows. Safe: what it borrows it owns.
@safe final class RowReader {
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
    /// The same, not counted at each use: a tenth of a short label's time. `columns` keeps them.
    private let borrowed: [Unmanaged<Column>]
    private let zone: Zone
    private let page: RowPage
    private let info: FeatureLayerInfo
    private let source: FeatureSetBox
    var row = 0

    init(_ set: FeatureSet, info: FeatureLayerInfo, fields: [String], zone: Zone) {
        self.zone = zone
        page = RowPage(set)
        self.info = info
        source = FeatureSetBox(rows: set, info: info)
        columns = fields.map { Column(set, $0) }
        unsafe borrowed = columns.map { unsafe Unmanaged.passUnretained($0) }
    }

    /// The row as a whole.
    func feature(_ run: Run) -> FeatureBox {
        FeatureBox(row: row, of: page, info: info, source: source, run)
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
        try unsafe borrowed[field]._withUnsafeGuaranteedRef { column in
            switch column.kind {
            case .integers: column.valid[row] ? Double(column.integers[row]) : 0
            case .doubles: column.valid[row] ? column.doubles[row] : 0
            case .strings, .other, .missing: Conversion.number(try value(field, place))
            }
        }
    }

    /// Writes a field's value without making it a value of the language first.
    @inline(__always) func append(_ field: Int, _ place: SourcePlace, to text: inout TextJoin, _ run: Run) throws {
        try unsafe borrowed[field]._withUnsafeGuaranteedRef { column in
            switch column.kind {
            case .strings: if column.valid[row] { try text.append(column.strings[row], run) }
            case .integers: if column.valid[row] { try text.append(column.integers[row], run) }
            case .doubles: if column.valid[row] { try text.append(column.doubles[row], run) }
            case .other, .missing: try text.append(try value(field, place), run)
            }
        }
    }

    private func missing(_ name: String, _ place: SourcePlace) -> ArcadeError {
        ArcadeError(
            .notFound, "The feature has no field \"\(name.prefix(60))\".", phase: .runtime, at: place)
    }
}
