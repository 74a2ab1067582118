// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaMapping
import Synchronization

/// The tiles of a service that are kept, and those that are not, drawn when they are asked for.
///
/// What was drawn last stays in memory, so that many people looking at one place cost one drawing; nothing is written, so that
/// no request fills the disk.
final class DrawnTileSource: TileSource {
    private let kept: any TileSource
    private let drawn: any TileSource
    private let recent = Mutex(RecentTiles())

    init(kept: any TileSource, drawn: any TileSource) {
        self.kept = kept
        self.drawn = drawn
    }

    func tileLayerInfo() async throws -> TileLayerInfo { try await kept.tileLayerInfo() }

    func tile(at key: TileKey) async throws -> [UInt8]? {
        if let bytes = try await kept.tile(at: key) { return bytes }
        if let bytes = recent.withLock({ $0[key] }) { return bytes }
        guard let bytes = try await drawn.tile(at: key) else { return nil }
        recent.withLock { $0.keep(bytes, at: key) }
        return bytes
    }
}

/// Tiles in memory up to a number of bytes; the oldest half gives way.
package struct RecentTiles {
    /// Bytes of one service's tiles at most.
    package static let byteLimit = 32 << 20
    private var tiles: [TileKey: [UInt8]] = [:]
    private var order: [TileKey] = []
    /// Bytes of the tiles held now.
    package private(set) var byteCount = 0

    package init() {}

    package subscript(key: TileKey) -> [UInt8]? { tiles[key] }

    package mutating func keep(_ bytes: [UInt8], at key: TileKey) {
        guard tiles[key] == nil, bytes.count <= RecentTiles.byteLimit / 2 else { return }
        if byteCount + bytes.count > RecentTiles.byteLimit {
            for old in order.prefix((order.count + 1) / 2) {
                byteCount -= tiles.removeValue(forKey: old)?.count ?? 0
            }
            order.removeFirst((order.count + 1) / 2)
        }
        tiles[key] = bytes
        order.append(key)
        byteCount += bytes.count
    }
}
