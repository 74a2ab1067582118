// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// The fonts that a renderer may draw with.
public enum FontCollection: Sendable, Hashable {
    /// Those that the system's font configuration lists.
    case system
    /// Those in these files and folders and no others, so that pictures are the same on every machine.
    case files([URL])
}

/// How letters look. Sizes are picture pixels; absurd ones are brought into bounds (letters 1 to 500, rim 0 to 32).
package struct TextStyle: Sendable, Hashable {
    /// Names of families in order of preference, with commas between; empty for the collection's sans serif.
    package var family: String
    package var size: Double
    package var isBold: Bool
    package var isItalic: Bool
    /// Space added between letters.
    package var letterSpacing: Double
    /// Thickness of the rim; 0 for none.
    package var haloWidth: Double
    /// False sets letters at their plain distances, without the font's kerning.
    package var isKerned = true

    package init(
        family: String, size: Double, isBold: Bool = false, isItalic: Bool = false, letterSpacing: Double = 0,
        haloWidth: Double = 0
    ) {
        self.family = family.replacing("\0", with: "")
        self.size = Self.bounded(size, 1, 500)
        self.isBold = isBold
        self.isItalic = isItalic
        self.letterSpacing = Self.bounded(letterSpacing, -50, 500)
        self.haloWidth = Self.bounded(haloWidth, 0, 32)
    }

    private static func bounded(_ value: Double, _ low: Double, _ high: Double) -> Double {
        value.isNaN ? low : min(max(value, low), high)
    }
}

/// A picture of coverage, 0 to 255 a pixel, and where it lies to the point it was made for.
package struct GlyphMask: Sendable, Hashable {
    package var width: Int
    package var height: Int
    /// Pixels from the anchor to the mask's left column; negative to the left.
    package var left: Int
    /// Pixels from the anchor to the mask's upper row, downwards.
    package var top: Int
    /// Rows from the top, `width` bytes each.
    package var coverage: [UInt8]
    package static let empty = GlyphMask(width: 0, height: 0, left: 0, top: 0, coverage: [])
}

/// A text drawn once. The anchor is the left end of the first line's baseline.
package struct TextMask: Sendable {
    package var ink: GlyphMask
    /// The rim, ink included; nil where the style has none.
    package var halo: GlyphMask?
    /// Width of the widest line.
    package var width: Double
    /// From the first baseline up to the top of the text.
    package var ascent: Double
    /// From the first baseline down to the bottom of the last line.
    package var descent: Double
}

/// One letter (or letters that stick together) of a line of text.
package struct TextCluster: Sendable, Hashable {
    /// Distance from the line's left end to this cluster's, along the baseline.
    package var offset: Double
    /// Distance to the next cluster.
    package var advance: Double
    /// The cluster's place in its line, from left to right.
    package var index: Int
    /// True for blanks, which need no mask.
    package var isBlank: Bool

    package init(offset: Double, advance: Double, index: Int, isBlank: Bool) {
        self.offset = offset
        self.advance = advance
        self.index = index
        self.isBlank = isBlank
    }
}
