// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// How one shape is drawn.
///
/// `SimpleMarkerSymbol`, `SimpleLineSymbol`, `SimpleFillSymbol`, `PictureMarkerSymbol`, `PictureFillSymbol`, `TextSymbol` and
/// `MultilayerSymbol` are drawn; `UnsupportedSymbol` keeps every other one. Sizes, widths and offsets are points (1/72 inch), y offsets go up.
public protocol Symbol: DocumentPart {}

/// A symbol that can be turned and moved from its place: a marker, a text, the pictures of a fill.
public protocol PlacedSymbol: Symbol {}

extension PlacedSymbol {
    /// Degrees, counter-clockwise.
    public var angle: Double {
        get { self["angle", default: 0] }
        set { self["angle", default: 0] = newValue }
    }
    /// Points to the right.
    public var offsetX: Double {
        get { self["xoffset", default: 0] }
        set { self["xoffset", default: 0] = newValue }
    }
    /// Points up.
    public var offsetY: Double {
        get { self["yoffset", default: 0] }
        set { self["yoffset", default: 0] = newValue }
    }
}

/// Reads and writes symbols of any kind.
public enum Symbols {
    /// The symbol that `json` describes, by its `type`; one of an unknown type comes as `UnsupportedSymbol`.
    public static func symbol(from json: JSONObject) -> any Symbol {
        switch json["type"]?.string {
        case SimpleMarkerSymbol.typeName: SimpleMarkerSymbol(json: json)
        case SimpleLineSymbol.typeName, SimpleLineSymbol.cartographicTypeName: SimpleLineSymbol(json: json)
        case SimpleFillSymbol.typeName: SimpleFillSymbol(json: json)
        case PictureMarkerSymbol.typeName: PictureMarkerSymbol(json: json)
        case PictureFillSymbol.typeName: PictureFillSymbol(json: json)
        case TextSymbol.typeName: TextSymbol(json: json)
        case _ where MultilayerSymbol.matches(json): MultilayerSymbol(json: json)
        default: UnsupportedSymbol(json: json)
        }
    }
}

/// A symbol that Groma keeps but does not draw, such as a reference to a style.
public struct UnsupportedSymbol: Symbol {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// The document's `type`; empty where it has none.
    public var type: String { self["type", default: ""] }
}

extension DocumentPart {
    /// A symbol inside this part; nil where there is none. Setting nil removes it.
    package subscript(symbol key: String) -> (any Symbol)? {
        get { json[key]?.object.map(Symbols.symbol(from:)) }
        set { if newValue?.json != json[key]?.object { json[key] = (newValue?.json).map(JSONValue.object) } }
    }
}
