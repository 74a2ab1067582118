// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures
import GromaGeometry
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
        _ script: String, _ rows: FeatureSet, _ cache: ArcadeCache, scale: Double? = nil, locale: String = "en-US",
        steps: Int = 1_000_000
    ) throws -> [String] {
        var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: locale))
        context.viewScale = scale
        context.limits.steps = steps
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
        "what depends on more than the feature, or costs less than a look-up, is not kept",
        arguments: [
            "$feature.A + $feature.B", "Proper($feature.A) + Guid()", "Text(Now(), 'Y') + $feature.A",
            "Text(Date(), 'Y')", "Text($feature) + Random()",
            "var f = Date; Text(f(), 'Y') + $feature.A",
            "FeatureInFilter($feature, 'A < CURRENT_DATE')", "FeatureInFilter($feature, $feature.A)",
        ])
    func notKept(script: String) throws {
        let cache = ArcadeCache()
        for _ in 0..<2 { _ = try? texts(script, Self.rows(["oak", "elm"]), cache) }
        #expect(cache.counts == (0, 0))
    }

    @Test(
        "a row that fails fails again with the same error, without being evaluated",
        arguments: ["if ($feature.A) { 1 }", "while (true) { }"])
    func failing(script: String) throws {
        let cache = ArcadeCache()
        let errors = try (0..<2).map { _ in
            try #require(throws: ArcadeError.self) { try texts(script, Self.rows(["oak"]), cache, steps: 20_000) }
        }
        #expect(errors[0] == errors[1])
        #expect(cache.counts == (1, 1))
        // What more steps allow is tried.
        #expect(throws: ArcadeError.self) { try texts(script, Self.rows(["oak"]), cache, steps: 40_000) }
        #expect(cache.counts == (1, 2))
    }

    private static func lines(_ ends: [Double], z: Double? = nil) throws -> FeatureSet {
        try FeatureSet(
            records: ends.map { end in
                let points = [0, end].map { Point(x: $0, y: 0, z: z, spatialReference: .webMercator) }
                return FeatureRecord(
                    attributes: ["A": "way", "B": 1, "C": 2.5],
                    geometry: end.isNaN ? nil : Polyline(points: points, spatialReference: .webMercator))
            }, fields: fields, geometryType: .polyline, spatialReference: .webMercator)
    }

    @Test(
        "a script of the shape is evaluated anew for another shape, and only then",
        arguments: [
            "Length(Geometry($feature))", "Text(Round(Length($feature)))", "var s = $feature; Round(Length(s))",
        ])
    func shapes(script: String) throws {
        let cache = ArcadeCache()
        #expect(try texts(script, Self.lines([10, 20]), cache) == ["10", "20"])
        #expect(try texts(script, Self.lines([20, 10, 30]), cache) == ["20", "10", "30"])
        #expect(cache.counts == (2, 3))
        // The same places with a height are another shape.
        #expect(try texts(script, Self.lines([10], z: 0), cache) == ["10"])
        #expect(cache.counts == (2, 4))
    }

    @Test("rings in other parts, and null shapes, are other shapes")
    func parts() throws {
        let cache = ArcadeCache(), script = "Count(Text(Geometry($feature)))"
        let points = [(0.0, 0.0), (1, 0), (2, 0), (3, 0)].map { Point(x: $0.0, y: $0.1) }
        func rows(_ paths: [[Point]]?) throws -> FeatureSet {
            let shape = paths.map { paths in
                var builder = PolylineBuilder(spatialReference: .webMercator)
                for path in paths { builder.parts.append(MutablePart(path)) }
                return builder.toGeometry()
            }
            return try FeatureSet(
                records: [FeatureRecord(attributes: [:], geometry: shape)], fields: [], geometryType: .polyline,
                spatialReference: .webMercator)
        }
        let one = try texts(script, rows([points]), cache)
        let two = try texts(script, rows([Array(points[..<2]), Array(points[2...])]), cache)
        #expect(one != two)
        #expect(try texts(script, rows(nil), cache) == ["0"])
        #expect(cache.counts == (0, 3))
    }

    @Test("a script of the whole feature depends on every field, their names and types")
    func whole() throws {
        let cache = ArcadeCache(), script = "var n = 'A'; return Upper($feature[n]) + Count(Text($feature))"
        let first = try texts(script, Self.rows(["oak", "elm"]), cache)
        #expect(try texts(script, Self.rows(["oak", "elm"]), cache) == first)
        #expect(cache.counts == (2, 2))
        #expect(try texts(script, Self.rows(["oak"], b: 1_000), cache) != [first[0]])
        #expect(cache.counts == (2, 3))
        var named = try Self.rows(["oak"])
        named.fields[2] = Field(name: "LONGER", type: .double)
        #expect(try texts(script, named, cache) != [first[0]])
        #expect(cache.counts == (2, 4))
    }

    @Test("the times of the view count only where they are read")
    func times() throws {
        let cache = ArcadeCache(), rows = try Self.rows(["oak"])
        func text(_ script: String, _ seconds: Double) throws -> String {
            var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "en-US"))
            context.viewScale = seconds
            context.viewTime = Date(timeIntervalSince1970: seconds)...Date(timeIntervalSince1970: seconds + 10)
            let expression = try ArcadeExpression(script, profile: .labeling)
            return try ArcadeRows(expression, rows: rows, context: context, cache: cache).text(at: 0)
        }
        let timed = "Upper($feature.A) + Second($view.timeProperties.currentStart)"
        #expect(try text(timed, 5) == "OAK5")
        #expect(try text(timed, 6) == "OAK6")
        #expect(try text(timed, 5) == "OAK5")
        #expect(cache.counts == (1, 2))
        let both = "var v = $view; return Upper($feature.A) + v.scale + Second(v.timeProperties.currentStart)"
        #expect(try text(both, 7) == "OAK77")
        #expect(try text(both, 8) == "OAK88")
    }

    @Test("long texts count as many values, and very long ones are not kept")
    func long() throws {
        let cache = ArcadeCache(capacity: 2_000)
        func draw(_ count: Int) throws {
            _ = try texts(
                "Left(Concatenate([$feature.A, '\(String(repeating: "x", count: 6_400))']), \(count))",
                Self.rows(["oak"]), cache)
        }
        try draw(6_400)
        try draw(6_400)
        #expect(cache.counts == (1, 1))
        let script = "var t = 'x'; for (var i = 0; i < 14; i++) { t += t } return t + $feature.A"
        for _ in 0..<2 { _ = try texts(script, Self.rows(["oak"]), cache) }
        #expect(cache.counts == (1, 3))
        // A score of long ones push the first out.
        for count in 6_300..<6_330 { try draw(count) }
        try draw(6_400)
        #expect(cache.counts == (1, 34))
    }

    @Test("containers are kept with their text", arguments: ["[$feature.A, 2]", "{ a: $feature.A }"])
    func containers(script: String) throws {
        let cache = ArcadeCache(), text = "var list = \(script); return list"
        let first = try texts(text, Self.rows(["oak"]), cache)
        #expect(try texts(text, Self.rows(["oak"]), cache) == first)
        #expect(first[0].contains("oak"))
        #expect(cache.counts == (1, 1))
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

    @Test("the same vertices are another shape in a column of another kind")
    func kinds() throws {
        let cache = ArcadeCache(), ring = [(0.0, 0.0), (0, 10), (10, 10), (0, 0)].map { Point(x: $0.0, y: $0.1) }
        func rows(_ shape: any Geometry) throws -> FeatureSet {
            try FeatureSet(
                records: [FeatureRecord(attributes: [:], geometry: shape)], fields: [],
                geometryType: shape.geometryType, spatialReference: .webMercator)
        }
        let polygon = try rows(Polygon(points: ring, spatialReference: .webMercator))
        let line = try rows(Polyline(points: ring, spatialReference: .webMercator))
        #expect(try texts("Area($feature)", polygon, cache) == ["50"])
        #expect(try texts("Area($feature)", line, cache) == ["0"])
        let point = try rows(Point(x: 1, y: 2, spatialReference: .webMercator))
        let points = try rows(Multipoint(points: [Point(x: 1, y: 2)], spatialReference: .webMercator))
        #expect(try texts("Geometry($feature).type", point, cache) == ["Point"])
        #expect(try texts("Geometry($feature).type", points, cache) == ["Multipoint"])
    }

    @Test("two spellings of one reference are two", arguments: [true, false])
    func spellings(ofRows: Bool) throws {
        let cache = ArcadeCache(), text = "Geometry($feature).spatialReference.wkid"
        let expression = try ArcadeExpression(text, profile: .labeling)
        for id in [102100, 3857, 102100] {
            let reference = SpatialReference(wkid: id), point = Point(x: 1, y: 2, spatialReference: reference)
            let value: ArcadeValue
            if ofRows {
                let rows = try FeatureSet(
                    records: [FeatureRecord(attributes: [:], geometry: point)], fields: [], geometryType: .point,
                    spatialReference: reference)
                value = try ArcadeRows(expression, rows: rows, context: ArcadeContext(), cache: cache).value(at: 0)
            } else {
                let context = ArcadeContext(feature: Feature(attributes: [:], geometry: point))
                value = try expression.evaluate(context, cache: cache)
            }
            #expect(value.double == Double(id))
        }
        #expect(cache.counts == (1, 2))
    }

    @Test(
        "shapes that a script makes are in the map's reference",
        arguments: [
            "Geometry({x: 1, y: 2}).spatialReference.wkid",
            "Geometry(Feature({geometry: {x: 1, y: 2}, attributes: {}})).spatialReference.wkid",
        ])
    func made(script: String) throws {
        let cache = ArcadeCache(), expression = try ArcadeExpression(script, profile: .labeling)
        for id in [102100, 4326] {
            let context = ArcadeContext(spatialReference: SpatialReference(wkid: id))
            #expect(try expression.evaluate(context, cache: cache).double == Double(id))
        }
    }

    @Test(
        "what other arguments read counts too",
        arguments: [
            "var n = 'A'; DefaultValue($feature, n, 'C') + Upper('')",
            "DefaultValue($feature, 'D', Count(Text($feature)))",
            "var n = 'A'; DomainName($feature, 'C', $feature[n])", "var n = 'A'; DefaultValue($feature, ['C', n], 'C')",
            "Upper(Text(DefaultValue($feature, 'C')))", "var n = 'A'; Area($feature, $feature[n]) + Upper($feature[n])",
        ])
    func arguments(script: String) throws {
        let expression = try ArcadeExpression(script, profile: .labeling)
        #expect(expression.readsAllFields)
        var rows = try Self.rows(["oak", "holly"])
        rows.columns[2] = AttributeColumn(values: .doubles([1, 1]), valid: [true, true])
        let kept = ArcadeRows(expression, rows: rows, context: ArcadeContext(), cache: ArcadeCache())
        let fresh = ArcadeRows(expression, rows: rows, context: ArcadeContext())
        func outcome(_ rows: ArcadeRows, _ row: Int) -> Result<String, ArcadeError> {
            do { return .success(try rows.text(at: row)) } catch { return .failure(error) }
        }
        for row in 0..<2 { #expect(outcome(kept, row) == outcome(fresh, row)) }
    }

    @Test("letters that are composed in one text and not in another are other texts")
    func composed() throws {
        let cache = ArcadeCache(), short = "\u{E9}", long = "e\u{301}"
        for letter in [short, long, short] {
            let count = String(letter.unicodeScalars.count)
            #expect(try texts("Count(Upper($feature.A))", Self.rows([letter]), cache) == [count])
            #expect(try texts("Count(Upper('\(letter)'))", Self.rows(["oak"]), cache) == [count])
            #expect(
                try ArcadeExpression.kept("Count('\(letter)')", profile: .popup).evaluate(ArcadeContext()).text == count
            )
        }
    }

    @Test("that a row took too long is not kept: the machine may have been busy or asleep")
    func late() throws {
        let cache = ArcadeCache(), rows = try Self.rows(["oak"])
        var context = ArcadeContext()
        context.limits.duration = .zero
        let script = "for (var i = 0; i < 10000; i++) { } return Upper($feature.A)"
        let all = ArcadeRows(
            try ArcadeExpression(script, profile: .labeling), rows: rows, context: context, cache: cache)
        for _ in 0..<2 {
            let error = try #require(throws: ArcadeError.self) { try all.text(at: 0) }
            #expect(error.code == .limitExceeded)
        }
        #expect(cache.counts == (0, 2))
    }
}
