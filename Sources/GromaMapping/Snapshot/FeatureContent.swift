// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures
public import GromaGeometry

/// What a layer of features draws: where rows come from, which of them, and how they look.
public struct FeatureContent: Sendable {
    /// Where rows come from.
    public var table: any FeatureTable
    /// What the table says of itself.
    public var layerInfo: FeatureLayerInfo
    /// Only rows that match are drawn, standardised SQL; empty for all.
    public var definitionExpression: String
    /// How rows are drawn.
    public var renderer: any Renderer
    /// Empty where labels are off.
    public var labelDefinitions: [LabelDefinition]
    /// Clusters or bins in place of features; nil for none.
    public var featureReduction: (any FeatureReduction)?
    /// True where symbols grow and shrink with the map's reference scale.
    public var scalesSymbols: Bool
    /// Rows drawn first lie below; empty leaves the order to the table.
    public var orderBy: [OrderBy]
    /// Rows to leave out, such as one whose edit is drawn elsewhere.
    public var hiddenObjectIDs: Set<Int64>
    /// Rows to mark as selected.
    public var selectedObjectIDs: Set<Int64>
    /// What a tap on the layer shows; nil for nothing.
    public var popupDefinition: PopupDefinition?
    /// How rows lie in time; nil shows all of them whatever the time.
    public var timeInfo: LayerTimeInfo?
    /// Only rows that lie in this time are drawn and found; nil for all times.
    public var timeExtent: TimeExtent?

    /// Makes content.
    public init(
        table: any FeatureTable, layerInfo: FeatureLayerInfo, renderer: any Renderer, definitionExpression: String = "",
        labelDefinitions: [LabelDefinition] = [], featureReduction: (any FeatureReduction)? = nil,
        scalesSymbols: Bool = false, orderBy: [OrderBy] = [],
        hiddenObjectIDs: Set<Int64> = [], selectedObjectIDs: Set<Int64> = [], popupDefinition: PopupDefinition? = nil
    ) {
        self.table = table
        self.layerInfo = layerInfo
        self.definitionExpression = definitionExpression
        self.renderer = renderer
        self.labelDefinitions = labelDefinitions
        self.featureReduction = featureReduction
        self.scalesSymbols = scalesSymbols
        self.orderBy = orderBy
        self.hiddenObjectIDs = hiddenObjectIDs
        self.selectedObjectIDs = selectedObjectIDs
        self.popupDefinition = popupDefinition
    }
}

/// A graphic at one moment.
public struct GraphicSnapshot: Sendable {
    /// Where and in which form.
    public var geometry: any Geometry
    /// How it is drawn.
    public var symbol: any Symbol
    /// Higher is drawn later, so above.
    public var zIndex: Int
    /// True for a graphic to mark as selected.
    public var isSelected: Bool
    /// Which graphic it is, for telling what was just selected; nil for one that is never selected.
    package var id: ObjectIdentifier?
    /// Makes a snapshot.
    public init(geometry: any Geometry, symbol: any Symbol, zIndex: Int = 0, isSelected: Bool = false) {
        self.geometry = geometry
        self.symbol = symbol
        self.zIndex = zIndex
        self.isSelected = isSelected
    }
}
