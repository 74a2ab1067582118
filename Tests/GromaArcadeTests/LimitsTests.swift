// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaArcade
import GromaFeatures
import TestSupport
import Testing

@Suite("Limits") struct LimitsTests {
    private static var context: ArcadeContext {
        var context = ArcadeContext(timeZone: .gmt, locale: Locale(identifier: "en-US"))
        context.limits.steps = 300_000
        context.limits.memory = 50_000_000
        context.limits.textLength = 4_000_000
        context.limits.duration = .seconds(20)
        return context
    }

    /// Whatever happens, it ends, and with an error of the language.
    private func outcome(_ text: String, _ context: ArcadeContext = Self.context) -> ArcadeError.Code? {
        do throws(ArcadeError) {
            _ = try ArcadeExpression(text).evaluate(context)
            return nil
        } catch { return error.code }
    }

    @Test(
        "endless and boundless expressions end at a limit",
        arguments: [
            "while (true) {}", "for (;;) {}", "var a = [1]; for (var i in a) { Push(a, 1) }",
            "function f() { return f() } f()",
            "function f(n) { return g(n) + 1 } function g(n) { return f(n) + 1 } f(1)",
            "var t = 'x'; while (true) { t += t }", "var t = 'ab'; while (true) { t = Replace(t, 'b', 'abab') }",
            "var a = []; while (true) { Push(a, 'some text that takes room' + Count(a)) }", "Array(1e9)",
            "Resize([], 1e9)",
            "var a = [1]; while (true) { a = Splice(a, a) }", "var a = []; Push(a, a); Text(a)",
            "var d = {}; d.d = d; return d", "var t = 'x'; for (var i = 0; i < 40; i++) { t = Concatenate([t, t]) } t",
            "var b = ['xxxxxxxxxxxxxxxx']; for (var i = 0; i < 60; i++) { b = [b, b] } Text(b)",
            "Text(Map(Array(200000, 1), Text))[0]; while (true) { Text(Array(1000, 'abcdefgh')) }",
            "Densify(Polyline({paths: [[[0, 0], [1e9, 0]]]}), 1e-6)", "Sort(Array(400000, 1))",
            "function c(a, b) { return c(b, a) } Sort([1, 2, 3], c)",
            "var t = 'x'; for (var i = 0; i < 30; i++) { t = `${t}${t}` } t",
            "var t = 'x'; for (var i = 0; i < 26; i++) { t += t }",
            "var t = Text(1, Concatenate(Array(5000000, '0')))",
            "Concatenate(Array(1900000, 'some text'), 'a separator')",
            "var t = Concatenate(Array(1000, '0')); while (true) { Text(1, t) }",
            "var d = {}; for (var i = 0; i < 1e9; i++) { d[Text(i)] = i }",
            "var d = {}; for (var k in d) { } while (true) { Dictionary('a', {b: 1}) }",
            "var a = [1]; a[0] = a; while (true) { Text(a) }", "var a = []; var b = [a]; Push(a, b); Text({x: b})",
            "function f(x) { return Map([x], f) } f(1)", "function f(a, b) { return Reduce([a, b], f) } f(1, 2)",
            "function f(x) { return Any([x], f) } All([1], f)",
            "var a = Array(1000, 'x'); while (true) { a = Splice(a, a); Distinct(a) }",
            "var a = Array(1000, 1); while (true) { Reverse(a); Insert(a, 0, 1) }",
            "var p = []; for (var i = 0; i < 1e6; i++) { Push(p, [i, i]) } Polyline({paths: [p]})",
            "var g = Point({x: 0, y: 0}); while (true) { g = Buffer(g, 1) }",
            "var t = '[1,' + Concatenate(Array(100000, '2,')) + '3]'; while (true) { FromJSON(t) }",
            "while (true) { Split(Concatenate(Array(1000, 'a,')), ',') }",
            "while (true) { Hash(Array(1000, 'abcdefgh')) }",
            "while (true) { DateAdd(Now(), 1e300, 'months') }",
            "while (true) { Proper(Concatenate(Array(1000, 'a '))) }",
        ])
    func limited(text: String) { #expect(outcome(text) == .limitExceeded, "\(text.prefix(60))") }

    @Test(
        "where an expression reached its limit is told",
        arguments: [
            ("while (true) {}", 1), ("var a = 1;\n  for (;;) { a++ }", 2),
            ("var a = [1];\nfor (var i in a) { Push(a, 1) }", 2),
            ("var t = 'x';\nfor (var i = 0; i < 40; i++) {\n  t = `${t}${t}`\n}", 3),
            ("var a = [];\nPush(a, a);\nreturn a", 3), ("1;\n[Array(2000000), Array(2000000)]", 2),
        ])
    func places(text: String, line: Int) throws {
        var context = Self.context
        context.limits.duration = .seconds(600)
        let error = try #require(throws: ArcadeError.self) { try ArcadeExpression(text).evaluate(context) }
        #expect(error.code == .limitExceeded)
        #expect(error.line == line && error.column != nil, "\(error)")
    }

    @Test(
        "work that grows with a text, a pattern or a dictionary counts as many steps",
        arguments: [
            "var t = Concatenate(Array(100000, '#')); for (var i = 0; i < 5; i++) { Text(1.5, t) }",
            "var t = Concatenate(Array(100000, '#')); for (var i = 0; i < 5; i++) { Number('1', t) }",
            "var t = Concatenate(Array(100000, 'x')); for (var i = 0; i < 5; i++) { Text(Now(), t) }",
            "var t = Concatenate(Array(100000, 'x')); for (var i = 0; i < 5; i++) { DateOnly('1', t) }",
            "var t = 'x'; for (var i = 0; i < 21; i++) { t += t } for (var i = 0; i < 20; i++) { Find('b', t) }",
            "var d = {}; for (var i = 0; i < 10000; i++) { d[Text(i)] = i } for (var i = 0; i < 3000; i++) { Erase(d, Text(i)) }",
        ])
    func work(text: String) { #expect(outcome(text) == .limitExceeded) }

    @Test("brackets without an end, and names that repeat, are read in linear time")
    func brackets() throws {
        var context = Self.context
        context.limits.steps = 5_000_000
        context.limits.memory = 500_000_000
        let open = "Concatenate(Array(200000, '['))"
        let direction = "{directionType: 'North', angleType: 'Degrees'}"
        for script in [
            "Text(Date(0), \(open))",
            "ConvertDirection(1, \(direction), {directionType: 'North', angleType: 'Degrees', outputType: 'text', format: \(open)})",
        ] { #expect(try ArcadeExpression("Count(\(script))").evaluate(context).double == 200_000) }
        #expect(try ArcadeExpression("Text(Date(0), '[Y] Y [x')").evaluate(context).text == "Y 1970 [0")
        let months = "Concatenate(Array(70000, 'May'))", tokens = "Concatenate(Array(70000, 'MMMM'))"
        #expect(try ArcadeExpression("DateOnly(\(months), \(tokens))").evaluate(context).text == "1970-05-01")
    }

    @Test("the clock is looked at soon, also where few steps take long")
    func clock() {
        var context = Self.context
        context.limits.duration = .zero
        #expect(outcome("for (var i = 0; i < 100; i++) { }", context) == .limitExceeded)
    }

    @Test("long chains of arrays are let go without a deep recursion")
    func deepChain() {
        var context = Self.context
        context.limits.steps = 3_000_000
        #expect(
            outcome(
                "var root = []; var a = root; for (var i = 0; i < 300000; i++) { var b = []; Push(a, b); a = b } 1",
                context) == nil)
    }

    @Test(
        "text that nests without end is refused while it is read",
        arguments: ["(", "[", "{a:", "-", "!", "f(", "`${", "if (true) ", "a.b[", "1 + (", "for (;;) ", "while (a) {"])
    func nesting(piece: String) {
        #expect([.limitExceeded, .syntax, .unknownName].contains(outcome(String(repeating: piece, count: 50_000))))
    }

    @Test("long chains of operators are read, or refused")
    func chains() {
        #expect(outcome(String(repeating: "1+", count: 900) + "1") == nil)
        #expect(outcome(String(repeating: "1+", count: 100_000) + "1") == .limitExceeded)
        #expect(outcome(String(repeating: "'a'+", count: 900) + "1") == nil)
        #expect(outcome(String(repeating: "var a=1;", count: 20_000)) == nil)
        // Each sign is compiled once: twice each would take longer than anybody waits.
        for sign in ["!", "-", "+", "~", "-!", "!("] {
            let text =
                String(repeating: sign, count: 80) + "true" + String(repeating: ")", count: sign == "!(" ? 80 : 0)
            #expect([nil, .wrongType, .syntax, .limitExceeded].contains(outcome(text)), "\(sign)")
        }
    }

    @Test("recursion of some hundred levels works")
    func recursion() throws {
        let text = "function sum(n) { if (n == 0) { return 0 } return n + sum(n - 1) } sum(400)"
        #expect(try ArcadeExpression(text).evaluate(Self.context).double == 80_200)
    }

    @Test(
        "absurd arguments are answered or refused, never more",
        arguments: [
            "Left('abc', 1e308) + Right('abc', 1e308) + Mid('abc', -1e308, 1e308)", "Find('a', 'banana', 1e308)",
            "Round(1.5, 1e308) + Floor(1.5, -1e308) + Ceil(1.5, 1e9)", "Split('a,b', ',', 1e308)",
            "Slice([1, 2], -1e308, 1e308)",
            "Top([1], 1e308)", "Text(1e308, '#,##0.00')", "Text(1.5, '0' + '.' + Concatenate(Array(2000, '0')))",
            "Text(Date(8.64e15), 'Y-MM-DD')", "Date(1e308)", "Date(1e9, 1e9, 1e9)", "DateAdd(Now(), 1e308, 'years')",
            "DateDiff(Date(-8.64e15), Date(8.64e15), 'months')", "Week(Date(8.64e15), 1e9)", "Time(1e308, 0)",
            "1 << 1e308", "5 % Infinity", "FromCharCode(1e308, -1)", "ToHex(1e308)", "ToHex(5e-324)", "[1, 2][1e308]",
            "var a = [1]; a[1e15] = 2", "Resize([1], NaN) function NaN() { }", "Array(-1)", "Pow(1e308, 1e308)",
            "Number(Concatenate(Array(5000, '9')))", "Number('1', Concatenate(Array(5000, '#')))",
            "ChangeTimeZone(Now(), Concatenate(Array(5000, 'Z')))", "Point({x: 1e308, y: -1e308})",
            "Rotate(Point({x: 1, y: 1}), 1e308)",
            "Densify(Polyline({paths: [[[0, 0], [1, 1]]]}), 0)", "Buffer(Point({x: 0, y: 0}), 1e308)",
            "Generalize(Polyline({paths: [[[0, 0], [1, 1]]]}), -1)", "FromJSON(Concatenate(Array(100000, '[')))",
            "Dictionary(Concatenate(Array(100000, '{\"a\":')))",
            "ConvertDirection('N 99999999999999999999 E', {directionType: 'Quadrant', angleType: 'DMS'}, {directionType: 'North', angleType: 'Degrees', outputType: 'text', format: 'DDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDDD.DDDDDDDDDDDDDDDDDDDDDDD'})",
            "StandardizeFilename(Concatenate(Array(100000, '../')))",
            "Replace(Concatenate(Array(50000, 'ab')), 'ab', 'ba')",
            "Replace(Concatenate(Array(50000, 'a')), Concatenate(Array(20000, 'a')) + 'b', 'x')",
        ])
    func absurd(text: String) {
        let code = outcome(text)
        let isHonest = code == nil || [.wrongType, .notFound, .limitExceeded, .operationFailed, .syntax].contains(code)
        #expect(isHonest, "\(text.prefix(80)): \(String(describing: code))")
    }

    @Test("searching for a pattern that almost fits everywhere stays linear")
    func almostFitting() throws {
        let text =
            "var t = 'a'; for (var i = 0; i < 19; i++) { t += t } var p = 'a'; for (var i = 0; i < 15; i++) { p += p } Find(p + 'b', t)"
        #expect(try ArcadeExpression(text).evaluate(Self.context).double == -1)
    }

    @Test("a cancelled task ends the evaluation")
    func cancellation() async {
        var context = Self.context
        context.limits.steps = .max
        context.limits.duration = .seconds(600)
        let endless = context
        let task = Task { () -> ArcadeError.Code? in
            do throws(ArcadeError) {
                _ = try await ArcadeExpression("var n = Count($map); while (true) { n = n + 1 }").evaluate(in: endless)
                return nil
            } catch { return error.code }
        }
        task.cancel()
        #expect([.cancelled, .wrongType].contains(await task.value))
        let other = Task { () -> ArcadeError.Code? in
            do throws(ArcadeError) {
                _ = try await ArcadeExpression("var l = $layer; while (true) {}").evaluate(in: endless)
                return nil
            } catch { return error.code }
        }
        other.cancel()
        #expect(await other.value == .cancelled)
    }

    @Test("expressions made at random and damaged ones end within their limits", arguments: [1, 2, 3, 4] as [UInt64])
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let words = [
            "var a=1;", "a", "b", "1", "'x'", "\"\\n\"", "+", "-", "*", "/", "%", "==", "!=", "<", ">", "&&", "||", "!",
            "(", ")",
            "[", "]", "{", "}", ";", ",", ".", "if", "else", "for", "while", "function f(x)", "return", "break", "in",
            "of",
            "$feature", "$feature.A", "Text", "Round", "Split", "Map", "Filter", "Sort", "Date", "null", "true", "`${",
            "`", "\n",
            "//", "/*", "Infinity", "1e308", "?.", "++", "+=", "Push(a,a)", "Left('abc',", "IIf(true,", "When(", "0x",
        ]
        let scripts = try Self.scripts()
        var context = Self.context
        context.limits.steps = 20_000
        for _ in 0..<1_500 {
            var text: String
            if Bool.random(using: &random) {
                text = (0..<Int.random(in: 1...30, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
                }.joined(separator: " ")
            } else {
                var scalars = Array((scripts.randomElement(using: &random) ?? "").unicodeScalars)
                for _ in 0..<Int.random(in: 1...4, using: &random) where !scalars.isEmpty {
                    let place = Int.random(in: 0..<scalars.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: scalars.remove(at: place)
                    case 1: scalars.insert(scalars.randomElement(using: &random) ?? "x", at: place)
                    default: scalars[place] = scalars.randomElement(using: &random) ?? "x"
                    }
                }
                text = scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
            }
            // Reaching the next line is the claim: nothing crashes, hangs or throws an error of another kind.
            _ = outcome(text, context)
        }
    }

    private static func scripts() throws -> [String] {
        let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Conformance/Arcade/vectors.jsonl")
        let key = "\"expr\":\""
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { line -> String? in
            guard let start = line.range(of: key)?.upperBound, let end = line[start...].range(of: "\",\"")?.lowerBound
            else {
                return nil
            }
            return String(line[start..<end]).replacing("\\\"", with: "\"").replacing("\\n", with: "\n")
        }
    }
}
