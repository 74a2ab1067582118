// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry
import GromaMapping
import GromaRaster

/// Asks a server for its picture of the view, in parts where the server draws no picture of that size, and brought into the
/// map's reference where the server does not draw in it.
struct ImagePreparation: Sendable {
    let grid: MapGrid
    let content: MapImageContent
    /// Where a view keeps the layer's pictures; nil where everything is waited for.
    let answers: LayerAnswers<SceneSupply.Question, [SceneSupply.GroundPicture]>?
    let slot: String
    let question: SceneSupply.Question
    /// Parts of a picture at most.
    private static let most = 64

    func prepare() async throws -> PreparedLayer {
        let info = try await content.source.mapImageInfo()
        var prepared = PreparedLayer()
        prepared.attribution = info.attribution
        let reference = Self.reference(of: info, drawing: grid.spatialReference)
        let view = grid.extent(margin: 0)
        guard reference != grid.spatialReference else {
            guard isShown(view, info) else { return prepared }
            // An upright picture's pixels are the grid's own; a turned one is asked for upright and turned here.
            let width = Int((view.width / grid.resolution).rounded(.up))
            let height = Int((view.height / grid.resolution).rounded(.up))
            let parts = try await answered(view, width: width, height: height, info, &prepared)
            prepared.content = .pictures(
                parts.map {
                    PlacedPicture(picture: $0.picture, transform: grid.placement(of: $0.picture, on: $0.extent))
                })
            return prepared
        }
        let ground = try GeometryEngine.project(view, into: reference)
        guard isShown(ground, info) else { return prepared }
        // About as many pixels as the view has.
        let share = min(
            4_096 / max(ground.width, ground.height),
            (Double(grid.window.width * grid.window.height) * 1.5 / (ground.width * ground.height)).squareRoot())
        let width = max(1, Int(ground.width * share)), height = max(1, Int(ground.height * share))
        let parts = try await answered(ground, width: width, height: height, info, &prepared)
        prepared.content = .pictures(
            try parts.map {
                let warped = try RasterWarp(grid: grid, source: $0.picture, extent: $0.extent).picture()
                return PlacedPicture(picture: warped, transform: PixelAffine())
            })
        return prepared
    }

    /// The map's reference where the source draws in it, else its own or the first that it draws in.
    private static func reference(of info: MapImageInfo, drawing map: SpatialReference) -> SpatialReference {
        let drawn = info.supportedReferences
        if drawn.isEmpty || drawn.contains(map) { return map }
        if let own = info.spatialReference, drawn.contains(own) { return own }
        return drawn.first { $0 == .webMercator } ?? drawn[0]
    }

    private func isShown(_ ground: Envelope, _ info: MapImageInfo) -> Bool {
        guard let full = info.fullExtent, !full.isEmpty, let reference = ground.spatialReference else { return true }
        // An extent that has no place in the reference of the picture decides nothing.
        guard let box = try? GeometryEngine.project(full, into: reference) else { return true }
        return box.intersects(ground)
    }

    /// The pictures, or for a view that does not wait those it has; notes in `prepared` what is still to come.
    private func answered(
        _ ground: Envelope, width: Int, height: Int, _ info: MapImageInfo, _ prepared: inout PreparedLayer
    ) async throws -> [SceneSupply.GroundPicture] {
        guard let answers else { return try await parts(of: ground, width: width, height: height, info) }
        let answer = try await answers.answer(of: slot, to: question) {
            try await parts(of: ground, width: width, height: height, info)
        }
        if answer.value == nil, let error = answer.error { throw error }
        prepared.trouble = answer.error
        prepared.isPending = !answer.isFinal
        return answer.value ?? []
    }

    private func parts(
        of ground: Envelope, width: Int, height: Int, _ info: MapImageInfo
    ) async throws -> [SceneSupply.GroundPicture] {
        let across = (width + max(info.maximumWidth, 1) - 1) / max(info.maximumWidth, 1)
        let down = (height + max(info.maximumHeight, 1) - 1) / max(info.maximumHeight, 1)
        guard across * down <= Self.most else {
            throw RenderingError(
                .size,
                "\(info.name) draws at most \(info.maximumWidth) x \(info.maximumHeight) pixels at a time; a picture of \(width) x \(height) would take too many requests."
            )
        }
        var requests: [MapImageRequest] = []
        for row in 0..<down {
            for column in 0..<across {
                let left = width * column / across, right = width * (column + 1) / across
                let top = height * row / down, bottom = height * (row + 1) / down
                let unitX = ground.width / Double(width), unitY = ground.height / Double(height)
                let part = Envelope(
                    xMin: ground.xMin + Double(left) * unitX, yMin: ground.yMax - Double(bottom) * unitY,
                    xMax: ground.xMin + Double(right) * unitX, yMax: ground.yMax - Double(top) * unitY,
                    spatialReference: ground.spatialReference)
                var request = MapImageRequest(
                    extent: part, width: right - left, height: bottom - top, dpi: 96 * grid.pixelRatio,
                    visibleSublayerIDs: content.visibleSublayerIDs,
                    definitionExpressions: content.definitionExpressions)
                request.timeExtent = content.timeExtent
                requests.append(request)
            }
        }
        let source = content.source
        return try await withThrowingTaskGroup(of: (Int, MapImage?).self) { group in
            for (index, request) in requests.enumerated() {
                group.addTask { (index, try await source.image(request)) }
            }
            var answers = [MapImage?](repeating: nil, count: requests.count)
            for try await (index, image) in group { answers[index] = image }
            return try answers.compactMap { image in
                try image.map {
                    SceneSupply.GroundPicture(
                        picture: try PixelBuffer(try Image(decoding: $0.bytes, maximumPixels: 8_192 * 8_192)),
                        extent: $0.extent)
                }
            }
        }
    }
}
