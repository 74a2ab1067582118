// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

extension Map {
    /// The map at this moment with overlays above it, everything loaded that is visible. A layer that cannot be made
    /// ready is told in the snapshot's `failures`; the map's own trouble is thrown.
    public func snapshot(overlays: [GraphicsOverlay] = []) async throws -> MapSnapshot {
        try await load()
        try await Layer.loadShown(basemap.baseLayers + operationalLayers + basemap.referenceLayers)
        var (snapshot, _) = presentSnapshot()
        snapshot.layers += overlays.map { $0.snapshot() }
        return snapshot
    }

    /// The map at this moment, as far as it is loaded, and what is still to be: for views that show what there is. Whoever
    /// tracks observable state while this runs is told when it would give something else.
    package func presentSnapshot() -> (snapshot: MapSnapshot, report: LayerReport) {
        var report = LayerReport()
        var base = Layer.present(basemap.baseLayers, &report)
        for index in base.indices { base[index].isOfBasemap = true }
        var pendingOfBasemap = report.pending
        let operational = Layer.present(operationalLayers, &report)
        let others = report.pending.count
        var references = Layer.present(basemap.referenceLayers, &report)
        pendingOfBasemap += report.pending[others...]
        report.pendingOfBasemap = pendingOfBasemap
        for index in references.indices {
            references[index].isOfBasemap = true
            references[index].isReference = true
        }
        var layers = base + operational + references
        if let timeExtent { for index in layers.indices { layers[index].filter(by: timeExtent) } }
        let snapshot = MapSnapshot(
            spatialReference: spatialReference ?? .webMercator, background: backgroundColor,
            layers: layers, referenceScale: referenceScale, initialViewpoint: initialViewpoint,
            failures: report.failures)
        return (snapshot, report)
    }
}
