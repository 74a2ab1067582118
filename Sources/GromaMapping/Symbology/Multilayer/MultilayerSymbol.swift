// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A symbol of layers over each other (`CIMSymbolReference`, or a CIM symbol as it stands).
///
/// Strokes, fills, gradients, hatches, pictures, vector shapes and letters are drawn, on points, along lines and in areas, with dashes,
/// offsets and other effects, and with what scripts say of their parts for each feature; `unsupportedParts` names what is not. Sizes are points, y offsets go up.
public struct MultilayerSymbol: Symbol {
    /// What the symbol is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case point = "CIMPointSymbol"
        case line = "CIMLineSymbol"
        case polygon = "CIMPolygonSymbol"
    }
    static let referenceName = "CIMSymbolReference"

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// What the symbol is for; points where the document names nothing known.
    public var kind: Kind { Kind(rawValue: body["type"]?.string ?? "") ?? .point }

    /// True where `json` is a symbol of this form.
    static func matches(_ json: JSONObject) -> Bool {
        let body = json["type"]?.string == referenceName ? json["symbol"]?.object ?? [:] : json
        return body["type"]?.string.flatMap(Kind.init(rawValue:)) != nil
    }

    /// The symbol itself, without the reference round it.
    private var body: JSONObject { json["symbol"]?.object ?? json }

    /// Degrees counter-clockwise by which a point symbol is turned.
    public var angle: Double { body["angle"]?.double ?? 0 }

    /// The layers from the bottom up, those that are switched on. At most 64, and symbols in symbols no deeper than four.
    package var layers: [SymbolLayer] { SymbolLayer.layers(of: body, depth: 0) }

    /// Names of layers, effects and placements that are not drawn, without repeats.
    public var unsupportedParts: [String] {
        var names = layers.flatMap(\.allUnsupported)
        if (json["primitiveOverrides"]?.array?.count ?? 0) > overrides.count { names.append("primitiveOverrides") }
        for (key, size) in [("haloSymbol", "haloSize"), ("callout", "callout")] {
            guard let part = body[key], part.object != nil, body[size]?.double != 0 else { continue }
            names.append(key)
        }
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Height in points of the largest marker; 0 without markers.
    public var size: Double {
        layers.reduce(0) { size, layer in
            if case .marker(let marker) = layer.content { max(size, marker.size) } else { size }
        }
    }
}
