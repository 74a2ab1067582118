// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs
public import GromaRaster

extension Image {
    /// A copy of what was drawn, ready to be encoded.
    public init(_ buffer: PixelBuffer) {
        self.init(width: buffer.width, height: buffer.height, pixels: buffer.premultipliedRGBABytes())
    }
}

extension PixelBuffer {
    /// A copy of a decoded picture, ready to be drawn. Throws `size` for pictures larger than a buffer may be.
    public convenience init(_ image: Image, format: PixelFormat = .bgra) throws(RasterError) {
        try self.init(width: image.width, height: image.height, format: format, premultipliedRGBA: image.pixels)
    }
}
