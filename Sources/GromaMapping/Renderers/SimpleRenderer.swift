// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// One symbol for every feature.
public struct SimpleRenderer: Renderer {
    static let typeName = "simple"
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a renderer.
    public init(symbol: any Symbol, label: String = "") {
        json = JSONObject(compacting: [
            "type": .string(Self.typeName), "symbol": .object(symbol.json),
            "label": label.isEmpty ? nil : .string(label),
        ])
    }

    /// Nil where the document has none: nothing is drawn then.
    public var symbol: (any Symbol)? {
        get { self[symbol: "symbol"] }
        set { self[symbol: "symbol"] = newValue }
    }
    /// Text of the legend.
    public var label: String {
        get { self["label", default: ""] }
        set { self["label", default: ""] = newValue }
    }
}
