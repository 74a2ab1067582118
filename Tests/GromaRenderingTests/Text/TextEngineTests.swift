// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaRendering
import Testing

@Suite("Text") struct TextEngineTests {
    let engine = TextEngine(fonts: .system)
    let plain = TextStyle(family: "DejaVu Sans", size: 20)

    /// Sum of coverage, in pixels.
    func ink(_ mask: GlyphMask) -> Double { mask.coverage.reduce(0) { $0 + Double($1) } / 255 }

    @Test("an empty text and blanks have empty masks", arguments: ["", " ", "   "])
    func empty(text: String) {
        let mask = engine.mask(of: text, style: plain)
        #expect(mask.ink.coverage.isEmpty)
        #expect(mask.ink.width == 0)
    }

    @Test("a stem's ink is as long as the font says")
    func stem() {
        // DejaVu Sans: the letter l is one stem, 1556 units high and 184 wide, of 2048 to the em.
        let mask = engine.mask(of: "l", style: TextStyle(family: "DejaVu Sans", size: 100))
        #expect(abs(ink(mask.ink) - 100.0 * 100 * (1556.0 / 2048) * (184.0 / 2048)) < 8)
        #expect(abs(mask.ink.height - 76) <= 1)
        #expect(abs(mask.ink.top + 76) <= 1)
    }

    @Test("turning a text keeps its ink and moves it round the anchor", arguments: [90.0, 180, 270, 37, -12.5])
    func turned(degrees: Double) {
        let upright = engine.mask(of: "Bridge Street", style: plain)
        let turned = engine.mask(of: "Bridge Street", style: plain, degrees: degrees)
        #expect(abs(ink(upright.ink) - ink(turned.ink)) < ink(upright.ink) * 0.02)
        #expect(abs(upright.width - turned.width) < 0.5)
        let (x, y) = center(upright.ink)
        let (tx, ty) = center(turned.ink)
        let angle = degrees * .pi / 180
        #expect(abs(x * cos(angle) - y * sin(angle) - tx) < 0.7)
        #expect(abs(x * sin(angle) + y * cos(angle) - ty) < 0.7)
    }

    /// Centre of the ink to the anchor.
    func center(_ mask: GlyphMask) -> (Double, Double) {
        var sum = 0.0, sumX = 0.0, sumY = 0.0
        for y in 0..<mask.height {
            for x in 0..<mask.width {
                let ink = Double(mask.coverage[y * mask.width + x])
                sum += ink
                sumX += ink * (Double(x + mask.left) + 0.5)
                sumY += ink * (Double(y + mask.top) + 0.5)
            }
        }
        return (sumX / sum, sumY / sum)
    }

    @Test(
        "clusters set one by one cover what the line covers",
        arguments: ["Bridge Street", "Türöffnung", "نهر سارن", "नदी", "fi fl Wé"], [0.0, 40])
    func clusters(text: String, degrees: Double) {
        let line = engine.mask(of: text, style: plain, degrees: degrees)
        let clusters = engine.clusters(of: text, style: plain)
        let last = clusters.last.map { $0.offset + $0.advance } ?? 0
        #expect(abs(last - line.width) < 0.1)
        let sum = clusters.filter { !$0.isBlank }.reduce(0) { sum, cluster in
            sum + ink(engine.mask(of: cluster, in: text, style: plain, degrees: degrees).ink)
        }
        #expect(abs(sum - ink(line.ink)) < ink(line.ink) * 0.04)
    }

    @Test("a cluster moves by quarters of a pixel and keeps its ink", arguments: [0.0, 30])
    func quarters(degrees: Double) throws {
        let small = TextStyle(family: "DejaVu Sans", size: 11)
        let cluster = try #require(engine.clusters(of: "Ox", style: small).first)
        func mask(_ x: Int, _ y: Int) -> GlyphMask {
            engine.mask(of: cluster, in: "Ox", style: small, degrees: degrees, quarter: [x, y]).ink
        }
        let still = mask(0, 0)
        for x in 0..<4 {
            for y in 0..<4 {
                let moved = mask(x, y)
                #expect(abs(ink(moved) - ink(still)) < ink(still) * 0.03)
                #expect(abs(center(moved).0 - center(still).0 - Double(x) / 4) < 0.06)
                #expect(abs(center(moved).1 - center(still).1 - Double(y) / 4) < 0.06)
            }
        }
    }

    @Test("the halo surrounds the ink by its width")
    func halo() throws {
        var style = plain
        style.haloWidth = 2
        let mask = engine.mask(of: "l", style: style)
        let halo = try #require(mask.halo)
        #expect(halo.width == mask.ink.width + 4)
        #expect(halo.left == mask.ink.left - 2)
        #expect(ink(halo) > ink(mask.ink) + Double(mask.ink.height) * 3)
    }

    @Test("line ends and a largest width break lines")
    func lines() {
        let one = engine.mask(of: "Southbank Hospital", style: plain)
        let two = engine.mask(of: "Southbank\nHospital", style: plain)
        let wrapped = engine.mask(of: "Southbank Hospital", style: plain, maximumWidth: one.width * 0.7)
        #expect(two.width < one.width * 0.7)
        #expect(abs(wrapped.width - two.width) < 1)
        #expect(two.ascent + two.descent > (one.ascent + one.descent) * 1.9)
    }

    @Test(
        "hostile texts are drawn or cut, never fatal",
        arguments: ["\0\0", String(repeating: "x", count: 100_000), "\u{202E}\u{0301}\u{200D}", "👩‍👩‍👧‍👦"])
    func hostile(text: String) {
        _ = engine.mask(of: text, style: plain)
        _ = engine.clusters(of: text, style: TextStyle(family: "No Such Font, \0", size: -5, haloWidth: 1e9))
        _ = engine.mask(of: text, style: TextStyle(family: "", size: 1e9, haloWidth: 3), degrees: .infinity)
    }

    @Test("only the named files are used when a collection lists files")
    func bundledFonts() {
        let engine = TextEngine(fonts: .files([URL(filePath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")]))
        let named = engine.mask(of: "Sarn", style: TextStyle(family: "DejaVu Sans", size: 20))
        let other = engine.mask(of: "Sarn", style: TextStyle(family: "Noto Serif", size: 20))
        #expect(named.ink == other.ink)
    }
}
