// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

extension Domain {
    /// Reads a field's `domain`. Codes and bounds are read as values of `type`, as far as they can be.
    /// Throws `.malformed` when the value is no domain of a known kind.
    public init(json: JSONValue, type: FieldType) throws(FeatureError) {
        guard let object = json.object, let kind = object["type"]?.string else {
            throw FeatureError(.malformed, "A domain must be an object with a \"type\".")
        }
        var rest = object
        rest["type"] = nil
        switch kind {
        case "inherited": self = .inherited
        case "codedValue":
            let name = Self.name.take(from: &rest)
            let codes = Self.codedValues(type).take(from: &rest)
            self = .codedValue(CodedValueDomain(name: name, codedValues: codes, unknownJSON: rest))
        case "range":
            let name = Self.name.take(from: &rest)
            let bounds = Self.range(type).take(from: &rest)
            guard bounds.count == 2 else {
                throw FeatureError(.malformed, "The range of domain \"\(name)\" must be two values.")
            }
            self = .range(RangeDomain(name: name, minimum: bounds[0], maximum: bounds[1], unknownJSON: rest))
        default: throw FeatureError(.malformed, "\"\(kind.prefix(40))\" is no kind of domain.")
        }
    }

    /// The domain as it stands in a field's JSON.
    public var json: JSONValue {
        var object = JSONObject()
        func add(_ rest: JSONObject) { for (key, value) in rest.members { object[key] = value } }
        switch self {
        case .inherited: object["type"] = "inherited"
        case .codedValue(let domain):
            object["type"] = "codedValue"
            add(domain.unknownJSON)
            Self.name.put(domain.name, into: &object)
            Self.codedValues(Self.type(of: domain.codedValues.map(\.code))).put(domain.codedValues, into: &object)
        case .range(let domain):
            object["type"] = "range"
            add(domain.unknownJSON)
            Self.name.put(domain.name, into: &object)
            Self.range(Self.type(of: [domain.minimum, domain.maximum])).put(
                [domain.minimum, domain.maximum], into: &object)
        }
        return .object(object)
    }

    private static let name = JSONMember<String>("name", read: { $0?.string ?? "" }, write: { .string($0) })

    private static func codedValues(_ type: FieldType) -> JSONMember<[CodedValue]> {
        JSONMember(
            "codedValues",
            read: { json in
                (json?.array ?? []).compactMap { entry in
                    guard let object = entry.object, let code = object["code"] else { return nil }
                    return CodedValue(code: value(code, type), name: object["name"]?.string ?? "")
                }
            },
            write: { codes in
                .array(codes.map { .object(JSONObject([("name", .string($0.name)), ("code", $0.code.json)])) })
            })
    }

    private static func range(_ type: FieldType) -> JSONMember<[AttributeValue]> {
        JSONMember(
            "range", read: { ($0?.array ?? []).map { value($0, type) } }, write: { .array($0.map(\.json)) })
    }

    /// The field type that reads the values from JSON as they are; a domain does not say whose it is.
    private static func type(of values: [AttributeValue]) -> FieldType {
        for value in values {
            switch value {
            case .null: continue
            case .integer: return .bigInteger
            case .double: return .double
            case .date: return .date
            case .dateOnly: return .dateOnly
            case .timeOnly: return .timeOnly
            case .timestampOffset: return .timestampOffset
            case .guid: return .guid
            case .blob: return .blob
            case .string: return .string
            }
        }
        return .string
    }

    private static func value(_ json: JSONValue, _ type: FieldType) -> AttributeValue {
        (try? AttributeValue(json: json, type: type)) ?? AttributeValue(json: json)
    }
}
