// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaMapping
import GromaRendering
import Testing

@Suite("Variants of symbols") struct SymbolVariantTests {
    @Test("values are rounded so that rows share symbols")
    func rounding() {
        var adjustments = SymbolAdjustments()
        adjustments.sizes = [10.06, 10.01, 3.2]
        adjustments.outlineWidths = [1.07, 1.1, 0]
        adjustments.opacities = [0.5, 0.5001, 2]
        adjustments.rotations = [44.2, 43.4, -91]
        adjustments.colors = [.red, .red, nil]
        let rows = (0..<3).map { SymbolVariant(adjustments, row: $0) }
        #expect(rows[0] == rows[1])
        #expect(rows[0].size == 10)
        #expect(rows[0].outlineWidth == 1.125)
        #expect(abs(rows[0].opacity - 0.5) < 0.003)
        #expect(rows[0].rotation == 44)
        #expect(rows[2].size == 3.25 && rows[2].opacity == 1 && rows[2].color == nil)
        #expect([-90, -92].contains(rows[2].rotation))
    }

    @Test("what is no number leaves the symbol's own")
    func notNumbers() {
        var adjustments = SymbolAdjustments()
        adjustments.sizes = [.nan]
        adjustments.outlineWidths = [.infinity]
        adjustments.opacities = [.nan]
        adjustments.rotations = [-.infinity]
        #expect(SymbolVariant(adjustments, row: 0) == SymbolVariant())
        #expect(SymbolVariant(SymbolAdjustments(), row: 0) == SymbolVariant())
    }

    @Test("a colour replaces, an opacity multiplies")
    func paint() {
        var variant = SymbolVariant()
        #expect(variant.paint(.red) == .red)
        #expect(variant.paint(nil) == nil)
        variant.color = .blue
        variant.opacity = 0.5
        #expect(variant.paint(.red) == Color(red: 0, green: 0, blue: 255, alpha: 128))
    }
}
