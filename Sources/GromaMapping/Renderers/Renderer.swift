// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// How the features of a layer get their symbols.
///
/// `SimpleRenderer`, `UniqueValueRenderer`, `ClassBreaksRenderer`, `HeatMapRenderer` and `DotDensityRenderer` are acted on;
/// `UnsupportedRenderer` keeps every other one. To evaluate many features, make a `SymbolClassifier` once.
public protocol Renderer: DocumentPart {}

/// Reads renderers of any kind.
public enum Renderers {
    /// The renderer that `json` describes, by its `type`; one of an unknown type comes as `UnsupportedRenderer`.
    public static func renderer(from json: JSONObject) -> any Renderer {
        switch json["type"]?.string {
        case SimpleRenderer.typeName: SimpleRenderer(json: json)
        case UniqueValueRenderer.typeName: UniqueValueRenderer(json: json)
        case ClassBreaksRenderer.typeName: ClassBreaksRenderer(json: json)
        case HeatMapRenderer.typeName: HeatMapRenderer(json: json)
        case DotDensityRenderer.typeName: DotDensityRenderer(json: json)
        default: UnsupportedRenderer(json: json)
        }
    }
}

extension Renderer {
    /// Sizes, colours, transparencies and rotations that follow a value, in the document's order.
    public var visualVariables: [VisualVariable] {
        get { self[parts: "visualVariables"] }
        set { self[parts: "visualVariables"] = newValue }
    }

    /// The variables to act on: `visualVariables`, and the older `rotationExpression` where no variable turns the symbol.
    public var effectiveVisualVariables: [VisualVariable] {
        let variables = visualVariables
        guard let expression: String = self["rotationExpression"], !expression.isEmpty,
            !variables.contains(where: { if case .rotation = $0 { true } else { false } })
        else { return variables }
        let field =
            expression.hasPrefix("[") && expression.hasSuffix("]")
            ? String(expression.dropFirst().dropLast()) : expression
        var rotation = RotationVisualVariable(fieldName: field)
        rotation.rotationType = self["rotationType", default: .geographic]
        return variables + [.rotation(rotation)]
    }
}

/// A renderer that Groma keeps but does not draw with, such as a dictionary or pie charts.
public struct UnsupportedRenderer: Renderer {
    public var json: JSONObject
    public init(json: JSONObject) { self.json = json }
    /// The document's `type`; empty where it has none.
    public var type: String { self["type", default: ""] }
}

extension DocumentPart {
    /// A renderer inside this part; nil where there is none. Setting nil removes it.
    package subscript(renderer key: String) -> (any Renderer)? {
        get { json[key]?.object.map(Renderers.renderer(from:)) }
        set { if newValue?.json != json[key]?.object { json[key] = (newValue?.json).map(JSONValue.object) } }
    }
}
