// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
import GromaFeatures
import GromaGeometry

extension ArcadeValue {
    /// The value as plain JSON: dates as milliseconds, NaN and infinity as null, shapes, features and feature sets as Esri JSON.
    public var json: JSONValue { json { instant in .integer(instant) } }

    /// The value as JSON as the language's `Text` writes it: dates in ISO 8601.
    var jsonText: String {
        var writer = PlainJSON()
        writer.write(json { instant in .string(ZonedDate(instant: instant, zone: .utc)?.jsonText ?? "") })
        return writer.text
    }

    private func json(_ date: (Int64) -> JSONValue) -> JSONValue {
        switch self {
        case .null: .null
        case .boolean(let truth): .bool(truth)
        case .number(let number):
            number == number.rounded() && number.magnitude < 1e15
                ? .integer(Int64(number)) : number.isFinite ? .double(number) : .null
        case .text(let text): .string(text)
        case .date(let instant, _): date(instant)
        case .dateOnly(let days): .string(DayNumber(days: days).text)
        case .time(let milliseconds): .string(DayTime(milliseconds: milliseconds).text)
        case .array(let list): .array(list.map { $0.json(date) })
        case .dictionary(let entries): .object(JSONObject(entries.map { (key: $0.key, value: $0.value.json(date)) }))
        case .geometry(let shape): EsriShape.json(shape)
        case .feature(let attributes, let geometry):
            .object([
                "geometry": geometry.map(EsriShape.json) ?? .null,
                "attributes": .object(JSONObject(attributes.map { (key: $0.key, value: $0.value.json(date)) })),
            ])
        case .featureSet(let set):
            (try? JSONValue(parsing: set.esriJSON(), options: .document)) ?? .null
        }
    }

    /// The value that plain JSON stands for.
    public init(json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let truth): self = .boolean(truth)
        case .number(let number): self = .number(number.doubleValue)
        case .string(let text): self = .text(text)
        case .array(let list): self = .array(list.map(ArcadeValue.init(json:)))
        case .object(let object):
            self = .dictionary(object.members.map { (key: $0.key, value: ArcadeValue(json: $0.value)) })
        }
    }
}
