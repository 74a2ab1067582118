// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import GromaCodecs
import GromaFeatures
import GromaMapping

/// Answers popup vectors: a feature and a definition in, what the popup shows out (the shape is told in Conformance/Popups/README.md).
public enum PopupVectors {
    /// The answer for one vector, `{"id":…,"expected":{…}}`; `layers` holds the layers that vectors name.
    /// Throws `FeatureError` when the vector names no layer or feature, or its zone is unknown.
    public static func answer(_ vector: JSONValue, layers: JSONValue) throws -> JSONValue {
        let id = vector["id"] ?? .null
        guard let layerName = vector["layer"]?.string, let layer = layers[layerName],
            let definition = vector["popupInfo"]?.object,
            let feature = vector["featureIndex"]?.int.flatMap({ layer["features"]?[$0] })
        else {
            throw FeatureError(.malformed, "The vector \(id.string ?? "") names no layer, feature or popupInfo.")
        }
        guard let zone = TimeZone(identifier: vector["timeZone"]?.string ?? "UTC") else {
            throw FeatureError(.malformed, "The vector \(id.string ?? "") names an unknown time zone.")
        }
        let info = try FeatureLayerInfo(json: layer)
        var attributes: [String: AttributeValue] = [:]
        for (name, value) in feature["attributes"]?.object?.members ?? [] {
            attributes[name] = try AttributeValue(json: value, type: info.field(named: name)?.type ?? .string)
        }
        let geometry = try feature["geometry"]?.geometry(spatialReference: info.spatialReference)
        let popup = Popup(
            geoElement: Feature(
                attributes: attributes, geometry: geometry, table: try table(layer, info), layerInfo: info),
            definition: PopupDefinition(json: definition), layerInfo: info)
        let locale = Locale(identifier: vector["locale"]?.string ?? "en-US")
        let evaluated = popup.evaluated(locale: locale, timeZone: zone)
        let words = Localization(preferring: [locale.identifier])
        var expected = expected(evaluated, fields: info.fields, words: words)
        let parts = popup.definition.elements
        if var object = expected.object {
            object["elements"] = .array(sources(of: parts, evaluated))
            expected = .object(object)
        }
        return ["id": id, "expected": expected]
    }

    /// The features beside the one that is shown, for scripts that count or search them.
    private static func table(_ layer: JSONValue, _ info: FeatureLayerInfo) throws -> FeatureCollectionTable? {
        let records = try (layer["features"]?.array ?? []).map {
            try FeatureRecord(json: $0, fields: info.fields, spatialReference: info.spatialReference)
        }
        guard info.field(named: info.objectIDFieldName) != nil else { return nil }
        return try FeatureCollectionTable(
            info: info,
            rows: FeatureSet(
                records: records, fields: info.fields, geometryType: info.geometryType,
                spatialReference: info.spatialReference, objectIDFieldName: info.objectIDFieldName))
    }

    /// What the definition's elements were; one that is a script says no more than that.
    private static func sources(of parts: [PopupElement], _ popup: EvaluatedPopup) -> [JSONValue] {
        parts.enumerated().compactMap { place, part in
            if case .expression = part { return ["type": "expression"] }
            return popup.sources.firstIndex(of: place).flatMap { source(popup.elements[$0]) }
        }
    }

    private static func expected(_ popup: EvaluatedPopup, fields: [Field], words: Localization) -> JSONValue {
        let formatted = fields.compactMap { field in
            popup.formattedValues[field.name].map { (key: field.name, value: json($0)) }
        }
        var tables: [JSONValue] = [], texts: [JSONValue] = [], media: [JSONValue] = [], headings: [JSONValue] = []
        for element in popup.elements {
            switch element {
            case .text(let text) where !text.html.isEmpty:
                texts.append(["text": .string(text.text), "html": .string(text.html)])
            case .fields(let part):
                if !part.rows.isEmpty { tables.append(table(part, words)) }
                headings += heading(part.title + part.description)
            case .media(let part):
                if let first = part.items.first { media.append(item(first)) }
                headings += heading(part.title + part.description)
            default: break
            }
        }
        return [
            "title": .string(lineBreaks(popup.titleSource)), "titleText": .string(popup.title),
            "formatted": .object(JSONObject(formatted)), "elements": .array(popup.elements.compactMap(source)),
            "tables": .array(tables), "texts": .array(texts), "media": .array(media), "headings": .array(headings),
        ]
    }

    private static func heading(_ text: String) -> [JSONValue] { text.isEmpty ? [] : [.string(text)] }

    private static func lineBreaks(_ text: String) -> String {
        text.replacing("\n", with: "<br class=\"esri-text-new-line\" />")
    }

    private static func json(_ value: FormattedValue) -> JSONValue {
        value.isPlainNumber ? value.json : .string(lineBreaks(value.text))
    }

    /// A row as on the page: an address shows the word that opens it.
    private static func table(_ fields: EvaluatedFields, _ words: Localization) -> JSONValue {
        .array(
            fields.rows.map { row in
                let html = EvaluatedPopup.html(of: row, words)
                return ["label": .string(row.label), "value": .string(HTMLText.plain(html)), "html": .string(html)]
            })
    }

    private static func item(_ item: EvaluatedMedia.Item) -> JSONValue {
        var images: [JSONValue] = [], links: [JSONValue] = []
        if case .image(let source, let link) = item.content {
            let alternative = item.alternativeText.isEmpty ? item.title : item.alternativeText
            images.append(["src": .string(source), "alt": .string(alternative)])
            if !link.isEmpty { links.append(.string(link)) }
        }
        return [
            "title": .string(item.title), "caption": .string(item.caption), "img": .array(images),
            "link": .array(links),
        ]
    }

    private static func source(_ element: EvaluatedPopupElement) -> JSONValue? {
        switch element {
        case .text(let text): return ["type": "text", "html": .string(text.source)]
        case .fields(let part): return titled("fields", part.title, part.description)
        case .media(let part):
            var object = titled("media", part.title, part.description).object ?? JSONObject()
            object["media"] = .array(part.items.map(\.json))
            return .object(object)
        case .attachments(let title, _): return titled("attachments", title, "")
        case .relationship(let part): return titled("relationship", part.title, part.description)
        case .unsupported: return nil
        }
    }

    private static func titled(_ type: String, _ title: String, _ description: String) -> JSONValue {
        var object = JSONObject([("type", .string(type))])
        if !title.isEmpty { object["title"] = .string(title) }
        if !description.isEmpty { object["description"] = .string(description) }
        return .object(object)
    }
}
