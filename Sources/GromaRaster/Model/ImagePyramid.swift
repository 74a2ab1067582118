// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A picture with its half, quarter, eighth … sizes, so that shrinking reads about as many pixels as it writes.
public struct ImagePyramid: Sendable {
    /// The picture, and each time its half, down to one pixel or to `maximumLevels`.
    public let levels: [PixelBuffer]
    /// Levels kept at most.
    public static let maximumLevels = 12

    /// Makes the levels down to what drawing at `smallestScale` needs (1 keeps the picture alone); costs a third of its pixels.
    public init(_ image: PixelBuffer, smallestScale: Double = 1 / 4096) {
        var levels = [image]
        var scale = 0.5
        while levels.count < Self.maximumLevels, scale >= smallestScale {
            let last = levels[levels.count - 1]
            if last.width == 1 && last.height == 1 { break }
            levels.append(last.halved())
            scale /= 2
        }
        self.levels = levels
    }
}
