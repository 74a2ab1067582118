// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
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
    /// Evaluates the popup's scripts, also those that ask tables, and keeps the values for `evaluated(locale:timeZone:)`.
    ///
    /// `context` brings the map's layers, limits and services; its feature is replaced by the popup's, and its language and zone are those that
    /// scripts write dates and numbers in. A script that fails has an error among the results and shows nothing; the others are not touched by it.
    @discardableResult
    public func evaluateExpressions(in context: ArcadeContext) async -> [PopupExpressionEvaluation] {
        let own = arcadeContext(context)
        var scripts = PopupScripts()
        for expression in definition.expressions {
            scripts.values.append(
                await Self.evaluation(expression.name, expression.expression, .popup, in: own))
        }
        for (place, element) in definition.elements.enumerated() {
            guard case .expression(let part) = element, let expression = part.expression else { continue }
            scripts.elements[place] = await Self.evaluation("", expression.expression, .popupElement, in: own)
        }
        self.scripts = scripts
        return scripts.values + scripts.elements.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The values kept, or those of scripts that need no waiting.
    func scripts(locale: Locale, timeZone: TimeZone) -> PopupScripts {
        if let scripts { return scripts }
        let scene = ScriptScene(
            locale: locale.identifier, timeZone: timeZone.identifier, attributes: geoElement.attributes,
            geometry: geoElement.geometry)
        if let kept = keptScripts, kept.scene == scene { return kept.scripts }
        let scripts = madeScripts(locale: locale, timeZone: timeZone)
        keptScripts = hasSteadyScripts ? (scene, scripts) : nil
        return scripts
    }

    /// True when equal features give equal values.
    private var hasSteadyScripts: Bool {
        definition.expressions.allSatisfy { Self.isSteady($0.expression, .popup) }
            && definition.elements.allSatisfy { element in
                guard case .expression(let part) = element, let expression = part.expression else { return true }
                return Self.isSteady(expression.expression, .popupElement)
            }
    }

    private static func isSteady(_ text: String, _ profile: ArcadeProfile) -> Bool {
        guard let expression = try? ArcadeExpression.kept(text, profile: profile) else { return true }
        return expression.isSteady && !expression.needsWaiting
    }

    private func madeScripts(locale: Locale, timeZone: TimeZone) -> PopupScripts {
        let context = arcadeContext(ArcadeContext(timeZone: timeZone, locale: locale))
        var scripts = PopupScripts()
        for expression in definition.expressions {
            scripts.values.append(Self.evaluation(expression.name, expression.expression, .popup, now: context))
        }
        for (place, element) in definition.elements.enumerated() {
            guard case .expression(let part) = element, let expression = part.expression else { continue }
            scripts.elements[place] = Self.evaluation("", expression.expression, .popupElement, now: context)
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

    private static func evaluation(
        _ name: String, _ text: String, _ profile: ArcadeProfile, in context: ArcadeContext
    ) async -> PopupExpressionEvaluation {
        do throws(ArcadeError) {
            let value = try await ArcadeExpression.kept(text, profile: profile).evaluate(in: context)
            return PopupExpressionEvaluation(name: name, value: value)
        } catch {
            return PopupExpressionEvaluation(name: name, value: .null, error: error)
        }
    }

    private static func evaluation(
        _ name: String, _ text: String, _ profile: ArcadeProfile, now context: ArcadeContext
    ) -> PopupExpressionEvaluation {
        do throws(ArcadeError) {
            return PopupExpressionEvaluation(
                name: name, value: try ArcadeExpression.kept(text, profile: profile).evaluate(context))
        } catch {
            return PopupExpressionEvaluation(name: name, value: .null, error: error)
        }
    }
}

/// The values of a popup's scripts.
package struct PopupScripts {
    /// Those that fields and templates name, in the definition's order.
    package var values: [PopupExpressionEvaluation] = []
    /// Those that are elements, by the element's place.
    var elements: [Int: PopupExpressionEvaluation] = [:]
}

/// What the values of scripts that need no waiting depend on.
package struct ScriptScene: Equatable {
    var locale: String
    var timeZone: String
    var attributes: [String: AttributeValue]
    var geometry: (any Geometry)?

    package static func == (a: ScriptScene, b: ScriptScene) -> Bool {
        guard a.locale == b.locale, a.timeZone == b.timeZone, a.attributes == b.attributes else { return false }
        switch (a.geometry, b.geometry) {
        case (nil, nil): return true
        case (let one?, let other?): return isEqual(one, other)
        default: return false
        }
    }

    private static func isEqual<Shape: Geometry>(_ one: Shape, _ other: any Geometry) -> Bool {
        (other as? Shape).map { $0 == one } ?? false
    }
}
