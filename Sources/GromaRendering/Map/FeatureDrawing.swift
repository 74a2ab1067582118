// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRaster

/// Rows with what they are drawn and labelled by: a layer, or the single features or the clusters of one.
struct FeatureDrawing {
    var features: FeatureSet
    var renderer: any Renderer
    var labels: [LabelDefinition]
    /// The layer's fields, domains and types; nil for rows that are none of a layer, such as clusters.
    var layerInfo: FeatureLayerInfo?
    /// Rows to mark, those of them that are to grow in, and how; nil for none.
    var selection: (objectIDs: Set<Int64>, arriving: Set<Int64>, halo: SelectionHalo)?

    /// Finds symbols and labels of drawings that lie over each other, the first at the bottom.
    static func prepare(
        _ drawings: [FeatureDrawing], renderer: MapRenderer, grid: MapGrid, opacity: Double
    ) async throws -> PreparedLayer {
        var prepared = PreparedLayer()
        var layers: [VectorLayer] = []
        var marked: (drawing: FeatureDrawing, drawn: VectorLayer, place: Int)?
        for drawing in drawings {
            let scripts = ArcadeScripts(layerInfo: drawing.layerInfo)
            let classifier = SymbolClassifier(drawing.renderer, scripts: scripts)
            let adjuster = SymbolAdjuster(drawing.renderer, scripts: scripts)
            prepared.complaints += adjuster.unsupportedReasons
            if let reason = classifier.unsupportedReason { prepared.complaints.append(reason) }
            guard let column = drawing.features.geometries, drawing.features.count > 0 else { continue }
            let pictures = await SymbolPictures(renderer).load(classifier.symbols)
            prepared.complaints += pictures.complaints
            let painter = SymbolPainter(
                pixelsPerPoint: grid.pixelsPerPoint, text: renderer.text, pictures: pictures.images,
                ground: HatchGround(grid))
            let overrides = SymbolOverrides(classifier.symbols, scripts: scripts)
            prepared.complaints += overrides.complaints
            let symbolised = try drawing.symbolise(classifier, adjuster, painter, overrides, scale: grid.scale)
            prepared.complaints += symbolised.complaints
            let geometry = try await DrawableGeometry.shared(column, threads: renderer.threads)
            let drawn = VectorLayer(
                geometry: geometry, symbols: symbolised.symbols, symbolIndices: symbolised.indices)
            layers.append(drawn)
            if let centers = drawing.centers(column, symbolised) { layers.append(centers) }
            if let (selected, _, halo) = drawing.selection, let ids = drawing.features.objectIDs,
                let marks = try halo.layer(over: drawn, isSelected: { selected.contains(ids[$0]) })
            {
                marked = (drawing, drawn, layers.count)
                layers.append(marks)
            }
            prepared.obstacles.append(
                ObstacleSource(
                    column: column, symbols: symbolised.symbols, indices: symbolised.indices, grid: grid,
                    isNamed: !drawing.labels.isEmpty))
            guard !drawing.labels.isEmpty else { continue }
            let made = LabelPreparation(
                grid: grid, text: renderer.text, painter: painter, opacity: opacity, layerInfo: drawing.layerInfo
            )
            .labels(
                of: drawing.features, column: column, classes: drawing.labels, markers: symbolised.markers,
                lineWidths: symbolised.lineWidths)
            prepared.labels += made.candidates
            prepared.complaints += made.complaints
        }
        if !layers.isEmpty {
            let list = try await DisplayList(
                layers, transform: grid.transform, window: grid.window, quality: renderer.quality,
                threads: renderer.threads)
            prepared.content = .vectors(list)
            if let (drawing, drawn, place) = marked {
                prepared.arriving = try await drawing.arrivingMarks(over: drawn, on: grid) { others in
                    try await list.replacing(
                        place, with: others, transform: grid.transform, threads: renderer.threads)
                }
            }
        }
        return prepared
    }

    /// The marks that are to grow in; `rest` makes the layer with those alone that were there before.
    private func arrivingMarks(
        over drawn: VectorLayer, on grid: MapGrid, rest: (VectorLayer?) async throws -> DisplayList
    ) async throws -> ArrivingMarks? {
        guard let (selected, arriving, halo) = selection, !arriving.isEmpty, let ids = features.objectIDs else {
            return nil
        }
        let rows = (0..<drawn.geometry.count).filter { row in
            arriving.contains(ids[row]) && (drawn.symbolIndices.isEmpty || drawn.symbolIndices[row] >= 0)
        }
        return try await ArrivingMarks(rows, of: drawn, halo: halo, grid: grid) {
            try await rest(
                try halo.layer(over: drawn) { selected.contains(ids[$0]) && !arriving.contains(ids[$0]) })
        }
    }

    /// Markers in the middle of areas, of symbols that have some; nil where none has.
    private func centers(_ column: GeometryColumn, _ symbolised: Symbolised) -> VectorLayer? {
        guard column.type == .polygon else { return nil }
        let markers = symbolised.symbols.map { symbol in
            DrawSymbol(
                layers: symbol.layers.compactMap { layer in
                    if case .center(let sprite) = layer { .marker(sprite) } else { nil }
                })
        }
        guard markers.contains(where: { !$0.layers.isEmpty }) else { return nil }
        var points = GeometryColumn(type: .point)
        var indices: [Int32] = []
        for (row, index) in symbolised.indices.enumerated() where index >= 0 && !markers[Int(index)].layers.isEmpty {
            guard let polygon = column.geometry(at: row, in: features.spatialReference) as? Polygon, !polygon.isEmpty
            else { continue }
            let place = GeometryEngine.labelPoint(for: polygon)
            guard !place.isEmpty else { continue }
            points.coordinates.xy += [place.x, place.y]
            points.partStarts.append(points.coordinates.count)
            points.featureStarts.append(points.partStarts.count - 1)
            indices.append(index)
        }
        return VectorLayer(geometry: DrawableGeometry(points), symbols: markers, symbolIndices: indices)
    }

    private struct Symbolised {
        var symbols: [DrawSymbol] = []
        var indices: [Int32] = []
        /// What each row's marker covers round its place.
        var markers: [MarkerSprite.InkBox?] = []
        /// Pixels that each row's line is wide.
        var lineWidths: [Double] = []
        var complaints: [String] = []
    }

    private func symbolise(
        _ classifier: SymbolClassifier, _ adjuster: SymbolAdjuster, _ painter: SymbolPainter,
        _ overrides: SymbolOverrides, scale: Double
    ) throws -> Symbolised {
        struct Key: Hashable {
            var symbol: Int32
            var variant: SymbolVariant
            var values: [AttributeValue]
        }
        let valuesBySymbol = overrides.isEmpty ? [:] : overrides.values(of: features, scale: scale)
        let own = classifier.symbolIndices(for: features)
        let adjustments = adjuster.isEmpty ? nil : adjuster.adjustments(for: features, scale: scale)
        var places: [Key: Int32] = [:]
        var result = Symbolised()
        result.indices.reserveCapacity(own.count)
        for (row, symbol) in own.enumerated() {
            guard symbol >= 0 else {
                result.indices.append(-1)
                continue
            }
            let values = valuesBySymbol[Int(symbol)]?[row] ?? []
            let key = Key(
                symbol: symbol, variant: adjustments.map { SymbolVariant($0, row: row) } ?? SymbolVariant(),
                values: values)
            if let known = places[key] {
                result.indices.append(known)
                continue
            }
            let own = values.isEmpty ? nil : overrides.symbol(Int(symbol), values)
            let drawn = try painter.drawSymbol(own ?? classifier.symbols[Int(symbol)], key.variant)
            if drawn == nil {
                result.complaints.append(
                    "A symbol of the kind \(classifier.symbols[Int(symbol)].kindName) is not drawn.")
            }
            let place = Int32(result.symbols.count)
            result.symbols.append(drawn ?? DrawSymbol())
            places[key] = place
            result.indices.append(place)
        }
        let boxes = result.symbols.map(\.markerBox), widths = result.symbols.map(\.lineWidth)
        result.markers = result.indices.map { $0 < 0 ? nil : boxes[Int($0)] }
        result.lineWidths = result.indices.map { $0 < 0 ? 0 : widths[Int($0)] }
        result.complaints = result.complaints.uniqued()
        return result
    }
}
