// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// Rows that features are read from where they stand.
final class RowPage {
    let rows: FeatureSet
    private let places: [String: Int]

    init(_ rows: FeatureSet) {
        self.rows = rows
        var places: [String: Int] = [:]
        for (place, field) in rows.fields.enumerated() where field.type != .geometry {
            places[field.name] = place
            let folded = field.name.lowercased()
            if places[folded] == nil { places[folded] = place }
        }
        self.places = places
    }

    /// The place of a field; its name is found in any case.
    func place(of name: String) -> Int? { places[name] ?? places[name.lowercased()] }

    var names: [String] { rows.fields.filter { $0.type != .geometry }.map(\.name) }

    func value(at row: Int, place: Int, zone: Zone) -> Value {
        let type = rows.fields[place].type
        return Value(rows.columns[place].value(at: row, type: type), type: type, zone: zone)
    }
}

/// A feature while an expression is evaluated.
final class FeatureBox {
    private enum Content {
        case made(DictionaryBox)
        /// A row keeps nothing of its own, so that walking over many costs nothing.
        case row(RowPage, Int, Zone)
    }
    private let content: Content
    private var shape: Value?
    /// What the table says of the feature's fields; nil for features made in the expression.
    let info: FeatureLayerInfo?
    /// The set the feature came from.
    let source: FeatureSetBox?
    /// The feature itself where it is one of a table.
    private(set) lazy var feature: Feature? = madeFeature()
    let isFixed: Bool

    init(entries: [(String, Value)], geometry: Value, _ run: Run) throws {
        content = .made(try run.dictionaryBox(entries))
        shape = geometry
        info = nil
        source = nil
        isFixed = false
        feature = nil
    }

    /// Fields come in the table's order, others after them by name.
    init(
        record: FeatureRecord, info: FeatureLayerInfo?, source: FeatureSetBox?, feature: Feature?, isFixed: Bool,
        _ run: Run
    ) throws {
        var entries: [(String, Value)] = [], rest = record.attributes
        for field in info?.fields ?? [] where field.type != .geometry {
            let name =
                rest[field.name] != nil ? field.name : rest.keys.first { $0.lowercased() == field.name.lowercased() }
            let value = name.flatMap { rest.removeValue(forKey: $0) } ?? .null
            entries.append((field.name, Value(value, type: field.type, zone: run.environment.zone)))
        }
        for (name, value) in rest.sorted(by: { $0.key < $1.key }) {
            entries.append((name, Value(value, type: nil, zone: run.environment.zone)))
        }
        content = .made(try run.dictionaryBox(entries))
        shape = run.geometry(record.geometry)
        self.info = info
        self.source = source
        self.isFixed = isFixed
        self.feature = feature
    }

    /// A row of a set.
    init(row: Int, of page: RowPage, info: FeatureLayerInfo?, source: FeatureSetBox, _ run: Run) {
        content = .row(page, row, run.environment.zone)
        self.info = info
        self.source = source
        isFixed = true
    }

    private func madeFeature() -> Feature? {
        guard case .row(let page, let row, _) = content, let layer = source?.layer else { return nil }
        return Feature(record: page.rows.record(at: row), table: layer.table, layerInfo: info)
    }

    func names(_ run: Run) throws -> [String] {
        switch content {
        case .made(let box): box.keys
        case .row(let page, _, _): page.names
        }
    }
    func entries(_ run: Run) throws -> [(String, Value)] { entries }
    private var entries: [(String, Value)] {
        switch content {
        case .made(let box): box.entries.map { ($0.key, $0.value) }
        case .row(let page, let row, let zone):
            page.names.compactMap { name in
                page.place(of: name).map { (name, page.value(at: row, place: $0, zone: zone)) }
            }
        }
    }
    func value(_ name: String, _ run: Run) throws -> Value? {
        switch content {
        case .made(let box): box[name]
        case .row(let page, let row, let zone):
            page.place(of: name).map { page.value(at: row, place: $0, zone: zone) }
        }
    }
    func geometry(_ run: Run) throws -> Value {
        if let shape { return shape }
        var value = Value.null
        if case .row(let page, let row, _) = content { value = run.geometry(page.rows.geometry(at: row)) }
        shape = value
        return value
    }

    func set(_ name: String, _ value: Value, _ run: Run) throws {
        guard !isFixed else { throw Access.immutable(.feature(self)) }
        guard case .made(let box) = content else { return }
        try run.charge(100)
        box[name] = value
    }

    func setGeometry(_ value: Value) throws {
        guard !isFixed else { throw Access.immutable(.feature(self)) }
        shape = value
    }

    /// The attributes as a table would hold them, for domains and types.
    var attributes: [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for (name, value) in entries { values[name] = value.attribute }
        return values
    }
}

extension Value {
    /// An attribute as the language has it.
    init(_ attribute: AttributeValue, type: FieldType?, zone: Zone) {
        switch attribute {
        case .null, .blob: self = .null
        case .integer(let number):
            self =
                type == .date
                ? ZonedDate(instant: number, zone: zone).map { .date($0) } ?? .null : .number(Double(number))
        case .double(let number): self = .number(number)
        case .string(let text), .guid(let text): self = .text(text)
        case .date(let instant): self = ZonedDate(instant: instant, zone: zone).map { .date($0) } ?? .null
        case .dateOnly(let text): self = ISODate.day(text).map { .dateOnly($0) } ?? .text(text)
        case .timeOnly(let text): self = ISODate.time(text).map { .time($0) } ?? .text(text)
        case .timestampOffset(let text):
            guard let instant = CalendarText.instant(text) else {
                self = .text(text)
                return
            }
            let minutes = CalendarText.offsetMinutes(text) ?? 0
            let sign = minutes < 0 ? "-" : "+", size = minutes.magnitude
            let own = Zone.named("\(sign)\(padded(Int(size / 60), 2)):\(padded(Int(size % 60), 2))") ?? zone
            self = ZonedDate(instant: instant, zone: own).map { .date($0) } ?? .null
        }
    }

    /// The value as an attribute; what no field can hold is null.
    var attribute: AttributeValue {
        switch self {
        case .boolean(let truth): .integer(truth ? 1 : 0)
        case .number(let number):
            number == number.rounded() && number.magnitude < 1e15
                ? .integer(Int64(number)) : number.isFinite ? .double(number) : .null
        case .text(let text): .string(text)
        case .date(let date): .date(date.instant)
        case .dateOnly(let day): .dateOnly(day.text)
        case .time(let time): .timeOnly(time.text)
        default: .null
        }
    }
}
