// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation
public import GromaArcade
import GromaFeatures
import GromaGeometry
import GromaMapping

/// What became of one of a popup's scripts.
public struct PopupExpressionEvaluation: Sendable {
    /// The script's name, as fields and templates call it after `expression/`; empty for an element that is a script.
    public var name: String
    /// The value; null where it failed.
    public var value: ArcadeValue
    /// Why there is no value; nil when it worked.
    public var error: ArcadeError?
}

extension Popup {
    /// Values of popups that were shown before, by what they depend on.
    @TaskLocal package static var cache = ArcadeCache(capacity: 20_000)

    /// Evaluates the popup's scripts, also those that ask tables, and keeps the values for `evaluated(locale:timeZone:)` until the
    /// feature is changed.
    ///
    /// `context` brings the map's layers, limits and services; its feature is replaced by the popup's, and its language and zone are those that
    /// scripts write dates and numbers in. A script that fails has an error among the results and shows nothing; the others are not touched by it.
    @discardableResult
    public func evaluateExpressions(in context: ArcadeContext) async -> [PopupExpressionEvaluation] {
        let own = await withAggregatedFeatures(arcadeContext(context))
        var scripts = PopupScripts(state: FeatureState(geoElement))
        for expression in definition.expressions {
            scripts.values.append(
                await evaluation(expression.name, expression.expression, .popup, in: own))
        }
        for (place, element) in definition.elements.enumerated() {
            guard case .expression(let part) = element, let expression = part.expression else { continue }
            scripts.elements[place] = await evaluation("", expression.expression, .popupElement, in: own)
        }
        self.scripts = scripts
        return scripts.values + scripts.elements.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The title for people, as `evaluated(locale:timeZone:)` has it, for lists and announcements: of the scripts only those that it names are
    /// evaluated, off the caller's thread. Cancelling the task ends them.
    package func title(locale: Locale, timeZone: TimeZone) async -> String {
        let kept = keptScripts
        var scripts = kept ?? PopupScripts()
        if kept == nil {
            let context = arcadeContext(ArcadeContext(timeZone: timeZone, locale: locale))
            let title = definition.title.lowercased()
            for expression in definition.expressions {
                let isShown = title.contains("expression/\(expression.name.lowercased())")
                scripts.values.append(
                    isShown
                        ? await Self.evaluation(expression.name, expression.expression, .popup, offThread: context)
                        : PopupExpressionEvaluation(name: expression.name, value: .null))
            }
        }
        return PopupEvaluator(popup: self, scripts: scripts, locale: locale, timeZone: timeZone).title
    }

    /// The values kept for the feature as it is; nil where there are none.
    private var keptScripts: PopupScripts? {
        scripts.flatMap { $0.state == FeatureState(geoElement) ? $0 : nil }
    }

    /// The values kept for the feature as it is, or those of scripts that need no waiting. `patience` is the time for all of them together;
    /// nil leaves each the usual one.
    func scripts(locale: Locale, timeZone: TimeZone, patience: Duration?) -> PopupScripts {
        if let keptScripts { return keptScripts }
        var context = arcadeContext(ArcadeContext(timeZone: timeZone, locale: locale))
        let deadline = patience.map { ContinuousClock.now + $0 }
        func value(_ name: String, _ text: String, _ profile: ArcadeProfile) -> PopupExpressionEvaluation {
            if let deadline { context.limits.duration = max(.zero, deadline - .now) }
            return Self.evaluation(name, text, profile, now: context)
        }
        var scripts = PopupScripts()
        for expression in definition.expressions {
            scripts.values.append(value(expression.name, expression.expression, .popup))
        }
        for (place, element) in definition.elements.enumerated() {
            guard case .expression(let part) = element, let expression = part.expression else { continue }
            scripts.elements[place] = value("", expression.expression, .popupElement)
        }
        return scripts
    }

    private func arcadeContext(_ context: ArcadeContext) -> ArcadeContext {
        var context = context
        context.feature =
            geoElement as? Feature
            ?? Feature(attributes: geoElement.attributes, geometry: geoElement.geometry, layerInfo: layerInfo)
        if context.layer == nil, let table = context.feature?.table {
            context.layer = ArcadeLayer(table: table, title: layerInfo?.name ?? "", info: layerInfo)
        }
        if let reference = geoElement.geometry?.spatialReference { context.spatialReference = reference }
        return context
    }

    private static let aggregatedFeatures = "aggregatedfeatures"

    /// Reads the features of a cluster or bin where a script needs them. Where they cannot be had, the scripts that read them say so.
    private func withAggregatedFeatures(_ context: ArcadeContext) async -> ArcadeContext {
        guard let aggregatedFeatures else { return context }
        let texts =
            definition.expressions.map { ($0.expression, ArcadeProfile.popup) }
            + definition.elements.compactMap { element in
                guard case .expression(let part) = element else { return nil }
                return part.expression.map { ($0.expression, .popupElement) }
            }
        let isRead = texts.contains { text, profile in
            (try? ArcadeExpression.kept(text, profile: profile))?.globalNames.contains(Self.aggregatedFeatures) == true
        }
        guard isRead else { return context }
        var context = context
        do {
            var query = QueryParameters()
            query.objectIDs = aggregatedFeatures.objectIDs
            query.outSpatialReference = context.spatialReference
            let rows = try await aggregatedFeatures.table.queryFeatures(using: query)
            context.values[Self.aggregatedFeatures] = .featureSet(rows)
            // Domains of subtypes and the names of types stand in the layer's description alone.
            context.layerInfos[Self.aggregatedFeatures] = try await aggregatedFeatures.table.layerInfo()
            aggregateFailure = nil
        } catch {
            aggregateFailure = ArcadeError(
                .operationFailed, "The features of the cluster could not be read: \(error)")
        }
        return context
    }

    private func evaluation(
        _ name: String, _ text: String, _ profile: ArcadeProfile, in context: ArcadeContext
    ) async -> PopupExpressionEvaluation {
        do throws(ArcadeError) {
            let expression = try ArcadeExpression.kept(text, profile: profile)
            if let aggregateFailure, expression.globalNames.contains(Self.aggregatedFeatures) { throw aggregateFailure }
            let value = try await expression.evaluate(in: context, cache: Self.cache)
            return PopupExpressionEvaluation(name: name, value: value)
        } catch {
            return PopupExpressionEvaluation(name: name, value: .null, error: error)
        }
    }

    /// Evaluates off the caller's thread what asks no table.
    private static func evaluation(
        _ name: String, _ text: String, _ profile: ArcadeProfile, offThread context: ArcadeContext
    ) async -> PopupExpressionEvaluation {
        guard let expression = try? ArcadeExpression.kept(text, profile: profile), !expression.needsWaiting,
            let value = try? await expression.evaluate(in: context, cache: cache)
        else { return PopupExpressionEvaluation(name: name, value: .null) }
        return PopupExpressionEvaluation(name: name, value: value)
    }

    private static func evaluation(
        _ name: String, _ text: String, _ profile: ArcadeProfile, now context: ArcadeContext
    ) -> PopupExpressionEvaluation {
        do throws(ArcadeError) {
            return PopupExpressionEvaluation(
                name: name, value: try ArcadeExpression.kept(text, profile: profile).evaluate(context, cache: cache))
        } catch {
            return PopupExpressionEvaluation(name: name, value: .null, error: error)
        }
    }
}

/// The values of a popup's scripts.
struct PopupScripts {
    /// Those that fields and templates name, in the definition's order.
    var values: [PopupExpressionEvaluation] = []
    /// Those that are elements, by the element's place.
    var elements: [Int: PopupExpressionEvaluation] = [:]
    /// The feature that they were evaluated for.
    var state: FeatureState?
}

/// A feature's values and shape at a moment.
struct FeatureState: Equatable {
    private let attributes: [String: AttributeValue]
    private let geometry: AnyHashable?

    init(_ element: any GeoElement) {
        attributes = element.attributes
        geometry = element.geometry.map { AnyHashable($0) }
    }
}
