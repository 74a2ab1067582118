// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster
import Testing

@Suite("Input that nobody would draw")
struct HostileInputTests {
    @Test("empty, NaN, infinite and huge coordinates draw what is left of them")
    func odd() throws {
        let shapes: [[Double]] = [
            [], [5, 5], [5, 5, 5, 5], [.nan, .nan, 3, 3, 40, 9], [.infinity, 2, 9, -.infinity, 30, 30, 4, 40],
            [1e300, 1e300, -1e300, 4, 5, -1e300], [1e18, 3, 2, 1e18, -1e18, -1e18], [-1e9, 10, 1e9, 10, 1e9, 20],
        ]
        for numbers in shapes {
            for style in [
                StrokeStyle(width: 3), StrokeStyle(width: 1e9), StrokeStyle(width: .nan), StrokeStyle(width: -4),
            ] {
                let result = try picture { canvas in
                    canvas.fill(path(numbers), with: ink)
                    canvas.fill(path(numbers, closed: true), rule: .nonZero, with: ink)
                    var dashed = style
                    dashed.dashes = [1, 0.5, .infinity]
                    dashed.join = .round
                    dashed.cap = .round
                    canvas.stroke(path(numbers), style, with: ink)
                    canvas.stroke(path(numbers), dashed, with: ink)
                    dashed.dashes = [0.3, 0.3]
                    dashed.dashOffset = -1e12
                    canvas.stroke(path(numbers), dashed, with: ink)
                }
                #expect(result.packedPixels.allSatisfy { $0 >> 24 == 255 })
            }
        }
    }

    @Test("a polygon that reaches round the whole grid covers the picture")
    func around() throws {
        let result = try picture { $0.fill(path([-1e7, -1e7, 1e7, -1e7, 1e7, 1e7, -1e7, 1e7]), with: ink) }
        #expect(result.packedPixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test("a million vertices in one ring", .timeLimit(.minutes(10)))
    func million() throws {
        var numbers = SeededNumbers(seed: 1)
        var shape = PixelPath()
        for _ in 0..<1_000_000 {
            shape.line(toX: .random(in: -20...84, using: &numbers), y: .random(in: 30...31, using: &numbers))
        }
        let result = try picture { canvas in
            canvas.fill(shape, with: ink)
            canvas.stroke(shape, StrokeStyle(width: 1.2), with: ink)
        }
        #expect(result.color(x: 30, y: 30) == .black)
        #expect(result.color(x: 30, y: 10) == .white)
    }

    @Test("random shapes never touch what lies outside of a small window", arguments: 0..<20)
    func random(seed: Int) throws {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let buffer = try PixelBuffer(width: 50, height: 40, fill: .white)
        let canvas = Canvas(buffer, window: PixelRect(x: 13, y: 11, width: 9, height: 7), bandHeight: 3)
        for _ in 0..<200 {
            let spread = pow10(Int.random(in: 0...8, using: &numbers))
            var shape = PixelPath()
            for _ in 0..<Int.random(in: 0...9, using: &numbers) {
                shape.line(
                    toX: .random(in: -spread...spread, using: &numbers) + 17,
                    y: .random(in: -spread...spread, using: &numbers) + 14)
            }
            canvas.fill(shape, with: ink)
            var style = StrokeStyle(width: .random(in: 0...40, using: &numbers))
            style.join = StrokeStyle.Join.allCases.randomElement(using: &numbers) ?? .miter
            style.cap = StrokeStyle.Cap.allCases.randomElement(using: &numbers) ?? .butt
            if Bool.random(using: &numbers) { style.dashes = [3, 2] }
            canvas.stroke(shape, style, with: ink)
        }
        for y in 0..<40 {
            for x in 0..<50 where !((13..<22).contains(x) && (11..<18).contains(y)) {
                #expect(buffer[x, y] == 0xFFFF_FFFF, "seed \(seed): pixel \(x), \(y)")
            }
        }
    }

    private func pow10(_ exponent: Int) -> Double { (0..<exponent).reduce(1.0) { value, _ in value * 10 } }

    @Test("sizes out of range are refused", arguments: [(0, 5), (5, -1), (40_000, 5), (32_768, 32_768)])
    func sizes(size: (Int, Int)) {
        #expect(throws: RasterError.self) { try PixelBuffer(width: size.0, height: size.1) }
        #expect(throws: RasterError.self) { try MarkerSprite.circle(diameter: 1e6, fill: .black) }
        #expect(throws: RasterError.self) { try MarkerSprite.circle(diameter: .nan, fill: .black) }
    }
}
