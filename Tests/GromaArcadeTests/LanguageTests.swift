// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures
import Testing

@Suite("Language") struct LanguageTests {
    private func value(_ text: String, _ context: ArcadeContext = Self.context) throws -> ArcadeValue {
        try ArcadeExpression(text).evaluate(context)
    }
    static let context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "en-US"))

    @Test(
        "a mistake is told with its line and column",
        arguments: [
            ("1 +", 1, 4), ("var a = 1;\nvar b = ;", 2, 9), ("if (true) {", 1, 12), ("Foo(1)", 1, 1),
            ("\n\n  x = 2", 3, 3),
            ("'abc", 1, 1), ("/* never", 1, 1), ("1 2", 1, 3), ("`a ${1 b}`", 1, 8), ("[1, 2", 1, 6),
            ("$unknown.x", 1, 1), ("break", 1, 1), ("var for = 1", 1, 5), ("1 ? 2 : 3", 1, 3), ("\"a\" @ 1", 1, 5),
            ("if (1 == 1) { function f() {} }", 1, 15), ("(1)(2)", 1, 4), ("1 = 2", 1, 1),
        ])
    func places(text: String, line: Int, column: Int) {
        #expect {
            try ArcadeExpression(text)
        } throws: { error in
            let error = error as? ArcadeError
            return error?.line == line && error?.column == column && error?.phase != .runtime
        }
    }

    @Test("a mistake that shows only in running has a place too")
    func runtimePlace() {
        #expect {
            try value("var a = [1, 2];\nvar b = 3;\na[b + 4]")
        } throws: { error in
            let error = error as? ArcadeError
            return error?.line == 3 && error?.column == 2 && error?.code == .notFound && error?.phase == .runtime
        }
    }

    @Test(
        "results of statements, scopes and casts",
        arguments: [
            ("var a = 2; a = 3", ""), ("var a = 2; a = 3; a", "3"), ("function f() { var y = 1; y = 2 } f()", ""),
            ("function f() { 7 } f()", "7"), ("var i = 9; for (var i in [1, 2]) {} i", "1"),
            ("var s = ''; for (var k in {b: 1, a: 2}) { s += k } s", "ba"),
            ("var s = ''; for (var e of {b: 1}) { s += e.key + e.value } s", "b1"), ("VAR X = 1; RETURN x + 1;", "2"),
            ("function g() { return later } var later = 5; g()", "5"), ("1 + 2 + 'a' + 1 + 2", "3a12"),
            ("'\u{e9}' == 'e\u{301}'", "false"), ("1 == '1'", "false"), ("null + 1", "1"), ("[1] + 1", "NaN"),
            ("var d = {a: 1}; d.B = 2; d['A'] = 3; Text(d)", "{\"a\":3,\"B\":2}"), ("5 & 3 | 8 ^ 2", "11"),
            ("1 << 33", "2"), ("-1 >>> 28", "15"), ("~5", "-6"), ("0x1f + 0b11 + 0o17 + 1e2 + .5", "149.5"),
            ("var a = [1, 2, 3]; a[-1] = 9; a[3] = 4; Text(a)", "[1,2,9,4]"), ("null?.a", ""), ("{}", "{}"),
            ("Text(1e21, '#,###')", "1,000,000,000,000,000,000,000"),
            ("Text(-1.5e22, '#.0')", "-15000000000000000000000.0"),
            ("var a = 5; a++ + ++a", "12"), ("if (false) { 1 }", ""), ("1;;", "1"),
            ("'\\x41\\u0042\\n\\'' + 1", "AB\n'1"),
            (
                "Text(1e21) + ' ' + 1e-7 + ' ' + 0.000001 + ' ' + 123456789012345680000",
                "1e+21 1e-7 0.000001 123456789012345680000"
            ),
            (
                "Round(2.5) + ' ' + Round(-2.5) + ' ' + Round(1.005, 2) + ' ' + Ceil(2135.0905, 2) + ' ' + Floor(2316.2562, 2)",
                "3 -2 1.01 2135.1 2316.25"
            ),
            ("Number('1,365', ',###') + Number('abc10def', 'abc##def')", "1375"), ("Number('10.4', '00.00##')", "NaN"),
            ("Number('-12,23,345', ',##,###;-,##,###')", "-1223345"), ("Text(-3, 'Floor #;Basement #')", "Basement 3"),
            ("Text(Sort([1, 'a', '$', 'A']))", "[\"$\",1,\"A\",\"a\"]"), ("Find('b', '\u{1F600}ab')", "3"),
            ("Mid('\u{1F600}ab', 2, 1)", "a"), ("Split('a,,b', ',', -1, true)[1]", "b"),
            ("Week(Date(1974,0,3), 4)", "1"),
            ("Day(DateAdd(Date(2024, 0, 31), 1, 'months'))", "29"),
            ("Text(Date(2024,2,31,14,5), 'DD.MM.Y HH:mm')", "31.03.2024 14:05"),
            (
                "ConvertDirection(25.34, {directionType:'North', angleType:'Degrees'}, {directionType:'North', angleType:'Degrees', outputType:'text', format:'DDDD.D'})",
                "0025.3"
            ),
            (
                "Text(ConvertDirection(30,{directionType:'North',angleType:'Degrees'},{directionType:'Quadrant',angleType:'DMS',outputType:'value'}))",
                "[\"N\",30,0,0,\"E\"]"
            ),
            ("Text(Insert) + Text(null)", "object, Function"), ("HasValue({a: [1, {b: 2}]}, ['a', 1, 'b'])", "true"),
        ])
    func results(text: String, expected: String) throws { #expect(try value(text).text == expected) }

    @Test(
        "what the language refuses while it runs",
        arguments: [
            "if (1) { 2 }", "!null", "'a' && true", "[1][1]", "[1][0.5]", "{a: 1}.b", "null.a", "var a = 1; a()",
            "Abs()", "function f(a) { a } f()", "Count(5)", "Pop([])", "function f() {} f", "var a = {b: 1}; a.c",
            "Dictionary(1, 2)", "FromJSON('{')", "Distance(null, null)", "KnowledgeGraphByPortalItem(1, 2)",
        ])
    func refused(text: String) throws {
        #expect { try value(text) } throws: { $0 is ArcadeError }
    }

    @Test("clocks that change: a time that is left out, one that comes twice, days of 23 hours")
    func daylightSaving() throws {
        var context = Self.context
        context.timeZone = try #require(TimeZone(identifier: "Europe/Zurich"))
        let cases = [
            ("Text(Date(2024, 2, 31, 2, 30))", "2024-03-31T03:30:00+02:00"),
            ("Text(Date(2024, 9, 27, 2, 30))", "2024-10-27T02:30:00+01:00"),
            ("DateDiff(Date(2024, 3, 1), Date(2024, 2, 31), 'hours')", "23"),
            ("Text(DateAdd(Date(2024, 2, 30, 12), 1, 'days'))", "2024-03-31T12:00:00+02:00"),
            ("Text(DateAdd(Date(2024, 2, 30, 12), 24, 'hours'))", "2024-03-31T13:00:00+02:00"),
            ("Text(Date('2024-07-01T10:00'), 'Z')", "+2"), ("TimeZone(ChangeTimeZone(Date(0), '+05:30'))", "UTC+5:30"),
        ]
        for (text, expected) in cases { #expect(try value(text, context).text == expected, "\(text)") }
    }

    @Test("a profile offers its globals and functions and no others")
    func profiles() throws {
        #expect(throws: ArcadeError.self) { try ArcadeExpression("$map", profile: .labeling) }
        #expect(throws: ArcadeError.self) { try ArcadeExpression("OrderBy($feature, 'A')", profile: .labeling) }
        #expect(try ArcadeExpression("$view.scale > 1000", profile: .visualization).needsWaiting == false)
        #expect(try ArcadeExpression("First($layer)").needsWaiting)
        for profile in ArcadeProfile.all { #expect(ArcadeProfile(name: profile.name) == profile) }
    }

    @Test("what an expression reads is known before it runs")
    func usage() throws {
        let expression = try ArcadeExpression(
            "$feature.A + $feature['b c'] + $feature.a + DomainName($feature, 'D') + Count($map)")
        #expect(expression.fieldNames == ["A", "b c", "D"])
        #expect(!expression.readsAllFields)
        #expect(expression.globalNames == ["feature", "map"])
        #expect(expression.functionNames == ["DomainName", "Count"])
        #expect(try ArcadeExpression("var f = 'A'; $feature[f]").readsAllFields)
        #expect(try ArcadeExpression("Expects($feature, 'X', 'Y'); 1").fieldNames == ["X", "Y"])
        #expect(try ArcadeExpression("Expects($feature, '*'); 1").readsAllFields)
        #expect(try ArcadeExpression("Area(Geometry($feature))").readsAllFields == false)
    }

    @Test("Console writes where the host says")
    func console() throws {
        final class Log: Sendable {
            let lines = LockedText()
        }
        let log = Log()
        var context = Self.context
        context.console = { log.lines.append($0) }
        _ = try value("Console('a', 1, null); 2", context)
        #expect(log.lines.text == "a 1 ")
    }
}
