// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

extension FeatureType {
    /// Reads an entry of a layer's `types`. Values are read as their fields hold them; domains that cannot be read are left
    /// out. Throws `.malformed` when there is no `id`.
    public init(json: JSONValue, fields: [Field]) throws(FeatureError) {
        guard var rest = json.object, let code = rest["id"] else {
            throw FeatureError(.malformed, "A feature type must be an object with an \"id\".")
        }
        rest["id"] = nil
        let schema = SchemaMembers(fields: fields)
        self.init(id: AttributeValue(json: code), name: SchemaMembers.name.take(from: &rest))
        domains = schema.domains.take(from: &rest)
        templates = schema.templates.take(from: &rest)
        unknownJSON = rest
    }

    /// The type as it stands in a layer's `types`.
    public var json: JSONValue {
        let schema = SchemaMembers(fields: [])
        var object = JSONObject([(key: "id", value: id.json)])
        for (key, value) in unknownJSON.members { object[key] = value }
        SchemaMembers.name.put(name, into: &object)
        if !domains.isEmpty || object["domains"] != nil { schema.domains.put(domains, into: &object) }
        if !templates.isEmpty || object["templates"] != nil { schema.templates.put(templates, into: &object) }
        return .object(object)
    }
}

extension FeatureSubtype {
    /// Reads an entry of a layer's `subtypes`. Values are read as their fields hold them; domains that cannot be read are
    /// left out. Throws `.malformed` when there is no `code`.
    public init(json: JSONValue, fields: [Field]) throws(FeatureError) {
        guard var rest = json.object, let code = rest["code"] else {
            throw FeatureError(.malformed, "A subtype must be an object with a \"code\".")
        }
        rest["code"] = nil
        let schema = SchemaMembers(fields: fields)
        self.init(code: AttributeValue(json: code), name: SchemaMembers.name.take(from: &rest))
        domains = schema.domains.take(from: &rest)
        defaultValues = schema.attributes("defaultValues").take(from: &rest)
        unknownJSON = rest
    }

    /// The subtype as it stands in a layer's `subtypes`.
    public var json: JSONValue {
        let schema = SchemaMembers(fields: [])
        var object = JSONObject([(key: "code", value: code.json)])
        for (key, value) in unknownJSON.members { object[key] = value }
        SchemaMembers.name.put(name, into: &object)
        schema.attributes("defaultValues").put(defaultValues, into: &object)
        schema.domains.put(domains, into: &object)
        return .object(object)
    }
}

extension FeatureTemplate {
    /// Reads a template of a layer or type. Values are read as their fields hold them. Throws `.malformed` for no object.
    public init(json: JSONValue, fields: [Field]) throws(FeatureError) {
        guard var rest = json.object else { throw FeatureError(.malformed, "A template must be a JSON object.") }
        self.init(name: SchemaMembers.name.take(from: &rest))
        summary = SchemaMembers.summary.take(from: &rest)
        prototypeAttributes = SchemaMembers(fields: fields).prototype.take(from: &rest)
        drawingTool = SchemaMembers.drawingTool.take(from: &rest)
        unknownJSON = rest
    }

    /// The template as a service writes it.
    public var json: JSONValue {
        var object = unknownJSON
        SchemaMembers.name.put(name, into: &object)
        SchemaMembers.summary.put(summary, into: &object)
        if object["description"] == nil { object["description"] = "" }
        SchemaMembers.drawingTool.put(drawingTool, into: &object)
        SchemaMembers(fields: []).prototype.put(prototypeAttributes, into: &object)
        if object["prototype"] == nil { object["prototype"] = ["attributes": [:]] }
        return .object(object)
    }
}

/// The members that types, subtypes and templates share.
struct SchemaMembers {
    /// Says how values are meant; without fields they are read as the JSON looks.
    let fields: [Field]

    static let name = JSONMember<String>("name", read: { $0?.string ?? "" }, write: { .string($0) })
    static let summary = JSONMember<String>("description", read: { $0?.string ?? "" }, write: { .string($0) })
    static let drawingTool = JSONMember<String?>.text("drawingTool")

    var domains: JSONMember<[String: Domain]> {
        JSONMember(
            "domains",
            read: { json in
                var domains: [String: Domain] = [:]
                for (name, domain) in json?.object?.members ?? [] {
                    let type = fields.named(name)?.type ?? Self.guessedType(of: domain)
                    domains[name] = try? Domain(json: domain, type: type)
                }
                return domains
            },
            write: { domains in
                .object(JSONObject(domains.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.json) }))
            })
    }

    var templates: JSONMember<[FeatureTemplate]> { list("templates", FeatureTemplate.init(json:fields:), \.json) }

    var prototype: JSONMember<[String: AttributeValue]> {
        let inner = attributes("attributes")
        return JSONMember(
            "prototype", read: { inner.read($0?["attributes"]) },
            write: { ["attributes": inner.write($0) ?? [:]] })
    }

    func attributes(_ key: String) -> JSONMember<[String: AttributeValue]> {
        JSONMember(
            key,
            read: { json in
                var values: [String: AttributeValue] = [:]
                for (name, value) in json?.object?.members ?? [] {
                    let field = fields.named(name)
                    values[field?.name ?? name] =
                        field.flatMap { try? AttributeValue(json: value, type: $0.type) } ?? AttributeValue(json: value)
                }
                return values
            },
            write: { values in
                .object(JSONObject(values.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.json) }))
            })
    }

    /// An array whose entries that cannot be read are left out.
    func list<Entry: Equatable & Sendable>(
        _ key: String, _ read: @escaping @Sendable (JSONValue, [Field]) throws(FeatureError) -> Entry,
        _ json: @escaping @Sendable (Entry) -> JSONValue
    ) -> JSONMember<[Entry]> {
        JSONMember(
            key, read: { ($0?.array ?? []).compactMap { try? read($0, fields) } }, write: { .array($0.map(json)) })
    }

    /// A domain without a field says by its first code what its values are.
    private static func guessedType(of domain: JSONValue) -> FieldType {
        let first = domain["codedValues"]?[0]?["code"] ?? domain["range"]?[0]
        switch first {
        case .number(let number)?: return number.int64Value == nil ? .double : .bigInteger
        default: return .string
        }
    }
}

extension [Field] {
    /// The field of that name, in any case; nil when there is none.
    package func named(_ name: String) -> Field? {
        first { $0.name == name } ?? first { $0.name.lowercased() == name.lowercased() }
    }
}
