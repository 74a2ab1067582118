// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRaster

/// Asks a feature layer for the rows of a view and makes them ready to be drawn: with symbols and labels, as a surface, as dots.
struct FeaturePreparation: Sendable {
    let renderer: MapRenderer
    let grid: MapGrid
    let layer: LayerSnapshot
    let content: FeatureContent
    /// Where a view keeps the layer's rows, and what it is asked.
    let slot: String
    let question: SceneSupply.Question
    /// Object ids of rows whose marks are to grow in.
    var arriving: Set<Int64> = []

    /// Pixels beyond the window from where a symbol may still reach in.
    private var reach: Double { FeatureRows(grid: grid, content: content).reach }

    func prepare() async throws -> PreparedLayer {
        guard content.layerInfo.geometryType != nil else { return PreparedLayer() }
        var prepared: PreparedLayer
        switch content.renderer {
        case let heat as HeatMapRenderer: prepared = try await surface(heat)
        case let dots as DotDensityRenderer: prepared = try await scattered(dots)
        default: prepared = try await symbolised()
        }
        prepared.failures = prepared.complaints.uniqued().map(failure)
        return prepared
    }

    private func failure(_ message: String) -> LayerFailure {
        LayerFailure(layerID: layer.id, layerName: layer.name, error: RenderingError(.unsupported, message))
    }

    // MARK: - Surfaces

    private func surface(_ heat: HeatMapRenderer) async throws -> PreparedLayer {
        let surface = HeatMapSurface(renderer: heat, grid: grid, threads: renderer.threads)
        var prepared = PreparedLayer()
        let names = heat.fieldName.map { [$0] } ?? []
        guard let features = try await rows(naming: names, margin: surface.radius + 1, &prepared) else {
            return prepared
        }
        guard [.point, .multipoint].contains(features.geometries?.type) || features.count == 0 else {
            prepared.complaints = ["A heat map is made of points."]
            return prepared
        }
        prepared.content = .pictures([
            PlacedPicture(picture: try await surface.picture(of: features), transform: PixelAffine())
        ])
        return prepared
    }

    private func scattered(_ dots: DotDensityRenderer) async throws -> PreparedLayer {
        let scatter = DotScatter(renderer: dots, grid: grid)
        var prepared = PreparedLayer()
        prepared.complaints = scatter.complaints
        guard let features = try await rows(naming: scatter.fieldNames, margin: reach, &prepared) else {
            return prepared
        }
        guard let column = features.geometries, features.count > 0 else { return prepared }
        guard column.type == .polygon else {
            prepared.complaints.append("A dot density is made of areas.")
            return prepared
        }
        let painter = SymbolPainter(
            pixelsPerPoint: grid.pixelsPerPoint, text: renderer.text, pictures: [:], ground: HatchGround(grid))
        prepared.content = .vectors(
            try await list(try scatter.layers(of: features, column: column, painter: painter)))
        return prepared
    }

    private func list(_ layers: [VectorLayer]) async throws -> DisplayList {
        try await DisplayList(
            layers, transform: grid.transform, window: grid.window, quality: renderer.quality,
            threads: renderer.threads)
    }

    // MARK: - Symbols

    private func symbolised() async throws -> PreparedLayer {
        let classes = content.labelDefinitions.filter { $0.isVisible(atScale: grid.scale) }
        let reduction = content.featureReduction.flatMap { $0.isActive(atScale: grid.scale) ? $0 : nil }
        let clusters = (reduction as? ClusteringFeatureReduction).map { PointClusters(reduction: $0, grid: grid) }
        let scripts = ArcadeScripts(layerInfo: content.layerInfo)
        var wanted = SymbolClassifier(content.renderer, scripts: scripts).fieldNames
        wanted += SymbolAdjuster(content.renderer, scripts: scripts).fieldNames
        wanted +=
            SymbolOverrides(SymbolClassifier(content.renderer, scripts: scripts).symbols, scripts: scripts).fieldNames
        wanted += reduction.map(FeatureRows.names) ?? []
        let margin = max(reach + Double(grid.labelMargin), clusters.map { $0.margin + Double(grid.labelMargin) } ?? 0)
        var waiting = PreparedLayer()
        guard let features = try await rows(naming: wanted + names(in: classes), margin: margin, &waiting) else {
            return waiting
        }
        var drawings = [
            FeatureDrawing(
                features: features, renderer: content.renderer, labels: classes, layerInfo: content.layerInfo)
        ]
        if !content.selectedObjectIDs.isEmpty, reduction == nil {
            let halo = SelectionHalo(renderer, pixelRatio: grid.pixelRatio)
            drawings[0].selection = (content.selectedObjectIDs, arriving, halo)
        }
        var complaints: [String] = []
        if let reduction, let column = features.geometries, features.count > 0 {
            if column.type != .point {
                complaints.append("Clusters and bins are made of points; the features are drawn one by one.")
            } else {
                let reducing = FeatureReducing(
                    grid: grid, features: features, own: content.renderer, layerInfo: content.layerInfo)
                drawings = try reducing.drawings(reduction, labels: classes)
                complaints = reducing.complaints(reduction)
            }
        }
        var prepared = try await FeatureDrawing.prepare(
            drawings, renderer: renderer, grid: grid, opacity: layer.opacity)
        prepared.complaints += complaints
        prepared.trouble = waiting.trouble
        prepared.isPending = waiting.isPending
        return prepared
    }

    // MARK: - Rows

    /// The rows, or for a view that does not wait those it has; notes in `prepared` what is still to come.
    private func rows(
        naming names: [String], margin: Double, _ prepared: inout PreparedLayer
    ) async throws -> FeatureSet? {
        let source = FeatureRows(grid: grid, content: content)
        guard let answers = renderer.supply?.rows else { return try await source.rows(naming: names, margin: margin) }
        let query = source.query(naming: names, margin: margin)
        let table = content.table
        let answer = try await answers.answer(of: slot, to: question) { try await table.queryFeatures(using: query) }
        if answer.value == nil, let error = answer.error { throw error }
        prepared.trouble = answer.error
        prepared.isPending = !answer.isFinal
        return answer.value.map(source.shown)
    }

    /// The fields that label classes read.
    private func names(in labels: [LabelDefinition]) -> [String] {
        labels.flatMap { definition -> [String] in
            let clause = try? WhereClause(definition.whereClause).bound(to: content.layerInfo.fields)
            return LabelText(definition, scripts: ArcadeScripts(layerInfo: content.layerInfo)).fieldNames
                + (clause?.fields.map(\.name) ?? [])
        }
    }
}

extension Symbol {
    /// The document's name of the symbol's kind.
    var kindName: String { json["type"]?.string ?? "unnamed" }
}

extension Sequence where Element: Hashable {
    /// The elements without repeats, in order.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
