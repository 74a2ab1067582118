// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

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
    /// Values of a new feature by field name (subtypes only; types keep them in their templates).
    public var defaultValues: [String: AttributeValue]

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

extension FeatureLayerInfo {
    /// The layer's `types`, or its `subtypes` where it has those; entries that cannot be read are left out.
    public var featureTypes: [FeatureType] {
        let types = (unknownJSON["types"]?.array ?? []).compactMap { featureType($0, id: "id") }
        return types.isEmpty ? (unknownJSON["subtypes"]?.array ?? []).compactMap { featureType($0, id: "code") } : types
    }

    /// The field whose value is a feature's type: `subtypeField`, else `typeIdField`; nil when the layer has no types.
    public var featureTypeFieldName: String? {
        if let name = unknownJSON["subtypeField"]?.string, !name.isEmpty { return name }
        return typeIDFieldName.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The layer's own templates; those of its types stand in `featureTypes`.
    public var featureTemplates: [FeatureTemplate] {
        (unknownJSON["templates"]?.array ?? []).compactMap(template)
    }

    /// The type of a feature with these attributes; nil when the layer has none or the value is none of them.
    public func featureType(of attributes: [String: AttributeValue]) -> FeatureType? {
        guard let name = featureTypeFieldName, let value = attributes.value(forField: name), !value.isNull else {
            return nil
        }
        return featureTypes.first { $0.id.isSameCode(as: value) }
    }

    /// The domain that holds for a field of a feature with these attributes: the type's, else the field's own.
    public func domain(ofField name: String, attributes: [String: AttributeValue]) -> Domain? {
        let own = field(named: name)?.domain
        guard let type = featureType(of: attributes),
            let domain = type.domains[name]
                ?? type.domains.first(where: { $0.key.lowercased() == name.lowercased() })?.value,
            domain != .inherited
        else { return own }
        return domain
    }

    private func featureType(_ json: JSONValue, id key: String) -> FeatureType? {
        guard let object = json.object, let code = object[key] else { return nil }
        var type = FeatureType(id: AttributeValue(json: code), name: object["name"]?.string ?? "")
        for (name, domain) in object["domains"]?.object?.members ?? [] {
            type.domains[name] = try? Domain(json: domain, type: field(named: name)?.type ?? .string)
        }
        type.templates = (object["templates"]?.array ?? []).compactMap(template)
        type.defaultValues = attributes(object["defaultValues"])
        return type
    }

    private func template(_ json: JSONValue) -> FeatureTemplate? {
        guard let object = json.object else { return nil }
        return FeatureTemplate(
            name: object["name"]?.string ?? "", summary: object["description"]?.string ?? "",
            prototypeAttributes: attributes(object["prototype"]?["attributes"]),
            drawingTool: object["drawingTool"]?.string)
    }

    private func attributes(_ json: JSONValue?) -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for (name, value) in json?.object?.members ?? [] {
            let field = field(named: name)
            values[field?.name ?? name] =
                field.flatMap { try? AttributeValue(json: value, type: $0.type) } ?? AttributeValue(json: value)
        }
        return values
    }
}

extension [String: AttributeValue] {
    /// The value of a field, found in any case; nil when it is not given.
    public func value(forField name: String) -> AttributeValue? {
        if let value = self[name] { return value }
        let lowered = name.lowercased()
        return first { $0.key.lowercased() == lowered }?.value
    }
}

extension AttributeValue {
    /// True when two values are one code of a domain: numbers as numbers, texts exactly, GUIDs without braces and case.
    public func isSameCode(as other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.integer(let a), .double(let b)), (.double(let b), .integer(let a)): return Double(a) == b
        case (.guid(let a), .guid(let b)): return Self.bareGUID(a) == Self.bareGUID(b)
        case (.string(let a), .integer(let b)), (.integer(let b), .string(let a)): return a == String(b)
        default: return self == other
        }
    }

    /// A GUID's text without braces, in lower case.
    package static func bareGUID(_ text: String) -> String {
        text.filter { $0 != "{" && $0 != "}" }.lowercased()
    }
}
