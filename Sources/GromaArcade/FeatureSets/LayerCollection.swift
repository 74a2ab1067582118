// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures

/// `$map` or `$datastore`.
final class LayerCollection: Sendable {
    let layers: [ArcadeLayer]
    init(_ layers: [ArcadeLayer]) { self.layers = layers }

    /// The layer of that title; exact case first.
    func layer(named title: String) -> ArcadeLayer? {
        layers.first { $0.title == title } ?? layers.first { $0.title.lowercased() == title.lowercased() }
            ?? layers.first { $0.info?.name.lowercased() == title.lowercased() }
    }
    func layer(id: String) -> ArcadeLayer? { layers.first { $0.id == id } }
}
