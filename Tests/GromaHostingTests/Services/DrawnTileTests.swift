// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaHosting
import GromaMapping
import GromaStorage
import Synchronization
import Testing

@Suite("Tiles drawn when they are asked for")
struct DrawnTileTests {
    /// Draws any tile as its own address, and counts.
    private final class Painter: TileSource {
        let drawn = Mutex<[TileKey]>([])
        func tileLayerInfo() async throws -> TileLayerInfo {
            TileLayerInfo(name: "Painter", tileInfo: .webMercator(levels: 0...5))
        }
        func tile(at key: TileKey) async throws -> [UInt8]? {
            drawn.withLock { $0.append(key) }
            return key.level == 5 ? nil : Array("\(key.level)/\(key.row)/\(key.column)".utf8)
        }
    }

    @Test("kept tiles come from the folder, others are drawn once; a service without a painter has its own tiles only")
    func drawnOnce() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "drawn-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let directory = try StoreDirectory(url: folder, createIfMissing: true)
        for name in ["Painted", "Plain"] {
            let cache = try await directory.createTileService(
                ServiceRecord(name: name, kind: .tiles),
                info: TileLayerInfo(name: name, tileInfo: .webMercator(levels: 0...5)))
            try await cache.setTile([1, 2, 3], at: TileKey(level: 2, row: 1, column: 1))
        }
        let painter = Painter()
        let store = EmbeddedStore(directory: directory) { $0 == "Painted" ? painter : nil }
        for _ in 0..<2 {
            let tiles = try await store.tileSource(of: "Painted")
            #expect(try await tiles.tile(at: TileKey(level: 2, row: 1, column: 1)) == [1, 2, 3])
            #expect(try await tiles.tile(at: TileKey(level: 3, row: 4, column: 5)) == Array("3/4/5".utf8))
        }
        #expect(painter.drawn.withLock { $0 } == [TileKey(level: 3, row: 4, column: 5)])
        let painted = try await store.tileSource(of: "Painted")
        #expect(try await painted.tile(at: TileKey(level: 5, row: 0, column: 0)) == nil)
        let plain = try await store.tileSource(of: "Plain")
        #expect(try await plain.tile(at: TileKey(level: 3, row: 4, column: 5)) == nil)
        try await directory.close()
    }

    @Test("drawn tiles in memory stay below their bound, the latest are among them")
    func bound() {
        var tiles = RecentTiles()
        for index in 0..<200 {
            tiles.keep([UInt8](repeating: 7, count: 1 << 20), at: TileKey(level: 9, row: index, column: 0))
            #expect(tiles.byteCount <= RecentTiles.byteLimit)
            #expect(tiles[TileKey(level: 9, row: index, column: 0)] != nil)
        }
        tiles.keep([UInt8](repeating: 7, count: RecentTiles.byteLimit), at: TileKey(level: 1, row: 0, column: 0))
        #expect(tiles[TileKey(level: 1, row: 0, column: 0)] == nil)
        #expect(tiles[TileKey(level: 9, row: 0, column: 0)] == nil)
    }
}
