// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The parts of a document, each with the keys that Groma acts on and the parts it looks into. A key in neither is reported.
enum CoveragePart: Sendable {
    case webMap, basemap, initialState, viewpoint, bookmark, background, itemData
    case layer, group, table, sublayer, mapImageLayer, imageServiceLayer, wmsLayer, csvLayer, featureCollection,
        collectionLayer,
        layerDefinition, drawingInfo
    case renderer, uniqueValue, uniqueValueGroup, uniqueValueClass, classBreak, visualVariable, stop
    case symbol, font, label, labelExpression
    case popup, popupField, popupFormat, popupElement

    struct Rule: Sendable {
        var acted: Set<String> = []
        var parts: [String: CoveragePart] = [:]
    }

    var rule: Rule {
        switch self {
        case .webMap, .basemap, .initialState, .viewpoint, .bookmark, .background, .itemData: documentRule
        case .mapImageLayer, .imageServiceLayer, .wmsLayer, .csvLayer: kindRule
        case .layer, .group, .table, .sublayer, .featureCollection, .collectionLayer, .layerDefinition, .drawingInfo:
            layerRule
        case .renderer, .uniqueValue, .uniqueValueGroup, .uniqueValueClass, .classBreak, .visualVariable, .stop:
            rendererRule
        case .symbol, .font, .label, .labelExpression: symbolRule
        case .popup, .popupField, .popupFormat, .popupElement: popupRule
        }
    }

    private var documentRule: Rule {
        switch self {
        case .webMap:
            // Layers and tables are reported one by one.
            Rule(
                acted: ["operationalLayers", "tables", "version", "spatialReference", "referenceScale"],
                parts: [
                    "baseMap": .basemap, "initialState": .initialState, "bookmarks": .bookmark,
                    "background": .background,
                ])
        case .basemap: Rule(acted: ["title", "baseMapLayers"])
        case .initialState: Rule(parts: ["viewpoint": .viewpoint])
        case .viewpoint: Rule(acted: ["targetGeometry", "scale", "rotation"])
        case .bookmark: Rule(acted: ["name", "extent"], parts: ["viewpoint": .viewpoint])
        case .background: Rule(acted: ["color"])
        default: Rule(acted: ["layers", "tables"])
        }
    }

    private var layerRule: Rule {
        let common: Set = [
            "id", "layerType", "type", "title", "url", "visibility", "opacity", "minScale", "maxScale", "disablePopup",
        ]
        switch self {
        case .layer:
            return Rule(
                acted: common.union([
                    "showLabels", "isReference", "templateUrl", "subDomains", "copyright", "tileInfo", "wmtsInfo",
                ]),
                parts: [
                    "layerDefinition": .layerDefinition, "popupInfo": .popup, "featureCollection": .featureCollection,
                ])
        case .group: return Rule(acted: common.union(["layers", "visibilityMode"]))
        case .table: return Rule(acted: common, parts: ["layerDefinition": .layerDefinition, "popupInfo": .popup])
        case .sublayer:
            return Rule(
                acted: ["id", "title", "name", "disablePopup", "defaultVisibility", "minScale", "maxScale"],
                parts: ["layerDefinition": .layerDefinition, "popupInfo": .popup])
        case .featureCollection: return Rule(parts: ["layers": .collectionLayer])
        case .collectionLayer:
            return Rule(
                acted: common.union(["featureSet"]), parts: ["layerDefinition": .layerDefinition, "popupInfo": .popup])
        case .layerDefinition:
            return Rule(
                acted: [
                    "definitionExpression", "minScale", "maxScale", "orderBy", "name", "type", "geometryType",
                    "objectIdField", "fields", "extent", "spatialReference", "featureReduction",
                ], parts: ["drawingInfo": .drawingInfo])
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
                    "backgroundColor",
                ],
                parts: [
                    "outline": .symbol, "symbol": .symbol, "defaultSymbol": .symbol, "uniqueValueInfos": .uniqueValue,
                    "uniqueValueGroups": .uniqueValueGroup, "classBreakInfos": .classBreak,
                    "visualVariables": .visualVariable,
                ])
        case .uniqueValue: Rule(acted: ["value"], parts: ["symbol": .symbol])
        case .uniqueValueGroup: Rule(parts: ["classes": .uniqueValueClass])
        case .uniqueValueClass: Rule(acted: ["values"], parts: ["symbol": .symbol])
        case .classBreak: Rule(acted: ["classMinValue", "classMaxValue"], parts: ["symbol": .symbol])
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
        case .label:
            Rule(
                acted: [
                    "labelExpression", "labelPlacement", "where", "minScale", "maxScale", "priority", "useCodedValues",
                    "deconflictionStrategy", "name", "repeatLabel",
                ], parts: ["symbol": .symbol, "labelExpressionInfo": .labelExpression])
        default: Rule(acted: ["expression", "value"])
        }
    }

    private var popupRule: Rule {
        switch self {
        case .popup:
            Rule(
                acted: ["title", "description", "expressionInfos"],
                parts: ["fieldInfos": .popupField, "popupElements": .popupElement])
        case .popupField:
            Rule(acted: ["fieldName", "label", "visible", "stringFieldOption"], parts: ["format": .popupFormat])
        case .popupFormat: Rule(acted: ["places", "digitSeparator", "dateFormat", "timezone"])
        default:
            Rule(acted: ["type", "text", "title", "description", "expressionInfo"], parts: ["fieldInfos": .popupField])
        }
    }
}
