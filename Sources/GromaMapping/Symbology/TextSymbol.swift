// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// Text at a point or along a line (`esriTS`).
public struct TextSymbol: PlacedSymbol {
    static let typeName = "esriTS"
    /// Where the anchor lies across the text.
    public enum HorizontalAlignment: String, Sendable, Hashable, CaseIterable { case left, right, center, justify }
    /// Where the anchor lies from top to bottom.
    public enum VerticalAlignment: String, Sendable, Hashable, CaseIterable { case baseline, top, middle, bottom }

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a text of `size` points.
    public init(
        text: String = "", color: Color = .black, size: Double = 10, horizontalAlignment: HorizontalAlignment = .center,
        verticalAlignment: VerticalAlignment = .middle, font: Font = Font()
    ) {
        json = JSONObject(compacting: ["type": .string(Self.typeName)])
        if !text.isEmpty { json["text"] = .string(text) }
        json["color"] = color.json
        json["horizontalAlignment"] = .string(horizontalAlignment.rawValue)
        json["verticalAlignment"] = .string(verticalAlignment.rawValue)
        var font = font
        font.size = size
        json["font"] = .object(font.json)
    }

    /// The text of a graphic; labels take theirs from the label expression.
    public var text: String {
        get { self["text", default: ""] }
        set { self["text", default: ""] = newValue }
    }
    /// Black where the document says nothing; nil for null.
    public var color: Color? {
        get { json["color"] == nil ? .black : self["color"] }
        set { if newValue != color { json["color"] = newValue?.json ?? .null } }
    }
    /// The box behind the text; nil for none.
    public var backgroundColor: Color? {
        get { self["backgroundColor"] }
        set { self["backgroundColor"] = newValue }
    }
    /// The box's edge; nil for none.
    public var borderLineColor: Color? {
        get { self["borderLineColor"] }
        set { self["borderLineColor"] = newValue }
    }
    /// Points.
    public var borderLineSize: Double {
        get { self["borderLineSize", default: 0] }
        set { self["borderLineSize", default: 0] = newValue }
    }
    /// The rim round the letters; nil for none.
    public var haloColor: Color? {
        get { self["haloColor"] }
        set { self["haloColor"] = newValue }
    }
    /// Thickness of the rim, points.
    public var haloSize: Double {
        get { self["haloSize", default: 0] }
        set { self["haloSize", default: 0] = newValue }
    }
    /// Family, size, weight and style.
    public var font: Font {
        get { self[part: "font"] ?? Font(json: JSONObject()) }
        set { self[part: "font"] = newValue }
    }
    /// Centre where the document says nothing.
    public var horizontalAlignment: HorizontalAlignment {
        get { self["horizontalAlignment", default: .center] }
        set { self["horizontalAlignment", default: .center] = newValue }
    }
    /// Baseline where the document says nothing.
    public var verticalAlignment: VerticalAlignment {
        get { self["verticalAlignment", default: .baseline] }
        set { self["verticalAlignment", default: .baseline] = newValue }
    }
    /// True where pairs of letters are spaced by the font's kerning.
    public var isKerned: Bool {
        get { self["kerning", default: true] }
        set { self["kerning", default: true] = newValue }
    }
}

/// The letters of a text.
public struct Font: DocumentPart {
    /// Upright or slanted.
    public enum Style: String, Sendable, Hashable, CaseIterable { case normal, italic, oblique }
    /// Thickness of the strokes.
    public enum Weight: String, Sendable, Hashable, CaseIterable { case normal, bold, bolder, lighter }
    /// Lines on the text.
    public enum Decoration: String, Sendable, Hashable, CaseIterable {
        case none, underline
        case lineThrough = "line-through"
    }

    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes a font; a family that is not installed is replaced when text is drawn.
    public init(
        family: String = "Noto Sans", size: Double = 10, weight: Weight = .normal, style: Style = .normal,
        decoration: Decoration = .none
    ) {
        json = JSONObject(compacting: [
            "family": .string(family), "size": .double(size), "style": .string(style.rawValue),
            "weight": .string(weight.rawValue), "decoration": .string(decoration.rawValue),
        ])
    }

    /// The family's name; empty where the document leaves the choice.
    public var family: String {
        get { self["family", default: ""] }
        set { self["family", default: ""] = newValue }
    }
    /// Points.
    public var size: Double {
        get { self["size", default: 10] }
        set { self["size", default: 10] = newValue }
    }
    /// Upright or slanted.
    public var style: Style {
        get { self["style", default: .normal] }
        set { self["style", default: .normal] = newValue }
    }
    /// Thickness of the strokes.
    public var weight: Weight {
        get { self["weight", default: .normal] }
        set { self["weight", default: .normal] = newValue }
    }
    /// Lines on the text.
    public var decoration: Decoration {
        get { self["decoration", default: .none] }
        set { self["decoration", default: .none] = newValue }
    }
}
