// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// Rows that a document's layer has something to say about: each field that it names, each value that it tells apart.
struct SyntheticRows {
    private(set) var fields: [Field] = []
    private(set) var rows: [[String: AttributeValue]] = []
    /// Half the side of the ground that the rows lie on.
    var reach = 500.0
    private(set) var geometryType = GeometryType.point
    private var names: [String] = []
    private var numeric: Set<String> = []
    private var dates: Set<String> = []
    /// Values by field, as texts.
    private var values: [(field: String, text: String)] = []
    private static let most = 48

    init(for layer: JSONValue) {
        survey(layer)
        let text = layer.text()
        if text.contains("esriServerPolygonPlacement") || text.contains("\"esriSFS\"") || text.contains("\"esriPFS\"") {
            geometryType = .polygon
        } else if text.contains("esriServerLinePlacement") || text.contains("\"esriSLS\""),
            !text.contains("\"esriSMS\""), !text.contains("\"esriPMS\"")
        {
            geometryType = .polyline
        }
        make()
    }

    private mutating func name(_ text: String) {
        // Related records have the same fields as the rows.
        let parts = text.split(separator: "/")
        let field = parts.count == 3 && parts[0] == "relationships" ? String(parts[2]) : text
        addName(field)
    }

    private mutating func addName(_ field: String) {
        let field = field.trimmingCharacters(in: .whitespaces)
        guard !field.isEmpty, !field.contains("/"), field.count < 60,
            !names.contains(where: { $0.lowercased() == field.lowercased() })
        else { return }
        names.append(field)
    }

    private mutating func survey(_ value: JSONValue) {
        switch value {
        case .object(let object):
            for key in ["fieldName", "field", "field1", "field2", "field3", "normalizationField", "onStatisticField"] {
                if let field = object[key]?.string { name(field) }
            }
            if let field = object["fieldName"]?.string, let format = object["format"] {
                if format["dateFormat"] != nil { dates.insert(field.lowercased()) }
                if format["places"] != nil || format["digitSeparator"] != nil { numeric.insert(field.lowercased()) }
            }
            if let infos = object["uniqueValueInfos"]?.array, let field = object["field1"]?.string {
                for info in infos { if let text = info["value"]?.string { values.append((field, text)) } }
            }
            if let infos = object["classBreakInfos"]?.array, let field = object["field"]?.string {
                numeric.insert(field.lowercased())
                for info in infos {
                    if let top = info["classMaxValue"]?.double { values.append((field, "\(top)")) }
                }
            }
            if object["stops"] != nil, let field = object["field"]?.string {
                numeric.insert(field.lowercased())
                for stop in object["stops"]?.array ?? [] {
                    if let value = stop["value"]?.double { values.append((field, "\(value)")) }
                }
            }
            for (_, member) in object.members { survey(member) }
        case .array(let elements): for element in elements { survey(element) }
        case .string(let text) where text.utf8.count < 20_000: survey(text: text)
        default: break
        }
    }

    private mutating func survey(text: String) {
        for match in text.matches(of: /\{([^{}\/:<>]+)[^{}]*\}/) where !text.hasPrefix("http") || text.contains("{") {
            name(String(match.1))
        }
        for match in text.matches(of: /\[([A-Za-z_][A-Za-z_0-9]*)\]/) { name(String(match.1)) }
        for match in text.matches(of: /\$feature(?:\.|\[["'])([A-Za-z_][A-Za-z_0-9]*)/) { name(String(match.1)) }
        for match in text.matches(of: /([A-Za-z_][A-Za-z_0-9]*)\)?\s*(?:=|<>|==|!=|IN\s*\(|LIKE)\s*'([^']*)'/) {
            if text.contains(" ") { name(String(match.1)) }
            values.append((String(match.1), String(match.2)))
        }
        for match in text.matches(of: /\$feature\.([A-Za-z_0-9]+)[^=!\n]*[=!]=\s*["']([^"']*)["']/) {
            values.append((String(match.1), String(match.2)))
        }
        for match in text.matches(of: /\b([A-Za-z_][A-Za-z_0-9]*)\s*(?:>=|<=|>|<|=)\s*(-?[0-9.]+)\b/) {
            guard let number = Double(match.2), text.count < 300, !text.contains("$") else { continue }
            name(String(match.1))
            numeric.insert(match.1.lowercased())
            for near in [number, number + 1, number - 1] { values.append((String(match.1), "\(near)")) }
        }
    }

    private mutating func make() {
        fields = names.map { name in
            if dates.contains(name.lowercased()) { return Field(name: name, type: .date) }
            return Field(name: name, type: numeric.contains(name.lowercased()) ? .double : .string)
        }
        // The document does not say which of its fields is the service's own, so none of them is.
        fields += [
            Field(name: "groma_id", type: .oid, isEditable: false),
            Field(name: "groma_time", type: .date), Field(name: "groma_editor", type: .string),
            Field(name: "groma_edited", type: .date),
        ]
        var told = values
        told += [("", ""), ("", "")]
        for (row, (field, text)) in told.prefix(Self.most).enumerated() {
            rows.append(record(row, field, text))
        }
    }

    private func record(_ row: Int, _ field: String, _ text: String) -> [String: AttributeValue] {
        var record: [String: AttributeValue] = [:]
        for own in fields {
            let isTold = own.name.lowercased() == field.lowercased()
            switch own.type {
            case .oid: record[own.name] = .integer(Int64(row + 1))
            case .date: record[own.name] = .date(1_614_556_800_000 + Int64(row) * 100_003_000)
            case .double: record[own.name] = .double(isTold ? Double(text) ?? 0 : 1234.5678 + Double(row))
            default: record[own.name] = .string(isTold ? text : "AVA \(own.name.prefix(6)) \(row)")
            }
        }
        return record
    }

    /// The rows as a table in a square of ground round (0, 0).
    func table(id: Int = 0) throws -> FeatureCollectionTable {
        let key = "groma_id"
        let side = max(1, Int(Double(rows.count).squareRoot().rounded(.up)))
        let cell = 2 * reach / Double(side)
        let records = rows.enumerated().map { index, row in
            let x = -reach + (Double(index % side) + 0.5) * cell, y = -reach + (Double(index / side) + 0.5) * cell
            return FeatureRecord(attributes: row, geometry: shape(x, y, cell * 0.35))
        }
        var info = FeatureLayerInfo(
            id: id, name: "Synthetic", geometryType: geometryType, fields: fields, objectIDFieldName: key,
            spatialReference: .webMercator)
        info.capabilities = ["Create", "Update", "Delete", "Query"]
        info.hasAttachments = true
        info.timeInfo = LayerTimeInfo(startTimeField: "groma_time")
        info.editFieldsInfo = EditFieldsInfo(editDateField: "groma_edited", editorField: "groma_editor")
        info.relationshipInfos = [
            RelationshipInfo(
                id: 0, name: "Related", relatedTableID: 1, cardinality: .oneToMany, role: .origin, keyField: key)
        ]
        return try FeatureCollectionTable(
            info: info,
            rows: FeatureSet(
                records: records, fields: fields, geometryType: geometryType, spatialReference: .webMercator,
                objectIDFieldName: key))
    }

    private func shape(_ x: Double, _ y: Double, _ reach: Double) -> any Geometry {
        let reference = SpatialReference.webMercator
        switch geometryType {
        case .polyline:
            return Polyline(
                parts: CoordinateParts(
                    coordinates: CoordinateSequence(xy: [x - reach, y - reach, x, y + reach, x + reach, y - reach]),
                    starts: [0]), spatialReference: reference)
        case .polygon:
            return Polygon(
                Envelope(
                    xMin: x - reach, yMin: y - reach, xMax: x + reach, yMax: y + reach, spatialReference: reference))
        default: return Point(x: x, y: y, spatialReference: reference)
        }
    }
}
