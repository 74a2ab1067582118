// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

/// A kind of feature in a layer: one value of the type field, with domains and templates of its own.
public struct FeatureType: Sendable, Hashable {
    /// The value of the layer's type field.
    public var id: AttributeValue
    /// The name people see.
    public var name: String
    /// Domains that replace the fields' own, by field name; `.inherited` and absent names leave the field's own.
    public var domains: [String: Domain]
    /// Ready-made starts of new features of this type.
    public var templates: [FeatureTemplate]
    /// Values of a new feature by field name, where the type stands for a subtype; else empty, since templates hold them.
    public var defaultValues: [String: AttributeValue]
    /// Keys without a property here.
    public var unknownJSON = JSONObject()

    /// Makes a type.
    public init(
        id: AttributeValue, name: String, domains: [String: Domain] = [:], templates: [FeatureTemplate] = [],
        defaultValues: [String: AttributeValue] = [:]
    ) {
        self.id = id
        self.name = name
        self.domains = domains
        self.templates = templates
        self.defaultValues = defaultValues
    }

    /// The subtype in the form of a type.
    public init(_ subtype: FeatureSubtype) {
        self.init(
            id: subtype.code, name: subtype.name, domains: subtype.domains, defaultValues: subtype.defaultValues)
    }
}

/// A kind of feature that the geodatabase knows: a code of the subtype field, with domains and default values of its own.
public struct FeatureSubtype: Sendable, Hashable {
    /// The value of the layer's subtype field.
    public var code: AttributeValue
    /// The name people see.
    public var name: String
    /// Domains that replace the fields' own, by field name; `.inherited` and absent names leave the field's own.
    public var domains: [String: Domain]
    /// Values of a new feature by field name.
    public var defaultValues: [String: AttributeValue]
    /// Keys without a property here.
    public var unknownJSON = JSONObject()

    /// Makes a subtype.
    public init(
        code: AttributeValue, name: String, domains: [String: Domain] = [:],
        defaultValues: [String: AttributeValue] = [:]
    ) {
        self.code = code
        self.name = name
        self.domains = domains
        self.defaultValues = defaultValues
    }
}

/// A ready-made start of a new feature.
public struct FeatureTemplate: Sendable, Hashable {
    /// The name people see.
    public var name: String
    /// What the template is for, in words.
    public var summary: String
    /// The attributes a new feature begins with.
    public var prototypeAttributes: [String: AttributeValue]
    /// The tool to draw the shape with, as the service names it (`esriFeatureEditToolPoint`, …); nil when it does not say.
    public var drawingTool: String?
    /// Keys without a property here, the thumbnail among them.
    public var unknownJSON = JSONObject()

    /// Makes a template.
    public init(
        name: String, summary: String = "", prototypeAttributes: [String: AttributeValue] = [:],
        drawingTool: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.prototypeAttributes = prototypeAttributes
        self.drawingTool = drawingTool
    }
}
