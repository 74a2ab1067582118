// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

/// Draws prepared layers over each other.
struct MapComposition {
    let grid: MapGrid
    let threads: Int?
    let bandHeight: Int?

    func draw(_ layers: [PreparedLayer], on buffer: PixelBuffer) async throws {
        for layer in layers where layer.opacity > 0 {
            try Task.checkCancellation()
            guard layer.blendMode != .normal || (layer.opacity < 1 && needsOwnSheet(layer)) else {
                try await draw(layer, opacity: layer.opacity, on: buffer)
                continue
            }
            // What lies over each other inside of the layer must not shine through: draw it whole, then lay it down once.
            let sheet = try PixelBuffer(width: buffer.width, height: buffer.height, format: buffer.format)
            try await draw(layer, opacity: 1, on: sheet)
            Canvas(buffer).draw(sheet, x: 0, y: 0, opacity: layer.opacity, blendMode: layer.blendMode)
        }
    }

    private func needsOwnSheet(_ layer: PreparedLayer) -> Bool {
        switch layer.content {
        case .nothing: false
        case .pictures(let pictures): pictures.count > 1
        case .vectors, .group: true
        }
    }

    private func draw(_ layer: PreparedLayer, opacity: Double, on buffer: PixelBuffer) async throws {
        switch layer.content {
        case .nothing: break
        case .vectors(let list): try await list.draw(into: buffer, threads: threads, bandHeight: bandHeight)
        case .pictures(let pictures):
            let canvas = Canvas(buffer)
            for placed in pictures { canvas.draw(placed.picture, transform: placed.transform, opacity: opacity) }
        case .group(let members): try await draw(members, on: buffer)
        }
    }
}
