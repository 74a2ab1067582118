// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension FeatureLayerInfo {
    /// The field whose value is a feature's type: `subtypeFieldName`, else `typeIDFieldName`; nil when the layer has no types.
    public var featureTypeFieldName: String? {
        for name in [subtypeFieldName, typeIDFieldName] { if let name, !name.isEmpty { return name } }
        return nil
    }

    /// The type of a feature with these attributes; a subtype stands for the type where the layer has those only. Nil when the
    /// layer has none or the value is none of them.
    public func featureType(of attributes: [String: AttributeValue]) -> FeatureType? {
        if let name = typeIDFieldName, !featureTypes.isEmpty, let value = attributes.value(forField: name),
            let type = featureTypes.first(where: { $0.id.isSameCode(as: value) })
        {
            return type
        }
        if featureTypes.isEmpty || typeIDFieldName == nil {
            if let subtype = featureSubtype(of: attributes) { return FeatureType(subtype) }
            guard let name = featureTypeFieldName, let value = attributes.value(forField: name) else { return nil }
            return featureTypes.first { $0.id.isSameCode(as: value) }
        }
        return nil
    }

    /// The subtype of a feature with these attributes; nil when the layer has none or the value is none of them.
    public func featureSubtype(of attributes: [String: AttributeValue]) -> FeatureSubtype? {
        guard let name = subtypeFieldName, !featureSubtypes.isEmpty, let value = attributes.value(forField: name)
        else { return nil }
        return featureSubtypes.first { $0.code.isSameCode(as: value) }
    }

    /// The domain that holds for a field of a feature with these attributes: the subtype's, else the type's, else the field's own.
    /// The subtype field itself holds the codes of the subtypes.
    public func domain(ofField name: String, attributes: [String: AttributeValue]) -> Domain? {
        let own = field(named: name)?.domain
        if let subtype = featureSubtype(of: attributes), let domain = subtype.domains.domain(ofField: name) {
            return domain
        }
        if let type = featureType(of: attributes), let domain = type.domains.domain(ofField: name) { return domain }
        guard own == nil, let subtypeFieldName, subtypeFieldName.lowercased() == name.lowercased(),
            !featureSubtypes.isEmpty
        else { return own }
        let codes = featureSubtypes.map { CodedValue(code: $0.code, name: $0.name) }
        return .codedValue(CodedValueDomain(name: subtypeFieldName, codedValues: codes))
    }

    /// The templates people choose from: those of the types where there are types, else the layer's own.
    public var availableTemplates: [FeatureTemplate] {
        let ofTypes = featureTypes.flatMap(\.templates)
        return ofTypes.isEmpty ? featureTemplates : ofTypes
    }

    /// The relationship with that id; nil when the layer has none.
    public func relationshipInfo(id: Int) -> RelationshipInfo? { relationshipInfos.first { $0.id == id } }
}

extension [String: Domain] {
    /// The domain given for a field, in any case; nil where none is or the field's own holds.
    fileprivate func domain(ofField name: String) -> Domain? {
        let domain = self[name] ?? first { $0.key.lowercased() == name.lowercased() }?.value
        return domain == .inherited ? nil : domain
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
