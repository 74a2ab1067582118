// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A picture at a point (`esriPMS`).
public struct PictureMarkerSymbol: Symbol, PictureSymbolPart {
    static let typeName = "esriPMS"
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a marker from a picture, drawn at `width` by `height` points; 0 takes the picture's own size at 96 dpi.
    public init(image: SymbolImage, width: Double = 0, height: Double = 0) {
        json = JSONObject(compacting: ["type": .string(Self.typeName)])
        self.image = image
        if width > 0 { self.width = width }
        if height > 0 { self.height = height }
    }

    /// The picture; bytes in the document come before its address. Reading decodes base64: keep the result.
    public var image: SymbolImage {
        get { pictureImage }
        set { pictureImage = newValue }
    }
    /// Points; 0 where the document leaves it to the picture.
    public var width: Double {
        get { self["width", default: 0] }
        set { self["width", default: 0] = newValue }
    }
    /// Points; 0 where the document leaves it to the picture.
    public var height: Double {
        get { self["height", default: 0] }
        set { self["height", default: 0] = newValue }
    }
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
