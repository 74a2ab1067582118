// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import GromaRendering
import Testing

@Suite("Tiles that a view wants", .timeLimit(.minutes(1)))
struct TileWishTests {
    /// Answers when it is let, and tells whether it had been given up by then.
    private final class Tiles: TileSource {
        let gate = AsyncStream.makeStream(of: Void.self)
        let ends = AsyncStream.makeStream(of: Bool.self)

        func tileLayerInfo() async throws -> TileLayerInfo { TileLayerInfo(name: "Gated", tileInfo: .webMercator()) }
        func tile(at key: TileKey) async throws -> [UInt8]? {
            // A task of its own, so that the gate is waited for whatever becomes of the request.
            await Task { [gate] in for await _ in gate.stream { break } }.value
            ends.continuation.yield(Task.isCancelled)
            return try Image(width: 256, height: 256, red: 9, green: 9, blue: 9, alpha: 255).encoded()
        }
    }

    @Test("a scene whose place was taken gives up nothing that the later one waits for")
    func turns() async throws {
        let tiles = Tiles(), arrivals = AsyncStream.makeStream(of: Void.self)
        let loader = TileLoader { arrivals.continuation.yield() }
        let key = TileKey(level: 3, row: 1, column: 2)
        loader.want([TileWish(source: tiles, keys: [key])], turn: 2)
        loader.want([], turn: 1)
        tiles.gate.continuation.yield()
        for await isCancelled in tiles.ends.stream {
            #expect(!isCancelled)
            break
        }
        for await _ in arrivals.stream { break }
        #expect(loader.byteCount == 256 * 256 * 4)
    }
}
