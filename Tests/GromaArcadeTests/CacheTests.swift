// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures
import Testing

@Suite("Values kept by what they depend on") struct CacheTests {
    private static let fields = [
        Field(name: "A", type: .string), Field(name: "B", type: .integer), Field(name: "C", type: .double),
    ]

    private static func rows(_ names: [String], b: Int64 = 1) throws -> FeatureSet {
        try FeatureSet(
            records: names.enumerated().map {
                FeatureRecord(attributes: ["A": .string($1), "B": .integer(b), "C": .double(Double($0))])
            }, fields: fields)
    }

    private func texts(
        _ script: String, _ rows: FeatureSet, _ cache: ArcadeCache, scale: Double? = nil, locale: String = "en-US"
    ) throws -> [String] {
        var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: locale))
        context.viewScale = scale
        let all = ArcadeRows(
            try ArcadeExpression(script, profile: .labeling), rows: rows, context: context, cache: cache)
        return try (0..<rows.count).map { try all.text(at: $0) }
    }

    @Test("a row that comes again is not evaluated again; another value of a field that is read is")
    func again() throws {
        let cache = ArcadeCache(), script = "var t = Proper($feature.A); return t + $feature.B"
        #expect(try texts(script, Self.rows(["oak", "elm"]), cache) == ["Oak1", "Elm1"])
        #expect(cache.counts == (0, 2))
        #expect(try texts(script, Self.rows(["elm", "oak", "yew"]), cache) == ["Elm1", "Oak1", "Yew1"])
        #expect(cache.counts == (2, 3))
        #expect(try texts(script, Self.rows(["oak"], b: 2), cache) == ["Oak2"])
        #expect(cache.counts == (2, 4))
        #expect(try texts(script, Self.rows(["oak"], b: 2), cache, locale: "de-DE") == ["Oak2"])
        #expect(cache.counts == (2, 5))
    }

    @Test("the scale counts only where it is read")
    func scale() throws {
        let cache = ArcadeCache(), rows = try Self.rows(["oak"])
        let reading = "if ($view.scale > 1000) { return Upper($feature.A) } return Lower($feature.A)"
        #expect(try texts(reading, rows, cache, scale: 500) == ["oak"])
        #expect(try texts(reading, rows, cache, scale: 5_000) == ["OAK"])
        #expect(try texts(reading, rows, cache, scale: 5_000) == ["OAK"])
        #expect(cache.counts == (1, 2))
        #expect(try texts("Proper($feature.A) + '!'", rows, cache, scale: 1) == ["Oak!"])
        #expect(try texts("Proper($feature.A) + '!'", rows, cache, scale: 2) == ["Oak!"])
        #expect(cache.counts == (2, 3))
    }

    @Test(
        "what depends on more than the fields, or costs less than a look-up, is not kept",
        arguments: [
            "$feature.A + $feature.B", "Proper($feature.A) + Guid()", "Text(Now(), 'Y') + $feature.A",
            "Text(Date(), 'Y')",
            "Proper($feature.A) + Count(Text($feature))", "Upper($feature.A) + Area(Geometry($feature))",
            "var f = Date; Text(f(), 'Y') + $feature.A",
        ])
    func notKept(script: String) throws {
        let cache = ArcadeCache()
        for _ in 0..<2 { _ = try texts(script, Self.rows(["oak", "elm"]), cache) }
        #expect(cache.counts == (0, 0))
    }

    @Test("a row that fails fails again, and is not kept")
    func failing() throws {
        let cache = ArcadeCache()
        for _ in 0..<2 {
            #expect(throws: ArcadeError.self) { try texts("if ($feature.A) { 1 }", Self.rows(["oak"]), cache) }
        }
        #expect(cache.counts == (0, 2))
    }

    @Test("the values used last stay; there are never more than there may be")
    func bounded() throws {
        let cache = ArcadeCache(capacity: 20), script = "Upper($feature.A)"
        for round in 0..<30 {
            _ = try texts(script, Self.rows(["oak"] + (0..<5).map { "tree \(round) \($0)" }), cache)
        }
        // The one that comes in every round is found from the second on.
        #expect(cache.counts == (29, 151))
        _ = try texts(script, Self.rows(["tree 0 0"]), cache)
        #expect(cache.counts == (29, 152))
        cache.removeAll()
        _ = try texts(script, Self.rows(["oak"]), cache)
        #expect(cache.counts == (0, 1))
    }

    @Test("a domain of the feature's type: the type's field is among what the value depends on")
    func types() throws {
        func domain(_ name: String) -> Domain {
            .codedValue(CodedValueDomain(name: name, codedValues: [CodedValue(code: 1, name: name)]))
        }
        var info = FeatureLayerInfo(id: 0, name: "L", geometryType: nil, fields: Self.fields, objectIDFieldName: "")
        info.subtypeFieldName = "B"
        info.featureSubtypes = [
            FeatureSubtype(code: 1, name: "one", domains: ["C": domain("first")]),
            FeatureSubtype(code: 2, name: "two", domains: ["C": domain("second")]),
        ]
        let cache = ArcadeCache(), expression = try ArcadeExpression("DomainName($feature, 'C')", profile: .labeling)
        #expect(expression.readsDomains)
        let rows = try FeatureSet(
            records: [1, 2, 1].map { FeatureRecord(attributes: ["A": .null, "B": .integer($0), "C": .double(1)]) },
            fields: Self.fields)
        let all = ArcadeRows(expression, rows: rows, context: ArcadeContext(), info: info, cache: cache)
        #expect(try (0..<3).map { try all.text(at: $0) } == ["first", "second", "first"])
        #expect(cache.counts == (1, 2))
    }
}
