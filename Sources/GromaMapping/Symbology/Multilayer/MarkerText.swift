// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// A text of a drawn marker (`CIMTextSymbol` in a marker graphic, or a `CIMCharacterMarker`).
package struct MarkerText: Sendable {
    package var text: String
    /// The letters, with halo and alignment; the height of the font is in the marker's own units.
    package var symbol: TextSymbol
    /// True where visual variables leave the colour alone.
    package var isColorLocked = false

    /// A text graphic's symbol; lower layers of the letters are not drawn.
    init(_ json: JSONObject, text: String, depth: Int) {
        self.text = text
        symbol = TextSymbol(json: ["type": "esriTS"])
        symbol.color = Self.fill(json["symbol"]?.object, depth) ?? .black
        setFont(json, size: json["height"]?.double ?? 10)
        symbol.horizontalAlignment =
            switch json["horizontalAlignment"]?.string {
            case "Left": .left
            case "Right": .right
            default: .center
            }
        symbol.verticalAlignment =
            switch json["verticalAlignment"]?.string {
            case "Top": .top
            case "Bottom": .bottom
            case "Baseline": .baseline
            default: .middle
            }
        symbol.angle = json["angle"]?.double ?? 0
        if let size = json["haloSize"]?.double, size > 0, let color = Self.fill(json["haloSymbol"]?.object, depth) {
            symbol.haloSize = size
            symbol.haloColor = color
        }
    }

    /// A letter of a font as a marker of its own.
    init?(character json: JSONObject, depth: Int) {
        guard let index = json["characterIndex"]?.int, let code = UInt32(exactly: index),
            let scalar = Unicode.Scalar(code), code >= 32
        else { return nil }
        self.init(["symbol": json["symbol"] ?? .null], text: String(Character(scalar)), depth: depth)
        setFont(json, size: json["size"]?.double ?? 10)
    }

    private mutating func setFont(_ json: JSONObject, size: Double) {
        let style = (json["fontStyleName"]?.string ?? "").lowercased()
        var font = symbol.font
        font.family = json["fontFamilyName"]?.string ?? ""
        font.size = size
        font.weight = style.contains("bold") ? .bold : .normal
        font.style = style.contains("italic") || style.contains("oblique") ? .italic : .normal
        symbol.font = font
    }

    private static func fill(_ symbol: JSONObject?, _ depth: Int) -> Color? {
        guard let symbol else { return nil }
        return SymbolLayer.layers(of: symbol, depth: depth + 1).reversed().lazy.compactMap { layer in
            if case .fill(let color) = layer.content { color } else { nil }
        }.first
    }
}
