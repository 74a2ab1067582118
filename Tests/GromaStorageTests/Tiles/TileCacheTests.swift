// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping
import GromaStorage
import Testing

@Suite("Tiles in a file")
struct TileCacheTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("tiles come back by level, row and column; missing ones are nil", arguments: [true, false])
    func roundTrip(isMercator: Bool) async throws {
        let scheme = isMercator ? TileInfo.webMercator(levels: 0...20) : TileInfo.wgs84(levels: 0...12)
        let url = folder.file("t.gpkg")
        let cache = try TileCache(
            creating: url, info: TileLayerInfo(name: "Streets", tileInfo: scheme, attribution: "Town"))
        try await cache.setTiles((0..<50).map { (TileKey(level: 6, row: $0, column: $0 / 2), [UInt8($0), 7]) })
        try await cache.setTile([9], at: TileKey(level: 6, row: 3, column: 1))
        #expect(try await cache.tile(at: TileKey(level: 6, row: 3, column: 1)) == [9])
        #expect(try await cache.tile(at: TileKey(level: 6, row: 49, column: 24)) == [49, 7])
        #expect(try await cache.tile(at: TileKey(level: 6, row: 3, column: 3)) == nil)
        #expect(try await cache.tile(at: TileKey(level: 99, row: -1, column: Int.max)) == nil)
        #expect(try await cache.tileCount() == 50)
        #expect(try await cache.levels() == 6...6)
        await #expect(throws: StorageError.self) {
            try await cache.setTile([1], at: TileKey(level: 40, row: 0, column: 0))
        }
        try await cache.close()
        let reopened = try TileCache(fileURL: url)
        let info = try await reopened.tileLayerInfo()
        #expect(info.tileInfo == scheme)
        #expect(info.attribution == "Town")
        await withTaskGroup(of: [UInt8]?.self) { group in
            for row in 0..<50 {
                group.addTask { try? await reopened.tile(at: TileKey(level: 6, row: row, column: row / 2)) }
            }
            var found = 0
            for await tile in group where tile != nil { found += 1 }
            #expect(found == 50)
        }
        await #expect(throws: StorageError.self) {
            try await reopened.setTile([1], at: TileKey(level: 1, row: 0, column: 0))
        }
    }

    @Test("a layer is made of a file's tiles")
    func layer() async throws {
        let url = folder.file("layer.gpkg")
        let cache = try TileCache(
            creating: url, info: TileLayerInfo(name: "Streets", tileInfo: .webMercator(levels: 0...4)))
        let layer = await ArcGISTiledLayer(tileCache: cache)
        try await layer.load()
        let (name, source) = await (layer.name, layer.tileSource)
        #expect(name == "Streets" && source === cache)
        try await cache.close()
    }

    @Test("an MBTiles file is read with its rows turned")
    func mbtiles() async throws {
        let url = folder.file("world.mbtiles")
        do {
            let database = try Database(path: url.path, mode: .create)
            try database.execute(
                """
                CREATE TABLE metadata (name TEXT, value TEXT);
                CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
                INSERT INTO metadata VALUES ('name', 'World'), ('format', 'png'), ('bounds', '-180,-90,180,90');
                INSERT INTO tiles VALUES (0, 0, 0, x'01'), (2, 1, 3, x'02');
                """)
        }
        let cache = try TileCache(fileURL: url)
        #expect(try await cache.tile(at: TileKey(level: 0, row: 0, column: 0)) == [1])
        #expect(try await cache.tile(at: TileKey(level: 2, row: 0, column: 1)) == [2])
        #expect(try await cache.tile(at: TileKey(level: 2, row: 3, column: 1)) == nil)
        let info = try await cache.tileLayerInfo()
        #expect(info.name == "World")
        #expect(info.tileInfo.levelsOfDetail.map(\.level) == [0, 1, 2])
        #expect(info.fullExtent?.spatialReference?.isWebMercator == true)
    }

    @Test("files that hold no tiles are refused", arguments: ["", "no database at all, just text", "gpkg", "empty"])
    func refusals(content: String) throws {
        let url = folder.file("x.gpkg")
        switch content {
        case "gpkg": _ = try GeoPackage(fileURL: url, access: .create)
        case "empty": _ = try Database(path: url.path, mode: .create)
        default: try Data(content.utf8).write(to: url)
        }
        #expect(throws: StorageError.self) { try TileCache(fileURL: url) }
    }

    @Test(
        "GDAL sees our tiles as a raster of the right size and place",
        .enabled(if: OutsideProgram.isInstalled("gdalinfo"), "needs gdalinfo: apt-get install gdal-bin"))
    func gdal() async throws {
        let url = folder.file("t.gpkg")
        let box = Envelope(xMin: 0, yMin: 0, xMax: 1_000_000, yMax: 1_000_000, spatialReference: .webMercator)
        let cache = try TileCache(
            creating: url,
            info: TileLayerInfo(name: "Streets", tileInfo: .webMercator(levels: 0...8), fullExtent: box))
        try await cache.close()
        let text = try await #require(OutsideProgram("gdalinfo")).output([url.path])
        #expect(text.contains("Size is 1635, 1635") || text.contains("Size is 1636, 1636"), "\(text)")
        #expect(text.contains("Pixel Size = (611.49"), "\(text)")
        #expect(!text.lowercased().contains("warning"), "\(text)")
    }
}
