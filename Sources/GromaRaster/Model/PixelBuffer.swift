// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The pixels of a picture: rows from the top, one premultiplied `UInt32` a pixel, without padding between rows.
///
/// The buffer owns its memory for as long as anybody holds the object. Drawing takes place through `Canvas`; several
/// canvases may draw into one buffer at a time as long as their windows do not overlap.
public final class PixelBuffer: @unchecked Sendable {  // tasks that draw at a time own disjoint rows
    /// The longest side a picture may have, in pixels.
    public static let maximumSide = 32_768
    /// Pixels beyond the last one that kernels may read and write, so that eight at a time need no end case.
    static let slack = 16

    /// Pixels a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// The order of the channels.
    public let format: PixelFormat
    let pixels: UnsafeMutablePointer<UInt32>

    /// A picture of one colour, transparent unless told otherwise.
    ///
    /// Throws `size` when a side is below 1 or above `maximumSide`, the area exceeds 2^28 pixels, or there is no memory for it.
    public init(width: Int, height: Int, format: PixelFormat = .bgra, fill: PixelColor = .clear) throws(RasterError) {
        guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height), width * height <= 1 << 28
        else {
            throw RasterError(
                .size, "A picture of \(width) x \(height) pixels can't be made: use sides of 1 to \(Self.maximumSide).")
        }
        self.width = width
        self.height = height
        self.format = format
        let count = width * height + Self.slack
        guard let memory = PixelMemory.take(4 * count) else {
            throw RasterError(.size, "There is no memory for a picture of \(width) x \(height) pixels.")
        }
        pixels = memory.start.bindMemory(to: UInt32.self, capacity: count)
        let pixel = fill.packed(format)
        if !memory.isZero || pixel != 0 { pixels.initialize(repeating: pixel, count: count) }
    }

    /// A picture from pixels that are there already, premultiplied and packed in `format`.
    ///
    /// Throws `malformed` when `pixels` does not hold `width * height` values, and `size` as above.
    public convenience init(
        width: Int, height: Int, format: PixelFormat = .bgra, pixels source: [UInt32]
    ) throws(RasterError) {
        try self.init(width: width, height: height, format: format)
        guard source.count == width * height else {
            throw RasterError(.malformed, "\(source.count) pixels were given for a picture of \(width) x \(height).")
        }
        for index in 0..<source.count { pixels[index] = source[index] }
    }

    /// A picture from bytes in the order red, green, blue, alpha, premultiplied: what image decoders give.
    ///
    /// Throws `malformed` when there are not `4 * width * height` bytes, and `size` as above.
    public convenience init(
        width: Int, height: Int, format: PixelFormat = .bgra, premultipliedRGBA bytes: [UInt8]
    ) throws(RasterError) {
        try self.init(width: width, height: height, format: format)
        guard bytes.count == width * height * 4 else {
            throw RasterError(.malformed, "\(bytes.count) bytes were given for a picture of \(width) x \(height).")
        }
        bytes.withUnsafeBytes { source in
            for index in 0..<width * height {
                let pixel = UInt32(
                    littleEndian: source.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
                pixels[index] = format == .rgba ? pixel : Self.exchanged(pixel)
            }
        }
    }

    /// The same pixel with red and blue exchanged.
    @inline(__always) private static func exchanged(_ pixel: UInt32) -> UInt32 {
        pixel & 0xFF00_FF00 | pixel >> 16 & 255 | (pixel & 255) << 16
    }

    deinit { PixelMemory.give(back: pixels, 4 * (width * height + Self.slack)) }

    /// The rectangle of the whole picture.
    public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// The packed, premultiplied pixel at a place inside of the picture.
    public subscript(x: Int, y: Int) -> UInt32 {
        precondition(x >= 0 && y >= 0 && x < width && y < height, "pixel outside of the picture")
        return pixels[y * width + x]
    }

    /// The colour at a place inside of the picture, alpha not multiplied in.
    public func color(x: Int, y: Int) -> PixelColor { PixelColor(packed: self[x, y], format: format) }

    /// Reads all pixels, row after row, without a copy.
    public func withPixels<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeBufferPointer(start: pixels, count: width * height))
    }

    /// A copy of all pixels, row after row.
    public var packedPixels: [UInt32] { withPixels { Array($0) } }

    /// Bytes in the order red, green, blue, alpha, premultiplied: what image encoders take. One pass.
    public func premultipliedRGBABytes() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
            let target = UnsafeMutableRawBufferPointer(bytes)
            for index in 0..<width * height {
                let pixel = format == .rgba ? pixels[index] : Self.exchanged(pixels[index])
                target.storeBytes(of: pixel.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
            }
            count = width * height * 4
        }
    }

    /// Half as wide and high (rounded up), each pixel the mean of four: the next level of a pyramid.
    public func halved() -> PixelBuffer {
        let w = (width + 1) / 2, h = (height + 1) / 2
        guard let result = try? PixelBuffer(width: w, height: h, format: format) else { return self }
        for y in 0..<h {
            let top = pixels + 2 * y * width, bottom = pixels + min(2 * y + 1, height - 1) * width
            for x in 0..<w {
                let left = 2 * x, right = min(left + 1, width - 1)
                result.pixels[y * w + x] = mean4(top[left], top[right], bottom[left], bottom[right])
            }
        }
        return result
    }
}

extension PixelBuffer: Equatable {
    /// True when size, format and all pixels are equal.
    public static func == (a: PixelBuffer, b: PixelBuffer) -> Bool {
        guard a.width == b.width, a.height == b.height, a.format == b.format else { return false }
        return a.withPixels { left in b.withPixels { right in left.elementsEqual(right) } }
    }
}
