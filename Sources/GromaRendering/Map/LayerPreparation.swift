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
            switch layer.content {
            case .features(let content):
                prepared = try await FeaturePreparation(
                    renderer: renderer, grid: content.scalesSymbols ? grid.scalingSymbols : grid, layer: layer,
                    content: content
                ).prepare()
            case .tiles(let source):
                prepared = try await TilePreparation(grid: grid, source: source).prepare()
            case .image(let content):
                prepared = try await ImagePreparation(grid: grid, content: content).prepare()
            case .graphics(let graphics):
                prepared = try await GraphicsPreparation(renderer: renderer, grid: grid).prepare(graphics)
            case .group(let members):
                prepared = PreparedLayer(content: .group(try await prepare(members)))
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
}
