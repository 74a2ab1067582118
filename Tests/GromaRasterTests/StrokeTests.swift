// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster
import Testing

@Suite("Strokes")
struct StrokeTests {
    @Test(
        "a straight line's ink is its length times its width", arguments: [0.5, 1, 1.7, 4, 11], [0.0, 17, 45, 90, 133])
    func area(width: Double, degrees: Double) throws {
        let turn = PixelAffine.rotation(degrees: degrees)
        let from = turn.apply(x: -20, y: 0), to = turn.apply(x: 20, y: 0)
        let line = path([from.x + 32.2, from.y + 31.9, to.x + 32.2, to.y + 31.9])
        let result = try picture { $0.stroke(line, StrokeStyle(width: width), with: ink) }
        #expect(abs(inkArea(result) - 40 * width) < 0.01 * 40 * width + 0.15)
    }

    @Test("caps add nothing, half a disc, half a square at each end", arguments: StrokeStyle.Cap.allCases)
    func caps(cap: StrokeStyle.Cap) throws {
        let line = path([20, 30.5, 44, 32.5])
        let length = (24.0 * 24 + 4).squareRoot(), width = 9.0
        let expected =
            switch cap {
            case .butt: length * width
            case .round: length * width + .pi * width * width / 4
            case .square: length * width + width * width
            }
        let result = try picture { $0.stroke(line, StrokeStyle(width: width, cap: cap), with: ink) }
        #expect(abs(inkArea(result) - expected) < 0.8)
    }

    @Test("joins fill the corner by a mitre, a sector, a triangle", arguments: StrokeStyle.Join.allCases)
    func joins(join: StrokeStyle.Join) throws {
        let corner = path([10, 50, 40, 50, 40, 10])
        let width = 10.0, half = 5.0
        // Two rectangles that share a square quarter, and the corner's outer part.
        let outer =
            switch join {
            case .miter: half * half
            case .round: .pi * half * half / 4
            case .bevel: half * half / 2
            }
        let expected = 30 * width + 40 * width - half * half + outer
        let result = try picture { $0.stroke(corner, StrokeStyle(width: width, join: join), with: ink) }
        #expect(abs(inkArea(result) - expected) < 1, "\(inkArea(result)) against \(expected)")
    }

    @Test("a mitre longer than its limit becomes a bevel")
    func miterLimit() throws {
        let spike = path([10, 30, 50, 32, 10, 34])
        let long = try picture { $0.stroke(spike, StrokeStyle(width: 2, miterLimit: 10), with: ink) }
        let short = try picture { $0.stroke(spike, StrokeStyle(width: 2, miterLimit: 2), with: ink) }
        #expect(long.color(x: 59, y: 32) == .white)
        #expect(short.color(x: 54, y: 32) == .white)
        #expect(inkArea(short) <= inkArea(long))
    }

    @Test("a closed ring is joined where it ends")
    func closed() throws {
        let ring = path([12, 12, 52, 12, 52, 52, 12, 52], closed: true)
        let result = try picture { $0.stroke(ring, StrokeStyle(width: 4), with: ink) }
        #expect(abs(inkArea(result) - (44 * 44 - 36 * 36)) < 0.5)
        #expect(result.color(x: 10, y: 10) == .black)
    }

    @Test("a circle's stroke is 2 pi r times the width, without gaps or overlaps", arguments: [0.8, 3.0, 10])
    func circle(width: Double) throws {
        let result = try picture { canvas in
            var circle = PixelPath()
            circle.addCircle(x: 32, y: 32, radius: 22)
            canvas.stroke(circle, StrokeStyle(width: width, join: .round), with: ink)
        }
        let expected = 2 * Double.pi * 22 * width
        #expect(abs(inkArea(result) - expected) < 0.006 * expected + 0.3)
    }

    @Test("dashes have their lengths and gaps, counted in pixels")
    func dashes() throws {
        let result = try picture(128, 16) { canvas in
            let style = StrokeStyle(width: 4, dashes: [7, 3, 2, 4])
            canvas.stroke(path([8, 8, 120, 8]), style, with: ink)
        }
        for x in 8..<120 {
            let at = (x - 8) % 16
            let isInk = at < 7 || (10..<12).contains(at)
            #expect(result.color(x: x, y: 8) == (isInk ? .black : .white), "column \(x)")
        }
    }

    @Test("a dash offset begins inside of the list; an odd list runs twice")
    func dashOffset() throws {
        let result = try picture(64, 16) { canvas in
            canvas.stroke(path([0, 8, 64, 8]), StrokeStyle(width: 4, dashes: [5], dashOffset: 3), with: ink)
        }
        for x in 0..<64 {
            #expect(result.color(x: x, y: 8) == ((x + 3) % 10 < 5 ? .black : .white), "column \(x)")
        }
    }

    @Test("dashes go round corners and keep their place on a line that is far longer than the picture")
    func dashesRoundCorners() throws {
        let bent = try picture(64, 64) { canvas in
            canvas.stroke(path([4.5, 10, 30.5, 10, 30.5, 60]), StrokeStyle(width: 1, dashes: [10, 10]), with: ink)
        }
        #expect(abs(inkArea(bent) - (10 + 6 + 4 + 10 + 10)) < 1.5)
        let long = try picture(64, 16) { canvas in
            canvas.stroke(
                path([-1_000_000, 8, 1_000_000, 8]), StrokeStyle(width: 2, dashes: [4, 4]), with: ink)
        }
        for x in 0..<64 { #expect(long.color(x: x, y: 8) == (x % 8 < 4 ? .black : .white), "column \(x)") }
    }

    @Test("dashes of no length with round ends are dots")
    func dots() throws {
        let result = try picture(64, 16) { canvas in
            canvas.stroke(path([4, 8, 60, 8]), StrokeStyle(width: 4, cap: .round, dashes: [0, 8]), with: ink)
        }
        #expect(abs(inkArea(result) - 7 * .pi * 4) < 3)
        #expect(result.color(x: 12, y: 8) == .black)
        #expect(result.color(x: 8, y: 8) == .white)
    }

    @Test("a line of one place is a dot for round and square ends, and nothing for flat ones")
    func onePlace() throws {
        func area(_ cap: StrokeStyle.Cap) throws -> Double {
            try inkArea(
                picture { $0.stroke(path([30, 30, 30, 30]), StrokeStyle(width: 8, cap: cap), with: ink) })
        }
        #expect(try area(.butt) == 0)
        #expect(abs(try area(.round) - .pi * 16) < 0.7)
        #expect(abs(try area(.square) - 64) < 0.1)
    }
}
