// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import Testing

@Suite("Contingent values")
struct ContingentValuesTests {
    /// Inlets of a town: the type narrows grate and casting, the load class asks for a depth.
    static var inlets: FeatureLayerInfo {
        let grates = ["NONE", "BAR", "CURVED"].map { CodedValue(code: .string($0), name: $0) }
        let castings = ["CI", "DI", "CON"].map { CodedValue(code: .string($0), name: $0) }
        var info = FeatureLayerInfo(
            id: 0, name: "Inlets", geometryType: .point,
            fields: [
                Field(name: "OBJECTID", type: .oid), Field(name: "KIND", type: .smallInteger),
                Field(
                    name: "GRATE", type: .string,
                    domain: .codedValue(CodedValueDomain(name: "Grates", codedValues: grates))),
                Field(
                    name: "CASTING", type: .string,
                    domain: .codedValue(CodedValueDomain(name: "Castings", codedValues: castings))),
                Field(name: "LOAD", type: .string), Field(name: "DEPTH", type: .double),
            ], objectIDFieldName: "OBJECTID")
        info.contingentValues = ContingentValuesDefinition(json: definition, fields: info.fields)
        return info
    }
    static let definition: JSONValue = [
        "fieldGroups": [
            [
                "name": "Casting", "restrictive": true, "fields": ["KIND", "GRATE", "CASTING"],
                "contingentValues": [
                    ["KIND": 1, "GRATE": "NONE", "CASTING": "CON"], ["KIND": 1, "GRATE": nil, "CASTING": "CI"],
                    ["KIND": 2, "GRATE": "BAR", "CASTING": ["any": true]],
                    ["KIND": 2, "GRATE": "CURVED", "CASTING": "DI"],
                ],
            ],
            [
                "name": "Load", "restrictive": false, "fields": ["LOAD", "DEPTH"],
                "contingentValues": [
                    ["LOAD": "A15", "DEPTH": ["range": [0.3, 1.2]]], ["LOAD": "D400", "DEPTH": ["range": [0.8, 6]]],
                    ["LOAD": nil, "DEPTH": ["any": true]],
                ],
            ],
        ]
    ]

    @Test("after one field is chosen the next offers only what goes with it")
    func offers() throws {
        let info = Self.inlets
        let free = try #require(info.contingentValues(forField: "grate", attributes: [:]))
        #expect(free.contingentValues == [.coded("NONE"), .null, .coded("BAR"), .coded("CURVED")])
        let second = try #require(info.contingentValues(forField: "GRATE", attributes: ["KIND": 2, "CASTING": .null]))
        #expect(second.contingentValuesByFieldGroup == ["Casting": [.coded("BAR"), .coded("CURVED")]])
        #expect(second.allows("BAR") && !second.allows("NONE"))
        let any = try #require(info.contingentValues(forField: "CASTING", attributes: ["KIND": 2, "GRATE": "BAR"]))
        #expect(any.contingentValues == [.any] && any.allows("CI"))
        let none = try #require(info.contingentValues(forField: "CASTING", attributes: ["KIND": 1, "GRATE": "BAR"]))
        #expect(none.contingentValues.isEmpty && !none.allows("CI"))
        let depth = try #require(info.contingentValues(forField: "DEPTH", attributes: ["LOAD": "A15"]))
        #expect(depth.allows(1) && depth.allows(0.3) && !depth.allows(2) && !depth.allows(.null))
        let other = try #require(info.contingentValues(forField: "OBJECTID", attributes: [:]))
        #expect(other.contingentValues == [.any] && other.contingentValuesByFieldGroup.isEmpty)
    }

    @Test("a restrictive group's violation is an error, another's a warning; missing values may still be filled in")
    func violations() throws {
        let info = Self.inlets
        #expect(info.contingencyViolations(of: ["KIND": 1, "GRATE": .null, "CASTING": "CI"]).isEmpty)
        #expect(info.contingencyViolations(of: [:]).isEmpty)
        let wrong = info.contingencyViolations(of: [
            "KIND": 1, "GRATE": "BAR", "CASTING": "CI", "LOAD": "A15", "DEPTH": 3,
        ])
        #expect(wrong.map(\.fieldGroupName) == ["Casting", "Load"])
        #expect(wrong.map(\.kind) == [.error, .warning])
        #expect(wrong.map(\.isIncomplete) == [false, false])
        #expect(wrong[0].fieldNames == ["KIND", "GRATE", "CASTING"])
        let unfinished = info.contingencyViolations(of: ["KIND": 2, "GRATE": "CURVED"])
        #expect(unfinished.map(\.isIncomplete) == [true])
        #expect(info.contingencyViolations(of: ["LOAD": .null, "DEPTH": 99]).isEmpty)
    }

    @Test("two groups on one field allow what both allow")
    func twoGroups() {
        let group = { (name: String, values: [ContingentValue]) in
            FieldGroup(
                name: name, isRestrictive: true, fieldNames: ["A"],
                contingencies: values.enumerated().map { Contingency(id: $0, values: ["A": $1]) })
        }
        let definition = ContingentValuesDefinition(fieldGroups: [
            group("One", [.range(minimum: 0, maximum: 10), .null]),
            group("Two", [.range(minimum: 5, maximum: 20), .coded(3), .coded(30), .null]),
        ])
        let result = definition.contingentValues(forField: "a", attributes: [:])
        #expect(result.contingentValues == [.range(minimum: 5, maximum: 10), .coded(3), .null])
        #expect(result.allows(7) && !result.allows(15))
    }

    @Test("combinations of another subtype and retired ones are not offered; retired ones stay valid")
    func subtypesAndRetired() {
        let definition = ContingentValuesDefinition(fieldGroups: [
            FieldGroup(
                name: "G", isRestrictive: true, fieldNames: ["A"],
                contingencies: [
                    Contingency(id: 1, values: ["A": .coded(1)], subtypeCode: 100),
                    Contingency(id: 2, values: ["A": .coded(2)], subtypeCode: 200),
                    Contingency(id: 3, values: ["A": .coded(3)], isRetired: true),
                ])
        ])
        #expect(
            definition.contingentValues(forField: "A", attributes: [:], subtypeCode: 100).contingentValues
                == [.coded(1)])
        #expect(
            definition.contingentValues(forField: "A", attributes: [:]).contingentValues == [.coded(1), .coded(2)])
        #expect(definition.violations(attributes: ["A": 3], subtypeCode: 100).isEmpty)
        #expect(definition.violations(attributes: ["A": 2], subtypeCode: 100).count == 1)
    }

    @Test("a layer keeps its definition, and writes it as it was read")
    func layer() throws {
        var json = try #require(Self.inlets.json.object)
        #expect(json["contingentValues"] == Self.definition)
        json["contingentValues"] = ["note": "kept", "fieldGroups": Self.definition["fieldGroups"] ?? nil]
        let info = try FeatureLayerInfo(json: .object(json))
        #expect(info.contingentValues == Self.inlets.contingentValues)
        #expect(info.json == .object(json))
    }

    @Test("the two resources of a service carry the same definition", arguments: [false, true])
    func service(hasSubtypes: Bool) throws {
        var info = Self.inlets
        var definition = try #require(info.contingentValues)
        if hasSubtypes {
            info.subtypeFieldName = "KIND"
            info.featureSubtypes = [FeatureSubtype(code: 1, name: "Old"), FeatureSubtype(code: 2, name: "New")]
            for group in definition.fieldGroups.indices {
                for place in definition.fieldGroups[group].contingencies.indices {
                    definition.fieldGroups[group].contingencies[place].subtypeCode = 1
                }
            }
            definition.fieldGroups[0].contingencies[3].isRetired = true
        }
        let answer = definition.contingentValuesAnswer(layer: info)
        #expect(answer["stringDicts"]?[0]?["domain"] == "Grates")
        #expect(answer["contingentValuesDefinition"]?["hasSubType"] == .bool(hasSubtypes))
        let back = try ContingentValuesDefinition(
            fieldGroupsAnswer: definition.fieldGroupsAnswer, contingentValuesAnswer: answer, layer: info)
        #expect(back == definition)
    }

    @Test("answers in which places point nowhere are refused")
    func malformed() {
        let info = Self.inlets
        let groups: JSONValue = ["fieldGroups": [["name": "G", "restrictive": true, "fields": ["GRATE"]]]]
        for values in [["types": [3], "values": [7]], ["types": [3], "values": []], ["types": [9]], [:]] as [JSONValue]
        {
            let answer: JSONValue = [
                "typeCodes": ["Unknown", "Any", "Null", "Code", "Range"],
                "stringDicts": [["domain": "Grates", "entries": ["BAR"]]],
                "contingentValuesDefinition": ["fieldGroups": [["name": "G", "contingentValues": [values]]]],
            ]
            #expect(throws: FeatureError.self) {
                try ContingentValuesDefinition(
                    fieldGroupsAnswer: groups, contingentValuesAnswer: answer, layer: info)
            }
        }
    }
}
