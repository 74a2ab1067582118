// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A renderer that puts features into classes by a value: `UniqueValueRenderer` and `ClassBreaksRenderer`.
public protocol ClassingRenderer: Renderer {}

extension ClassingRenderer {
    /// The symbol of features in no class, nulls among them; nil leaves them out.
    public var defaultSymbol: (any Symbol)? {
        get { self[symbol: "defaultSymbol"] }
        set { self[symbol: "defaultSymbol"] = newValue }
    }
    /// Text of the legend for features in no class.
    public var defaultLabel: String {
        get { self["defaultLabel", default: ""] }
        set { self["defaultLabel", default: ""] = newValue }
    }
    /// An Arcade script that takes the fields' place; nil where fields are classed.
    public var valueExpression: String? {
        get { self["valueExpression"] }
        set { self["valueExpression"] = newValue }
    }
}

/// One class of such a renderer.
public protocol RendererClass: DocumentPart {}

extension RendererClass {
    /// Text of the legend.
    public var label: String {
        get { self["label", default: ""] }
        set { self["label", default: ""] = newValue }
    }
    /// More text of the legend; often empty.
    public var description: String {
        get { self["description", default: ""] }
        set { self["description", default: ""] = newValue }
    }
    /// Nil leaves the class out of the picture.
    public var symbol: (any Symbol)? {
        get { self[symbol: "symbol"] }
        set { self[symbol: "symbol"] = newValue }
    }
}
