// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Keeps tiles that came from far away, so that they need not be fetched again: on a disk, for example.
public protocol TileKeeper: Sendable {
    /// What is kept of a source's tile; nil for nothing. `source` is the source's `keepingName`.
    func keptTile(at key: TileKey, of source: String) async -> KeptTile?
    /// Keeps what a source said of a tile: its bytes, or nil that there is none. Trouble with keeping is nobody's trouble.
    func keep(_ bytes: [UInt8]?, at key: TileKey, of source: String) async
}

/// What was kept of a tile.
public struct KeptTile: Sendable, Hashable {
    /// The bytes; nil where the source had no tile there.
    public var bytes: [UInt8]?
    /// True where the source is to be asked again, and what is kept shown only if it does not answer.
    public var isExpired: Bool
    /// Makes a value.
    public init(bytes: [UInt8]?, isExpired: Bool) {
        self.bytes = bytes
        self.isExpired = isExpired
    }
}
