// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// What is known of fields: types, domains, subtypes.
enum SchemaFunctions {
    static let all: [BuiltIn] = [
        .one("Schema", .feature, isPure: false) { run, value in
            guard let info = try info(value, run) else { return .null }
            return try schema(info, run)
        },
        .many("Domain", .feature, .core, 2...3) { run, values in
            let (field, domain) = try domain(values, subtype: 2, run)
            guard let field, let domain else { return .null }
            return try dictionary(domain, of: field, run)
        },
        .many("DomainName", .feature, .core, 2...4) { run, values in
            let (field, domain) = try domain(values, subtype: 3, run)
            let code = try code(values, 2, run)
            guard let field else { return .null }
            if case .codedValue(let list)? = domain {
                let wanted = stored(code, field)
                if let found = list.codedValues.first(where: { $0.code.isSameCode(as: wanted) }) {
                    return .text(found.name)
                }
            }
            return code.isNull ? .null : try run.text(try Conversion.text(code, run))
        },
        .many("DomainCode", .feature, .core, 2...4) { run, values in
            let (field, domain) = try domain(values, subtype: 3, run)
            let name = try code(values, 2, run)
            guard let field else { return .null }
            if case .codedValue(let list)? = domain, case .text(let text) = name,
                let found = list.codedValues.first(where: { Comparison.sameText($0.name, text) })
            {
                return Value(found.code, type: field.type, zone: run.environment.zone)
            }
            return name
        },
        .one("SubtypeCode", .feature, isPure: false) { run, value in
            let feature = try FeatureFunctions.feature(value, "SubtypeCode")
            guard let name = feature.info?.featureTypeFieldName else { return .null }
            return try feature.value(name, run) ?? .null
        },
        .one("SubtypeName", .feature, isPure: false) { _, value in
            let feature = try FeatureFunctions.feature(value, "SubtypeName")
            return feature.info?.featureType(of: feature.attributes).map { .text($0.name) } ?? .null
        },
        .one("Subtypes", .feature, isPure: false) { run, value in
            guard let info = try info(value, run), let name = info.featureTypeFieldName else { return .null }
            // A layer lists subtypes, or types in their place, as older services do.
            let entries =
                info.featureSubtypes.isEmpty
                ? info.featureTypes.map { ($0.name, $0.id) } : info.featureSubtypes.map { ($0.name, $0.code) }
            guard !entries.isEmpty else { return .null }
            let field = info.field(named: name)
            let list = try entries.map { name, code in
                try run.dictionary([
                    ("name", .text(name)), ("code", Value(code, type: field?.type, zone: run.environment.zone)),
                ])
            }
            return try run.dictionary([("subtypeField", .text(name)), ("subtypes", try run.array(list))])
        },
    ]

    private static func info(_ value: Value, _ run: Run) throws -> FeatureLayerInfo? {
        switch value {
        case .feature(let feature): return feature.info
        case .featureSet(let set): return try set.info(run)
        case .null: return nil
        default: throw ArcadeError(.wrongType, "A feature or a feature set is needed, not \(value.shown).")
        }
    }

    /// A number as the field holds it, so that codes compare.
    private static func stored(_ value: Value, _ field: Field) -> AttributeValue {
        if case .text(let text) = value, field.type == .guid || field.type == .globalID { return .guid(text) }
        return value.attribute
    }

    /// The code or name given, else the feature's own value.
    private static func code(_ values: [Value], _ place: Int, _ run: Run) throws -> Value {
        if values.count > place, !values[place].isNull { return values[place] }
        guard case .feature(let feature) = values[0] else { return .null }
        return try feature.value(try Conversion.text(values[1], run), run) ?? .null
    }

    private static func domain(_ values: [Value], subtype place: Int, _ run: Run) throws -> (Field?, Domain?) {
        let name = try Conversion.text(values[1], run)
        guard let info = try info(values[0], run) else {
            if case .feature(let feature) = values[0], try feature.value(name, run) != nil {
                return (Field(name: name, type: .string), nil)
            }
            if case .null = values[0] { return (nil, nil) }
            throw ArcadeError(.notFound, "The feature has no field \"\(name.prefix(60))\".")
        }
        guard let field = info.field(named: name) else {
            throw ArcadeError(.notFound, "There is no field \"\(name.prefix(60))\".")
        }
        var attributes: [String: AttributeValue] = [:]
        if case .feature(let feature) = values[0] { attributes = feature.attributes }
        if values.count > place, !values[place].isNull, let typeField = info.featureTypeFieldName {
            attributes = [typeField: values[place].attribute]
        }
        return (field, info.domain(ofField: field.name, attributes: attributes))
    }

    private static func dictionary(_ domain: Domain, of field: Field, isShort: Bool = false, _ run: Run) throws -> Value
    {
        func value(_ attribute: AttributeValue) -> Value {
            Value(attribute, type: field.type, zone: run.environment.zone)
        }
        let type = Value.text(field.type.rawValue)
        switch domain {
        case .inherited: return .null
        case .range(let range):
            if isShort {
                return try run.dictionary([
                    ("name", .text(range.name)), ("type", .text("range")), ("min", value(range.minimum)),
                    ("max", value(range.maximum)),
                ])
            }
            return try run.dictionary([
                ("type", .text("range")), ("name", .text(range.name)), ("dataType", type),
                ("min", value(range.minimum)),
                ("max", value(range.maximum)),
            ])
        case .codedValue(let list):
            let codes = try run.array(
                try list.codedValues.map {
                    try run.dictionary([("name", .text($0.name)), ("code", value($0.code))])
                })
            if isShort {
                return try run.dictionary([
                    ("name", .text(list.name)), ("type", .text("codedValue")), ("codedValues", codes),
                ])
            }
            return try run.dictionary([
                ("type", .text("codedValue")), ("name", .text(list.name)), ("dataType", type), ("codedValues", codes),
            ])
        }
    }

    private static func schema(_ info: FeatureLayerInfo, _ run: Run) throws -> Value {
        let fields = try info.fields.filter { $0.type != .geometry }.map { field in
            var entries: [(String, Value)] = [("alias", .text(field.alias))]
            if let domain = field.domain {
                entries.append(("domain", try dictionary(domain, of: field, isShort: true, run)))
            }
            entries.append(("editable", .boolean(field.isEditable)))
            if let length = field.length { entries.append(("length", .number(Double(length)))) }
            entries.append(("name", .text(field.name)))
            entries.append(("nullable", .boolean(field.isNullable)))
            entries.append(("type", .text(field.type.rawValue)))
            return try run.dictionary(entries)
        }
        return try run.dictionary([
            ("objectIdField", .text(info.objectIDFieldName)), ("globalIdField", .text(info.globalIDFieldName ?? "")),
            ("geometryType", .text(info.geometryType?.rawValue ?? "")), ("fields", try run.array(fields)),
        ])
    }
}
