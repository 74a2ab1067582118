// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The parts of a document, each with the keys that Groma acts on and the parts it looks into. A key in neither is reported.
enum CoveragePart: Sendable {
    case webMap, basemap, initialState, viewpoint, bookmark, background, itemData
    case widgets, timeSlider, timeSliderProperties, timeStopInterval
    case layer, group, table, sublayer, mapImageLayer, imageServiceLayer, wmsLayer, csvLayer, featureCollection
    case collectionLayer, itemLayer
    case layerDefinition, sublayerDefinition, tableDefinition, itemLayerDefinition, timeInfo, timeOptions, drawingInfo
    case featureReduction, aggregateField
    case renderer, uniqueValue, uniqueValueGroup, uniqueValueClass, classBreak, visualVariable, stop
    case symbol, font, label, labelSymbol, labelExpression
    case popup, popupField, unlistedPopupField, popupFormat, popupElement, popupMedia, popupMediaValue, popupExpression,
        relatedRecords

    /// What is acted on of a layer that is not drawn.
    static let undrawn: Set = ["id", "title", "layerType", "type", "visibility", "itemId"]

    struct Rule: Sendable {
        var acted: Set<String> = []
        var parts: [String: CoveragePart] = [:]

        func knows(_ key: String) -> Bool { acted.contains(key) || parts[key] != nil }
    }

    var rule: Rule {
        switch self {
        case .webMap, .basemap, .initialState, .viewpoint, .bookmark, .background, .itemData: documentRule
        case .widgets, .timeSlider, .timeSliderProperties, .timeStopInterval, .timeInfo, .timeOptions:
            timeRule
        case .mapImageLayer, .imageServiceLayer, .wmsLayer, .csvLayer: kindRule
        case .layer, .group, .table, .sublayer, .featureCollection, .collectionLayer, .itemLayer: layerRule
        case .layerDefinition, .sublayerDefinition, .tableDefinition, .itemLayerDefinition, .drawingInfo,
            .featureReduction, .aggregateField:
            definitionRule
        case .renderer, .uniqueValue, .uniqueValueGroup, .uniqueValueClass, .classBreak, .visualVariable, .stop:
            rendererRule
        case .symbol, .font, .label, .labelSymbol, .labelExpression: symbolRule
        case .popup, .popupField, .unlistedPopupField, .popupFormat, .popupElement, .popupMedia, .popupMediaValue,
            .popupExpression,
            .relatedRecords:
            popupRule
        }
    }

    private var documentRule: Rule {
        switch self {
        case .webMap:
            // Layers and tables are reported one by one.
            Rule(
                acted: [
                    "operationalLayers", "tables", "version", "spatialReference", "referenceScale",
                    "authoringApp", "authoringAppVersion",
                ],
                parts: [
                    "baseMap": .basemap, "initialState": .initialState, "bookmarks": .bookmark,
                    "background": .background, "widgets": .widgets,
                ])
        case .basemap: Rule(acted: ["title", "baseMapLayers"])
        case .initialState: Rule(acted: ["timeExtent"], parts: ["viewpoint": .viewpoint])
        case .viewpoint: Rule(acted: ["targetGeometry", "scale", "rotation"])
        case .bookmark: Rule(acted: ["name", "extent", "timeExtent"], parts: ["viewpoint": .viewpoint])
        case .background: Rule(acted: ["color"])
        default: Rule(acted: ["layers", "tables"])
        }
    }

    private var timeRule: Rule {
        switch self {
        case .widgets: Rule(parts: ["timeSlider": .timeSlider])
        case .timeSlider: Rule(parts: ["properties": .timeSliderProperties])
        case .timeSliderProperties:
            Rule(
                acted: ["startTime", "endTime", "currentTimeExtent", "thumbCount", "thumbMovingRate", "loop"],
                parts: ["timeStopInterval": .timeStopInterval])
        case .timeStopInterval: Rule(acted: ["interval", "units", "value", "unit"])
        case .timeOptions: Rule(acted: ["useTime", "timeOffset", "timeOffsetUnits", "timeDataCumulative"])
        default: Rule(acted: ["startTimeField", "endTimeField"], parts: ["exportOptions": .timeOptions])
        }
    }

    private var layerRule: Rule {
        let named: Set = ["id", "layerType", "type", "title", "url"]
        let common = named.union([
            "visibility", "opacity", "minScale", "maxScale", "disablePopup", "blendMode", "showLegend",
            "refreshInterval", "itemId",
        ])
        let definition = ["layerDefinition": CoveragePart.layerDefinition, "popupInfo": .popup]
        switch self {
        case .layer:
            return Rule(
                acted: common.union([
                    "showLabels", "isReference", "templateUrl", "subDomains", "copyright", "tileInfo", "wmtsInfo",
                    "timeAnimation", "capabilities",
                ]),
                parts: definition.merging(["featureCollection": .featureCollection]) { $1 })
        case .group: return Rule(acted: common.union(["layers", "visibilityMode"]))
        case .table:
            return Rule(
                acted: named.union(["itemId"]), parts: ["layerDefinition": .tableDefinition, "popupInfo": .popup])
        case .sublayer:
            return Rule(
                acted: ["id", "title", "name", "disablePopup", "defaultVisibility"],
                parts: ["layerDefinition": .sublayerDefinition, "popupInfo": .popup])
        case .itemLayer:
            return Rule(
                acted: common.subtracting(["itemId", "layerType", "type", "url"]).union([
                    "name", "showLabels", "timeAnimation", "capabilities", "defaultVisibility",
                ]), parts: ["layerDefinition": .itemLayerDefinition, "popupInfo": .popup])
        case .featureCollection: return Rule(parts: ["layers": .collectionLayer])
        default: return Rule(acted: common.union(["featureSet", "showLabels", "timeAnimation"]), parts: definition)
        }
    }

    private var definitionRule: Rule {
        switch self {
        case .layerDefinition, .itemLayerDefinition:
            var rule = Rule(
                acted: [
                    "definitionExpression", "minScale", "maxScale", "orderBy", "name", "type", "geometryType",
                    "objectIdField", "fields", "extent", "spatialReference", "capabilities",
                ],
                parts: [
                    "drawingInfo": .drawingInfo, "timeInfo": .timeInfo, "featureReduction": .featureReduction,
                ])
            // Only an item's word is asked whether its layer is on at first; a map's layer has a switch of its own.
            if case .itemLayerDefinition = self { rule.acted.insert("defaultVisibility") }
            return rule
        case .sublayerDefinition: return Rule(acted: ["definitionExpression", "minScale", "maxScale"])
        case .tableDefinition: return Rule()
        case .featureReduction:
            return Rule(
                acted: [
                    "type", "clusterRadius", "clusterMinSize", "clusterMaxSize", "maxScale", "disablePopup",
                    "showLabels", "fixedBinLevel",
                ],
                parts: [
                    "drawingInfo": .drawingInfo, "labelingInfo": .label, "popupInfo": .popup,
                    "fields": .aggregateField,
                ])
        case .aggregateField: return Rule(acted: ["name", "alias", "onStatisticField", "statisticType"])
        default:
            return Rule(
                acted: ["transparency", "scaleSymbols", "showLabels"],
                parts: ["renderer": .renderer, "labelingInfo": .label])
        }
    }

    /// Layers whose own keys come to those of every layer.
    private var kindRule: Rule {
        var rule = CoveragePart.layer.rule
        switch self {
        case .mapImageLayer:
            rule.acted.insert("visibleLayers")
            rule.parts["layers"] = .sublayer
        case .imageServiceLayer: rule.acted.formUnion(["renderingRule", "mosaicRule"])
        case .wmsLayer:
            // A picture's names, versions and sizes are all that a WMS layer consists of.
            rule.acted.formUnion([
                "layers", "visibleLayers", "mapUrl", "version", "format", "spatialReferences", "customParameters",
            ])
        default: rule.acted.formUnion(["columnDelimiter", "locationInfo"])
        }
        return rule
    }

    private var rendererRule: Rule {
        switch self {
        case .renderer:
            Rule(
                acted: [
                    "type", "field", "field1", "field2", "field3", "fieldDelimiter", "valueExpression", "minValue",
                    "normalizationType", "normalizationField", "normalizationTotal", "rotationExpression",
                    "rotationType", "colorStops", "minDensity", "maxDensity", "radius", "blurRadius",
                    "minPixelIntensity", "maxPixelIntensity", "referenceScale", "attributes", "dotValue", "dotSize",
                    "backgroundColor", "label", "defaultLabel", "valueExpressionTitle",
                ],
                parts: [
                    "outline": .symbol, "symbol": .symbol, "defaultSymbol": .symbol, "uniqueValueInfos": .uniqueValue,
                    "uniqueValueGroups": .uniqueValueGroup, "classBreakInfos": .classBreak,
                    "visualVariables": .visualVariable,
                ])
        case .uniqueValue: Rule(acted: ["value", "label"], parts: ["symbol": .symbol])
        case .uniqueValueGroup: Rule(parts: ["classes": .uniqueValueClass])
        case .uniqueValueClass: Rule(acted: ["values", "label"], parts: ["symbol": .symbol])
        case .classBreak: Rule(acted: ["classMinValue", "classMaxValue", "label"], parts: ["symbol": .symbol])
        case .visualVariable:
            Rule(
                acted: [
                    "type", "field", "valueExpression", "expression", "normalizationField", "minDataValue",
                    "maxDataValue",
                    "minSize", "maxSize", "valueUnit", "valueRepresentation", "target", "rotationType",
                ], parts: ["stops": .stop])
        default: Rule(acted: ["value", "size", "color", "transparency"])
        }
    }

    private var symbolRule: Rule {
        switch self {
        case .symbol:
            Rule(
                acted: [
                    "type", "style", "color", "size", "angle", "xoffset", "yoffset", "width", "height", "cap", "join",
                    "miterLimit", "url", "imageData", "contentType", "haloColor", "haloSize", "horizontalAlignment",
                    "verticalAlignment", "text", "symbol", "symbolLayers", "primitiveOverrides",
                ], parts: ["outline": .symbol, "font": .font])
        case .font: Rule(acted: ["family", "size", "style", "weight", "decoration"])
        case .labelSymbol:
            Rule(
                acted: [
                    "type", "color", "haloColor", "haloSize", "xoffset", "yoffset", "kerning", "angle", "rotated",
                    "horizontalAlignment",
                ],
                parts: ["font": .font])
        case .label:
            Rule(
                acted: [
                    "labelExpression", "labelPlacement", "where", "minScale", "maxScale", "priority", "useCodedValues",
                    "deconflictionStrategy", "name", "repeatLabel", "repeatLabelDistance", "allowOverrun",
                    "stackLabel", "removeDuplicates", "removeDuplicatesDistance",
                ], parts: ["symbol": .labelSymbol, "labelExpressionInfo": .labelExpression])
        default: Rule(acted: ["expression", "value"])
        }
    }

    private var popupRule: Rule {
        switch self {
        case .popup:
            Rule(
                acted: ["title", "description", "showAttachments", "showLastEditInfo"],
                parts: [
                    "fieldInfos": .popupField, "popupElements": .popupElement, "mediaInfos": .popupMedia,
                    "expressionInfos": .popupExpression, "relatedRecordsInfo": .relatedRecords,
                ])
        case .popupField, .unlistedPopupField:
            Rule(
                acted: [
                    "fieldName", "label", "visible", "isEditable", "tooltip", "stringFieldOption", "statisticType",
                ], parts: ["format": .popupFormat])
        case .popupFormat: Rule(acted: ["places", "digitSeparator", "dateFormat", "timezone"])
        case .popupMedia:
            Rule(acted: ["type", "title", "caption", "altText", "refreshInterval"], parts: ["value": .popupMediaValue])
        case .popupMediaValue:
            Rule(acted: ["sourceURL", "linkURL", "fields", "normalizeField", "tooltipField", "colors"])
        case .popupExpression: Rule(acted: ["name", "title", "expression", "returnType"])
        case .relatedRecords: Rule(acted: ["showRelatedRecords", "orderByFields"])
        default:
            Rule(
                acted: [
                    "type", "text", "title", "description", "displayType", "orderByFields", "relationshipId",
                    "displayCount",
                ],
                parts: [
                    "fieldInfos": .popupField, "mediaInfos": .popupMedia, "expressionInfo": .popupExpression,
                ])
        }
    }
}
