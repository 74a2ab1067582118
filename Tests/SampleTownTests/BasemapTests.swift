// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry
import GromaMapping
import SampleTown
import Testing

@Suite("The sample's base maps") struct BasemapTests {
    private static let town = Town(size: .small)

    private func block(_ service: SampleTileService, _ level: Int) throws -> TileRange {
        let isGeographic = service == .streetsWGS84
        let (x, y) = isGeographic ? (65.0025, 48.187) : (7_236_000, 6_138_000)
        let box = Envelope(
            xMin: x, yMin: y, xMax: x + 1e-6, yMax: y + 1e-6,
            spatialReference: isGeographic ? .wgs84 : .webMercator)
        let key = try #require(service.tileInfo.tiles(covering: box, level: level)?.keys.first)
        return TileRange(level: level, rows: key.row - 1...key.row + 1, columns: key.column - 1...key.column + 1)
    }

    @Test("a tile is the same alone and in a block, at every kind of service", arguments: SampleTileService.allCases)
    func seams(service: SampleTileService) async throws {
        for level in [12, 15, 17] {
            let source = try SampleTileSource(service, town: Self.town)
            let together = try source.tiles(of: try block(service, level))
            #expect(together.isEmpty == false)
            for (key, bytes) in together {
                let alone = try #require(try await source.tile(at: key))
                if service == .relief || service == .imagery {
                    // JPEG blurs its blocks alike; the pictures must agree to the pixel all the same.
                    #expect(try Image(decoding: alone) == Image(decoding: bytes))
                } else {
                    #expect(alone == bytes, "\(key)")
                }
            }
        }
    }

    @Test("the river is water, the land is land, and a street lies over the bridge")
    func colours() throws {
        let source = try SampleTileSource(.streets, town: Self.town)
        func colour(_ x: Int, _ y: Int) throws -> String {
            let place = TownPoint(x, y)
            let scheme = SampleTileService.streets.tileInfo
            let box = Envelope(
                xMin: place.mercatorX, yMin: place.mercatorY, xMax: place.mercatorX + 1e-6,
                yMax: place.mercatorY + 1e-6, spatialReference: .webMercator)
            let key = try #require(scheme.tiles(covering: box, level: 17)?.keys.first)
            let range = TileRange(level: 17, rows: key.row...key.row, columns: key.column...key.column)
            let tile = try #require(try source.tiles(of: range).first)
            let image = try Image(decoding: tile.bytes)
            let ground = try #require(scheme.extent(of: key))
            let resolution = try #require(scheme.levelOfDetail(17)).resolution
            let pixel = image[
                Int((place.mercatorX - ground.xMin) / resolution), Int((ground.yMax - place.mercatorY) / resolution)]
            return [pixel.red, pixel.green, pixel.blue].map { String($0, radix: 16, uppercase: true) }.joined()
        }
        #expect(try colour(-20_000, River.centre(-20_000)) == "A8D0E6")
        #expect(try colour(-60_000, 80_000) == "F3F2E7")
        let (south, north) = (Self.town.lattice.node(0, -1), Self.town.lattice.node(0, 0))
        #expect(try colour((south.x + north.x) / 2, (south.y + north.y) / 2) == "FDE8B4")
    }

    @Test("the air photograph shows water where the river is, roofs in the town and fields outside, with grain")
    func imagery() throws {
        let source = try SampleTileSource(.imagery, town: Self.town)
        func mean(_ place: TownPoint) throws -> (red: Double, green: Double, blue: Double, shades: Int) {
            let image = try source.picture(of: place, level: 18, width: 24, height: 24)
            var sum = (0.0, 0.0, 0.0)
            var shades: Set<Int> = []
            for y in 0..<24 {
                for x in 0..<24 {
                    let pixel = image[x, y]
                    sum = (sum.0 + Double(pixel.red), sum.1 + Double(pixel.green), sum.2 + Double(pixel.blue))
                    shades.insert(Int(pixel.red) << 16 | Int(pixel.green) << 8 | Int(pixel.blue))
                }
            }
            return (sum.0 / 576, sum.1 / 576, sum.2 / 576, shades.count)
        }
        let water = try mean(TownPoint(-20_000, River.centre(-20_000)))
        #expect(water.blue > water.red + 15)
        let field = try mean(TownPoint(-60_000, 80_000))
        #expect(field.red > field.blue + 15)
        #expect(water.shades > 8 && field.shades > 8)
    }

    @Test("levels that a service does not have give no tile")
    func outside() async throws {
        let labels = try SampleTileSource(.streetLabels, town: Self.town)
        #expect(try await labels.tile(at: TileKey(level: 3, row: 2, column: 5)) == nil)
        #expect(try await labels.tile(at: TileKey(level: 12, row: 0, column: 0)) == nil)
    }

    @Test("every picture of the sample can be drawn", arguments: SamplePicture.all)
    func pictures(picture: SamplePicture) throws {
        let image = try Image(decoding: try picture.png())
        #expect(image.width == 640 && image.height == 480)
    }
}
