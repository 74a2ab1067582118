// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// A feature while an expression is evaluated.
final class FeatureBox {
    private let content: DictionaryBox
    private var shape: Value
    /// What the table says of the feature's fields; nil for features made in the expression.
    let info: FeatureLayerInfo?
    /// The set the feature came from.
    let source: FeatureSetBox?
    /// The feature itself where it is one of a table.
    let feature: Feature?
    let isFixed: Bool

    init(entries: [(String, Value)], geometry: Value, _ run: Run) throws {
        content = try run.dictionaryBox(entries)
        shape = geometry
        info = nil
        source = nil
        feature = nil
        isFixed = false
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
        content = try run.dictionaryBox(entries)
        shape = run.geometry(record.geometry)
        self.info = info
        self.source = source
        self.feature = feature
        self.isFixed = isFixed
    }

    /// A row of a set.
    init(row: Int, of set: FeatureSet, info: FeatureLayerInfo?, source: FeatureSetBox, _ run: Run) throws {
        var entries: [(String, Value)] = []
        entries.reserveCapacity(set.fields.count)
        for (place, field) in set.fields.enumerated() where field.type != .geometry {
            let value = set.columns[place].value(at: row, type: field.type)
            entries.append((field.name, Value(value, type: field.type, zone: run.environment.zone)))
        }
        content = try run.dictionaryBox(entries)
        shape = run.geometry(set.geometry(at: row))
        self.info = info
        self.source = source
        feature = source.layer.map { Feature(record: set.record(at: row), table: $0.table, layerInfo: info) }
        isFixed = true
    }

    func names(_ run: Run) throws -> [String] { content.keys }
    func entries(_ run: Run) throws -> [(String, Value)] { content.entries.map { ($0.key, $0.value) } }
    func value(_ name: String, _ run: Run) throws -> Value? { content[name] }
    func geometry(_ run: Run) throws -> Value { shape }

    func set(_ name: String, _ value: Value, _ run: Run) throws {
        guard !isFixed else { throw Access.immutable(.feature(self)) }
        try run.charge(100)
        content[name] = value
    }

    func setGeometry(_ value: Value) throws {
        guard !isFixed else { throw Access.immutable(.feature(self)) }
        shape = value
    }

    /// The attributes as a table would hold them, for domains and types.
    var attributes: [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for (name, value) in content.entries { values[name] = value.attribute }
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
