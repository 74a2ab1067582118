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
    /// Tells one state of the map from another, for what is kept between pictures.
    var generation = 0
    /// Object ids of what was just selected, by layer.
    var arriving: [String: Set<Int64>] = [:]

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
                for (number, world) in worlds.enumerated() {
                    copies.append(try await prepare(layer.content, of: layer, on: world, copy: number))
                }
                prepared = PreparedLayer.joining(copies)
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            prepared = PreparedLayer()
            prepared.failures = [LayerFailure(layerID: layer.id, layerName: layer.name, error: error)]
            prepared.mayRecover = true
        }
        if let trouble = prepared.trouble {
            prepared.failures.append(LayerFailure(layerID: layer.id, layerName: layer.name, error: trouble))
            prepared.mayRecover = true
        }
        prepared.layerID = layer.id
        prepared.opacity = layer.opacity
        prepared.blendMode = BlendMode(rawValue: layer.blendMode) ?? .normal
        prepared.isReference = layer.isReference
        prepared.isOfBasemap = layer.isOfBasemap || layer.isReference
        return prepared
    }

    private func prepare(
        _ content: LayerSnapshot.Content, of layer: LayerSnapshot, on grid: MapGrid, copy: Int
    ) async throws -> PreparedLayer {
        let question = SceneSupply.Question(grid: grid.signature, generation: generation)
        let slot = "\(copy):\(layer.id)"
        switch content {
        case .features(let content):
            return try await FeaturePreparation(
                renderer: renderer, grid: content.scalesSymbols ? grid.scalingSymbols : grid, layer: layer,
                content: content, slot: slot, question: question, arriving: arriving[layer.id] ?? []
            ).prepare()
        case .tiles(let source):
            return try await TilePreparation(grid: grid, source: source, loader: renderer.supply?.tiles).prepare()
        case .image(let content):
            return try await ImagePreparation(
                grid: grid, content: content, answers: renderer.supply?.pictures, slot: slot, question: question
            ).prepare()
        case .graphics(let graphics):
            return try await GraphicsPreparation(renderer: renderer, grid: grid).prepare(graphics)
        case .group: return PreparedLayer()
        }
    }
}
