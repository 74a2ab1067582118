// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A colour in sRGB, with alpha; not premultiplied.
public struct Color: Sendable, Hashable {
    /// 0 to 255.
    public var red: UInt8
    /// 0 to 255.
    public var green: UInt8
    /// 0 to 255.
    public var blue: UInt8
    /// 0 is invisible, 255 hides what lies below.
    public var alpha: UInt8

    /// Makes a colour from channels of 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Makes an opaque colour from its six digits: `Color(hex: 0x2A6F97)`. Higher bits are ignored.
    public init(hex: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: hex >> 16), green: UInt8(truncatingIfNeeded: hex >> 8),
            blue: UInt8(truncatingIfNeeded: hex))
    }

    /// Reads CSS hex: `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`, in either case; nil for any other text.
    public init?(css: String) {
        guard css.hasPrefix("#") else { return nil }
        var digits: [Int] = []
        for character in css.dropFirst() {
            guard character.isASCII, let digit = character.hexDigitValue, digits.count < 8 else { return nil }
            digits.append(digit)
        }
        switch digits.count {
        case 3, 4: digits = digits.flatMap { [$0, $0] }
        case 6, 8: break
        default: return nil
        }
        func byte(_ index: Int) -> UInt8 { UInt8(digits[2 * index] * 16 + digits[2 * index + 1]) }
        self.init(red: byte(0), green: byte(1), blue: byte(2), alpha: digits.count == 8 ? byte(3) : 255)
    }

    /// `#rrggbb`, with two more digits where the colour is not opaque.
    public var css: String {
        let bytes = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The same colour with its alpha multiplied by `opacity`, 0 to 1.
    public func multiplied(byOpacity opacity: Double) -> Color {
        var color = self
        color.alpha = UInt8((Double(alpha) * min(max(opacity, 0), 1)).rounded())
        return color
    }

    /// The colour `fraction` of the way to `other`, 0 to 1, channel by channel.
    public func mixed(with other: Color, fraction: Double) -> Color {
        let part = min(max(fraction, 0), 1)
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) + (Double(b) - Double(a)) * part).rounded()) }
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            alpha: mix(alpha, other.alpha))
    }

    /// #000000.
    public static let black = Color(hex: 0x000000)
    /// #FFFFFF.
    public static let white = Color(hex: 0xFFFFFF)
    /// #FF0000.
    public static let red = Color(hex: 0xFF0000)
    /// #008000.
    public static let green = Color(hex: 0x008000)
    /// #0000FF.
    public static let blue = Color(hex: 0x0000FF)
    /// #FFFF00.
    public static let yellow = Color(hex: 0xFFFF00)
    /// #00FFFF.
    public static let cyan = Color(hex: 0x00FFFF)
    /// #808080.
    public static let gray = Color(hex: 0x808080)
    /// Nothing to see.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}

extension Color {
    /// Reads `[r, g, b, a]` or `[r, g, b]`, 0 to 255 (web map specification, color); nil for anything else.
    /// Fractions are rounded and values outside are clamped.
    public init?(json: JSONValue) {
        guard let channels = json.array?.map(\.double), channels.count == 3 || channels.count == 4 else { return nil }
        let bytes = channels.compactMap { $0.flatMap { $0.isNaN ? nil : UInt8(min(max($0, 0), 255).rounded()) } }
        guard bytes.count == channels.count else { return nil }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count == 4 ? bytes[3] : 255)
    }

    /// `[r, g, b, a]`.
    public var json: JSONValue {
        .array([.integer(red), .integer(green), .integer(blue), .integer(alpha)])
    }
}

extension Color: DocumentValue {
    package init?(documentValue: JSONValue) { self.init(json: documentValue) }
    package var documentValue: JSONValue { json }
}
