// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaMapping

/// What the server needs from a store of map tiles.
public protocol TileStore: Sendable {
    /// The tiles of a service. Throws `HostingError.notFound` for an unknown service.
    func tileSource(of service: String) async throws -> any TileSource
}
