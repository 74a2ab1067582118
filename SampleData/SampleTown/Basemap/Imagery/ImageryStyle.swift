// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaRaster

/// The colours of the air photograph, from `Resources/styles.json`.
struct ImageryStyle: Sendable {
    private let colors: [String: [PixelColor]]
    /// Cast shadows: a cool dark.
    let shadow: PixelColor

    init() throws {
        guard let style = try SampleSchema.resource("styles.json")["imagery"]?.object else {
            throw SampleTownError(.missingResource, "styles.json does not say how imagery looks.")
        }
        var colors: [String: [PixelColor]] = [:]
        for (name, value) in style.members {
            let texts = value.array?.compactMap(\.string) ?? value.string.map { [$0] } ?? []
            colors[name] = texts.compactMap { PixelColor(hex: $0) }
        }
        self.colors = colors
        let parts = style["shadow"]?.array?.compactMap(\.double) ?? []
        shadow =
            parts.count == 4
            ? PixelColor(red: UInt8(parts[0]), green: UInt8(parts[1]), blue: UInt8(parts[2])).with(opacity: parts[3])
            : PixelColor.black.with(opacity: 0.4)
    }

    /// The colours of one name; black where the style has none.
    func all(_ name: String) -> [PixelColor] { colors[name].flatMap { $0.isEmpty ? nil : $0 } ?? [.black] }

    func color(_ name: String) -> PixelColor { all(name)[0] }

    /// One of a name's colours by a draw.
    func pick(_ name: String, _ draw: UInt64) -> PixelColor {
        let choice = all(name)
        return choice[Int(draw % UInt64(choice.count))]
    }

    /// A colour by its digits, for what has no name of its own.
    static func fixed(_ hex: String, opacity: Double = 1) -> PixelColor {
        (PixelColor(hex: hex) ?? .black).with(opacity: opacity)
    }
}

extension PixelColor {
    /// The colour with a share of another; both opaque.
    func mixed(with other: PixelColor, _ share: Double) -> PixelColor {
        func part(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) * (1 - share) + Double(b) * share) }
        return PixelColor(red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
    }
}
