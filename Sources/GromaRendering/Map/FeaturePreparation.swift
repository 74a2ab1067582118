// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRaster

/// Asks a feature layer for the rows of a view and finds symbols and labels for them.
struct FeaturePreparation: Sendable {
    let renderer: MapRenderer
    let grid: MapGrid
    let layer: LayerSnapshot
    let content: FeatureContent

    /// Pixels beyond the window from where a symbol may still reach in.
    private static let reach = 64.0

    func prepare() async throws -> PreparedLayer {
        guard content.layerInfo.geometryType != nil else { return PreparedLayer() }
        let classifier = SymbolClassifier(content.renderer, scripts: ArcadeScripts())
        let adjuster = SymbolAdjuster(content.renderer, scripts: ArcadeScripts())
        let classes = content.labelDefinitions.filter { $0.isVisible(atScale: grid.scale) }
        let labels = classes.isEmpty ? [] : classes
        let features = try await rows(classifier, adjuster, labels)
        var prepared = PreparedLayer()
        var complaints = adjuster.unsupportedReasons
        if let reason = classifier.unsupportedReason { complaints.append(reason) }
        guard let column = features.geometries, features.count > 0 else {
            prepared.failures = complaints.map(failure)
            return prepared
        }
        let pictures = await SymbolPictures(loader: renderer.resourceLoader).load(classifier.symbols)
        complaints += pictures.complaints
        let painter = SymbolPainter(pixelsPerPoint: grid.pixelsPerPoint, text: renderer.text, pictures: pictures.images)
        let symbolised = try symbolise(features, classifier, adjuster, painter, &complaints)
        let vector = VectorLayer(
            geometry: DrawableGeometry(column), symbols: symbolised.symbols, symbolIndices: symbolised.indices)
        prepared.content = .vectors(
            try await DisplayList(
                [vector], transform: grid.transform, window: grid.window, quality: renderer.quality,
                threads: renderer.threads))
        if !labels.isEmpty {
            let maker = LabelPreparation(grid: grid, text: renderer.text, painter: painter, opacity: layer.opacity)
            let made = maker.labels(
                of: features, column: column, classes: labels, markers: symbolised.markers)
            prepared.labels = made.candidates
            prepared.obstacles = made.obstacles
            complaints += made.complaints
        }
        prepared.failures = complaints.map(failure)
        return prepared
    }

    private func failure(_ message: String) -> LayerFailure {
        LayerFailure(layerID: layer.id, layerName: layer.name, error: RenderingError(.unsupported, message))
    }

    // MARK: - Rows

    private func rows(
        _ classifier: SymbolClassifier, _ adjuster: SymbolAdjuster, _ labels: [LabelDefinition]
    ) async throws -> FeatureSet {
        var query = QueryParameters()
        query.whereClause = content.definitionExpression
        query.geometry = grid.extent(margin: Self.reach + Double(grid.labelMargin))
        query.spatialRelationship = .envelopeIntersects
        query.outSpatialReference = grid.spatialReference
        query.orderByFields = content.orderBy
        query.returnsZ = false
        query.returnsM = false
        query.outFields = fields(classifier.fieldNames + adjuster.fieldNames, labels)
        var features = try await content.table.queryFeatures(using: query)
        if !content.hiddenObjectIDs.isEmpty, let ids = features.objectIDs {
            let kept = ids.indices.filter { !content.hiddenObjectIDs.contains(ids[$0]) }
            features = features.selecting(rows: kept)
        }
        return features
    }

    /// The fields that renderer and labels read, in the table's spelling; all where a label's text can't be foreseen.
    private func fields(_ names: [String], _ labels: [LabelDefinition]) -> [String] {
        var wanted = names
        for definition in labels {
            wanted += LabelText(definition, scripts: ArcadeScripts()).fieldNames
            if let clause = try? WhereClause(definition.whereClause).bound(to: content.layerInfo.fields) {
                wanted += clause.fields.map(\.name)
            }
        }
        if wanted.contains("*") { return ["*"] }
        let known = wanted.compactMap { content.layerInfo.field(named: $0)?.name }
        return [content.layerInfo.objectIDFieldName]
            + known.filter { $0 != content.layerInfo.objectIDFieldName }.uniqued()
    }

    // MARK: - Symbols

    private struct Symbolised {
        var symbols: [DrawSymbol] = []
        var indices: [Int32] = []
        /// What each row's marker covers round its place.
        var markers: [MarkerSprite.InkBox?] = []
    }

    private func symbolise(
        _ features: FeatureSet, _ classifier: SymbolClassifier, _ adjuster: SymbolAdjuster, _ painter: SymbolPainter,
        _ complaints: inout [String]
    ) throws -> Symbolised {
        struct Key: Hashable {
            var symbol: Int32
            var variant: SymbolVariant
        }
        let own = classifier.symbolIndices(for: features)
        let adjustments = adjuster.isEmpty ? nil : adjuster.adjustments(for: features, scale: grid.scale)
        var places: [Key: Int32] = [:]
        var result = Symbolised()
        result.indices.reserveCapacity(own.count)
        for (row, symbol) in own.enumerated() {
            guard symbol >= 0 else {
                result.indices.append(-1)
                continue
            }
            let key = Key(symbol: symbol, variant: adjustments.map { SymbolVariant($0, row: row) } ?? SymbolVariant())
            if let known = places[key] {
                result.indices.append(known)
                continue
            }
            let drawn = try painter.drawSymbol(classifier.symbols[Int(symbol)], key.variant)
            if drawn == nil {
                complaints.append("A symbol of the kind \(classifier.symbols[Int(symbol)].kindName) is not drawn.")
            }
            let place = Int32(result.symbols.count)
            result.symbols.append(drawn ?? DrawSymbol())
            places[key] = place
            result.indices.append(place)
        }
        let boxes = result.symbols.map(\.markerBox)
        result.markers = result.indices.map { $0 < 0 ? nil : boxes[Int($0)] }
        complaints = complaints.uniqued()
        return result
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
