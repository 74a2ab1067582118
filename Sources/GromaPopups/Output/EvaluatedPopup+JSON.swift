// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
import GromaFeatures
import GromaMapping

extension EvaluatedPopup {
    /// The popup as JSON: title, elements in order, every formatted value, the labels of fields, who edited last (null for nobody), diagnostics.
    public var json: JSONValue {
        let names = formattedValues.keys.sorted()
        let formatted = names.map { (key: $0, value: formattedValues[$0]?.json ?? .null) }
        return .object(
            JSONObject([
                ("title", .string(title)), ("elements", .array(elements.map(\.json))),
                ("formatted", .object(JSONObject(formatted))),
                ("labels", .object(JSONObject(labels.keys.sorted().map { ($0, .string(labels[$0] ?? "")) }))),
                ("lastEdit", lastEdit.map(JSONValue.string) ?? .null),
                ("diagnostics", .array(diagnostics.map(JSONValue.string))),
            ]))
    }
}

extension FormattedValue {
    /// The text; a number without a format as the number it is.
    package var json: JSONValue { isPlainNumber ? value.json : .string(text) }
}

extension EvaluatedPopupElement {
    /// The element as JSON, with the words of web maps for its type.
    package var json: JSONValue {
        switch self {
        case .text(let text): return ["type": "text", "html": .string(text.html), "text": .string(text.text)]
        case .fields(let fields):
            let rows = fields.rows.map { row -> JSONValue in
                var object = JSONObject([
                    ("fieldName", .string(row.fieldName)), ("label", .string(row.label)), ("value", .string(row.value)),
                ])
                object["link"] = row.link.map { .string($0) }
                object["editable"] = .bool(row.isEditable)
                return .object(object)
            }
            return titled("fields", fields.title, fields.description, ("rows", .array(rows)))
        case .media(let media):
            return titled("media", media.title, media.description, ("media", .array(media.items.map(\.json))))
        case .attachments(let title, let displayType):
            return titled("attachments", title, "", ("displayType", .string(displayType.rawValue)))
        case .relationship(let part):
            return titled("relationship", part.title, part.description, ("displayCount", .integer(part.displayCount)))
        case .unsupported(let type, let message):
            return ["type": .string(type), "supported": false, "message": .string(message)]
        }
    }

    private func titled(
        _ type: String, _ title: String, _ description: String, _ content: (key: String, value: JSONValue)
    ) -> JSONValue {
        var object = JSONObject([("type", .string(type))])
        if !title.isEmpty { object["title"] = .string(title) }
        if !description.isEmpty { object["description"] = .string(description) }
        object[content.key] = content.value
        return .object(object)
    }
}

extension EvaluatedMedia.Item {
    /// The item as JSON; a chart's numbers stand in `series`.
    package var json: JSONValue {
        let type: String, value: JSONValue
        switch content {
        case .image(let source, let link):
            type = "image"
            var object = JSONObject([("sourceURL", .string(source))])
            if !link.isEmpty { object["linkURL"] = .string(link) }
            value = .object(object)
        case .chart(let chart):
            type = chart.kind.rawValue.replacing("chart", with: "-chart")
            var object = JSONObject([("fields", .array(chart.entries.map { .string($0.fieldName) }))])
            object["normalizeField"] = chart.normalizeFieldName.map { .string($0) }
            object["tooltipField"] = chart.tooltipFieldName.map { .string($0) }
            object["series"] = .array(
                chart.entries.map { entry in
                    [
                        "fieldName": .string(entry.fieldName), "tooltip": .string(entry.tooltip),
                        "value": entry.value.map { .double($0) } ?? .null,
                    ]
                })
            value = .object(object)
        }
        return [
            "type": .string(type), "title": .string(title), "caption": .string(caption),
            "altText": .string(alternativeText), "value": value,
        ]
    }
}
