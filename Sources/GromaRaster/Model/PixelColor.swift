// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The order of the channels in memory. Both have alpha last, so drawing does not care; only colours are packed differently.
public enum PixelFormat: Sendable, Hashable {
    /// Blue, green, red, alpha: what desktop toolkits show.
    case bgra
    /// Red, green, blue, alpha: what PNG and other image files hold.
    case rgba
}

/// A colour as documents state it: sRGB, 8 bits a channel, alpha not multiplied in.
public struct PixelColor: Sendable, Hashable {
    /// 0 to 255, alpha not multiplied in.
    public var red: UInt8
    /// 0 to 255, alpha not multiplied in.
    public var green: UInt8
    /// 0 to 255, alpha not multiplied in.
    public var blue: UInt8
    /// 0 is invisible, 255 opaque.
    public var alpha: UInt8

    /// Makes a colour; opaque unless told otherwise.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Opaque white.
    public static let white = PixelColor(red: 255, green: 255, blue: 255)
    /// Opaque black.
    public static let black = PixelColor(red: 0, green: 0, blue: 0)
    /// Nothing at all.
    public static let clear = PixelColor(red: 0, green: 0, blue: 0, alpha: 0)

    /// The colour as one premultiplied pixel of `format`.
    public func packed(_ format: PixelFormat) -> UInt32 {
        let a = UInt32(alpha)
        func channel(_ value: UInt8) -> UInt32 { (UInt32(value) * a + 127) / 255 }
        let (r, g, b) = (channel(red), channel(green), channel(blue))
        switch format {
        case .bgra: return a << 24 | r << 16 | g << 8 | b
        case .rgba: return a << 24 | b << 16 | g << 8 | r
        }
    }

    /// The colour of a premultiplied pixel of `format`; channels are rounded, and 0 where alpha is 0.
    public init(packed pixel: UInt32, format: PixelFormat) {
        let a = pixel >> 24
        func channel(_ shift: UInt32) -> UInt8 {
            a == 0 ? 0 : UInt8(min(255, ((pixel >> shift & 255) * 255 + a / 2) / a))
        }
        let (low, high) = (channel(0), channel(16))
        self.init(
            red: format == .bgra ? high : low, green: channel(8), blue: format == .bgra ? low : high, alpha: UInt8(a))
    }

    /// The same colour with alpha times `opacity` (0…1; NaN counts as 1).
    public func with(opacity: Double) -> PixelColor {
        var colour = self
        if opacity < 1 { colour.alpha = UInt8((Double(alpha) * max(0, opacity)).rounded()) }
        return colour
    }
}
