// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaRaster

/// One palette of `Resources/styles.json` with the widths and first levels that all palettes share.
package struct BasemapStyle: Sendable {
    private let colors: [String: PixelColor]
    private let widths: [String: [Int: Double]]
    private let firstLevels: [String: Int]
    let text: [String: LabelStyle]

    /// Reads a palette: `light` or `dark`.
    package init(palette: String) throws {
        let document = try SampleSchema.resource("styles.json")
        guard let colors = document["streets"]?[palette]?.object else {
            throw SampleTownError(.missingResource, "styles.json has no palette \(palette).")
        }
        var named: [String: PixelColor] = [:]
        for (name, value) in colors.members { named[name] = value.string.flatMap { PixelColor(hex: $0) } }
        self.colors = named
        var widths: [String: [Int: Double]] = [:]
        for (name, table) in document["width"]?.object?.members ?? [] {
            for (level, width) in table.object?.members ?? [] {
                if let level = Int(level) { widths[name, default: [:]][level] = width.double }
            }
        }
        self.widths = widths
        var levels: [String: Int] = [:]
        for (name, level) in document["from"]?.object?.members ?? [] { levels[name] = level.int }
        firstLevels = levels
        var text: [String: LabelStyle] = [:]
        for (name, style) in document["text"]?.object?.members ?? [] { text[name] = LabelStyle(style) }
        self.text = text
    }

    /// A colour of the palette; black, which no palette has, for one that it lacks.
    func color(_ name: String) -> PixelColor { colors[name] ?? .black }

    func paint(_ name: String) -> Paint { .color(color(name)) }

    /// A width in pixels: the level's own, or that of the nearest lower one; 0 is not drawn.
    func width(_ name: String, _ level: Int) -> Double {
        guard let table = widths[name], let nearest = table.keys.filter({ $0 <= level }).max() else { return 0 }
        return table[nearest] ?? 0
    }

    /// The level at which something begins to be drawn.
    func first(_ name: String) -> Int { firstLevels[name] ?? .max }
}

/// How a kind of name looks; sizes in pixels.
struct LabelStyle: Sendable {
    var size: Double
    var isBold: Bool
    var isItalic: Bool
    var isCapitals: Bool
    var spacing: Double
    var halo: Double

    init(_ json: JSONValue) {
        size = json["size"]?.double ?? 11
        isBold = json["weight"]?.string == "bold"
        isItalic = json["style"]?.string == "italic"
        isCapitals = json["caps"]?.bool ?? false
        spacing = json["spacing"]?.double ?? 0
        halo = json["halo"]?.double ?? 0
    }
}

extension PixelColor {
    /// #RRGGBB.
    init?(hex: String) {
        guard hex.count == 7, hex.hasPrefix("#"), let value = UInt32(hex.dropFirst(), radix: 16) else { return nil }
        self.init(
            red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }
}
