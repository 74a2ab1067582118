// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A filled area, plain or hatched (`esriSFS`).
public struct SimpleFillSymbol: Symbol {
    static let typeName = "esriSFS"
    /// The fills, named as in JSON.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        case solid = "esriSFSSolid"
        /// Not filled.
        case null = "esriSFSNull"
        case horizontal = "esriSFSHorizontal"
        case vertical = "esriSFSVertical"
        /// Lines from upper left to lower right.
        case forwardDiagonal = "esriSFSForwardDiagonal"
        /// Lines from upper right to lower left.
        case backwardDiagonal = "esriSFSBackwardDiagonal"
        case cross = "esriSFSCross"
        case diagonalCross = "esriSFSDiagonalCross"
    }

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a fill.
    public init(style: Style = .solid, color: Color? = .gray, outline: SimpleLineSymbol? = nil) {
        json = JSONObject(compacting: [
            "type": .string(Self.typeName), "style": .string(style.rawValue), "color": color?.json ?? .null,
            "outline": (outline?.json).map(JSONValue.object),
        ])
    }

    /// The fill; solid where the document names none that is known.
    public var style: Style {
        get { self["style", default: .solid] }
        set { self["style", default: .solid] = newValue }
    }
    /// The fill's or hatch's colour; nil for none.
    public var color: Color? {
        get { self["color"] }
        set { self["color"] = newValue }
    }
    /// The edge; nil for none.
    public var outline: SimpleLineSymbol? {
        get { self[part: "outline"] }
        set { self[part: "outline"] = newValue }
    }
}
