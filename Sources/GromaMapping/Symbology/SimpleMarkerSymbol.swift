// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A drawn shape at a point (`esriSMS`).
public struct SimpleMarkerSymbol: PlacedSymbol {
    static let typeName = "esriSMS"
    /// The shapes, named as in JSON.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        case circle = "esriSMSCircle"
        case cross = "esriSMSCross"
        case diamond = "esriSMSDiamond"
        case square = "esriSMSSquare"
        case triangle = "esriSMSTriangle"
        case x = "esriSMSX"
        /// An SVG path, in `path`.
        case path = "esriSMSPath"
    }

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a marker of `size` points.
    public init(style: Style = .circle, color: Color? = .red, size: Double = 8, outline: SimpleLineSymbol? = nil) {
        json = JSONObject(compacting: [
            "type": .string(Self.typeName), "style": .string(style.rawValue), "color": color?.json ?? .null,
            "size": .double(size), "outline": (outline?.json).map(JSONValue.object),
        ])
    }

    /// The shape; a circle where the document names none that is known.
    public var style: Style {
        get { self["style", default: .circle] }
        set { self["style", default: .circle] = newValue }
    }
    /// The fill, and the stroke of crosses; nil for none.
    public var color: Color? {
        get { self["color"] }
        set { self["color"] = newValue }
    }
    /// Height and width in points.
    public var size: Double {
        get { self["size", default: 6] }
        set { self["size", default: 6] = newValue }
    }
    /// The edge; nil for none.
    public var outline: SimpleLineSymbol? {
        get { self[part: "outline"] }
        set { self[part: "outline"] = newValue }
    }
    /// The SVG path of the style `path`; nil otherwise.
    public var path: String? {
        get { self["path"] }
        set { self["path"] = newValue }
    }
}
