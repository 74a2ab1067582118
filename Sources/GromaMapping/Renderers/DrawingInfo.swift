// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// How a layer is drawn: its renderer, its labels and what holds for both.
public struct DrawingInfo: DocumentPart {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }

    /// Makes an info.
    public init(renderer: any Renderer, labelDefinitions: [LabelDefinition] = []) {
        json = JSONObject(compacting: ["renderer": .object(renderer.json)])
        self.labelDefinitions = labelDefinitions
    }

    /// Nil where the document has none: the service's own holds then.
    public var renderer: (any Renderer)? {
        get { self[renderer: "renderer"] }
        set { self[renderer: "renderer"] = newValue }
    }
    /// The classes of labels, in the order in which they are tried.
    public var labelDefinitions: [LabelDefinition] {
        get { self[parts: "labelingInfo"] }
        set { self[parts: "labelingInfo"] = newValue }
    }
    /// Per cent, 100 is invisible; multiplies with the layer's opacity.
    public var transparency: Double {
        get { self["transparency", default: 0] }
        set { self["transparency", default: 0] = newValue }
    }
    /// True where symbols grow and shrink with the map's reference scale.
    public var scalesSymbols: Bool {
        get { self["scaleSymbols", default: false] }
        set { self["scaleSymbols", default: false] = newValue }
    }
    /// False where labels are off.
    public var showsLabels: Bool {
        get { self["showLabels", default: true] }
        set { self["showLabels", default: true] = newValue }
    }
}
