// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
public import GromaFeatures
public import GromaGeometry

/// What an expression is evaluated for: the globals it may read, the zone and language it writes in, and how much it may cost.
public struct ArcadeContext: Sendable {
    /// What is being done to a feature, `$editContext.editType`.
    public enum EditType: String, Sendable, Hashable {
        case insert = "INSERT"
        case update = "UPDATE"
        case delete = "DELETE"
        case none = "NA"
    }

    /// `$feature`; nil makes it null.
    public var feature: Feature?
    /// `$originalFeature`: the feature before the edit; nil for one that is new: then it has the fields of `feature`, all null, and no shape.
    public var originalFeature: Feature?
    /// `$layer`: the layer of the feature, with its filter.
    public var layer: ArcadeLayer?
    /// `$map`: the layers and tables of the map.
    public var map: [ArcadeLayer] = []
    /// `$datastore`: the layers and tables of the service that holds the feature.
    public var datastore: [ArcadeLayer] = []
    /// `$view.scale`; nil makes it null.
    public var viewScale: Double?
    /// `$view.timeProperties`: the moments between which the map shows features.
    public var viewTime: ClosedRange<Date>?
    /// `$editContext.editType`.
    public var editType = EditType.none
    /// Other globals, by name in lower case without the dollar sign.
    public var values: [String: ArcadeValue] = [:]
    /// What the tables say of the feature sets among `values`, by the same names; without it these have fields, and neither types nor subtypes.
    public var layerInfos: [String: FeatureLayerInfo] = [:]
    /// The zone that dates are made and shown in.
    public var timeZone: TimeZone
    /// The language of month names and the marks of numbers.
    public var locale: Locale
    /// The reference of shapes that do not say theirs, and the only one that shape functions take.
    public var spatialReference: SpatialReference
    /// The moment that `Now` gives; nil for the moment of the call.
    public var now: Date?
    /// Where users, items and related rows are found; nil where there is no such place.
    public var services: (any ArcadeServices)?
    /// Takes what `Console` writes; nil drops it.
    public var console: (@Sendable (String) -> Void)?
    /// How much the evaluation may cost.
    public var limits = ArcadeLimits()

    /// Makes a context for one feature, or for none.
    public init(
        feature: Feature? = nil, timeZone: TimeZone = .current, locale: Locale = .current,
        spatialReference: SpatialReference = .webMercator
    ) {
        self.feature = feature
        self.timeZone = timeZone
        self.locale = locale
        self.spatialReference = spatialReference
    }
}

/// A layer or table that expressions may read.
public struct ArcadeLayer: Sendable {
    /// Where the rows are.
    public var table: any FeatureTable
    /// The layer's id: in `$map` the web map's, in `$datastore` the number in the service.
    public var id: String
    /// The name by which expressions find it.
    public var title: String
    /// The layer's own filter; empty for none.
    public var whereClause: String
    /// What the table says of itself, where that is known already.
    public var info: FeatureLayerInfo?
    /// The service's address; nil where there is none.
    public var url: String?
    /// The portal item it comes from; nil where there is none.
    public var itemID: String?

    /// Makes a layer.
    public init(
        table: any FeatureTable, id: String = "", title: String = "", whereClause: String = "",
        info: FeatureLayerInfo? = nil, url: String? = nil, itemID: String? = nil
    ) {
        self.table = table
        self.id = id
        self.title = title
        self.whereClause = whereClause
        self.info = info
        self.url = url
        self.itemID = itemID
    }
}

/// What expressions ask that is in no table at hand.
public protocol ArcadeServices: Sendable {
    /// The rows related to a feature by the relationship of that name.
    func related(to feature: Feature, relationship: String) async throws -> ArcadeLayer
    /// A layer of a portal's item; `portal` is nil for the map's own.
    func layer(portal: String?, itemID: String, layerID: Int) async throws -> ArcadeLayer
    /// A user's profile as JSON members, or the one signed in for a nil name; nil where there is none.
    func user(portal: String?, name: String?) async throws -> ArcadeValue
}
