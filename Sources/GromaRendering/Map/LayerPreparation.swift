// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRaster

/// Gets rows and tiles of all visible layers at once, and makes them ready to be drawn.
struct LayerPreparation: Sendable {
    let renderer: MapRenderer
    let grid: MapGrid

    /// The visible layers, from the bottom up. A layer that fails comes without content and says why.
    func prepare(_ layers: [LayerSnapshot]) async throws -> [PreparedLayer] {
        let visible = layers.filter { $0.isVisible(atScale: grid.scale) }
        return try await withThrowingTaskGroup(of: (Int, PreparedLayer).self) { group in
            for (index, layer) in visible.enumerated() {
                group.addTask { (index, try await prepare(layer, rank: index)) }
            }
            var prepared = [PreparedLayer](repeating: PreparedLayer(), count: visible.count)
            for try await (index, layer) in group { prepared[index] = layer }
            return prepared
        }
    }

    private func prepare(_ layer: LayerSnapshot, rank: Int) async throws -> PreparedLayer {
        var prepared: PreparedLayer
        do {
            if case .group(let members) = layer.content {
                prepared = PreparedLayer(content: .group(try await prepare(members)))
            } else {
                let worlds = grid.worlds
                var copies: [PreparedLayer] = []
                for world in worlds { copies.append(try await prepare(layer.content, of: layer, on: world)) }
                prepared = PreparedLayer.joining(copies)
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            prepared = PreparedLayer()
            prepared.failures = [LayerFailure(layerID: layer.id, layerName: layer.name, error: error)]
        }
        prepared.opacity = layer.opacity
        prepared.blendMode = BlendMode(rawValue: layer.blendMode) ?? .normal
        prepared.isReference = layer.isReference
        return prepared
    }

    private func prepare(
        _ content: LayerSnapshot.Content, of layer: LayerSnapshot, on grid: MapGrid
    ) async throws -> PreparedLayer {
        switch content {
        case .features(let content):
            try await FeaturePreparation(
                renderer: renderer, grid: content.scalesSymbols ? grid.scalingSymbols : grid, layer: layer,
                content: content
            ).prepare()
        case .tiles(let source): try await TilePreparation(grid: grid, source: source).prepare()
        case .image(let content): try await ImagePreparation(grid: grid, content: content).prepare()
        case .graphics(let graphics):
            try await GraphicsPreparation(renderer: renderer, grid: grid).prepare(graphics)
        case .group: PreparedLayer()
        }
    }
}
