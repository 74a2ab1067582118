// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// An area filled with a repeated picture (`esriPFS`).
public struct PictureFillSymbol: PictureSymbol {
    static let typeName = "esriPFS"
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a fill from a picture, each tile `width` by `height` points; 0 takes the picture's own size at 96 dpi.
    public init(image: SymbolImage, width: Double = 0, height: Double = 0, outline: SimpleLineSymbol? = nil) {
        json = JSONObject(compacting: ["type": .string(Self.typeName)])
        self.image = image
        if width > 0 { self.width = width }
        if height > 0 { self.height = height }
        self.outline = outline
    }

    /// Factor on the width.
    public var scaleX: Double {
        get { self["xscale", default: 1] }
        set { self["xscale", default: 1] = newValue }
    }
    /// Factor on the height.
    public var scaleY: Double {
        get { self["yscale", default: 1] }
        set { self["yscale", default: 1] = newValue }
    }
    /// The edge; nil for none.
    public var outline: SimpleLineSymbol? {
        get { self[part: "outline"] }
        set { self[part: "outline"] = newValue }
    }
}
