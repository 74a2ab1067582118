// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster
import Testing

@Suite("The same bytes however the picture is cut")
struct DeterminismTests {
    /// Shapes of all kinds, many of them far beyond the picture.
    private func draw(_ canvas: Canvas, seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        func place(_ spread: Double) -> (Double, Double) {
            (
                Double.random(in: -spread...spread, using: &numbers) + 150,
                Double.random(in: -spread...spread, using: &numbers) + 150
            )
        }
        let sprite = try? MarkerSprite.circle(diameter: 9, fill: .black, outline: .white, outlineWidth: 1.5)
        for round in 0..<60 {
            var shape = PixelPath()
            let spread = [8.0, 60, 200, 3000, 200_000][round % 5]
            for i in 0..<7 {
                let at = place(spread)
                if i == 0 { shape.move(toX: at.0, y: at.1) } else { shape.line(toX: at.0, y: at.1) }
            }
            let colour = PixelColor(
                red: .random(in: 0...255, using: &numbers), green: .random(in: 0...255, using: &numbers),
                blue: .random(in: 0...255, using: &numbers), alpha: round % 3 == 0 ? 140 : 255)
            if round % 4 == 0 {
                canvas.fill(shape, rule: round % 8 == 0 ? .evenOdd : .nonZero, with: .color(colour))
            } else {
                var style = StrokeStyle(width: [0.7, 1, 3, 12.5][round % 4])
                style.join = StrokeStyle.Join.allCases[round % 3]
                style.cap = StrokeStyle.Cap.allCases[round / 2 % 3]
                if round % 5 != 4 { style.dashes = round % 2 == 0 ? [] : [5, 3.3, 0, 4] }
                canvas.stroke(shape, style, with: .color(colour))
            }
            let at = place(160)
            if let sprite { canvas.stamp(sprite, x: at.0, y: at.1) }
        }
    }

    @Test("band heights do not show", arguments: [17, 64, 256])
    func bands(height: Int) throws {
        let expected = try picture(301, 300, bandHeight: 300) { draw($0, seed: 5) }
        let result = try picture(301, 300, bandHeight: height) { draw($0, seed: 5) }
        #expect(result == expected)
    }

    @Test("tiles put together are the picture", arguments: [(128, 128), (37, 111), (256, 64)])
    func tiles(size: (Int, Int)) throws {
        let expected = try picture(301, 300) { draw($0, seed: 9) }
        var y = 0
        while y < 300 {
            var x = 0
            while x < 301 {
                let tile = try PixelBuffer(width: size.0, height: size.1, fill: .white)
                draw(Canvas(tile, originX: x, originY: y), seed: 9)
                for row in 0..<min(size.1, 300 - y) {
                    for column in 0..<min(size.0, 301 - x) where tile[column, row] != expected[x + column, y + row] {
                        Issue.record("tile at \(x), \(y) differs at \(column), \(row)")
                        return
                    }
                }
                x += size.0
            }
            y += size.1
        }
    }

    @Test("moved by whole pixels, a shape gives the same bytes moved")
    func shifted() throws {
        let buffer = try PixelBuffer(width: 200, height: 200, fill: .white)
        let canvas = Canvas(buffer)
        canvas.fill(path([10.3, 12.7, 80.1, 40.4, 33.3, 90.9]), with: ink)
        let moved = try PixelBuffer(width: 200, height: 200, fill: .white)
        Canvas(moved).fill(
            path([10.3, 12.7, 80.1, 40.4, 33.3, 90.9]).moved(by: PixelPoint(70 << 8, 55 << 8)), with: ink)
        for y in 0..<100 {
            for x in 0..<100 { #expect(buffer[x, y] == moved[x + 70, y + 55]) }
        }
    }

    @Test("nothing is drawn outside of the window")
    func window() throws {
        let buffer = try PixelBuffer(width: 301, height: 300, fill: .white)
        let window = PixelRect(x: 50, y: 60, width: 93, height: 71)
        draw(Canvas(buffer, window: window), seed: 12)
        var inked = 0
        for y in 0..<300 {
            for x in 0..<301 where buffer[x, y] != 0xFFFF_FFFF {
                inked += 1
                #expect((50..<143).contains(x) && (60..<131).contains(y))
            }
        }
        #expect(inked > 500)
    }
}
