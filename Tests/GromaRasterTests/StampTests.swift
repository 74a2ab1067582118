// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster
import Testing

@Suite("Markers, pictures, masks and patterns")
struct StampTests {
    @Test("a stamped circle has its area and its middle", arguments: [(20.0, 20.0), (20.25, 31.5), (33.74, 12.49)])
    func circle(place: (Double, Double)) throws {
        let sprite = try MarkerSprite.circle(diameter: 12, fill: .black)
        let result = try picture { $0.stamp(sprite, x: place.0, y: place.1) }
        let area = inkArea(result)
        #expect(abs(area - .pi * 36) < 1.5)
        var x = 0.0, y = 0.0
        for row in 0..<64 {
            for column in 0..<64 {
                let value = Double(255 - Int(result.color(x: column, y: row).red)) / 255
                x += value * (Double(column) + 0.5)
                y += value * (Double(row) + 0.5)
            }
        }
        // Places snap to quarters.
        #expect(abs(x / area - place.0) < 0.15 && abs(y / area - place.1) < 0.15)
    }

    @Test("a marker over the border is cut, and one outside leaves no trace")
    func border() throws {
        let sprite = try MarkerSprite.circle(diameter: 12, fill: .black, outline: .black, outlineWidth: 2)
        let cut = try picture { $0.stamp(sprite, x: 0, y: 32) }
        #expect(abs(inkArea(cut) - .pi * 49 / 2) < 1)
        let outside = try picture {
            for place in [(-40.0, 5.0), (200, 3), (3, -100), (3, 1e9), (.nan, 3), (3, .infinity)] {
                $0.stamp(sprite, x: place.0, y: place.1)
            }
        }
        #expect(inkArea(outside) == 0)
    }

    private func chequers(_ size: Int) throws -> PixelBuffer {
        let pixels = (0..<size * size).map { index in
            (index % size / 4 + index / size / 4) % 2 == 0 ? UInt32(0xFF00_0000) : 0xFFFF_FFFF
        }
        return try PixelBuffer(width: size, height: size, pixels: pixels)
    }

    @Test("a picture at a whole pixel is copied, cut at the window")
    func copied() throws {
        let image = try chequers(16)
        let result = try picture(32, 32) { $0.draw(image, transform: .translation(x: 20, y: -4)) }
        for y in 0..<32 {
            for x in 0..<32 {
                let expected = x >= 20 && y < 12 ? image[x - 20, y + 4] : 0xFFFF_FFFF
                #expect(result[x, y] == expected)
            }
        }
    }

    @Test("a quarter turn moves pixels without changing them", arguments: [ImageSampling.nearest, .bilinear])
    func quarterTurn(sampling: ImageSampling) throws {
        let image = try chequers(16)
        let result = try picture(16, 16) {
            $0.draw(image, transform: PixelAffine(a: 0, b: 1, c: -1, d: 0, tx: 16, ty: 0), sampling: sampling)
        }
        for y in 0..<16 { for x in 0..<16 { #expect(result[15 - y, x] == image[x, y]) } }
    }

    @Test("pictures side by side leave no seam at any angle and size", arguments: [1.0, 0.37, 2.61], [0.0, 12, 77])
    func seams(scale: Double, degrees: Double) throws {
        let image = try PixelBuffer(width: 32, height: 32, fill: .black)
        let result = try picture(96, 96) { canvas in
            let place = PixelAffine.scale(x: scale, y: scale).then(.rotation(degrees: degrees))
                .then(.translation(x: 48.3, y: 47.1))
            for y in -9..<9 {
                for x in -9..<9 {
                    canvas.draw(
                        image, transform: PixelAffine.translation(x: Double(x * 32), y: Double(y * 32)).then(place))
                }
            }
        }
        #expect(result.packedPixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test("shrunk chequers are grey, not noise")
    func shrunk() throws {
        let image = try chequers(256)
        let result = try picture(16, 16) { $0.draw(image, transform: .scale(x: 1 / 16, y: 1 / 16)) }
        #expect(result.packedPixels.allSatisfy { abs(Int($0 & 255) - 127) < 12 })
    }

    @Test("a picture turned and scaled is the same, pixel by pixel or in whole rows", arguments: 1...12)
    func rowsAndPixels(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        let pixels = (0..<41 * 29).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000 }
        let image = try PixelBuffer(width: 41, height: 29, pixels: pixels)
        let place = PixelAffine.scale(x: .random(in: 0.8...3, using: &random), y: .random(in: 0.8...3, using: &random))
            .then(.rotation(degrees: .random(in: 0...360, using: &random))).then(.translation(x: 31.3, y: 33.8))
        let whole = try picture { $0.draw(image, transform: place) }
        // Windows of one column know no neighbours to be read with.
        let single = try picture { canvas in
            for column in 0..<64 {
                canvas.clip(to: PixelRect(x: column, y: 0, width: 1, height: 64))
                canvas.draw(image, transform: place)
            }
        }
        #expect(whole.packedPixels == single.packedPixels, "seed \(seed)")
        #expect(inkArea(whole) > 100, "seed \(seed)")
    }

    @Test("opacity mixes with what is below")
    func opacity() throws {
        let image = try PixelBuffer(width: 8, height: 8, fill: .black)
        let result = try picture(8, 8) { $0.draw(image, x: 0, y: 0, opacity: 0.25) }
        #expect(abs(Int(result.color(x: 3, y: 3).red) - 191) <= 2)
        let none = try picture(8, 8) { $0.draw(image, x: 0, y: 0, opacity: 0) }
        #expect(inkArea(none) == 0)
    }

    @Test("a map without a way back draws nothing")
    func degenerate() throws {
        let image = try chequers(8)
        let result = try picture {
            $0.draw(image, transform: PixelAffine(a: 0, b: 0, c: 0, d: 0))
            $0.draw(image, transform: PixelAffine(a: .nan))
            $0.draw(image, transform: PixelAffine(tx: .infinity))
            $0.draw(image, transform: PixelAffine(a: 1e-12, d: 1e-12))
            $0.draw(image, transform: PixelAffine(tx: 1e300, ty: 0.5))
        }
        #expect(inkArea(result) < 2)
    }

    @Test("a mask lays its colour by its values")
    func mask() throws {
        let values = (0..<256).map { UInt8($0) }
        let mask = try CoverageMask(width: 16, height: 16, values: values)
        let result = try picture(24, 24) { $0.stamp(mask, x: 10, y: -3, color: .black) }
        for y in 0..<13 {
            for x in 0..<14 {
                let expected = 255 - Int(values[(y + 3) * 16 + x])
                #expect(abs(Int(result.color(x: x + 10, y: y).red) - expected) <= 1)
            }
        }
        #expect(throws: RasterError.self) { try CoverageMask(width: 4, height: 4, values: [1, 2, 3]) }
    }

    @Test("a pattern repeats from its origin, on the whole map's grid")
    func pattern() throws {
        let tile = try PixelBuffer(width: 4, height: 4, pixels: [0xFF00_0000] + Array(repeating: 0, count: 15))
        let result = try picture(32, 32) { canvas in
            var shape = PixelPath()
            shape.addRectangle(x: 5, y: 6, width: 20, height: 20)
            canvas.fill(shape, with: .pattern(Pattern(image: tile, originX: 1, originY: 2)))
        }
        for y in 0..<32 {
            for x in 0..<32 {
                let isInside = (5..<25).contains(x) && (6..<26).contains(y)
                let isDot = isInside && (x - 1) % 4 == 0 && (y - 2) % 4 == 0
                #expect(result.color(x: x, y: y) == (isDot ? .black : .white), "pixel \(x), \(y)")
            }
        }
    }

    @Test("hatches cover the share of the plane that their lines take", arguments: Pattern.Hatch.allCases)
    func hatch(hatch: Pattern.Hatch) throws {
        let pattern = try Pattern.hatch(hatch, color: .black, lineWidth: 1, spacing: 8)
        let side = Double(pattern.image.width)
        let result = try picture(pattern.image.width * 4, pattern.image.width * 4) { canvas in
            var shape = PixelPath()
            shape.addRectangle(x: 0, y: 0, width: side * 4, height: side * 4)
            canvas.fill(shape, with: .pattern(pattern))
        }
        let share = inkArea(result) / (side * side * 16)
        let expected =
            switch hatch {
            case .horizontal, .vertical: 1.0 / 8
            case .cross: 2.0 / 8 - 1.0 / 64
            case .forwardDiagonal, .backwardDiagonal: 1.0 / 8
            case .diagonalCross: 2.0 / 8 - 1.0 / 64
            }
        #expect(abs(share - expected) < 0.012, "\(share) against \(expected)")
    }

    @Test("a hatch's line goes through the place it is fixed to, and spacings need be no whole numbers")
    func hatchPlace() throws {
        let pattern = try Pattern.hatch(
            .horizontal, color: .black, lineWidth: 1, spacing: 9.55, fixedTo: (0, 1_003.5))
        let rows = Double(pattern.image.height)
        #expect(abs((rows / 9.55).rounded() * 9.55 - rows) < 1.0 / 64)
        let result = try picture(20, 1_100) { canvas in
            var shape = PixelPath()
            shape.addRectangle(x: 0, y: 0, width: 20, height: 1_100)
            canvas.fill(shape, with: .pattern(pattern))
        }
        #expect(result.color(x: 5, y: 1_003) == .black)
        #expect(result.color(x: 5, y: 1_008) == .white)
        #expect(abs(inkArea(result) / (20 * 1_100) - 1 / 9.55) < 0.004)
    }
}
