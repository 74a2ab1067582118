// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures

/// What a layer of pictures drawn by a server shows, and what of it can be asked.
public struct MapImageContent: Sendable {
    /// One sublayer that taps reach.
    public struct Sublayer: Sendable {
        /// The sublayer's number in its service.
        public var id: Int
        /// As people see it.
        public var name: String
        /// Its rows.
        public var table: any FeatureTable
        /// Only rows that match are drawn and found, standardised SQL; empty for all.
        public var definitionExpression: String
        /// Only rows that lie in this time are found, where rows lie in time; nil for all times.
        public var timeExtent: TimeExtent?
        /// What a tap shows.
        public var popupDefinition: PopupDefinition
        /// The furthest scale, as a denominator; 0 for no limit.
        public var minScale: Double
        /// The closest scale, as a denominator; 0 for no limit.
        public var maxScale: Double
    }
    /// Where pictures come from.
    public var source: any MapImageSource
    /// Numbers of the sublayers to draw, groups left out; nil leaves the choice to the source.
    public var visibleSublayerIDs: [Int]?
    /// Standardised SQL by a sublayer's number.
    public var definitionExpressions: [Int: String]
    /// Only what lies in this time is drawn; nil for all times.
    public var timeExtent: TimeExtent?
    /// False draws all times whatever the map shows.
    public var isTimeFilteringEnabled = true
    /// Visible sublayers with a popup, from the bottom up.
    public var sublayers: [Sublayer]

    /// Makes content.
    public init(
        source: any MapImageSource, visibleSublayerIDs: [Int]? = nil, definitionExpressions: [Int: String] = [:],
        sublayers: [Sublayer] = []
    ) {
        self.source = source
        self.visibleSublayerIDs = visibleSublayerIDs
        self.definitionExpressions = definitionExpressions
        self.sublayers = sublayers
    }
}
