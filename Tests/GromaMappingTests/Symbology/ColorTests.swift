// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import Testing

@Suite("Colours")
struct ColorTests {
    @Test(
        "CSS hex is read in its four lengths",
        arguments: [
            ("#fff", Color.white), ("#F00", .red), ("#0000", .clear), ("#2A6F97", Color(hex: 0x2A6F97)),
            ("#0000ff80", Color(red: 0, green: 0, blue: 255, alpha: 128)),
        ])
    func css(text: String, color: Color) { #expect(Color(css: text) == color) }

    @Test(
        "what is no CSS hex is no colour",
        arguments: ["", "#", "fff", "#ff", "#fffff", "#ggg", "#1234567", "#123456789", "#１２３", "red"])
    func notCSS(text: String) { #expect(Color(css: text) == nil) }

    @Test("CSS hex written reads back", arguments: [Color.red, .clear, Color(red: 1, green: 2, blue: 3, alpha: 4)])
    func roundTrip(color: Color) {
        #expect(Color(css: color.css) == color)
        #expect(Color(json: color.json) == color)
    }

    @Test("JSON channels are rounded and clamped; three are opaque")
    func lenient() {
        #expect(Color(json: [1.6, -5, 300, 127.5]) == Color(red: 2, green: 0, blue: 255, alpha: 128))
        #expect(Color(json: [1, 2, 3]) == Color(red: 1, green: 2, blue: 3))
    }

    @Test(
        "JSON of another shape is no colour",
        arguments: [JSONValue.null, [], [1, 2], [1, 2, "x", 4], [1, 2, 3, 4, 5], 7])
    func notAColor(json: JSONValue) { #expect(Color(json: json) == nil) }
}
