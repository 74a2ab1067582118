// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures
import GromaGeometry
import Synchronization
import Testing

/// A table that counts what it is asked, as one behind a network would be.
final class CountedTable: FeatureTable {
    private let inner: FeatureCollectionTable
    private let asked = Mutex<[String]>([])
    init(_ inner: FeatureCollectionTable) { self.inner = inner }

    var questions: [String] { asked.withLock { $0 } }
    private func note(_ question: String) { asked.withLock { $0.append(question) } }

    func layerInfo() async throws -> FeatureLayerInfo { try await inner.layerInfo() }
    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureSet {
        await Task.yield()
        let order = parameters.orderByFields.map { $0.fieldName + ($0.isAscending ? "" : " DESC") }.joined(
            separator: ",")
        note(
            "rows where \(parameters.whereClause) order \(order) most \(parameters.maxFeatures ?? -1) shape \(parameters.geometry != nil)"
        )
        let answer = try await inner.queryFeatures(using: parameters)
        given.withLock { $0.append(answer.count) }
        return answer
    }
    private let given = Mutex<[Int]>([])
    /// How many rows each answer held.
    var answers: [Int] { given.withLock { $0 } }
    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        note("count where \(parameters.whereClause)")
        return try await inner.queryFeatureCount(using: parameters)
    }
    func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int64] {
        try await inner.queryObjectIDs(using: parameters)
    }
    func queryExtent(using parameters: QueryParameters) async throws -> Envelope {
        try await inner.queryExtent(using: parameters)
    }
    func queryStatistics(using parameters: StatisticsQueryParameters) async throws -> FeatureSet {
        note("statistics where \(parameters.whereClause) by \(parameters.groupByFieldNames.joined(separator: ","))")
        return try await inner.queryStatistics(using: parameters)
    }
    func attachments(of objectID: Int64) async throws -> [AttachmentInfo] { try await inner.attachments(of: objectID) }
    func attachmentData(_ attachmentID: Int64, of objectID: Int64) async throws -> [UInt8] {
        try await inner.attachmentData(attachmentID, of: objectID)
    }
}

@Suite("Feature sets") struct FeatureSetTests {
    private static func table() throws -> CountedTable {
        let info = FeatureLayerInfo(
            id: 3, name: "Trees", geometryType: .point,
            fields: [
                Field(name: "OBJECTID", type: .oid), Field(name: "kind", type: .string),
                Field(name: "height", type: .double),
                Field(name: "planted", type: .date),
            ], objectIDFieldName: "OBJECTID", spatialReference: .webMercator)
        var records: [FeatureRecord] = []
        for index in 0..<40 {
            var record = FeatureRecord(geometry: Point(x: Double(index), y: 0, spatialReference: .webMercator))
            record.attributes["OBJECTID"] = .integer(Int64(index + 1))
            record.attributes["kind"] = .string(["oak", "elm", "it's"][index % 3])
            record.attributes["height"] = index % 10 == 9 ? .null : .double(Double(index))
            record.attributes["planted"] = .date(Int64(index) * 86_400_000)
            records.append(record)
        }
        return CountedTable(
            try FeatureCollectionTable(
                info: info,
                rows: FeatureSet(
                    records: records, fields: info.fields, geometryType: .point, spatialReference: .webMercator,
                    objectIDFieldName: "OBJECTID")))
    }

    /// Each page waits for its turn among all the tests that run at a time, which is not the expression's own time.
    private static let patience = Duration.seconds(600)

    private func evaluate(_ text: String) async throws -> (String, [String]) {
        let table = try Self.table()
        var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "en-US"))
        context.layer = ArcadeLayer(table: table, id: "trees", title: "Trees")
        context.map = [ArcadeLayer(table: table, id: "trees", title: "Trees")]
        context.limits.duration = Self.patience
        let value = try await ArcadeExpression(text).evaluate(in: context)
        return (value.text, table.questions)
    }

    @Test(
        "a chain is one question to the table",
        arguments: [
            ("Count(Filter($layer, 'height > 5'))", "30", "count where height > 5"),
            (
                "First(OrderBy(Filter($layer, \"kind = 'oak'\"), 'height DESC')).height", "36",
                "rows where kind = 'oak' order height DESC most 1 shape false"
            ),
            ("Sum(Filter($layer, 'height < 4'), 'height')", "6", "statistics where height < 4 by "),
            (
                "Count(GroupBy($layer, 'kind', {name: 'n', expression: 'height', statistic: 'COUNT'}))", "3",
                "statistics where  by kind"
            ),
            (
                "var out = ''; for (var f in Top(Intersects($layer, Extent({xmin: 1, ymin: -1, xmax: 4, ymax: 1})), 2)) { out += f.OBJECTID } out",
                "23", "rows where  order  most 2 shape true"
            ),
            (
                "var k = \"it's\"; Count(Filter(FeatureSetByName($map, 'trees'), 'kind = @k'))", "13",
                "count where kind = 'it''s'"
            ),
            ("var ids = [1, 2, 3]; Count(Filter($layer, 'OBJECTID IN @ids'))", "3", "count where OBJECTID IN (1,2,3)"),
            (
                "function f(d) { return Count(Filter($layer, 'planted < @d')) } f(Date(1970, 0, 3))", "2",
                "count where planted < TIMESTAMP '1970-01-03 00:00:00'"
            ),
            (
                "Count(Filter(Filter($layer, 'height > 5'), 'height < 8'))", "2",
                "count where (height > 5) AND (height < 8)"
            ),
        ])
    func oneQuestion(text: String, expected: String, question: String) async throws {
        let (value, questions) = try await evaluate(text)
        #expect(value == expected)
        #expect(questions == [question])
    }

    @Test(
        "what the table cannot do is done in memory",
        arguments: [
            ("Sum(Filter($layer, 'height < 4'), 'height * 2')", "12"),
            ("Count(Distinct($layer, {name: 'k', expression: 'UPPER(kind)'}))", "3"),
            ("Count(Filter(Top(OrderBy($layer, 'height DESC'), 3), 'height > 37'))", "1"),
            (
                "Text(First(GroupBy($layer, {name: 'half', expression: 'OBJECTID - OBJECTID'}, [{name: 's', expression: 'height * 1', statistic: 'SUM'}])).s)",
                "684"
            ),
            ("Count(Within($layer, Extent({xmin: 1, ymin: -1, xmax: 4, ymax: 1})))", "0"),
            ("Count(Contains($layer, Extent({xmin: 1, ymin: -1, xmax: 4, ymax: 1})))", "2"),
            ("Mean($layer, 'nothing')", "NaN"), ("First(Filter($layer, 'height > 1000'))", ""),
            ("Count(GetFeatureSet(First(Filter($layer, 'height > 5'))))", "40"), ("FeatureSetByName($map, 'Nope')", ""),
            ("var n = 0; for (var f in $layer) { if (f.height == null) { n += 1 } } n", "4"),
        ])
    func inMemory(text: String, expected: String) async throws { #expect(try await evaluate(text).0 == expected) }

    /// Long enough for three pages.
    private static func longTable(_ count: Int) throws -> CountedTable {
        let info = FeatureLayerInfo(
            id: 1, name: "Poles", geometryType: .point,
            fields: [
                Field(name: "ID", type: .oid), Field(name: "n", type: .integer), Field(name: "kind", type: .string),
            ],
            objectIDFieldName: "ID", spatialReference: .webMercator)
        let records = (0..<count).map { index in
            FeatureRecord(
                attributes: [
                    "ID": .integer(Int64(3 * index + 1)), "n": .integer(Int64(index)), "kind": .string("k\(index % 4)"),
                ], geometry: Point(x: Double(index), y: 0, spatialReference: .webMercator))
        }
        return CountedTable(
            try FeatureCollectionTable(
                info: info,
                rows: FeatureSet(
                    records: records, fields: info.fields, geometryType: .point, spatialReference: .webMercator,
                    objectIDFieldName: "ID")))
    }

    @Test(
        "rows come in pages, and no more of them than are walked over",
        arguments: [
            ("var n = 0; for (var f in $layer) { n += f.n } n", "3123750", [1000, 1000, 500]),
            ("var n = 0; for (var f in $layer) { if (f.n == 10) { break } n += 1 } n", "10", [1000]),
            ("var n = 0; for (var f in Filter($layer, 'n < 1500')) { n += 1 } n", "1500", [1000, 500]),
            (
                "var t = 0; for (var f in OrderBy($layer, 'n DESC')) { t += 1; if (t == 1200) { return f.n } }", "1300",
                [1000, 1000]
            ),
            ("var n = 0; for (var f in Top($layer, 1700)) { n += 1 } n", "1700", [1000, 1000]),
            ("First($layer).n", "0", [1]), ("Count(Top($layer, 7))", "7", []),
            ("Sum($layer, 'n * 2')", "6247500", [1000, 1000, 500]),
            (
                "Count(GroupBy($layer, {name: 'k', expression: 'UPPER(kind)'}, {name: 'c', expression: 'n', statistic: 'COUNT'}))",
                "4", [1000, 1000, 500]
            ),
            ("Count(Crosses($layer, Extent({xmin: -1, ymin: -1, xmax: 1500, ymax: 1})))", "0", [1000, 501]),
            ("Count(Contains(Extent({xmin: -1, ymin: -1, xmax: 1500, ymax: 1}), $layer))", "1500", [1000, 501]),
            (
                "var n = 0; for (var f in FeatureSetByName($map, 'Poles', ['n'], false)) { n += 1 } n", "2500",
                [1000, 1000, 500]
            ),
        ])
    func pages(text: String, expected: String, answers: [Int]) async throws {
        let table = try Self.longTable(2_500)
        var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "en-US"))
        context.layer = ArcadeLayer(table: table, id: "poles", title: "Poles")
        context.map = [ArcadeLayer(table: table, id: "poles", title: "Poles")]
        context.limits.duration = Self.patience
        #expect(try await ArcadeExpression(text).evaluate(in: context).text == expected)
        #expect(table.answers == answers)
    }

    @Test("the limit of rows ends a walk while it goes on, not when all is read")
    func rowLimit() async throws {
        let table = try Self.longTable(5_000)
        var context = ArcadeContext()
        context.layer = ArcadeLayer(table: table)
        context.limits.rows = 1_500
        context.limits.duration = Self.patience
        await #expect {
            try await ArcadeExpression("for (var f in $layer) { }").evaluate(in: context)
        } throws: { ($0 as? ArcadeError)?.code == .limitExceeded }
        await #expect { try await ArcadeExpression("$layer").evaluate(in: context) } throws: {
            ($0 as? ArcadeError)?.code == .limitExceeded
        }
        #expect(table.answers == [1_000, 1_000, 1_000, 1_000])
    }

    @Test("a set that is only planned asks nothing")
    func lazy() async throws {
        #expect(try await evaluate("var a = OrderBy(Filter($layer, 'height > 1'), 'kind'); 5").1.isEmpty)
    }

    @Test("a bad clause and a loop of questions end with an error of the language")
    func refused() async throws {
        await #expect(throws: ArcadeError.self) { try await evaluate("Filter($layer, 'bad sql (')") }
        await #expect(throws: ArcadeError.self) { try await evaluate("Filter($layer, 'kind = @missing')") }
        await #expect {
            try await evaluate("while (true) { Count(Filter($layer, 'height > 1')) }")
        } throws: { ($0 as? ArcadeError)?.code == .limitExceeded }
    }

    @Test("without waiting, rows that are not in memory are refused with a reason")
    func synchronous() throws {
        var context = ArcadeContext()
        context.layer = ArcadeLayer(table: try Self.table())
        #expect { try ArcadeExpression("Count($layer)").evaluate(context) } throws: {
            ($0 as? ArcadeError)?.code == .needsWaiting
        }
    }

    @Test("rows of columns: texts, numbers, missing fields, domains")
    func rows() throws {
        let domain = Domain.codedValue(
            CodedValueDomain(name: "d", codedValues: [CodedValue(code: .integer(1), name: "One")]))
        let fields = [
            Field(name: "A", type: .string), Field(name: "B", type: .integer, domain: domain),
            Field(name: "C", type: .double),
        ]
        let records = (0..<3).map {
            FeatureRecord(attributes: [
                "A": $0 == 2 ? .null : .string("a\($0)"), "B": .integer(Int64($0)), "C": .double(Double($0) + 0.26),
            ])
        }
        let set = try FeatureSet(records: records, fields: fields)
        let info = FeatureLayerInfo(id: 0, name: "L", geometryType: nil, fields: fields, objectIDFieldName: "")
        func rows(_ text: String) throws -> ArcadeRows {
            ArcadeRows(try ArcadeExpression(text, profile: .labeling), rows: set, context: ArcadeContext(), info: info)
        }
        let joined = try rows("$feature.a + ' ' + $feature.B + ' ' + Round($feature['C'], 1)")
        #expect(try (0..<3).map { try joined.text(at: $0) } == ["a0 0 0.3", "a1 1 1.3", " 2 2.3"])
        #expect(try rows("DomainName($feature, 'B')").text(at: 1) == "One")
        #expect(try rows("$feature.C * 2").number(at: 1) == 2.52)
        #expect(throws: ArcadeError.self) { try rows("$feature.D").text(at: 0) }
        #expect(try rows("var n = 0; for (var k in $feature) { n += 1 } n").number(at: 2) == 3)
    }
}
