// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
public import GromaFeatures
public import GromaGeometry

/// What an expression gives: a value that belongs to nobody else and may go anywhere.
public indirect enum ArcadeValue: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    /// A moment in milliseconds since 1970-01-01T00:00Z, and the zone it is shown in.
    case date(Int64, zone: String)
    /// Days since 1970-01-01.
    case dateOnly(days: Int)
    /// Milliseconds since midnight.
    case time(milliseconds: Int)
    case array([ArcadeValue])
    /// Entries in their order; each key once.
    case dictionary([(key: String, value: ArcadeValue)])
    case geometry(any Geometry)
    case feature(attributes: [(key: String, value: ArcadeValue)], geometry: (any Geometry)?)
    case featureSet(FeatureSet)

    /// The entry of a dictionary, found in any case; nil when there is none.
    public subscript(key: String) -> ArcadeValue? {
        guard case .dictionary(let entries) = self else { return nil }
        let lowered = key.lowercased()
        return entries.first { $0.key == key }?.value ?? entries.first { $0.key.lowercased() == lowered }?.value
    }
    /// The elements of an array; nil for anything else.
    public var elements: [ArcadeValue]? { if case .array(let list) = self { list } else { nil } }
    /// A text; nil for anything else.
    public var string: String? { if case .text(let text) = self { text } else { nil } }
    /// A number, NaN and infinity included; nil for anything else.
    public var double: Double? { if case .number(let number) = self { number } else { nil } }
    /// True or false; nil for anything else.
    public var bool: Bool? { if case .boolean(let truth) = self { truth } else { nil } }
    /// True for null.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The value as people read it where nothing says how: null as nothing, numbers with their shortest digits, dates in ISO 8601, shapes and
    /// containers as JSON.
    public var text: String {
        switch self {
        case .null: ""
        case .boolean(let truth): truth ? "true" : "false"
        case .number(let number): NumberText.plain(number)
        case .text(let text): text
        case .date(let instant, let zone):
            ZonedDate(instant: instant, zone: Zone.named(zone) ?? .utc)?.text ?? ""
        case .dateOnly(let days): DayNumber(days: days).text
        case .time(let milliseconds): DayTime(milliseconds: milliseconds).text
        case .array, .dictionary, .geometry, .feature, .featureSet: jsonText
        }
    }

    /// The value as an attribute: dates as dates, truth as 1 and 0, NaN and infinity as null. Containers and shapes become their text.
    public var attribute: AttributeValue {
        switch self {
        case .null: .null
        case .boolean(let truth): .integer(truth ? 1 : 0)
        case .number(let number):
            number.isFinite
                ? (number == number.rounded() && number.magnitude < 1e15 ? .integer(Int64(number)) : .double(number))
                : .null
        case .text(let text): .string(text)
        case .date(let instant, _): .date(instant)
        case .dateOnly(let days): .dateOnly(DayNumber(days: days).text)
        case .time(let milliseconds): .timeOnly(DayTime(milliseconds: milliseconds).text)
        case .array, .dictionary, .geometry, .feature, .featureSet: .string(text)
        }
    }
}
