// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaArcade
import GromaFeatures
public import GromaMapping
import Synchronization

/// Reads the scripts of labels and renderers as Arcade. Scripts are read once and kept.
public struct ArcadeScripts: ScriptReader {
    /// The language that numbers and dates are written in.
    public var locale: Locale
    /// The zone that dates are written in.
    public var timeZone: TimeZone

    /// Makes a reader; labels are in English and UTC unless told otherwise.
    public init(locale: Locale = Locale(identifier: "en-US"), timeZone: TimeZone = .gmt) {
        self.locale = locale
        self.timeZone = timeZone
    }

    private struct Key: Hashable {
        var text: String
        var use: ScriptUse
    }
    private static let known = Mutex<[Key: ArcadeExpression]>([:])

    /// A script made ready; throws `ArcadeError` with line and column.
    public func script(_ text: String, for use: ScriptUse) throws -> any RowScript {
        let key = Key(text: text, use: use)
        if let expression = Self.known.withLock({ $0[key] }) {
            return ArcadeRowScript(expression: expression, locale: locale, timeZone: timeZone)
        }
        let expression = try ArcadeExpression(text, profile: use == .label ? .labeling : .visualization)
        Self.known.withLock { scripts in
            if scripts.count >= 1_000 { scripts.removeAll() }
            scripts[key] = expression
        }
        return ArcadeRowScript(expression: expression, locale: locale, timeZone: timeZone)
    }
}

/// An expression evaluated row by row.
struct ArcadeRowScript: RowScript {
    let expression: ArcadeExpression
    let locale: Locale
    let timeZone: TimeZone

    var fieldNames: [String] { expression.fieldNames + (expression.readsAllFields ? ["*"] : []) }

    private func rows(_ features: FeatureSet, _ scale: Double) -> ArcadeRows {
        var context = ArcadeContext(timeZone: timeZone, locale: locale)
        if let reference = features.spatialReference { context.spatialReference = reference }
        context.viewScale = scale.isNaN ? nil : scale
        // A picture waits for all its rows: one row may not take long.
        context.limits.steps = 100_000
        context.limits.duration = .seconds(1)
        return ArcadeRows(expression, rows: features, context: context)
    }

    func values(of features: FeatureSet, scale: Double) -> [AttributeValue] {
        let rows = rows(features, scale)
        return (0..<features.count).map { row in (try? rows.value(at: row).attribute) ?? .null }
    }

    func texts(of features: FeatureSet, scale: Double) -> [String] {
        let rows = rows(features, scale)
        return (0..<features.count).map { row in (try? rows.text(at: row)) ?? "" }
    }
}
