// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

extension ContingentValuesDefinition {
    /// Reads the form in which layers keep them:
    /// `{"fieldGroups":[{"name":…,"restrictive":true,"fields":["A","B"],"contingentValues":[{"A":1,"B":{"range":[0,2]}}]}]}`,
    /// where a value is a code, null, `{"any":true}` or `{"range":[low,high]}`; `$id`, `$subtype` and `$retired` may stand beside
    /// them. Nil when it is no object with `fieldGroups`; entries that cannot be read are left out.
    public init?(json: JSONValue, fields: [Field]) {
        guard let groups = json["fieldGroups"]?.array else { return nil }
        self.init(
            fieldGroups: groups.prefix(Self.mostGroups).compactMap { group in
                guard let name = group["name"]?.string else { return nil }
                let names = (group["fields"]?.array ?? []).compactMap(\.string)
                let entries = (group["contingentValues"]?.array ?? []).prefix(Self.mostContingencies)
                return FieldGroup(
                    name: name, isRestrictive: group["restrictive"]?.bool ?? false, fieldNames: names,
                    contingencies: entries.enumerated().compactMap { place, entry in
                        Contingency(json: entry, fieldNames: names, fields: fields, place: place)
                    })
            })
    }

    /// The form in which layers keep them.
    public var json: JSONValue {
        let groups = fieldGroups.map { group -> JSONValue in
            [
                "name": .string(group.name), "restrictive": .bool(group.isRestrictive),
                "fields": .array(group.fieldNames.map { .string($0) }),
                "contingentValues": .array(
                    group.contingencies.enumerated().map { $1.json(fieldNames: group.fieldNames, place: $0) }),
            ]
        }
        return ["fieldGroups": .array(groups)]
    }

    /// Bounds on what a document may claim.
    static let mostGroups = 1_000
    static let mostContingencies = 100_000
}

extension Contingency {
    fileprivate init?(json: JSONValue, fieldNames: [String], fields: [Field], place: Int) {
        guard let object = json.object else { return nil }
        var values: [String: ContingentValue] = [:]
        for name in fieldNames {
            guard let value = object[name] else { continue }
            values[name] = ContingentValue(json: value, type: fields.named(name)?.type)
        }
        self.init(
            id: object["$id"]?.int ?? place + 1, values: values,
            subtypeCode: object["$subtype"].map { AttributeValue(json: $0) },
            isRetired: object["$retired"]?.bool ?? false)
    }

    fileprivate func json(fieldNames: [String], place: Int) -> JSONValue {
        var object = JSONObject()
        for name in fieldNames { if let value = values[name] { object[name] = value.json } }
        if id != place + 1 { object["$id"] = .integer(id) }
        object["$subtype"] = subtypeCode?.json
        if isRetired { object["$retired"] = true }
        return .object(object)
    }
}

extension ContingentValue {
    fileprivate init(json: JSONValue, type: FieldType?) {
        func value(_ json: JSONValue) -> AttributeValue {
            type.flatMap { try? AttributeValue(json: json, type: $0) } ?? AttributeValue(json: json)
        }
        if json.isNull {
            self = .null
        } else if let range = json["range"]?.array, range.count == 2 {
            self = .range(minimum: value(range[0]), maximum: value(range[1]))
        } else if json.object != nil {
            self = .any
        } else {
            self = .coded(value(json))
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .any: ["any": true]
        case .null: .null
        case .coded(let code): code.json
        case .range(let minimum, let maximum): ["range": [minimum.json, maximum.json]]
        }
    }
}
