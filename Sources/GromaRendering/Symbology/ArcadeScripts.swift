// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
package import GromaArcade
public import GromaFeatures
public import GromaMapping

/// Reads the scripts of labels and renderers as Arcade. Scripts are read once and kept.
public struct ArcadeScripts: ScriptReader {
    /// The language that numbers and dates are written in.
    public var locale: Locale
    /// The zone that dates are written in.
    public var timeZone: TimeZone

    /// The layer's fields, domains and types; nil where they are not known.
    public var layerInfo: FeatureLayerInfo?

    /// Makes a reader; labels are in English and UTC unless told otherwise. Domain functions look into `layerInfo`.
    public init(
        locale: Locale = Locale(identifier: "en-US"), timeZone: TimeZone = .gmt, layerInfo: FeatureLayerInfo? = nil
    ) {
        self.locale = locale
        self.timeZone = timeZone
        self.layerInfo = layerInfo
    }

    /// Values of rows that were drawn before, by what they depend on.
    @TaskLocal package static var cache = ArcadeCache(capacity: 200_000)

    /// A script made ready; throws `ArcadeError` with line and column.
    public func script(_ text: String, for use: ScriptUse) throws -> any RowScript {
        let expression = try ArcadeExpression.kept(text, profile: use == .label ? .labeling : .visualization)
        return ArcadeRowScript(expression: expression, locale: locale, timeZone: timeZone, layerInfo: layerInfo)
    }
}

/// An expression evaluated row by row.
struct ArcadeRowScript: RowScript {
    let expression: ArcadeExpression
    let locale: Locale
    let timeZone: TimeZone
    let layerInfo: FeatureLayerInfo?

    /// A domain may depend on the feature's type, so its field is read too.
    var fieldNames: [String] {
        let typeField = expression.readsDomains ? layerInfo?.featureTypeFieldName : nil
        return expression.fieldNames + (typeField.map { [$0] } ?? []) + (expression.readsAllFields ? ["*"] : [])
            + (expression.readsGeometry ? ["$geometry"] : [])
    }

    private func rows(_ features: FeatureSet, _ scale: Double) -> ArcadeRows {
        var context = ArcadeContext(timeZone: timeZone, locale: locale)
        if let reference = features.spatialReference { context.spatialReference = reference }
        context.viewScale = scale.isNaN ? nil : scale
        // A picture waits for all its rows: one row may not take long.
        context.limits.steps = 100_000
        context.limits.duration = .seconds(1)
        context.limits.textLength = 1_000_000
        context.limits.memory = 64_000_000
        return ArcadeRows(expression, rows: features, context: context, info: layerInfo, cache: ArcadeScripts.cache)
    }

    /// Longest text, in bytes, that is a label or a value to draw by. A picture holds those of all its rows at once.
    private static let longestText = 10_000

    func values(of features: FeatureSet, scale: Double) -> [AttributeValue] {
        let rows = rows(features, scale)
        return (0..<features.count).map { row in
            let value = (try? rows.value(at: row).attribute) ?? .null
            if case .string(let text) = value, text.utf8.count > Self.longestText { return .null }
            return value
        }
    }

    func texts(of features: FeatureSet, scale: Double) -> [String] {
        let rows = rows(features, scale)
        return (0..<features.count).map { row in
            let text = (try? rows.text(at: row)) ?? ""
            return text.utf8.count > Self.longestText ? "" : text
        }
    }
}
