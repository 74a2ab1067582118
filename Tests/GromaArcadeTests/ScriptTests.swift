// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures
import GromaGeometry
import Testing

/// Scripts of the kinds that people write, for every place where scripts stand: labels, renderers, popups, forms, rules of databases.
@Suite("Scripts of every kind") struct ScriptTests {
    private static let info: FeatureLayerInfo = {
        let status = Domain.codedValue(
            CodedValueDomain(
                name: "Status", codedValues: [CodedValue(code: 1, name: "Open"), CodedValue(code: 2, name: "Closed")]))
        return FeatureLayerInfo(
            id: 7, name: "Hydrants", geometryType: .point,
            fields: [
                Field(name: "OBJECTID", type: .oid), Field(name: "STREET", type: .string),
                Field(name: "NOTE", type: .string),
                Field(name: "FLOW", type: .double), Field(name: "STATUS", type: .integer, domain: status),
                Field(name: "SEEN", type: .date), Field(name: "DISTRICT", type: .string),
            ], objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
    }()

    private static let record = FeatureRecord(
        attributes: [
            "OBJECTID": .integer(5), "STREET": .string("north MAIN st"), "NOTE": .null, "FLOW": .double(1234.567),
            "STATUS": .integer(2), "SEEN": .date(1_700_000_000_000), "DISTRICT": .string(""),
        ], geometry: Point(x: 10, y: 20, spatialReference: .webMercator))

    private static func context() throws -> ArcadeContext {
        let corners = [(0.0, 0.0), (0.0, 50.0), (50.0, 50.0), (50.0, 0.0), (0.0, 0.0)].map { Point(x: $0.0, y: $0.1) }
        let districts = FeatureLayerInfo(
            id: 8, name: "Districts", geometryType: .polygon,
            fields: [
                Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string),
                Field(name: "N", type: .integer),
            ],
            objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        let far = corners.map { Point(x: $0.x + 500, y: $0.y) }
        let rows = try FeatureSet(
            records: [("West", corners, 3), ("East", far, 4)].enumerated().map { place, item in
                FeatureRecord(
                    attributes: [
                        "OBJECTID": .integer(Int64(place + 1)), "NAME": .string(item.0), "N": .integer(item.2),
                    ],
                    geometry: Polygon(points: item.1, spatialReference: .webMercator))
            }, fields: districts.fields, geometryType: .polygon, spatialReference: .webMercator,
            objectIDFieldName: "OBJECTID")
        let own = try FeatureSet(
            records: [record], fields: info.fields, geometryType: .point, spatialReference: .webMercator,
            objectIDFieldName: "OBJECTID")
        let layers = [
            ArcadeLayer(
                table: try FeatureCollectionTable(info: districts, rows: rows), id: "8", title: "Districts",
                info: districts),
            ArcadeLayer(
                table: try FeatureCollectionTable(info: info, rows: own), id: "7", title: "Hydrants", info: info),
        ]
        var before = record
        before.attributes["FLOW"] = .double(1_000)
        var context = ArcadeContext(
            feature: Feature(record: record, layerInfo: info), timeZone: .gmt, locale: Locale(identifier: "en-US"))
        context.originalFeature = Feature(record: before, layerInfo: info)
        context.datastore = layers
        context.map = layers
        context.layer = layers[1]
        context.viewScale = 2_000
        context.editType = .update
        context.now = Date(timeIntervalSince1970: 1_700_086_400)
        return context
    }

    private func text(_ script: String, _ profile: ArcadeProfile) async throws -> String {
        let expression = try ArcadeExpression(script, profile: profile)
        return try await expression.evaluate(in: Self.context()).text
    }

    @Test(
        "labels",
        arguments: [
            ("$feature.STREET", "north MAIN st"), ("Proper($feature.STREET)", "North Main St"),
            (
                "$feature.STREET + TextFormatting.NewLine + Text($feature.FLOW, '#,###.#') + ' gpm'",
                "north MAIN st\n1,234.6 gpm"
            ),
            ("Concatenate([$feature.NOTE, $feature.STREET], ' / ')", " / north MAIN st"),
            (
                "Concatenate(Filter([$feature.NOTE, $feature.STREET], Filled), ', ')\nfunction Filled(x) { return !IsEmpty(x) }",
                "north MAIN st"
            ),
            (
                "DomainName($feature, 'STATUS') + ' since ' + Text($feature.SEEN, 'MMM D, Y')",
                "Closed since Nov 14, 2023"
            ),
            ("if (IsEmpty($feature.NOTE)) { return Upper(Left($feature.STREET, 5)) }\nreturn $feature.NOTE", "NORTH"),
            ("IIf($view.scale > 5000, '', $feature.STREET)", "north MAIN st"),
            ("\"<BOL>\" + $feature.STREET + \"</BOL>\"", "<BOL>north MAIN st</BOL>"),
            ("When($feature.FLOW > 1500, 'AA', $feature.FLOW > 1000, 'A', $feature.FLOW > 500, 'B', 'C')", "A"),
            (
                "var words = Split($feature.STREET, ' '), out = ''\nfor (var i in words) out += Upper(Left(words[i], 1))\nout",
                "NMS"
            ),
            ("`${$feature.OBJECTID}: ${Round($feature.FLOW)}`", "5: 1235"),
            ("DefaultValue($feature.NOTE, 'no note') + DefaultValue($feature, 'DISTRICT', '?')", "no note?"),
        ])
    func labels(script: String, expected: String) async throws {
        #expect(try await text(script, .labeling) == expected)
    }

    @Test(
        "classes and sizes",
        arguments: [
            ("$feature.FLOW / 100", "12.34567"), ("Log($feature.FLOW) / Log(10) > 3", "true"),
            ("Month($feature.SEEN) + 1", "11"), ("DateDiff(Now(), $feature['SEEN'], 'hours')", "24"),
            ("Decode($feature.STATUS, 1, 'open', 2, 'closed', 'unknown')", "closed"),
            ("var best = Max($feature.FLOW, 10); if (best == $feature.FLOW) 'flow'\nelse 'ten'", "flow"),
            ("Floor(Constrain($feature.FLOW, 0, 1000) / 250)", "4"), ("$view.scale * 2", "4000"),
        ])
    func classes(script: String, expected: String) async throws {
        #expect(try await text(script, .visualization) == expected)
    }

    @Test(
        "popups",
        arguments: [
            (
                "var d = First(Intersects(FeatureSetByName($map, 'Districts', ['NAME']), $feature)); IIf(d == null, 'none', d.NAME)",
                "West"
            ),
            ("Count($layer) + ' of ' + Sum(FeatureSetById($map, '8'), 'N')", "1 of 7"),
            (
                "var out = []; for (var d in OrderBy(FeatureSetByName($map, 'Districts'), 'NAME')) { Push(out, d.NAME) } Concatenate(out, ', ')",
                "East, West"
            ),
            (
                "Text(Round(Distance($feature, Point({x: 10, y: 120, spatialReference: {wkid: 102100}}), 'feet'), 1))",
                "328.1"
            ),
            ("'https://example.org/?q=' + UrlEncode($feature.STREET)", "https://example.org/?q=north%20MAIN%20st"),
            ("Text(DateAdd($feature.SEEN, 1, 'year'), 'dddd, MMMM D, Y')", "Thursday, November 14, 2024"),
            ("Geometry($feature).x + ',' + Geometry($feature).y", "10,20"),
            ("Schema($feature).fields[4].name", "STATUS"),
            ("var s = Subtypes($feature); s == null", "true"),
            ("FromJSON('{\"a\":[{\"b\":5}]}').a[0].b", "5"),
            ("FeatureInFilter($feature, \"FLOW > 1000 AND STREET LIKE 'north%'\")", "true"),
            ("var least = 2000; FeatureInFilter($feature, 'FLOW > @least')", "false"),
            ("FeatureInFilter(null, '1=1')", "false"),
        ])
    func popups(script: String, expected: String) async throws { #expect(try await text(script, .popup) == expected) }

    @Test(
        "elements of popups are dictionaries",
        arguments: [
            ("return {type: 'text', text: `<b>${Proper($feature.STREET)}</b>`}", "text"),
            (
                "var infos = [], values = {}; var names = ['FLOW', 'STATUS']; for (var i in names) { Push(infos, {fieldName: names[i], label: Proper(names[i])}); values[names[i]] = $feature[names[i]] }\nreturn {type: 'fields', title: 'All', fieldInfos: infos, attributes: values}",
                "fields"
            ),
            (
                "return {type: 'media', attributes: {a: 1, b: 2}, mediaInfos: [{type: 'piechart', title: 'Parts', value: {fields: ['a', 'b']}}]}",
                "media"
            ),
        ])
    func elements(script: String, kind: String) async throws {
        let value = try await ArcadeExpression(script, profile: .popupElement).evaluate(in: Self.context())
        #expect(value["type"]?.string == kind)
    }

    @Test(
        "forms",
        arguments: [
            ("$feature.FLOW != $originalFeature.FLOW", "true"), ("$editContext.editType == 'INSERT'", "false"),
            ("HasValue($feature, 'STREET') && Includes([1, 2], $feature.STATUS)", "true"),
            ("IIf($editContext.editType == 'UPDATE', Text(Today(), 'Y-MM-DD'), '')", "2023-11-15"),
            ("IsEmpty($feature.NOTE) || Count($feature.NOTE) <= 20", "true"),
        ])
    func forms(script: String, expected: String) async throws {
        #expect(try await text(script, .formConstraint) == expected)
    }

    @Test(
        "rules of databases",
        arguments: [
            (
                "var d = First(Intersects(FeatureSetByName($datastore, 'Districts', ['NAME'], true), Geometry($feature)));\nif (d == null) { return {errorMessage: 'outside'} }\nreturn d.NAME",
                "West"
            ),
            (
                "if ($feature.FLOW == $originalFeature.FLOW) { return }\nreturn {result: Round($feature.FLOW), edit: [{className: 'Log', adds: [{attributes: {OLD: $originalFeature.FLOW}}]}]}",
                #"{"result":1235,"edit":[{"className":"Log","adds":[{"attributes":{"OLD":1000}}]}]}"#
            ),
            (
                "if ($feature.FLOW > 1000) { return {errorMessage: 'too much'} } return true",
                #"{"errorMessage":"too much"}"#
            ),
            (
                "var near = Filter(FeatureSetByName($datastore, 'Districts'), 'N > 3'); var updates = [];\nfor (var d in near) { Push(updates, {objectID: d.OBJECTID, attributes: {N: d.N + 1}}) }\nreturn {edit: [{className: 'Districts', updates: updates}]}",
                #"{"edit":[{"className":"Districts","updates":[{"objectID":2,"attributes":{"N":5}}]}]}"#
            ),
            ("if (Count($featureSet) == 0) { return 1 } return 2", "1"),
            (
                "return {result: {attributes: {STREET: Proper($feature.STREET)}}}",
                #"{"result":{"attributes":{"STREET":"North Main St"}}}"#
            ),
            ("Decode($editContext.editType, 'INSERT', 'new', 'UPDATE', 'changed', 'gone')", "changed"),
        ])
    func rules(script: String, expected: String) async throws {
        #expect(try await text(script, .attributeRuleCalculation) == expected)
    }

    @Test(
        "what needs a service that is not here says so, and only when it is reached",
        arguments: [
            "NextSequenceValue('Asset')", "'A-' + Text(NextSequenceValue('Asset'), '0000')",
            "TrackGeometryWindow(0, 5)",
            "TrackCurrentSpeed()", "FeatureSetByAssociation($feature, 'container')",
            "FeatureSetByRelationshipClass($feature, 'main.Rel', ['*'], false)",
            "FeatureSetByRelationshipName($feature, 'Inspections')",
            "if (true) { return NextSequenceValue('Asset') } 1",
        ])
    func notHere(script: String) async throws {
        await #expect { try await text(script, .attributeRuleCalculation) } throws: {
            ($0 as? ArcadeError)?.code == .notAvailable
        }
        #expect(try await text("if (false) { \(script) }\n5", .attributeRuleCalculation) == "5")
    }
}
