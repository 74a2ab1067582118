// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaCodecs

// A service answers contingent values in two resources below a layer: `fieldgroups` with the names of the fields, and
// `contingentValues` with the combinations, packed: a kind for each field, then only the codes and ranges, texts as places in a
// dictionary of their domain (feature service REST, contingent values resource).
extension ContingentValuesDefinition {
    private static let kinds = ["Unknown", "Any", "Null", "Code", "Range"]

    /// Reads a service's two answers. Throws `.malformed` when they do not fit together.
    ///
    /// - Parameters:
    ///   - fieldGroupsAnswer: the answer of `N/fieldgroups`.
    ///   - contingentValuesAnswer: the answer of `N/contingentValues`.
    ///   - layer: the layer they belong to; its domains name the dictionaries.
    public init(fieldGroupsAnswer: JSONValue, contingentValuesAnswer: JSONValue, layer: FeatureLayerInfo)
        throws(FeatureError)
    {
        let definition = contingentValuesAnswer["contingentValuesDefinition"]
        let packed = definition?["fieldGroups"]?.array ?? []
        let unpacking = Unpacking(answer: contingentValuesAnswer, layer: layer)
        var groups: [FieldGroup] = []
        for entry in (fieldGroupsAnswer["fieldGroups"]?.array ?? []).prefix(Self.mostGroups) {
            guard let name = entry["name"]?.string else {
                throw FeatureError(.malformed, "A field group of \(layer.name) has no name.")
            }
            let fieldNames = (entry["fields"]?.array ?? []).compactMap(\.string).map {
                layer.field(named: $0)?.name ?? $0
            }
            var group = FieldGroup(
                name: name, isRestrictive: entry["restrictive"]?.bool ?? false, fieldNames: fieldNames,
                contingencies: [])
            if let values = packed.first(where: { $0["name"]?.string == name }) {
                for list in try unpacking.lists(of: values) {
                    for row in list.rows.prefix(Self.mostContingencies) {
                        group.contingencies.append(try unpacking.contingency(row, fieldNames, list.subtype))
                    }
                }
            }
            groups.append(group)
        }
        self.init(fieldGroups: groups)
    }

    /// The answer of `N/fieldgroups`.
    public var fieldGroupsAnswer: JSONValue {
        [
            "fieldGroups": .array(
                fieldGroups.map { group in
                    [
                        "name": .string(group.name), "restrictive": .bool(group.isRestrictive),
                        "fields": .array(group.fieldNames.map { .string($0) }),
                    ]
                })
        ]
    }

    /// The answer of `N/contingentValues` for a layer, whose domains name the dictionaries.
    public func contingentValuesAnswer(layer: FeatureLayerInfo) -> JSONValue {
        var packing = Packing(layer: layer)
        let hasSubtypes = fieldGroups.contains { $0.contingencies.contains { $0.subtypeCode != nil } }
        let groups = fieldGroups.map { group -> JSONValue in
            var json: JSONObject = ["name": .string(group.name), "restrictive": .bool(group.isRestrictive)]
            if hasSubtypes {
                json["subTypes"] = .array(
                    layer.featureSubtypes.map { subtype in
                        let rows = group.contingencies.filter { $0.subtypeCode?.isSameCode(as: subtype.code) ?? true }
                        return [
                            "code": subtype.code.json, "name": .string(subtype.name),
                            "contingentValues": .array(
                                rows.map { packing.row($0, group.fieldNames, subtype.code) }),
                        ]
                    })
            } else {
                json["contingentValues"] = .array(
                    group.contingencies.map { packing.row($0, group.fieldNames, nil) })
            }
            return .object(json)
        }
        return [
            "typeCodes": .array(Self.kinds.map { .string($0) }), "stringDicts": packing.dictionaries,
            "contingentValuesDefinition": ["hasSubType": .bool(hasSubtypes), "fieldGroups": .array(groups)],
        ]
    }

    /// The name of the coded domain of a text field; nil where texts stand for themselves.
    private static func dictionaryName(of field: Field?, _ subtype: AttributeValue?, _ layer: FeatureLayerInfo)
        -> String?
    {
        guard let field, field.type == .string else { return nil }
        var attributes: [String: AttributeValue] = [:]
        if let name = layer.subtypeFieldName, let subtype { attributes[name] = subtype }
        guard case .codedValue(let domain)? = layer.domain(ofField: field.name, attributes: attributes) else {
            return nil
        }
        return domain.name
    }

    private struct Unpacking {
        let layer: FeatureLayerInfo
        let kinds: [String]
        let dictionaries: [String: [JSONValue]]
        let hasSubtypes: Bool

        init(answer: JSONValue, layer: FeatureLayerInfo) {
            self.layer = layer
            kinds = (answer["typeCodes"]?.array ?? []).map { $0.string ?? "" }
            var dictionaries: [String: [JSONValue]] = [:]
            for entry in answer["stringDicts"]?.array ?? [] {
                if let domain = entry["domain"]?.string { dictionaries[domain] = entry["entries"]?.array ?? [] }
            }
            self.dictionaries = dictionaries
            hasSubtypes = answer["contingentValuesDefinition"]?["hasSubType"]?.bool ?? false
        }

        func lists(of group: JSONValue) throws(FeatureError) -> [(subtype: AttributeValue?, rows: [JSONValue])] {
            guard hasSubtypes else { return [(nil, group["contingentValues"]?.array ?? [])] }
            return (group["subTypes"]?.array ?? []).map { entry in
                let named = layer.featureSubtypes.first { $0.name == entry["name"]?.string }
                let code = entry["code"].map { AttributeValue(json: $0) } ?? named?.code
                return (code, entry["contingentValues"]?.array ?? [])
            }
        }

        func contingency(_ row: JSONValue, _ fieldNames: [String], _ subtype: AttributeValue?) throws(FeatureError)
            -> Contingency
        {
            let types = row["types"]?.array ?? []
            var values = (row["values"]?.array ?? [])[...]
            var contingency = Contingency(id: row["id"]?.int ?? 0, values: [:], subtypeCode: subtype)
            contingency.isRetired = row["retired"]?.int == 1 || row["retired"]?.bool == true
            for (place, name) in fieldNames.enumerated() {
                let number = place < types.count ? types[place].int ?? 0 : 0
                switch kinds.indices.contains(number) ? kinds[number] : "" {
                case "Any": contingency.values[name] = .any
                case "Null": contingency.values[name] = .null
                case "Code": contingency.values[name] = .coded(try code(values.popFirst(), name, subtype))
                case "Range":
                    guard let range = values.popFirst()?["range"]?.array, range.count == 2 else { throw misfit }
                    contingency.values[name] = .range(minimum: value(range[0], name), maximum: value(range[1], name))
                default: throw misfit
                }
            }
            return contingency
        }

        private func code(_ json: JSONValue?, _ name: String, _ subtype: AttributeValue?) throws(FeatureError)
            -> AttributeValue
        {
            guard let json else { throw misfit }
            let dictionary = dictionaryName(of: layer.field(named: name), subtype, layer).flatMap { dictionaries[$0] }
            guard let dictionary, let place = json.int else { return value(json, name) }
            guard dictionary.indices.contains(place) else { throw misfit }
            return value(dictionary[place], name)
        }

        private func value(_ json: JSONValue, _ name: String) -> AttributeValue {
            layer.field(named: name).flatMap { try? AttributeValue(json: json, type: $0.type) }
                ?? AttributeValue(json: json)
        }

        private var misfit: FeatureError {
            FeatureError(.malformed, "The contingent values of \(layer.name) do not fit their field groups.")
        }
    }

    private struct Packing {
        let layer: FeatureLayerInfo
        private var names: [String] = []
        private var entries: [String: [JSONValue]] = [:]

        init(layer: FeatureLayerInfo) { self.layer = layer }

        var dictionaries: JSONValue {
            .array(names.map { ["domain": .string($0), "entries": .array(entries[$0] ?? [])] })
        }

        mutating func row(_ contingency: Contingency, _ fieldNames: [String], _ subtype: AttributeValue?) -> JSONValue {
            var types: [JSONValue] = [], values: [JSONValue] = []
            for name in fieldNames {
                switch contingency.value(ofField: name) {
                case .any: types.append(1)
                case .null: types.append(2)
                case .coded(let code):
                    types.append(3)
                    values.append(packed(code, name, subtype))
                case .range(let minimum, let maximum):
                    types.append(4)
                    values.append(["range": [minimum.json, maximum.json]])
                }
            }
            var json: JSONObject = [
                "id": .integer(contingency.id), "types": .array(types), "values": .array(values),
            ]
            if contingency.isRetired { json["retired"] = 1 }
            return .object(json)
        }

        private mutating func packed(_ code: AttributeValue, _ name: String, _ subtype: AttributeValue?) -> JSONValue {
            guard let dictionary = dictionaryName(of: layer.field(named: name), subtype, layer) else {
                return code.json
            }
            if entries[dictionary] == nil { names.append(dictionary) }
            if let place = entries[dictionary]?.firstIndex(of: code.json) { return .integer(place) }
            entries[dictionary, default: []].append(code.json)
            return .integer((entries[dictionary]?.count ?? 1) - 1)
        }
    }
}
