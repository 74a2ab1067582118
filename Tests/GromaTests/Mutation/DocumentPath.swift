// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Groma

/// A place in a document: keys and positions from the root, as reports write them (`operationalLayers[0].popupInfo.title`).
struct DocumentPath: Hashable {
    enum Step: Hashable {
        case key(String)
        case index(Int)
    }
    var steps: [Step]
    let text: String

    init(_ text: String) {
        self.text = text
        steps = text.split(separator: ".").flatMap { part -> [Step] in
            let pieces = part.split(separator: "[")
            let indices = pieces.dropFirst().compactMap { Int($0.dropLast()) }.map(Step.index)
            return part.hasPrefix("[") ? indices : [.key(String(pieces[0]))] + indices
        }
    }

    /// The same for places that differ only in their positions in lists.
    var shape: String { text.replacing(/\[[0-9]+\]/, with: "[]") }
    var key: String { steps.reversed().lazy.compactMap { if case .key(let key) = $0 { key } else { nil } }.first ?? "" }

    func value(in document: JSONValue) -> JSONValue? { Self.value(document, steps[...]) }
    /// The document with another value in this place; nil takes the member away.
    func setting(_ value: JSONValue?, in document: JSONValue) -> JSONValue { Self.set(document, steps[...], value) }

    private static func value(_ document: JSONValue, _ steps: ArraySlice<Step>) -> JSONValue? {
        guard let step = steps.first else { return document }
        switch step {
        case .key(let key): return document[key].flatMap { value($0, steps.dropFirst()) }
        case .index(let index):
            guard let list = document.array, list.indices.contains(index) else { return nil }
            return value(list[index], steps.dropFirst())
        }
    }

    private static func set(_ document: JSONValue, _ steps: ArraySlice<Step>, _ value: JSONValue?) -> JSONValue {
        guard let step = steps.first else { return value ?? .null }
        switch step {
        case .key(let key):
            guard var object = document.object else { return document }
            if steps.count == 1 {
                object[key] = value
            } else if let inner = object[key] {
                object[key] = set(inner, steps.dropFirst(), value)
            }
            return .object(object)
        case .index(let index):
            guard var list = document.array, list.indices.contains(index) else { return document }
            list[index] = set(list[index], steps.dropFirst(), value)
            return .array(list)
        }
    }
}

/// Other values for a member: each differs from the one it has. Nil takes the member away.
enum Mutations {
    /// Words of the format; one is exchanged for others of its family.
    private static let words = [
        ["esriSMSCircle", "esriSMSSquare", "esriSMSCross", "esriSMSTriangle"],
        ["esriSLSSolid", "esriSLSDash", "esriSLSNull", "esriSLSDot"],
        ["esriSFSSolid", "esriSFSCross", "esriSFSNull", "esriSFSVertical"],
        ["esriSMS", "esriSLS", "esriSFS", "esriTS"], ["simple", "uniqueValue", "classBreaks", "heatmap"],
        ["normal", "multiply", "screen"], ["textbox", "textarea", "richtext"], ["count", "sum", "min", "max"],
        ["shortDate", "longDate", "year", "shortDateShortTime"], ["asc", "desc"],
        ["baseline", "top", "bottom", "middle"],
        ["left", "right", "center"], ["text", "fields", "attachments", "media"], ["auto", "list", "preview"],
        ["esriServerPointLabelPlacementAboveRight", "esriServerPointLabelPlacementBelowLeft"],
        ["esriServerLinePlacementAboveAlong", "esriServerLinePlacementBelowStart"],
        ["esriTimeUnitsHours", "esriTimeUnitsDays", "esriTimeUnitsSeconds"], ["bold", "normal"], ["italic", "normal"],
        ["underline", "none"], ["geographic", "arithmetic"], ["static", "none"], ["string", "number"],
        ["ArcGISFeatureLayer", "ArcGISMapServiceLayer", "WMS", "GroupLayer"],
        ["esriGeometryPoint", "esriGeometryPolygon"], ["sizeInfo", "colorInfo", "rotationInfo"],
        ["image", "piechart"], ["cluster", "binning"], ["round", "square", "butt"], ["miter", "bevel"],
    ]

    static func of(_ value: JSONValue, key: String = "") -> [JSONValue?] {
        switch (value, key) {
        case (.string, "family"):
            return ["DejaVu Sans Mono", "DejaVu Serif", "Noto Sans", "Noto Kufi Arabic"].map { .string($0) }
        case (.string, "capabilities"): return [.string("Query,Update,Editing"), nil]
        default: return of(plain: value)
        }
    }

    private static func of(plain value: JSONValue) -> [JSONValue?] {
        switch value {
        case .bool(let flag): return [.bool(!flag), nil]
        case .number(let number):
            let own = number.doubleValue
            return [own * 3 + 7, own / 3, 0, 1, -own, own * 1e6 + 1, 1e7].filter { $0 != own }.map { .double($0) } + [
                nil
            ]
        case .string(let text):
            let family = words.first { $0.contains(text) } ?? []
            let others: [JSONValue?] = family.filter { $0 != text }.map { .string($0) }
            return others + [.string(text + " x"), .string("x"), .string("https://other.example/FeatureServer/7"), nil]
        case .array(let elements):
            let numbers = elements.compactMap(\.double)
            if numbers.count == elements.count, !numbers.isEmpty {
                return [.array(numbers.map { .double($0 > 128 ? $0 - 97 : $0 + 97) }), .array([]), nil]
            }
            let changed = elements.first.map { of($0).compactMap(\.self).prefix(4) } ?? []
            return [.array(Array(elements.dropLast())), .array(Array(elements.dropFirst())), .array([]), nil]
                + changed.map { .array([$0] + elements.dropFirst()) }
        case .object(let object):
            let parts = object.members.prefix(6).flatMap { key, member -> [JSONValue?] in
                var without = object
                without[key] = nil
                return [.object(without)]
                    + of(plain: member).compactMap(\.self).prefix(8).map { other in
                        var changed = object
                        changed[key] = other
                        return .object(changed)
                    }
            }
            return [nil] + parts
        case .null: return [nil]
        }
    }
}
