// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import GromaCodecs
import GromaFeatures
import GromaGeometry

/// Answers the neutral cases of the language: an expression with layers, zone and locale in, a typed result out.
package enum ArcadeVectors {
    /// The answer to one line of cases: `{"id","ok":true,"result":{"type",…}}` or `{"id","ok":false,"error":{"kind","message","line"}}`.
    ///
    /// `layers` holds layer descriptions with their features, by key.
    package static func answer(line: String, layers: JSONValue) async -> JSONValue {
        var answer = JSONObject()
        let item: JSONValue
        do { item = try JSONValue(parsing: line) } catch {
            return [
                "id": .null, "ok": .bool(false),
                "error": ["kind": "parse", "message": .string("The line is no JSON: \(error)")],
            ]
        }
        answer["id"] = item["id"] ?? .null
        do {
            let result = try await result(of: item, layers: layers)
            answer["ok"] = .bool(true)
            answer["result"] = result
        } catch {
            answer["ok"] = .bool(false)
            answer["error"] = Self.error(error)
        }
        return .object(answer)
    }

    /// An error as the cases have it.
    package static func error(_ error: any Error) -> JSONValue {
        let own = (error as? ArcadeError) ?? ArcadeError(.operationFailed, "\(error)")
        var object: JSONObject = ["kind": .string(own.phase.rawValue), "message": .string(own.message)]
        object["line"] = own.line.map { .integer($0) }
        object["column"] = own.column.map { .integer($0) }
        return .object(object)
    }

    private static func result(of item: JSONValue, layers: JSONValue) async throws -> JSONValue {
        guard let text = item["expr"]?.string else {
            throw ArcadeError(.syntax, "The item has no expr.", phase: .parse)
        }
        var context = ArcadeContext(
            timeZone: TimeZone(identifier: item["timeZone"]?.string ?? "UTC") ?? .gmt,
            locale: Locale(identifier: item["locale"]?.string ?? "en-US"))
        if let key = item["layer"]?.string {
            let layer = try layer(key, layers)
            context.layer = layer
            if let index = item["featureIndex"]?.int {
                guard let rows = (layer.table as? FeatureCollectionTable)?.rows, (0..<rows.count).contains(index) else {
                    throw ArcadeError(.notFound, "The layer \(key) has no feature \(index).", phase: .compile)
                }
                context.feature = Feature(record: rows.record(at: index), table: layer.table, layerInfo: layer.info)
            }
        }
        if let keys = item["map"]?.array?.compactMap(\.string) { context.map = try keys.map { try layer($0, layers) } }
        let expression = try ArcadeExpression(text, profile: .popup)
        return typed(try await expression.evaluate(in: context))
    }

    /// A layer of its description and features.
    package static func layer(_ key: String, _ layers: JSONValue) throws -> ArcadeLayer {
        guard let json = layers[key] else { throw ArcadeError(.notFound, "There is no layer \(key).", phase: .compile) }
        let info = try FeatureLayerInfo(json: json)
        let records = try (json["features"]?.array ?? []).map {
            try FeatureRecord(json: $0, fields: info.fields, spatialReference: info.spatialReference)
        }
        let rows = try FeatureSet(
            records: records, fields: info.fields, geometryType: info.geometryType,
            spatialReference: info.spatialReference, objectIDFieldName: info.objectIDFieldName)
        return ArcadeLayer(
            table: try FeatureCollectionTable(info: info, rows: rows), id: key, title: info.name, info: info)
    }

    // MARK: Typed results

    /// A value with its type, as the cases have it.
    package static func typed(_ value: ArcadeValue) -> JSONValue {
        switch value {
        case .null: ["type": "null"]
        case .boolean(let truth): ["type": "boolean", "value": .bool(truth)]
        case .number(let number): ["type": "number", "value": self.number(number)]
        case .text(let text): ["type": "text", "value": .string(text)]
        case .date(let instant, _):
            [
                "type": "date", "epoch": .integer(instant),
                "iso": .string(ZonedDate(instant: instant, zone: .utc)?.jsonText ?? ""),
            ]
        case .dateOnly, .time: ["type": "text", "value": .string(value.text)]
        case .array(let list): ["type": "array", "value": .array(list.map(typed))]
        case .dictionary(let entries):
            [
                "type": "dictionary", "keys": .array(entries.map { .string($0.key) }),
                "value": .object(JSONObject(entries.map { (key: $0.key, value: typed($0.value)) })),
            ]
        case .geometry(let shape): geometry(shape, withType: true)
        case .feature(let attributes, let shape):
            [
                "type": "feature",
                "attributes": .object(JSONObject(attributes.map { (key: $0.key, value: stored($0.value)) })),
                "geometry": shape.map { geometry($0, withType: false) } ?? .null,
            ]
        case .featureSet(let set):
            [
                "type": "featureSet", "count": .integer(set.count),
                "features": .array((0..<set.count).map { row($0, of: set) }),
            ]
        }
    }

    private static func number(_ number: Double) -> JSONValue {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if number == 0, number.sign == .minus { return "-0" }
        return number == number.rounded() && number.magnitude < 0x1p53 ? .integer(Int64(number)) : .double(number)
    }

    private static func geometry(_ shape: any Geometry, withType: Bool) -> JSONValue {
        let kind =
            switch shape.geometryType {
            case .point: "point"
            case .multipoint: "multipoint"
            case .polyline: "polyline"
            case .polygon: "polygon"
            case .envelope: "extent"
            }
        var object: JSONObject = withType ? ["type": "geometry"] : [:]
        object["geometryType"] = .string(kind)
        object["json"] = EsriShape.json(shape)
        return .object(object)
    }

    /// A feature's attribute as it is stored: dates are numbers there.
    private static func stored(_ value: ArcadeValue) -> JSONValue {
        if case .date(let instant, _) = value { return typed(.number(Double(instant))) }
        return typed(value)
    }

    private static func row(_ row: Int, of set: FeatureSet) -> JSONValue {
        var attributes = JSONObject()
        for (place, field) in set.fields.enumerated() {
            let value = Value(set.value(at: row, field: place), type: field.type, zone: .utc)
            let exported: ArcadeValue =
                switch value {
                case .number(let number): .number(number)
                case .text(let text): .text(text)
                case .date(let date): .number(Double(date.instant))
                case .dateOnly(let day): .text(day.text)
                case .time(let time): .text(time.text)
                default: .null
                }
            attributes[field.name] = typed(exported)
        }
        return [
            "attributes": .object(attributes),
            "geometry": set.geometry(at: row).flatMap { $0.isEmpty ? nil : geometry($0, withType: false) } ?? .null,
        ]
    }
}
