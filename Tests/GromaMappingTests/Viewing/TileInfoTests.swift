// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry
import GromaMapping
import Testing

@Suite("Tiling schemes")
struct TileInfoTests {
    @Test("a tile's ground is what the service's arithmetic says")
    func extent() throws {
        let scheme = TileInfo.webMercator()
        let world = try #require(scheme.extent(of: TileKey(level: 0, row: 0, column: 0)))
        #expect(abs(world.xMax - 20_037_508.342787) < 0.01)
        let tile = try #require(scheme.extent(of: TileKey(level: 2, row: 1, column: 3)))
        #expect(abs(tile.xMin - 10_018_754.17) < 0.01)
        #expect(abs(tile.yMax - 10_018_754.17) < 0.01)
        #expect(scheme.extent(of: TileKey(level: 99, row: 0, column: 0)) == nil)
    }

    @Test("the tiles of an extent cover it, and those that only touch it are left out")
    func covering() throws {
        let scheme = TileInfo.webMercator()
        let tile = try #require(scheme.extent(of: TileKey(level: 5, row: 10, column: 12)))
        #expect(scheme.tiles(covering: tile, level: 5)?.keys == [TileKey(level: 5, row: 10, column: 12)])
        let point = tile.center.extent
        #expect(scheme.tiles(covering: point, level: 5)?.count == 1)
        let around = Envelope(center: tile.center, width: tile.width * 1.5, height: tile.height * 1.5)
        #expect(scheme.tiles(covering: around, level: 5)?.count == 9)
    }

    @Test("extents outside, empty or absurd give no tiles or a bounded block")
    func degenerate() {
        let scheme = TileInfo.wgs84()
        #expect(scheme.tiles(covering: .empty(), level: 1) == nil)
        #expect(scheme.tiles(covering: Envelope(xMin: -500, yMin: 0, xMax: -400, yMax: 1), level: 1) == nil)
        #expect(scheme.tiles(covering: Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1), level: 99) == nil)
        let all = scheme.tiles(covering: Envelope(xMin: -1e300, yMin: -1e300, xMax: 1e300, yMax: 1e300), level: 0)
        #expect(all?.columns.lowerBound == 0)
    }

    @Test("JSON of a service is read and written with unknown keys")
    func json() throws {
        let text =
            #"{"rows":512,"cols":512,"dpi":96,"preciseDpi":96,"format":"pbf","compressionQuality":0,"origin":{"x":-400,"y":400.5},"spatialReference":{"wkid":4326,"latestWkid":4326},"lods":[{"level":3,"resolution":0.5,"scale":1000.25}]}"#
        let value = try JSONValue(parsing: text)
        let scheme = try TileInfo(json: value)
        #expect(scheme.rows == 512)
        #expect(scheme.origin.y == 400.5)
        #expect(scheme.levelsOfDetail == [LevelOfDetail(level: 3, resolution: 0.5, scale: 1000.25)])
        #expect(scheme.json == value)
        #expect(try TileInfo(json: TileInfo.webMercator().json) == .webMercator())
    }

    @Test(
        "hostile schemes are refused with a reason",
        arguments: [
            "null", "{}", #"{"origin":{"x":1,"y":2}}"#, #"{"origin":{"x":1,"y":2},"lods":[]}"#,
            #"{"origin":{"x":1,"y":2},"lods":[{"level":0,"resolution":0}]}"#,
            #"{"origin":{"x":1,"y":2},"lods":[{"level":0,"resolution":-1}]}"#,
            #"{"origin":{"x":1,"y":2},"rows":0,"lods":[{"level":0,"resolution":1}]}"#,
            #"{"origin":{"x":1,"y":2},"cols":1000000,"lods":[{"level":0,"resolution":1}]}"#,
            #"{"origin":{"x":"a","y":2},"lods":[{"level":0,"resolution":1}]}"#,
        ])
    func hostile(text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect { try TileInfo(json: value) } throws: { ($0 as? MappingError)?.code == .malformed }
    }
}
