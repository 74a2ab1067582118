// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaMapping
import Testing

@Suite("Field expressions")
struct FieldExpressionTests {
    private let attributes: [String: AttributeValue] = [
        "NAME": "Mill weir", "POP": 1_234_567, "LEVEL": 3.14159, "EMPTY": nil, "ASSETID": "MH-00042", "KIND": "weir",
    ]
    private func text(_ expression: String) throws -> String {
        try FieldExpression(expression).textValue(scale: 5_000) { attributes[$0] }
    }

    @Test(
        "labels read as Arcade would make them",
        arguments: [
            (#"$feature.NAME"#, "Mill weir"), (#"$feature["NAME"];"#, "Mill weir"),
            (#"return $feature.NAME"#, "Mill weir"),
            (#"$feature.NAME + TextFormatting.NewLine + Text($feature.LEVEL, '0.00') + ' m'"#, "Mill weir\n3.14 m"),
            (#"Text($feature.POP, '#,###')"#, "1,234,567"), (#"Text($feature.POP)"#, "1234567"),
            (#"Right($feature.ASSETID, 5)"#, "00042"), (#"Left($feature.ASSETID, 2)"#, "MH"),
            (#"Upper($feature.KIND) + ': ' + $feature.EMPTY"#, "WEIR: "), (#"$feature.MISSING"#, ""),
            (#"1 + 2 * 3 - 4 / 2"#, "5"), (#"(1 + 2) * 3"#, "9"), (#"-2 * -3"#, "6"), (#"1 / 0"#, ""),
            (#"IIf($feature.POP > 1000 && !($feature.KIND != 'weir'), "big", "small")"#, "big"),
            (#"When(false, 'a', $feature.EMPTY == null, 'b', 'c')"#, "b"),
            (#"DefaultValue($feature.EMPTY, 'n/a')"#, "n/a"),
            (#"Round($feature.LEVEL, 2)"#, "3.14"), (#"$view.scale"#, "5000"), (#"'it\'s' + "\n""#, "it's\n"),
        ])
    func labels(expression: String, expected: String) throws { #expect(try text(expression) == expected) }

    @Test(
        "formats print the digits they ask for",
        arguments: [
            ("0.00", 3.0, "3.00"), ("#", 3.7, "4"), ("#,###.##", 1234.5, "1,234.5"), ("000", 7, "007"),
            ("#.##", 0.5, ".5"),
            ("0.0", -0.04, "0.0"), ("0", -2.5, "-3"), ("#,##0", 999_999.5, "1,000,000"), ("0 %", 12, "12 %"),
        ])
    func formats(pattern: String, value: Double, expected: String) throws {
        #expect(try FieldExpression("Text($feature.V, '\(pattern)')").textValue { _ in .double(value) } == expected)
    }

    @Test(
        "scripts beyond this part are refused, never misread",
        arguments: [
            "", "var a = 1; return a", "$feature", "$map.x", "$feature.", "Text(", "Text()", "Distance(1, 2)", "'open",
            "1 +", "1 2", "$feature.A; $feature.B", "if (true) { 1 }", "When(true, 1)", "a.b", "\u{0}", "$datastore",
            "[1]",
        ])
    func refused(expression: String) {
        #expect { try FieldExpression(expression) } throws: { ($0 as? MappingError)?.code == .unsupported }
    }

    @Test("hostile depth and length are refused")
    func hostile() {
        for expression in [
            String(repeating: "(", count: 10_000), String(repeating: "-", count: 10_000),
            String(repeating: "1+", count: 20_000),
        ] {
            #expect { try FieldExpression(expression) } throws: { ($0 as? MappingError)?.code == .tooLarge }
        }
    }
}
