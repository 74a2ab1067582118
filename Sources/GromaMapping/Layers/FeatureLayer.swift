// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
public import GromaFeatures
import GromaGeometry
public import Observation

/// What becomes of a selection when a query finds features.
public enum SelectionMode: Sendable, Hashable, CaseIterable {
    /// They are selected, and nothing else.
    case new
    /// They are selected too.
    case add
    /// They are selected no more.
    case subtract
}

/// Features of a table, drawn by a renderer, with labels.
@MainActor @Observable
public final class FeatureLayer: Layer {
    /// The layer's address; nil for a table from elsewhere.
    public let url: URL?
    /// Where the features are; nil until the layer is loaded when it is made from an address.
    public private(set) var featureTable: (any FeatureTable)?
    /// What the table says of itself; nil until loaded.
    public private(set) var layerInfo: FeatureLayerInfo?
    /// How features are drawn. Until loaded nil where neither document nor code says.
    public var renderer: (any Renderer)?
    /// The classes of labels. Until loaded empty where neither document nor code says.
    public var labelDefinitions: [LabelDefinition]
    /// False turns the labels off.
    public var labelsAreEnabled: Bool
    /// Only features that match are drawn and found, standardised SQL; empty for all.
    public var definitionExpression: String
    /// Clusters or bins in place of features; nil for none.
    public var featureReduction: (any FeatureReduction)?
    /// True where symbols grow and shrink with the map's reference scale.
    public var scalesSymbols: Bool
    /// Rows marked as selected.
    public private(set) var selectedObjectIDs: Set<Int64> = []
    /// Rows left out of the picture.
    public var hiddenObjectIDs: Set<Int64> = []
    @ObservationIgnored private var transparency: Double
    @ObservationIgnored private let open: @Sendable () async throws -> any FeatureTable

    /// Makes a layer of a table.
    public convenience init(featureTable: any FeatureTable, name: String? = nil) {
        self.init(document: nil, name: name) { featureTable }
        self.featureTable = featureTable
    }

    /// Makes a layer of a service's layer, read by `services`.
    public convenience init(url: URL, name: String? = nil, services: any ServiceLoader) {
        self.init(document: nil, url: url, name: name) { try await services.featureTable(at: url) }
    }

    init(
        document: WebMapLayer?, url: URL? = nil, name: String? = nil,
        open: @escaping @Sendable () async throws -> any FeatureTable
    ) {
        self.url = url ?? document?.url.flatMap(URL.init(string:))
        let definition = document?.layerDefinition
        let info = definition?.drawingInfo
        renderer = info?.renderer
        labelDefinitions = info?.labelDefinitions ?? []
        labelsAreEnabled = document?.showsLabels ?? info?.showsLabels ?? true
        definitionExpression = definition?.definitionExpression ?? ""
        featureReduction = definition?.featureReduction.flatMap(FeatureReductions.reduction(from:))
        scalesSymbols = info?.scalesSymbols ?? false
        transparency = info?.transparency ?? 0
        self.open = open
        super.init(document: document, name: name)
    }

    override func prepare() async throws {
        let table = try await open()
        var info = try await table.layerInfo()
        // A map may take from what its service allows, never add to it.
        for narrowed in [document?.capabilities, document?.layerDefinition?.capabilities] {
            if let narrowed { info.capabilities.formIntersection(narrowed) }
        }
        featureTable = table
        layerInfo = info
        if name.isEmpty { name = info.name }
        let own = info.drawingInfo?.object.map(DrawingInfo.init(json:))
        // The map's drawing info replaces the service's as a whole, but a renderer there must be.
        if document?.layerDefinition?.drawingInfo == nil {
            if labelDefinitions.isEmpty { labelDefinitions = own?.labelDefinitions ?? [] }
            if renderer == nil { transparency = own?.transparency ?? 0 }
            if renderer == nil { scalesSymbols = own?.scalesSymbols ?? false }
        }
        renderer =
            renderer ?? own?.renderer ?? info.geometryType.map { SimpleRenderer(symbol: PlainSymbols.symbol(for: $0)) }
    }

    override func write(into document: inout WebMapLayer) throws(MappingError) {
        // A renderer that only the service said is not the map's.
        let said = self.document?.layerDefinition?.drawingInfo
        let served = layerInfo?.drawingInfo?.object.map(DrawingInfo.init(json:))
        let isOwn = renderer?.json != served?.renderer?.json || labelDefinitions != served?.labelDefinitions ?? []
        var definition = document.layerDefinition ?? LayerDefinition(json: [:])
        if definition.definitionExpression != definitionExpression {
            definition.definitionExpression = definitionExpression
        }
        if said != nil || (isOwn && loadStatus == .loaded), let renderer {
            var info = said ?? DrawingInfo(json: served?.json ?? [:])
            if info.renderer?.json != renderer.json { info.renderer = renderer }
            info.labelDefinitions = labelDefinitions
            definition.drawingInfo = info
        }
        if !definition.json.isEmpty { document.layerDefinition = definition }
        if labelsAreEnabled != document.showsLabels ?? said?.showsLabels ?? true {
            document.showsLabels = labelsAreEnabled
        }
    }

    override var ownOpacity: Double { 1 - min(max(transparency, 0), 100) / 100 }
    override var serviceScales: (min: Double, max: Double) {
        (layerInfo?.unknownJSON["minScale"]?.double ?? 0, layerInfo?.unknownJSON["maxScale"]?.double ?? 0)
    }

    override func content(_ report: inout LayerReport) throws -> LayerSnapshot.Content {
        guard let featureTable, let layerInfo, let renderer else {
            throw MappingError(.unsupported, "The layer \"\(name)\" has no shapes to draw.")
        }
        var content = FeatureContent(
            table: featureTable, layerInfo: layerInfo, renderer: renderer,
            definitionExpression: definitionExpression, labelDefinitions: labelsAreEnabled ? labelDefinitions : [],
            featureReduction: featureReduction, scalesSymbols: scalesSymbols,
            orderBy: document?.layerDefinition?.orderBy ?? [],
            hiddenObjectIDs: hiddenObjectIDs, selectedObjectIDs: selectedObjectIDs,
            popupDefinition: isPopupEnabled ? popupDefinition : nil)
        if isTimeFilteringEnabled { content.timeInfo = document?.layerDefinition?.timeInfo ?? layerInfo.timeInfo }
        return .features(content)
    }

    /// The legend's lines; empty for a layer that the map keeps out of its legend, and until loaded where only the service says how it is drawn.
    public var legendInfos: [LegendInfo] { showsInLegend ? renderer?.legendInfos ?? [] : [] }

    /// Marks rows as selected, beside those that are.
    public func selectFeatures(_ objectIDs: some Sequence<Int64>) { selectedObjectIDs.formUnion(objectIDs) }
    /// Marks features as selected, beside those that are; those without an object id are left out.
    public func selectFeatures(_ features: some Sequence<Feature>) { selectFeatures(features.compactMap(\.objectID)) }
    /// Marks rows as not selected.
    public func unselectFeatures(_ objectIDs: some Sequence<Int64>) { selectedObjectIDs.subtract(objectIDs) }
    /// Asks the table, and adds what it answers to the selection, takes it away, or selects it alone. Gives the rows found.
    /// The layer is loaded when it is not yet; its definition expression is not applied.
    @discardableResult
    public func selectFeatures(using parameters: QueryParameters, mode: SelectionMode) async throws -> [Int64] {
        try await load()
        guard let featureTable else { throw MappingError(.notLoaded, "The layer \"\(name)\" has no table.") }
        let found = try await featureTable.queryObjectIDs(using: parameters)
        switch mode {
        case .new: selectedObjectIDs = Set(found)
        case .add: selectFeatures(found)
        case .subtract: unselectFeatures(found)
        }
        return found
    }
    /// Marks no row as selected.
    public func clearSelection() { selectedObjectIDs = [] }
}

/// Symbols for rows whose look nobody states.
enum PlainSymbols {
    /// What a layer without any drawing info looks like.
    static func symbol(for type: GeometryType) -> any Symbol {
        let line = SimpleLineSymbol(color: Color(hex: 0x3C6E91), width: 1)
        return switch type {
        case .point, .multipoint:
            SimpleMarkerSymbol(
                color: Color(hex: 0x5B93B8), size: 6, outline: SimpleLineSymbol(color: .white, width: 0.75))
        case .polyline: line
        case .polygon, .envelope:
            SimpleFillSymbol(color: Color(red: 0x5B, green: 0x93, blue: 0xB8, alpha: 96), outline: line)
        }
    }
}
