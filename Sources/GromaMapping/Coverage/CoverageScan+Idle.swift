// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

extension CoveragePart {
    var isPopup: Bool { if case .popup = self { true } else { false } }

    /// Why a member that Groma knows does nothing where it stands, because another one beside it decides, or because what it asks for is not
    /// done; nil where it acts, and where it asks for what is so anyway.
    func idleReason(_ key: String, in object: JSONObject) -> String? {
        switch self {
        case .popup: Self.idlePopupMember(key, PopupDefinition(json: object))
        case .popupField, .unlistedPopupField: idleFieldMember(key, PopupField(json: object))
        case .label:
            key == "labelExpression" && object["labelExpressionInfo"]?.object != nil
                ? "The labelExpressionInfo beside it says the text." : nil
        case .popupElement:
            key == "description" && object["type"]?.string == "attachments" ? "Attachments are shown without it." : nil
        case .layer where key == "showLabels":
            Self.hasLabels(object) ? nil : "The layer has no labels."
        case .layer, .group, .table, .mapImageLayer, .imageServiceLayer, .wmsLayer, .csvLayer:
            // A collection that stands in an item is told by its type.
            key == "type" && object["layerType"] != nil && object["type"]?.string != "Feature Collection"
                ? "The layerType beside it says what the layer is." : nil
        case .labelSymbol: Self.idleLabelMember(key, object)
        case .popupFormat:
            object["dateFormat"] != nil && (key == "digitSeparator" && object[key]?.bool == true || key == "places")
                ? "It tells how a number is written, and this is a date." : nil
        case .font:
            key == "decoration" && object["decoration"]?.string != "none" ? "Letters are drawn without lines." : nil
        case .symbol: Self.idleSymbolMember(key, object)
        case .renderer where key == "fieldDelimiter":
            (object["field2"]?.string ?? "").isEmpty ? "It stands between values, and one field is compared." : nil
        case .renderer:
            key == "uniqueValueGroups" && object["uniqueValueInfos"]?.array?.isEmpty == false
                ? "The classes of uniqueValueInfos are drawn." : nil
        default: nil
        }
    }

    private func idleFieldMember(_ key: String, _ field: PopupField) -> String? {
        let isComputed = field.fieldName.contains("/")
        switch key {
        case "tooltip", "stringFieldOption":
            let isInForm = field.isEditable && field.isVisible && !isComputed
            let isPlain = key == "stringFieldOption" && field.stringFieldOption == .textBox
            return isInForm || isPlain
                ? nil : "It tells how the field is edited, and the field is not offered for that."
        case "visible":
            guard case .unlistedPopupField = self, field.isVisible, !field.isEditable || isComputed else { return nil }
            return "The popup shows no list of these fields, and this one is not offered for editing."
        case "isEditable":
            return field.isEditable && isComputed ? "What scripts and related records say is not edited here." : nil
        default: return nil
        }
    }

    private static func idlePopupMember(_ key: String, _ popup: PopupDefinition) -> String? {
        guard popup.json["popupElements"]?.array?.isEmpty == false else { return nil }
        let elements = popup.elements
        let isIdle: Bool =
            switch key {
            case "description", "showAttachments", "relatedRecordsInfo": true
            case "mediaInfos":
                !elements.contains { if case .media(let part) = $0 { part.media.isEmpty } else { false } }
            default: false
            }
        return isIdle ? "The popup's elements decide what is shown." : nil
    }

    /// A layer without drawing info of its own has its service's labels.
    private static func hasLabels(_ layer: JSONObject) -> Bool {
        guard let info = layer["layerDefinition"]?["drawingInfo"]?.object else { return true }
        return info["labelingInfo"]?.array?.isEmpty == false
    }

    private static func idleLabelMember(_ key: String, _ symbol: JSONObject) -> String? {
        switch key {
        case "angle" where symbol[key]?.double != 0: "Labels are not turned."
        case "rotated" where symbol[key]?.bool != false: "Labels are not turned."
        case "horizontalAlignment" where symbol[key]?.string != "center":
            "A label's placement says where it lies; its lines are centred."
        default: nil
        }
    }

    private static func idleSymbolMember(_ key: String, _ symbol: JSONObject) -> String? {
        switch key {
        case "contentType": "A picture's bytes say themselves what they are."
        case "url" where symbol["imageData"]?.string?.isEmpty == false: "The picture in imageData is drawn."
        default: nil
        }
    }
}

extension PopupDefinition {
    /// True where an element, or what stands for elements, shows the definition's own fields as a list.
    var listsOwnFields: Bool {
        elements.contains { if case .fields(let part) = $0 { part.json["fieldInfos"]?.array == nil } else { false } }
    }
}
