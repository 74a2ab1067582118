// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaArcade
public import GromaFeatures
public import GromaMapping

/// A feature or graphic together with what is to be shown of it.
///
/// An object with an identity, so that containers can page through popups. Not `Sendable`, since graphics belong to
/// their overlay's actor; what crosses threads is the `EvaluatedPopup`.
public final class Popup {
    /// The thing that is shown.
    public let geoElement: any GeoElement
    /// What is shown of it, and how.
    public let definition: PopupDefinition
    /// The layer's fields, domains and types; nil where they are not known.
    public let layerInfo: FeatureLayerInfo?
    /// For a cluster or a bin the features that it stands for, which scripts read as `$aggregatedFeatures`; nil for everything else.
    public var aggregatedFeatures: AggregatedFeatures?
    /// What `evaluateExpressions(in:)` found; nil before.
    var scripts: PopupScripts?
    /// Why the features of a cluster could not be read.
    var aggregateFailure: ArcadeError?
    /// Related records by relationship, as `loadRelatedRecords()` found them.
    var related: [Int: FeatureSet] = [:]

    /// Makes a popup; a feature brings its layer's description with it. Without a definition it shows what
    /// `PopupDefinition(geoElement:)` shows.
    public init(geoElement: any GeoElement, definition: PopupDefinition? = nil, layerInfo: FeatureLayerInfo? = nil) {
        self.geoElement = geoElement
        self.definition = definition ?? PopupDefinition(geoElement: geoElement)
        self.layerInfo = layerInfo ?? (geoElement as? Feature)?.layerInfo
    }

    /// The title in English and UTC, for lists and messages; `evaluated(locale:timeZone:)` has the one for people.
    public var title: String {
        evaluated(locale: Locale(identifier: "en-US"), timeZone: .gmt).title
    }

    /// What is shown, in order: the definition's elements, and where it lists none but wants related records shown, one for each relationship.
    var shownElements: [PopupElement] {
        guard !definition.hasElements, let records = definition.relatedRecords, records.isShown else {
            return definition.elements
        }
        return definition.elements
            + (layerInfo?.relationshipInfos ?? []).map { relationship in
                var element = RelationshipPopupElement(relationshipID: relationship.id, title: relationship.name)
                element.orderBy = records.orderBy.compactMap { order in
                    guard let name = RelatedFieldName(order.fieldName), name.relationshipID == relationship.id else {
                        return nil
                    }
                    var order = order
                    order.fieldName = name.fieldName
                    return order
                }
                return .relationship(element)
            }
    }

    /// Everything that is shown, formatted for a language and a time zone. Never fails: what cannot be shown says so in
    /// its place and in `diagnostics`. Scripts that ask tables have values only after `evaluateExpressions(in:)`; the others are evaluated here.
    /// Fields of related records have values only after `loadRelatedRecords()`.
    public func evaluated(locale: Locale, timeZone: TimeZone) -> EvaluatedPopup {
        evaluated(locale: locale, timeZone: timeZone, patience: nil)
    }

    /// The same with at most so long for all scripts together, for a thread that people wait for. Scripts that would take longer show nothing;
    /// `evaluateExpressions(in:)` evaluates them elsewhere.
    package func evaluated(locale: Locale, timeZone: TimeZone, patience: Duration?) -> EvaluatedPopup {
        PopupEvaluator(
            popup: self, scripts: scripts(locale: locale, timeZone: timeZone, patience: patience), locale: locale,
            timeZone: timeZone
        ).evaluate()
    }

    /// True where the definition has scripts of any kind.
    package var hasScripts: Bool {
        !definition.expressions.isEmpty
            || definition.elements.contains { if case .expression = $0 { true } else { false } }
    }
}

/// The features that a cluster or a bin stands for: where they are, and which.
public struct AggregatedFeatures: Sendable {
    /// The layer's rows.
    public var table: any FeatureTable
    /// The object ids of those in the cluster.
    public var objectIDs: [Int64]

    /// Says which; nothing is asked before a script needs them.
    public init(table: any FeatureTable, objectIDs: [Int64]) {
        self.table = table
        self.objectIDs = objectIDs
    }
}
