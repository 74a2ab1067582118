// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRaster

/// Makes the graphics of an overlay ready to be drawn: in the order of their z indices, then of the overlay.
struct GraphicsPreparation: Sendable {
    let renderer: MapRenderer
    let grid: MapGrid

    func prepare(_ graphics: [GraphicSnapshot]) async throws -> PreparedLayer {
        var prepared = PreparedLayer()
        let order = graphics.indices.sorted { (graphics[$0].zIndex, $0) < (graphics[$1].zIndex, $1) }
        let pictures = await SymbolPictures(loader: renderer.resourceLoader).load(graphics.map(\.symbol))
        let painter = SymbolPainter(
            pixelsPerPoint: grid.pixelsPerPoint, text: renderer.text, pictures: pictures.images,
            ground: HatchGround(grid))
        var complaints = pictures.complaints
        var layers: [VectorLayer] = []
        var run: [(geometry: any Geometry, symbol: DrawSymbol)] = []
        func finishRun() throws {
            guard let type = run.first?.geometry.geometryType else { return }
            var column = GeometryColumn(type: type)
            for graphic in run { try column.append(graphic.geometry) }
            layers.append(
                VectorLayer(
                    geometry: DrawableGeometry(column), symbols: run.map(\.symbol),
                    symbolIndices: run.indices.map { Int32($0) }))
            run = []
        }
        for index in order {
            let graphic = graphics[index]
            guard let drawn = try painter.drawSymbol(graphic.symbol) else {
                complaints.append("A symbol of the kind \(graphic.symbol.kindName) is not drawn.")
                continue
            }
            var geometry = try GeometryEngine.project(graphic.geometry, into: grid.spatialReference)
            if let box = geometry as? Envelope { geometry = box.polygon }
            if let last = run.last, last.geometry.geometryType != geometry.geometryType { try finishRun() }
            run.append((geometry, drawn))
        }
        try finishRun()
        prepared.content = .vectors(
            try await DisplayList(
                layers, transform: grid.transform, window: grid.window, quality: renderer.quality,
                threads: renderer.threads))
        prepared.failures = complaints.uniqued().map {
            LayerFailure(layerID: "", layerName: "", error: RenderingError(.unsupported, $0))
        }
        return prepared
    }
}

extension Envelope {
    /// The box as a ring, clockwise.
    fileprivate var polygon: Polygon {
        guard !isEmpty else { return Polygon(spatialReference: spatialReference) }
        let xy = [xMin, yMin, xMin, yMax, xMax, yMax, xMax, yMin, xMin, yMin]
        return Polygon(
            parts: CoordinateParts(coordinates: CoordinateSequence(xy: xy), starts: [0]),
            spatialReference: spatialReference)
    }
}
