// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaMapping

/// What visual variables make of one row's symbol, rounded so that a layer has few different ones.
package struct SymbolVariant: Sendable, Hashable {
    /// Points, in eighths; nil keeps the symbol's own.
    package var size: Double?
    /// Points, in eighths; nil keeps the symbol's own.
    package var outlineWidth: Double?
    package var color: Color?
    /// 0 to 1, in steps of 1/255.
    package var opacity = 1.0
    /// Degrees clockwise, in steps of two.
    package var rotation = 0.0

    package init() {}

    package init(_ adjustments: SymbolAdjustments, row: Int) {
        size = Self.finite(adjustments.sizes, row).map { ($0 * 8).rounded() / 8 }
        outlineWidth = Self.finite(adjustments.outlineWidths, row).map { ($0 * 8).rounded() / 8 }
        color = adjustments.colors.flatMap { $0[row] }
        if let value = Self.finite(adjustments.opacities, row) {
            opacity = (min(max(value, 0), 1) * 255).rounded() / 255
        }
        if let value = Self.finite(adjustments.rotations, row) { rotation = (value / 2).rounded() * 2 }
    }

    private static func finite(_ values: [Double]?, _ row: Int) -> Double? {
        guard let value = values?[row], value.isFinite else { return nil }
        return value
    }

    /// A colour of the symbol as this variant has it.
    package func paint(_ own: Color?) -> Color? { (color ?? own).map { $0.multiplied(byOpacity: opacity) } }
}
