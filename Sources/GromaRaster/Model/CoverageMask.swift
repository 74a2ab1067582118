// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How much of each pixel a glyph, a word or another small shape covers: 8 bits a pixel, rows from the top.
public struct CoverageMask: Sendable, Hashable {
    /// Pixels a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// `width * height` values; 255 is entirely covered.
    public let values: [UInt8]

    /// Makes a mask; throws `malformed` when the count is not `width * height` or a side is negative.
    public init(width: Int, height: Int, values: [UInt8]) throws(RasterError) {
        guard width >= 0, height >= 0, width <= PixelBuffer.maximumSide, height <= PixelBuffer.maximumSide,
            values.count == width * height
        else {
            throw RasterError(.malformed, "\(values.count) coverage values were given for \(width) x \(height) pixels.")
        }
        self.width = width
        self.height = height
        self.values = values
    }
}
