// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures
import GromaGeometry
import Testing

/// What the published reference says of functions and of the language, beside the cases in `Conformance/Arcade`.
@Suite("The published reference") struct ReferenceTests {
    private static let info = FeatureLayerInfo(
        id: 0, name: "Places", geometryType: .point,
        fields: [Field(name: "NAME", type: .string), Field(name: "N", type: .integer)], objectIDFieldName: "",
        spatialReference: .webMercator)
    private static let record = FeatureRecord(
        attributes: ["NAME": .string("a"), "N": .integer(2)],
        geometry: Point(x: 1, y: 2, spatialReference: .webMercator))

    private func value(_ text: String) throws -> ArcadeValue {
        var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "en-US"))
        context.feature = Feature(record: Self.record, layerInfo: Self.info)
        return try ArcadeExpression(text).evaluate(context)
    }
    private func check(_ text: String, _ expected: String) throws {
        #expect(try value(text).text == expected, "\(text)")
    }

    @Test(
        "a test may give whatever casts to true or false",
        arguments: [
            ("function f(x) { return x % 2 } Text(Filter([1, 2, 3], f))", "[1,3]"),
            ("function f(x) { return x } All([1, 'true', true], f)", "true"),
            ("function f(x) { return x } Any([0, null, 'no', [1]], f)", "false"),
            ("None([0, 1], Number)", "false"), ("function f(x) { } Text(Filter([1], f))", "[]"),
        ])
    func truthyTests(text: String, expected: String) throws { try check(text, expected) }

    @Test(
        "a feature stands for its shape in Equals",
        arguments: [
            ("Equals($feature, Geometry($feature))", "true"), ("Equals(Point({x: 1, y: 2}), $feature)", "true"),
            ("Equals($feature, Point({x: 1, y: 3}))", "false"),
            ("Equals($feature, Feature(Point({x: 1, y: 2}), {a: 1}))", "true"),
            ("Equals($feature, $feature)", "true"), ("Equals($feature, null)", "false"),
            ("Equals(Feature(null, {}), null)", "false"), ("var f = Feature(null, {}); Equals(f, f)", "true"),
            ("Equals(Feature(null, {}), Feature(null, {}))", "false"),
        ])
    func equalFeatures(text: String, expected: String) throws { try check(text, expected) }

    @Test(
        "dictionaries of shapes, features and dictionaries, shallow and deep",
        arguments: [
            ("Dictionary(Geometry($feature)).x", "1"),
            ("var d = Dictionary(Geometry($feature)); d.x *= 5; Point(d).x", "5"),
            ("Dictionary(Polyline({paths: [[[0, 0], [3, 4]]]})).paths[0][1][1]", "4"),
            ("TypeOf(Dictionary($feature).geometry)", "Point"),
            ("TypeOf(Dictionary($feature, true).geometry)", "Dictionary"),
            ("Dictionary($feature, true).attributes.N", "2"),
            ("var a = {b: {c: 1}}; var d = Dictionary(a); d.b.c = 5; d.e = 1; Text(a)", "{\"b\":{\"c\":5}}"),
            (
                "var a = {b: [{c: 1}]}; var d = Dictionary(a, true); d.b[0].c = 5; Push(d.b, 2); Text(a)",
                "{\"b\":[{\"c\":1}]}"
            ),
            ("Text(Dictionary('a', true))", "{\"a\":true}"),
        ])
    func dictionaries(text: String, expected: String) throws { try check(text, expected) }

    @Test("a copy of what holds itself ends within its limits")
    func endlessCopy() {
        #expect {
            try value("var d = {}; d.d = d; Dictionary(d, true)")
        } throws: { ($0 as? ArcadeError)?.code == .limitExceeded }
    }

    @Test(
        "a loop over a shape walks through its members",
        arguments: [
            (
                "var d = {}; var p = Point({x: 1, y: 2}); for (var k in p) { if (IsEmpty(p[k])) { continue } d[k] = p[k] } Text(Point(d))",
                "{\"x\":1,\"y\":2,\"spatialReference\":{\"latestWkid\":3857,\"wkid\":102100}}"
            ),
            (
                "var s = ''; for (var k in Extent({xmin: 0, ymin: 1, xmax: 2, ymax: 3})) { s += k + ' ' } s",
                "type hasZ hasM xmin ymin xmax ymax zmin zmax mmin mmax spatialReference "
            ),
            ("var n = 0; for (var m of Geometry($feature)) { if (m.key == 'y') { n = m.value } } n", "2"),
        ])
    func membersOfShapes(text: String, expected: String) throws { try check(text, expected) }

    @Test(
        "points may stand where vertices do, and keys of shapes are found in any case",
        arguments: [
            (
                "var l = Polyline({paths: [[[0, 0], [3, 4], [3, 9]]]}); Length(Polyline({paths: [Slice(l.paths[0], 0, 2)]}))",
                "5"
            ),
            ("Area(Polygon({RINGS: [[Point({x: 0, y: 0}), Point({x: 0, y: 2}), Point({x: 2, y: 2}), [2, 0]]]}))", "4"),
            ("var p = Point({X: 1, Y: 2, Z: 3, SpatialReference: {wkid: 102100}}); p.x + p.y + p.z", "6"),
            ("Multipoint({points: [Point({x: 1, y: 2, m: 7})]}).points[0].m", "7"),
            ("Multipoint({points: [Point({x: 1, y: 2, m: 7})]}).hasZ", "false"),
            ("Multipoint({points: [Point({x: 1, y: 2, z: 5, m: 7})]}).points[0].z", "5"),
            ("Extent({xMin: 0, yMin: 0, xMax: 4, yMax: 1}).xmax", "4"),
        ])
    func vertices(text: String, expected: String) throws { try check(text, expected) }

    @Test("only points and numbers are vertices")
    func wrongVertices() {
        #expect(throws: ArcadeError.self) { try value("Multipoint({points: [Extent({xmin:0,ymin:0,xmax:1,ymax:1})]})") }
        #expect(throws: ArcadeError.self) { try value("Multipoint({points: ['a']})") }
    }

    @Test(
        "into and out of the unknown zone the clock time stays",
        arguments: [
            ("Text(ChangeTimeZone(Date(2020, 0, 1, 10, 0, 0, 0, 'unknown'), '+07:00'))", "2020-01-01T10:00:00+07:00"),
            ("Hour(ChangeTimeZone(Date(2020, 0, 1, 10, 0, 0, 0, 'America/New_York'), 'unknown'))", "10"),
            ("Hour(ChangeTimeZone(Date(2020, 0, 1, 10), 'America/New_York'))", "5"),
        ])
    func unknownZone(text: String, expected: String) throws { try check(text, expected) }

    @Test(
        "names with dollar signs, keys without values, code points in braces",
        arguments: [
            ("var $x = 1; var a$b = 2; $x += a$b; $x++; $X", "4"), ("function $f($n) { return $n * 2 } $f(4)", "8"),
            ("var a = 1; var b = 'x'; Text({a, b, c: 2})", "{\"a\":1,\"b\":\"x\",\"c\":2}"),
            ("var Ab = 1; Text({Ab,})", "{\"Ab\":1}"), ("'\\u{1F333}\\u{41}'", "\u{1F333}A"),
            ("var $o = {n: 1}; $o.n = 5; $o['n']", "5"),
        ])
    func names(text: String, expected: String) throws { try check(text, expected) }

    @Test(
        "what looks like these and is none of them is refused",
        arguments: ["{'a'}", "{if}", "{1}", "'\\u{}'", "'\\u{110000}'", "'\\u{41'", "$feature = 1", "$f(1)"])
    func wrongNames(text: String) { #expect(throws: ArcadeError.self) { try value(text) } }

    @Test(
        "texts and numbers of the reference",
        arguments: [
            ("Concatenate()", ""), ("UrlEncode({itemID: 'x', center: '43,-88', B: 1})", "B=1&center=43%2C-88&itemID=x"),
            ("Number('99.99%', '#.##%') == 0.9999", "true"), ("Number('-5%', '#%')", "-0.05"),
            ("Round(1e21, 2)", "1e+21"), ("Round(4503599627370497)", "4503599627370497"),
            ("1 / Round(-0.4)", "-Infinity"), ("1 / Round(-0.04, 1)", "Infinity"), ("Round(-0.51)", "-1"),
        ])
    func textsAndNumbers(text: String, expected: String) throws { try check(text, expected) }

    @Test(
        "of a feature that is new the original one is empty",
        arguments: [
            ("IsEmpty($originalFeature.N)", "true"), ("Geometry($originalFeature) == null", "true"),
            ("$feature.NAME != $originalFeature.name", "true"), ("Equals($feature, $originalFeature)", "false"),
            ("$originalFeature.other", nil), ("$originalFeature.N = 1", nil),
        ])
    func originalFeature(text: String, expected: String?) throws {
        var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "en-US"))
        context.feature = Feature(record: Self.record, layerInfo: Self.info)
        for profile in [ArcadeProfile.attributeRuleCalculation, .formCalculation] {
            let expression = try ArcadeExpression(text, profile: profile)
            if let expected {
                #expect(try expression.evaluate(context).text == expected)
            } else {
                #expect(throws: ArcadeError.self) { try expression.evaluate(context) }
            }
        }
    }

    @Test(
        "a list in a clause, with brackets around it and without",
        arguments: [
            "N IN @list", "N in (@list)", "N NOT IN ( @empty ) OR N IN(@list)", "(N IN @list)", "(N) IN (@list)",
        ])
    func lists(clause: String) throws {
        try check("var list = [1, 2], empty = []; FeatureInFilter($feature, '\(clause)')", "true")
    }

    @Test(
        "every form of ISO 8601 is a date",
        arguments: [
            ("20200131", "2020-01-31T00:00:00Z"), ("202002", "2020-02-01T00:00:00Z"),
            ("2020-060", "2020-02-29T00:00:00Z"),
            ("2020366", "2020-12-31T00:00:00Z"), ("2020-W01-1", "2019-12-30T00:00:00Z"),
            ("2020W537", "2021-01-03T00:00:00Z"), ("2021-W01", "2021-01-04T00:00:00Z"),
            ("20200131T101530.250+0200", "2020-01-31T08:15:30.250Z"), ("2020-01-31T1015", "2020-01-31T10:15:00Z"),
            ("2020-000", ""), ("2021-366", ""), ("2021-W53-1", ""), ("2020-W00-1", ""), ("2020-W01-8", ""),
            ("20201301", ""), ("2020-1-1", ""), ("2020-0101", ""), ("1577836800000", ""), ("2020-W", ""), ("2020-", ""),
            ("2020-01-31T10:1530", ""), ("2020-01-31 10:15", ""),
        ])
    func isoDates(text: String, expected: String) throws { try check("Text(Date('\(text)'))", expected) }

    @Test("days and times of day take the same forms")
    func isoDays() throws {
        try check("Text(DateOnly('2020060'))", "2020-02-29")
        try check("Text(DateOnly('2020-W05-1'))", "2020-01-27")
        try check("Text(DateOnly('202002'))", "")
        try check("Text(Time('101530.5'))", "10:15:30.500")
    }

    @Test("entries of the time zone database without a region are zones, abbreviations are none")
    func zonesWithoutRegion() throws {
        try check("Hour(ChangeTimeZone(Date(2020, 6, 1, 12), 'est'))", "7")
        try check("Hour(ChangeTimeZone(Date(2020, 6, 1, 12), 'EST5EDT'))", "8")
        try check("Text(ChangeTimeZone(Date(2020, 6, 1, 12), 'PST'))", "")
    }

    @Test(
        "blanks of any kind part the groups of numbers where the language parts them by blanks",
        arguments: [" ", "\u{A0}", "\u{202F}"])
    func groups(blank: String) throws {
        let context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "fr-FR"))
        let expression = try ArcadeExpression("Number('1\(blank)234\(blank)567,5', '#,###.0')")
        #expect(try expression.evaluate(context).text == "1234567.5")
        #expect(try value("Number('1\(blank)234', '#,###')").text == "NaN")
    }

    @Test(
        "a user is asked of the map's own portal where none is named",
        arguments: ["GetUser()", "GetUser('ann')", "GetUser(Portal('https://example.com'), 'ann')"])
    func users(text: String) {
        #expect {
            try value(text)
        } throws: {
            ($0 as? ArcadeError)?.code == .notAvailable
        }
    }

    @Test("tables of choices may be long")
    func longTables() throws {
        let codes = (0..<3_000).map { "\($0), 'c\($0)'" }.joined(separator: ", ")
        try check("Decode(2999, \(codes), 'none')", "c2999")
        try check("Count(Dictionary(\((0..<3_000).map { "'k\($0)', \($0)" }.joined(separator: ", "))))", "3000")
    }

    @Test("as many else ifs as one likes follow an if; they do not nest")
    func longChoice() throws {
        let chain = (0..<2_000).map { "if (n == \($0)) { \($0) }" }.joined(separator: " else ")
        try check("var n = 1999; " + chain + " else { 'none' }", "1999")
        try check("var n = -1; " + chain + " else { 'none' }", "none")
        try check("var n = -1; 5; " + chain, "")
        try check("function f(n) { " + chain + " return 'none' } f(7) + f(3000)", "none" + "none")
    }
}
