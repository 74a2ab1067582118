// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A picture in memory: rows from the top, four bytes a pixel in the order red, green, blue, alpha, colours premultiplied
/// by alpha (a half-transparent white is 128, 128, 128, 128), in sRGB.
public struct Image: Sendable, Hashable {
    /// Pixels a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// `4 * width * height` bytes.
    public var pixels: [UInt8]

    /// Wraps pixels, which must be `4 * width * height` bytes of premultiplied RGBA.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0, "a picture has at least one pixel")
        precondition(pixels.count == 4 * width * height, "a picture of \(width)x\(height) has 4 bytes a pixel")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// A picture of one colour, given as it is stored (premultiplied); transparent by default.
    public init(width: Int, height: Int, red: UInt8 = 0, green: UInt8 = 0, blue: UInt8 = 0, alpha: UInt8 = 0) {
        var pixels = [UInt8](repeating: red, count: 4 * width * height)
        if green != red || blue != red || alpha != red {
            for index in stride(from: 0, to: pixels.count, by: 4) {
                pixels[index + 1] = green
                pixels[index + 2] = blue
                pixels[index + 3] = alpha
            }
        }
        self.init(width: width, height: height, pixels: pixels)
    }

    /// The stored bytes of the pixel at column `x` and row `y` from the top.
    public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        get {
            let index = 4 * (y * width + x)
            return (pixels[index], pixels[index + 1], pixels[index + 2], pixels[index + 3])
        }
        set {
            let index = 4 * (y * width + x)
            pixels[index] = newValue.red
            pixels[index + 1] = newValue.green
            pixels[index + 2] = newValue.blue
            pixels[index + 3] = newValue.alpha
        }
    }

    /// True when no pixel lets anything through. Linear.
    public var isOpaque: Bool {
        unsafe pixels.withUnsafeBufferPointer { pixels in
            var index = 3
            while index < pixels.count {
                if unsafe pixels[index] != 255 { return false }
                index &+= 4
            }
            return true
        }
    }

    /// The pixels with colours not multiplied by alpha, as files hold them; where alpha is 0, colours are 0.
    public var straightPixels: [UInt8] {
        var straight = pixels
        if isOpaque { return straight }
        unsafe straight.withUnsafeMutableBufferPointer { pixels in
            var index = 0
            while index < pixels.count {
                let alpha = unsafe UInt32(pixels[index &+ 3])
                if alpha != 255, alpha != 0 {
                    for channel in index..<index &+ 3 {
                        let value = unsafe (UInt32(pixels[channel]) &* 255 &+ alpha / 2) / alpha
                        unsafe pixels[channel] = UInt8(truncatingIfNeeded: min(value, 255))
                    }
                } else if alpha == 0 {
                    for channel in index..<index &+ 3 { unsafe pixels[channel] = 0 }
                }
                index &+= 4
            }
        }
        return straight
    }

    /// Multiplies straight colours by alpha, rounded to nearest.
    static func premultiply(_ pixels: inout [UInt8]) {
        unsafe pixels.withUnsafeMutableBufferPointer { pixels in
            var index = 0
            while index < pixels.count {
                let alpha = unsafe UInt32(pixels[index &+ 3])
                if alpha != 255 {
                    for channel in index..<index &+ 3 {
                        unsafe pixels[channel] = UInt8(
                            truncatingIfNeeded: (UInt32(pixels[channel]) &* alpha &+ 127) / 255)
                    }
                }
                index &+= 4
            }
        }
    }
}

/// The picture formats that files are told apart by.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case webp = "image/webp"
    /// Told apart, but not read.
    case gif = "image/gif"

    /// The MIME type.
    public var contentType: String { rawValue }

    /// Looks at the first bytes; nil when they are of no format known here.
    public init?(sniffing bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) {
            self = .webp
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else {
            return nil
        }
    }
}
