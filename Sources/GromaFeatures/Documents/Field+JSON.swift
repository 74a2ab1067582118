// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

extension Field {
    /// Reads a member of a layer's `fields`. A type that is not known is read as text and written back as it was;
    /// throws `.malformed` when there is no name.
    public init(json: JSONValue) throws(FeatureError) {
        guard var rest = json.object else { throw FeatureError(.malformed, "A field must be a JSON object.") }
        guard let name = rest["name"]?.string, !name.isEmpty else {
            throw FeatureError(.malformed, "A field must have a \"name\".")
        }
        rest["name"] = nil
        let type = Members.type.take(from: &rest)
        self.init(name: name, type: type)
        alias = Members.alias(name).take(from: &rest)
        length = Members.length.take(from: &rest)
        isNullable = Members.nullable.take(from: &rest)
        isEditable = Members.editable.take(from: &rest)
        domain = Members.domain(type).take(from: &rest)
        defaultValue = Members.defaultValue(type).take(from: &rest)
        unknownJSON = rest
    }

    /// The field as it stands in a layer's `fields`, with all it was read with.
    public var json: JSONValue {
        var object = JSONObject()
        object["name"] = .string(name)
        for (key, value) in unknownJSON.members where key != "name" { object[key] = value }
        if object["type"] == nil || Members.type.read(object["type"]) != type {
            object["type"] = .string(type.rawValue)
        }
        Members.alias(name).put(alias, into: &object)
        Members.length.put(length, into: &object)
        Members.nullable.put(isNullable, into: &object)
        Members.editable.put(isEditable, into: &object)
        Members.domain(type).put(domain, into: &object)
        Members.defaultValue(type).put(defaultValue, into: &object)
        return .object(object)
    }

    private enum Members {
        static let type = JSONMember<FieldType>(
            "type", read: { $0?.string.flatMap(FieldType.init(rawValue:)) ?? .string },
            write: { .string($0.rawValue) })
        static let length = JSONMember<Int?>("length", read: { $0?.int }, write: { $0.map { .integer($0) } })
        static let nullable = JSONMember<Bool>.flag("nullable", default: true)
        static let editable = JSONMember<Bool>.flag("editable", default: true)

        static func alias(_ name: String) -> JSONMember<String> {
            JSONMember("alias", read: { $0?.string ?? name }, write: { .string($0) })
        }
        static func domain(_ type: FieldType) -> JSONMember<Domain?> {
            JSONMember(
                "domain", read: { $0.flatMap { try? Domain(json: $0, type: type) } }, write: { $0?.json })
        }
        static func defaultValue(_ type: FieldType) -> JSONMember<AttributeValue> {
            JSONMember(
                "defaultValue", read: { $0.flatMap { try? AttributeValue(json: $0, type: type) } ?? .null },
                write: { $0.isNull ? nil : $0.json })
        }
    }
}
