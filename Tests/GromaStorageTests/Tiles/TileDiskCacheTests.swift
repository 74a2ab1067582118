// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaMapping
import GromaStorage
import Synchronization
import Testing

@Suite("Tiles kept on the disk", .timeLimit(.minutes(10)))
struct TileDiskCacheTests {
    private let folder: TestFolder
    init() throws { folder = try TestFolder() }

    /// Seconds that a test lets go by.
    private final class Time: Sendable {
        let seconds = Mutex(1_000_000.0)
        var now: @Sendable () -> Double { { [self] in seconds.withLock { $0 } } }
        func advance(_ step: Double) { seconds.withLock { $0 += step } }
    }

    @Test("a tile is there after the program ends, until it expires; then it only stands in")
    func expiry() async throws {
        let time = Time(), url = folder.file("deeper/tiles.sqlite"), key = TileKey(level: 3, row: 2, column: 1)
        do {
            let cache = try TileDiskCache(fileURL: url, expiry: .seconds(100), now: time.now)
            #expect(await cache.keptTile(at: key, of: "a") == nil)
            await cache.keep([1, 2], at: key, of: "a")
            #expect(
                await cache.keptTile(at: key, of: "a") == KeptTile(bytes: [1, 2], isExpired: false),
                "before it is written")
            await cache.keep(nil, at: TileKey(level: 4, row: 0, column: 0), of: "a")
            await cache.flush()
            #expect(cache.byteCount == 2)
        }
        let cache = try TileDiskCache(fileURL: url, expiry: .seconds(100), now: time.now)
        #expect(cache.byteCount == 2)
        #expect(await cache.keptTile(at: key, of: "a") == KeptTile(bytes: [1, 2], isExpired: false))
        #expect(await cache.keptTile(at: key, of: "b") == nil, "another source")
        #expect(
            await cache.keptTile(at: TileKey(level: 4, row: 0, column: 0), of: "a")
                == KeptTile(bytes: nil, isExpired: false))
        time.advance(101)
        #expect(await cache.keptTile(at: key, of: "a") == KeptTile(bytes: [1, 2], isExpired: true))
        await cache.keep([7], at: key, of: "a")
        await cache.flush()
        #expect(await cache.keptTile(at: key, of: "a") == KeptTile(bytes: [7], isExpired: false))
        #expect(cache.byteCount == 1)
        try await cache.removeAll()
        #expect(await cache.keptTile(at: key, of: "a") == nil)
        #expect(cache.byteCount == 0)
    }

    @Test("beyond its size the least lately used tiles go")
    func size() async throws {
        let time = Time()
        let cache = try TileDiskCache(fileURL: folder.file("small.sqlite"), byteLimit: 100_000, now: time.now)
        for index in 0..<1_000 {
            await cache.keep([UInt8](repeating: 1, count: 500), at: TileKey(level: 9, row: index, column: 0), of: "a")
            if index % 50 == 49 {
                await cache.flush()
                time.advance(10)
                #expect(cache.byteCount <= 100_000)
            }
        }
        #expect(await cache.keptTile(at: TileKey(level: 9, row: 999, column: 0), of: "a") != nil)
        #expect(await cache.keptTile(at: TileKey(level: 9, row: 0, column: 0), of: "a") == nil)
        await cache.keep([UInt8](repeating: 1, count: 90_000), at: TileKey(level: 1, row: 0, column: 0), of: "a")
        #expect(
            await cache.keptTile(at: TileKey(level: 1, row: 0, column: 0), of: "a") == nil, "too large for its room")
    }

    @Test("a file that is damaged is begun anew")
    func damaged() async throws {
        let url = folder.file("damaged.sqlite")
        try Data([UInt8](repeating: 0x41, count: 10_000)).write(to: url)
        let cache = try TileDiskCache(fileURL: url)
        await cache.keep([5], at: TileKey(level: 0, row: 0, column: 0), of: "a")
        await cache.flush()
        #expect(await cache.keptTile(at: TileKey(level: 0, row: 0, column: 0), of: "a")?.bytes == [5])
    }
}
