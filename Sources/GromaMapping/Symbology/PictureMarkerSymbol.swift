// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A picture at a point (`esriPMS`).
public struct PictureMarkerSymbol: PictureSymbol {
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
}
