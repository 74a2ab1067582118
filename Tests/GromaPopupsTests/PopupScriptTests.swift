// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaPopups
import Testing

@Suite("Scripts of popups") struct PopupScriptTests {
    private static let locale = Locale(identifier: "en-US")
    private static let info = FeatureLayerInfo(
        id: 0, name: "Trees", geometryType: nil,
        fields: [
            Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string), Field(name: "H", type: .double),
        ],
        objectIDFieldName: "OBJECTID")

    private func popup(_ definition: String, table: (any FeatureTable)? = nil) throws -> Popup {
        let json = try #require(try JSONValue(parsing: definition).object)
        let feature = Feature(
            attributes: ["OBJECTID": .integer(1), "NAME": .string("Oak"), "H": .double(1234.5)], table: table,
            layerInfo: Self.info)
        return Popup(geoElement: feature, definition: PopupDefinition(json: json))
    }

    @Test("values of scripts stand in titles, texts and tables, in the format of their field")
    func values() throws {
        let shown = try popup(
            #"""
            {"title":"{NAME}: {expression/e}","expressionInfos":[{"name":"e","title":"Double","expression":"$feature.H * 2","returnType":"number"},
            {"name":"t","expression":"Upper($feature.NAME)"}],
            "fieldInfos":[{"fieldName":"expression/e","label":"x","visible":true,"format":{"places":1,"digitSeparator":true}}],
            "popupElements":[{"type":"fields"},{"type":"text","text":"[{expression/t}]"}]}
            """#
        ).evaluated(locale: Self.locale, timeZone: .gmt)
        #expect(shown.title == "Oak: 2,469.0")
        #expect(shown.diagnostics.isEmpty)
        guard case .fields(let table) = shown.elements[0], case .text(let text) = shown.elements[1] else {
            Issue.record("\(shown.elements)")
            return
        }
        #expect(table.rows.map(\.label) == ["Double"])
        #expect(table.rows.map(\.value) == ["2,469.0"])
        #expect(text.text == "[OAK]")
    }

    private static let ofCluster = #"""
        {"title":"{expression/sum}","expressionInfos":[{"name":"sum","expression":"Sum($aggregatedFeatures, 'H') + ' m of ' + Count($aggregatedFeatures)"},
        {"name":"own","expression":"$feature.NAME"}],
        "popupElements":[{"type":"expression","expressionInfo":{"expression":"return {type:'text', text: First($aggregatedFeatures).NAME}"}}]}
        """#

    @Test("scripts of a cluster's popup read the features in it, and none outside")
    func aggregatedFeatures() async throws {
        let rows = try FeatureSet(
            records: (1...4).map {
                FeatureRecord(attributes: [
                    "OBJECTID": .integer($0), "NAME": .string("Oak \($0)"), "H": .double(Double($0) * 1.5),
                ])
            }, fields: Self.info.fields, geometryType: nil, spatialReference: nil, objectIDFieldName: "OBJECTID")
        let table = try FeatureCollectionTable(info: Self.info, rows: rows)
        let popup = try popup(Self.ofCluster)
        popup.aggregatedFeatures = AggregatedFeatures(table: table, objectIDs: [2, 4])
        let values = await popup.evaluateExpressions(in: ArcadeContext(timeZone: .gmt, locale: Self.locale))
        #expect(values.allSatisfy { $0.error == nil }, "\(values)")
        let shown = popup.evaluated(locale: Self.locale, timeZone: .gmt)
        #expect(shown.title == "9 m of 2")
        guard case .text(let text)? = shown.elements.first else {
            Issue.record("\(shown.elements)")
            return
        }
        #expect(text.text == "Oak 2")
    }

    @Test("features of a cluster have the domains of their subtypes")
    func subtypesOfAggregatedFeatures() async throws {
        func domain(_ name: String) -> Domain {
            .codedValue(CodedValueDomain(name: name, codedValues: [CodedValue(code: 1, name: name)]))
        }
        var info = Self.info
        info.fields += [Field(name: "KIND", type: .integer), Field(name: "STATE", type: .integer)]
        info.subtypeFieldName = "KIND"
        info.featureSubtypes = [
            FeatureSubtype(code: 1, name: "broadleaf", domains: ["STATE": domain("in leaf")]),
            FeatureSubtype(code: 2, name: "conifer", domains: ["STATE": domain("green")]),
        ]
        let rows = try FeatureSet(
            records: (1...2).map {
                FeatureRecord(attributes: ["OBJECTID": .integer($0), "KIND": .integer($0), "STATE": .integer(1)])
            }, fields: info.fields, geometryType: nil, spatialReference: nil, objectIDFieldName: "OBJECTID")
        let popup = try popup(
            #"""
            {"title":"{expression/states}","expressionInfos":[{"name":"states","expression":"var t = ''; for (var f in $aggregatedFeatures) { t += SubtypeName(f) + ' ' + DomainName(f, 'STATE') + '; ' } return t"},
            {"name":"found","expression":"DomainName(First(Filter($aggregatedFeatures, 'KIND = 2')), 'STATE')"}]}
            """#)
        popup.aggregatedFeatures = AggregatedFeatures(
            table: try FeatureCollectionTable(info: info, rows: rows), objectIDs: [1, 2])
        let values = await popup.evaluateExpressions(in: ArcadeContext(timeZone: .gmt, locale: Self.locale))
        #expect(values.map(\.value.text) == ["broadleaf in leaf; conifer green; ", "green"], "\(values)")
    }

    @Test("features of a cluster that cannot be read are said by the scripts that read them, and by no other")
    func aggregatedFeaturesThatFail() async throws {
        let popup = try popup(Self.ofCluster)
        popup.aggregatedFeatures = AggregatedFeatures(table: UnreadableTable(), objectIDs: [2, 4])
        let values = await popup.evaluateExpressions(in: ArcadeContext(timeZone: .gmt, locale: Self.locale))
        #expect(values.map { $0.error == nil } == [false, true, false])
        #expect(values[0].error?.message.contains("the server is away") == true)
    }

    private static let counting =
        #"""
        {"title":"{expression/e}","expressionInfos":[{"name":"e","expression":"var n = Round($feature.H / 100); for (var i = 0; i < 3; i++) { n += 1 } return n"},
        {"name":"all","expression":"Count(Text($feature))"},{"name":"chance","expression":"Random() + 1"}],
        "popupElements":[{"type":"expression","expressionInfo":{"expression":"return {type:'text', text:'{NAME} ' + 1}"}}]}
        """#

    @Test("a popup that is opened again evaluates nothing, until the feature, the language or the zone is another")
    func once() async throws {
        let cache = ArcadeCache()
        try await Popup.$cache.withValue(cache) {
            let popup = try popup(Self.counting)
            #expect(popup.title == "15")
            #expect(cache.counts == (0, 3))
            #expect(popup.title == "15")
            #expect(cache.counts == (3, 3))
            let again = try self.popup(Self.counting)
            #expect(again.evaluated(locale: Self.locale, timeZone: .gmt).title == "15")
            #expect(cache.counts == (6, 3))
            let results = await again.evaluateExpressions(in: ArcadeContext(timeZone: .gmt, locale: Self.locale))
            #expect(results.count == 4 && results.allSatisfy { $0.error == nil })
            #expect(cache.counts == (9, 3))

            let feature = try #require(again.geoElement as? Feature)
            feature.setAttributeValue(.double(200), forKey: "H")
            #expect(again.title == "5", "what was evaluated before the edit is not shown after it")
            #expect(cache.counts == (9, 6))
            #expect(popup.evaluated(locale: Locale(identifier: "de-DE"), timeZone: .gmt).title == "15")
            #expect(cache.counts == (9, 9))
        }
    }

    @Test("a shape that is changed is measured again")
    func shapes() throws {
        let cache = ArcadeCache()
        try Popup.$cache.withValue(cache) {
            let popup = try popup(
                #"{"title":"{expression/e}","expressionInfos":[{"name":"e","expression":"Round(Length(Geometry($feature)))"}]}"#
            )
            let feature = try #require(popup.geoElement as? Feature)
            func line(_ end: Double) -> Polyline {
                Polyline(points: [Point(x: 0, y: 0), Point(x: end, y: 0)], spatialReference: .webMercator)
            }
            feature.geometry = line(10)
            #expect(popup.title == "10")
            feature.geometry = line(20)
            #expect(popup.title == "20")
            feature.geometry = line(10)
            #expect(popup.title == "10")
            #expect(cache.counts == (1, 2))
        }
    }

    @Test("a script that does not end is stopped at the limit and counts as failed")
    func endless() async throws {
        let popup = try popup(
            #"""
            {"title":"x","expressionInfos":[{"name":"e","expression":"while (true) { }"}],"popupElements":[
            {"type":"expression","expressionInfo":{"expression":"var n = 0; while (true) { n += 1 } return {type:'text', text:'a'}"}},
            {"type":"text","text":"stays"}]}
            """#)
        var context = ArcadeContext(timeZone: .gmt, locale: Self.locale)
        context.limits.steps = 50_000
        let results = await popup.evaluateExpressions(in: context)
        #expect(results.map { $0.error?.code } == [.limitExceeded, .limitExceeded])
        let shown = popup.evaluated(locale: Self.locale, timeZone: .gmt)
        #expect(shown.elements.count == 1)
    }

    private static let slow =
        #"""
        {"title":"{expression/slow} of {NAME}","expressionInfos":[{"name":"slow","expression":"var n = 0; for (var i = 0; i < 5000; i++) { n += 1 } return n"},
        {"name":"other","expression":"Random() + $feature.NOPE"},{"name":"quick","expression":"$feature.H * 2"}],
        "popupElements":[{"type":"text","text":"{expression/quick}"},
        {"type":"expression","expressionInfo":{"expression":"var n = 0; while (n < 5000) { n += 1 } return {type:'text', text: Text(n)}"}}]}
        """#

    @Test("without patience a popup shows what there is at once; the rest comes when it has been evaluated elsewhere")
    func patience() async throws {
        func texts(_ shown: EvaluatedPopup) -> [String] {
            shown.elements.compactMap { if case .text(let text) = $0 { text.text } else { nil } }
        }
        let cache = ArcadeCache()
        try await Popup.$cache.withValue(cache) {
            let popup = try popup(Self.slow)
            let first = popup.evaluated(locale: Self.locale, timeZone: .gmt, patience: .zero)
            #expect(first.title == "of Oak")
            #expect(texts(first) == ["2469"])
            #expect(first.diagnostics.contains { $0.contains("slow") }, "\(first.diagnostics)")
            let results = await popup.evaluateExpressions(in: ArcadeContext(timeZone: .gmt, locale: Self.locale))
            #expect(results.map { $0.error == nil } == [true, false, true, true])
            #expect(cache.counts.found == 1, "what was there at once is not evaluated again")
            let then = popup.evaluated(locale: Self.locale, timeZone: .gmt, patience: .zero)
            #expect(then.title == "5000 of Oak")
            #expect(texts(then) == ["2469", "5000"])
        }
    }

    @Test("a title for a list evaluates the scripts that it names and no other")
    func titleAlone() async throws {
        let cache = ArcadeCache()
        try await Popup.$cache.withValue(cache) {
            let popup = try popup(Self.slow)
            let title = await popup.title(locale: Self.locale, timeZone: .gmt)
            #expect(title == "5000 of Oak")
            #expect(cache.counts == (0, 1))
            #expect(popup.evaluated(locale: Self.locale, timeZone: .gmt).title == title)
        }
        let plain = try popup(#"{"title":"{NAME} {H}"}"#)
        #expect(
            await plain.title(locale: Self.locale, timeZone: .gmt)
                == plain.evaluated(locale: Self.locale, timeZone: .gmt).title)
    }

    @Test("elements that scripts make; one that fails is left out and told, the others stay")
    func elements() throws {
        let shown = try popup(
            #"""
            {"title":"x","popupElements":[
            {"type":"expression","expressionInfo":{"expression":"return {type:'text', text:'{NAME} ' + 1}"}},
            {"type":"expression","expressionInfo":{"title":"broken","expression":"$feature.NOPE"}},
            {"type":"expression","expressionInfo":{"expression":"return {type:'fields', title:'T', fieldInfos:[{fieldName:'a',label:'A'}], attributes:{a:5}}"}}]}
            """#
        ).evaluated(locale: Self.locale, timeZone: .gmt)
        #expect(shown.elements.count == 2)
        #expect(shown.diagnostics.count == 1 && shown.diagnostics[0].contains("NOPE"))
        guard case .text(let text)? = shown.elements.first, case .fields(let table)? = shown.elements.last else {
            Issue.record("\(shown.elements)")
            return
        }
        #expect(text.text == "Oak 1")
        #expect(table.rows.map(\.label) == ["A"] && table.rows.map(\.value) == ["5"])
    }

    @Test("scripts that search other layers have values after evaluateExpressions")
    func waiting() async throws {
        let definition =
            #"{"title":"{expression/n}","expressionInfos":[{"name":"n","expression":"Count(FeatureSetByName($map, 'Trees'))"}]}"#
        let popup = try popup(definition)
        let table = try FeatureCollectionTable(info: Self.info)
        _ = try await table.applyEdits(
            {
                var edits = FeatureEdits()
                edits.adds = [
                    FeatureRecord(attributes: ["NAME": .string("a")]),
                    FeatureRecord(attributes: ["NAME": .string("b")]),
                ]
                return edits
            }())
        #expect(popup.evaluated(locale: Self.locale, timeZone: .gmt).title == "0")
        var context = ArcadeContext(timeZone: .gmt, locale: Self.locale)
        context.map = [ArcadeLayer(table: table, id: "1", title: "Trees")]
        let results = await popup.evaluateExpressions(in: context)
        #expect(results.map(\.name) == ["n"] && results[0].error == nil)
        #expect(popup.evaluated(locale: Self.locale, timeZone: .gmt).title == "2")
    }
}

/// A table whose server is away.
private final class UnreadableTable: FeatureTable {
    private func fail() -> FeatureError { FeatureError(.unsupported, "the server is away") }
    func layerInfo() async throws -> FeatureLayerInfo { throw fail() }
    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet { throw fail() }
    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int { throw fail() }
    func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int64] { throw fail() }
    func queryExtent(using parameters: QueryParameters) async throws -> Envelope { throw fail() }
    func queryStatistics(using parameters: StatisticsQueryParameters) async throws -> FeatureSet { throw fail() }
    func attachments(of objectID: Int64) async throws -> [AttachmentInfo] { throw fail() }
    func attachmentData(_ attachmentID: Int64, of objectID: Int64) async throws -> [UInt8] { throw fail() }
}
