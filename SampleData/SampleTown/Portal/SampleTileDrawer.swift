// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
public import GromaMapping
import Synchronization

extension SamplePortal {
    /// Draws the tiles that a sample portal's folder does not keep, by the service's name; nil for a folder without a sample.
    ///
    /// The town is made when the first tile is asked for: milliseconds for the small one, seconds for the large one.
    public static func tileDrawer(for url: URL) -> (@Sendable (_ service: String) throws -> (any TileSource)?)? {
        guard let data = try? Data(contentsOf: url.appending(path: "sample.json")),
            let marker = try? JSONValue(parsing: data), marker["version"]?.int == version,
            let cells = marker["cells"]?.int
        else { return nil }
        let drawer = SampleTileDrawer(size: TownSize(cells: cells))
        return { try drawer.source(named: $0) }
    }
}

/// The sources of one town's tile services, made when they are needed.
private final class SampleTileDrawer: Sendable {
    private struct State {
        var town: Town?
        var sources: [SampleTileService: SampleTileSource] = [:]
    }
    private let size: TownSize
    private let state = Mutex(State())

    init(size: TownSize) { self.size = size }

    /// Nil for a name that the sample has no tile service of.
    func source(named name: String) throws -> SampleTileSource? {
        guard let service = SampleTileService(rawValue: name) else { return nil }
        return try state.withLock { state in
            if let known = state.sources[service] { return known }
            let town = state.town ?? Town(size: size)
            state.town = town
            let source = try SampleTileSource(service, town: town)
            state.sources[service] = source
            return source
        }
    }
}
