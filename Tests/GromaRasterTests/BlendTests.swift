// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster
import Testing

@Suite("Blending and aside lines") struct BlendTests {
    private func blended(
        _ source: PixelColor, _ below: PixelColor, _ mode: BlendMode, opacity: Double = 1
    ) throws -> PixelColor {
        let ground = try PixelBuffer(width: 3, height: 2, fill: below)
        let sheet = try PixelBuffer(width: 3, height: 2, fill: source)
        Canvas(ground).draw(sheet, x: 0, y: 0, opacity: opacity, blendMode: mode)
        return ground.color(x: 1, y: 1)
    }
    let a = PixelColor(red: 200, green: 100, blue: 50), b = PixelColor(red: 40, green: 120, blue: 240)

    @Test("modes by their formulas, worked out by hand")
    func formulas() throws {
        #expect(try blended(a, b, .multiply) == PixelColor(red: 31, green: 47, blue: 47))
        #expect(try blended(a, b, .screen) == PixelColor(red: 209, green: 173, blue: 243))
        #expect(try blended(a, b, .darken) == PixelColor(red: 40, green: 100, blue: 50))
        #expect(try blended(a, b, .lighten) == PixelColor(red: 200, green: 120, blue: 240))
        #expect(try blended(a, b, .difference) == PixelColor(red: 160, green: 20, blue: 190))
        #expect(try blended(a, b, .plus) == PixelColor(red: 240, green: 220, blue: 255))
        #expect(try blended(a, b, .minus) == PixelColor(red: 0, green: 20, blue: 190))
        #expect(try blended(a, b, .invert) == PixelColor(red: 215, green: 135, blue: 15))
    }

    @Test("what takes the light or the hue of one of both keeps the other")
    func light() throws {
        func luminosity(_ c: PixelColor) -> Double {
            0.3 * Double(c.red) + 0.59 * Double(c.green) + 0.11 * Double(c.blue)
        }
        #expect(abs(luminosity(try blended(a, b, .luminosity)) - luminosity(a)) < 1.5)
        for mode in [BlendMode.hue, .saturation, .color] {
            #expect(abs(luminosity(try blended(a, b, mode)) - luminosity(b)) < 1.5, "\(mode)")
        }
        #expect(try blended(.white, b, .saturation).red == blended(.white, b, .saturation).blue)
    }

    @Test("opacity goes half of the way; over nothing a colour stays itself", arguments: BlendMode.allCases)
    func sharing(mode: BlendMode) throws {
        #expect(try blended(a, b, mode, opacity: 0) == (takesAway.contains(mode) ? .clear : b))
        #expect(try blended(.clear, b, mode) == (takesAway.contains(mode) ? .clear : b))
        if ![.sourceAtop, .sourceIn, .destinationIn, .destinationOut, .minus].contains(mode) {
            #expect(try blended(a, .clear, mode) == a, "\(mode)")
        }
    }
    private let takesAway: Set<BlendMode> = [.sourceIn, .sourceOut, .destinationIn, .destinationAtop]

    @Test("only what the sheet covers changes")
    func place() throws {
        let ground = try PixelBuffer(width: 10, height: 10, fill: b)
        let sheet = try PixelBuffer(width: 4, height: 4, fill: a)
        Canvas(ground).draw(sheet, x: 8, y: -2, opacity: .nan, blendMode: .multiply)
        #expect(ground.color(x: 8, y: 1) == PixelColor(red: 31, green: 47, blue: 47))
        #expect(ground.color(x: 7, y: 1) == b && ground.color(x: 8, y: 2) == b)
        Canvas(ground).draw(sheet, x: 50, y: 50, opacity: 1, blendMode: .multiply)
    }

    @Test("a line beside its path is as long and as far from it as corners say")
    func aside() throws {
        func box(_ offset: Double) throws -> (area: Double, left: Int, top: Int) {
            var style = StrokeStyle(width: 2)
            style.offset = offset
            let result = try picture(100, 100) { canvas in
                var path = PixelPath()
                path.addRectangle(x: 30, y: 30, width: 40, height: 40)
                canvas.stroke(path, style, with: .color(.black))
            }
            let inked = (0..<10_000).filter { result.color(x: $0 % 100, y: $0 / 100) != .white }
            return (inkArea(result), inked.map { $0 % 100 }.min() ?? -1, inked.map { $0 / 100 }.min() ?? -1)
        }
        let plain = try box(0), outer = try box(10), inner = try box(-10)
        #expect(abs(plain.area - 320) < 1 && plain.left == 29)
        // The ring is clockwise on the screen: its left lies outside.
        #expect(abs(outer.area - 480) < 1 && outer.left == 19 && outer.top == 19)
        #expect(abs(inner.area - 160) < 1 && inner.left == 39)
        #expect(try box(.nan).area == plain.area)
    }

    @Test("hatches of any angle cover their share", arguments: [0.0, 3, 17.5, 45, 60, 90, 100, 133, 180, -30, 1e9])
    func angles(degrees: Double) throws {
        let pattern = try Pattern.lines(
            degrees: [degrees], color: .black, style: StrokeStyle(width: 3), spacing: 11)
        let result = try picture(400, 400) { canvas in
            var shape = PixelPath()
            shape.addRectangle(x: 0, y: 0, width: 400, height: 400)
            canvas.fill(shape, with: .pattern(pattern))
        }
        #expect(abs(inkArea(result) / 160_000 - 3.0 / 11) < 0.02)
    }
}
