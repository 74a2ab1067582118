// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster
import Testing

@Suite("Coverage of filled shapes")
struct CoverageTests {
    @Test("a rectangle on pixel borders covers its pixels and no other")
    func wholePixels() throws {
        let result = try picture { canvas in
            var shape = PixelPath()
            shape.addRectangle(x: 10, y: 20, width: 5, height: 3)
            canvas.fill(shape, with: ink)
        }
        for y in 0..<64 {
            for x in 0..<64 {
                let isInside = (10..<15).contains(x) && (20..<23).contains(y)
                #expect(result.color(x: x, y: y) == (isInside ? .black : .white), "pixel \(x), \(y)")
            }
        }
    }

    @Test(
        "a pixel covered in part is mixed by that part",
        arguments: [0.25, 0.5, 0.75])
    func partialPixels(part: Double) throws {
        let result = try picture { canvas in
            var shape = PixelPath()
            shape.addRectangle(x: 8, y: 8, width: 8 + part, height: 8)
            shape.addRectangle(x: 30, y: 8, width: 8, height: 8 + part)
            canvas.fill(shape, with: ink)
        }
        let expected = 255 * (1 - part)
        #expect(abs(Double(result.color(x: 16, y: 10).red) - expected) <= 1)
        #expect(abs(Double(result.color(x: 33, y: 16).red) - expected) <= 1)
    }

    @Test("half a pixel cut off by a diagonal is half covered")
    func diagonal() throws {
        let result = try picture { $0.fill(path([4, 4, 40, 4, 4, 40]), with: ink) }
        for i in 1..<35 {
            #expect(abs(Int(result.color(x: 4 + i, y: 39 - i).red) - 127) <= 2)
            #expect(result.color(x: 3 + i, y: 39 - i) == .black)
            #expect(result.color(x: 5 + i, y: 39 - i) == .white)
        }
    }

    @Test("flat edges over many columns cover what their trapezoid says")
    func flatEdges() throws {
        // From (0, 1) to (60, 2): in column c the covered part of row 1 is 1 - (c + 0.5) / 60.
        let result = try picture { $0.fill(path([0, 1, 60, 2, 0, 2]), with: ink) }
        for column in 0..<60 {
            // Below the line y = 1 + x / 60, above y = 2.
            let expected = 255 * (Double(column) + 0.5) / 60
            #expect(abs(Double(result.color(x: column, y: 1).red) - expected) <= 2, "column \(column)")
        }
    }

    @Test("a circle's ink is pi r squared", arguments: [1.0, 2.5, 7, 13.3, 28])
    func circleArea(radius: Double) throws {
        let result = try picture { canvas in
            var circle = PixelPath()
            circle.addCircle(x: 31.7, y: 32.2, radius: radius)
            canvas.fill(circle, with: ink)
        }
        let expected = Double.pi * radius * radius
        #expect(abs(inkArea(result) - expected) < 0.004 * expected + 0.06, "\(inkArea(result)) against \(expected)")
    }

    @Test("even-odd leaves a hole whichever way it goes round; non-zero only when it goes the other way")
    func holes() throws {
        let outer = path([4, 4, 44, 4, 44, 44, 4, 44], closed: true)
        let sameWay = path([14, 14, 34, 14, 34, 34, 14, 34], closed: true)
        let otherWay = path([14, 14, 14, 34, 34, 34, 34, 14], closed: true)
        func area(_ hole: PixelPath, _ rule: FillRule) throws -> Double {
            try inkArea(
                picture { canvas in
                    var both = outer
                    both.append(hole)
                    canvas.fill(both, rule: rule, with: ink)
                })
        }
        #expect(try area(sameWay, .evenOdd) == 1200)
        #expect(try area(otherWay, .evenOdd) == 1200)
        #expect(try area(otherWay, .nonZero) == 1200)
        #expect(try area(sameWay, .nonZero) == 1600)
    }

    @Test("neighbours that share an edge leave no seam when added up, and paint over each other in order")
    func sharedEdge() throws {
        let result = try picture(32, 32, background: .black) { canvas in
            var both = path([0, 0, 17, 0, 14, 32, 0, 32], closed: true)
            both.append(path([17, 0, 32, 0, 32, 32, 14, 32], closed: true))
            canvas.fill(both, rule: .nonZero, with: .color(.white))
        }
        #expect(result.packedPixels.allSatisfy { $0 == 0xFFFF_FFFF })
    }

    @Test("transparent colours mix with what is below and keep an opaque picture opaque")
    func translucent() throws {
        let half = Paint.color(PixelColor(red: 255, green: 0, blue: 0, alpha: 128))
        let result = try picture(16, 16) { canvas in
            var shape = PixelPath()
            shape.addRectangle(x: 0, y: 0, width: 16, height: 16)
            for _ in 0..<50 { canvas.fill(shape, with: half) }
        }
        #expect(result.packedPixels.allSatisfy { $0 >> 24 == 255 })
        #expect(result.color(x: 3, y: 3).red == 255)
        #expect(result.color(x: 3, y: 3).green <= 1)
        let once = try picture(16, 16) { canvas in
            var shape = PixelPath()
            shape.addRectangle(x: 0, y: 0, width: 16, height: 16)
            canvas.fill(shape, with: half)
        }
        #expect(abs(Int(once.color(x: 3, y: 3).green) - 127) <= 1)
    }

    @Test("drawing on a transparent picture keeps colour and alpha apart")
    func transparentPicture() throws {
        let result = try picture(16, 16, background: .clear) { canvas in
            var shape = PixelPath()
            shape.addRectangle(x: 2.5, y: 2, width: 8, height: 8)
            canvas.fill(shape, with: .color(PixelColor(red: 200, green: 100, blue: 40)))
        }
        #expect(result.color(x: 6, y: 6) == PixelColor(red: 200, green: 100, blue: 40))
        let edge = result.color(x: 2, y: 5)
        #expect(abs(Int(edge.alpha) - 127) <= 1 && abs(Int(edge.red) - 200) <= 2)
        #expect(result.color(x: 0, y: 0).alpha == 0)
    }
}
