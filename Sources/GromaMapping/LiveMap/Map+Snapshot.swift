// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

extension Map {
    /// The map at this moment with overlays above it, everything loaded that is visible. A layer that cannot be made
    /// ready is told in the snapshot's `failures`; the map's own trouble is thrown.
    public func snapshot(overlays: [GraphicsOverlay] = []) async throws -> MapSnapshot {
        try await load()
        var failures: [LayerFailure] = []
        let below = try await Layer.snapshots(of: basemap.baseLayers + operationalLayers, failures: &failures)
        var references = try await Layer.snapshots(of: basemap.referenceLayers, failures: &failures)
        for index in references.indices { references[index].isReference = true }
        return MapSnapshot(
            spatialReference: spatialReference ?? .webMercator, background: backgroundColor,
            layers: below + references + overlays.map { $0.snapshot() }, referenceScale: referenceScale,
            initialViewpoint: initialViewpoint, failures: failures)
    }
}
