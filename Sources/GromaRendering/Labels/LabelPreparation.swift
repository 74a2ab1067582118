// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRaster

/// Makes label candidates of a layer's rows.
struct LabelPreparation {
    let grid: MapGrid
    let text: TextEngine
    let painter: SymbolPainter
    let opacity: Double
    /// The layer's fields, domains and types; nil for rows that are none of a layer.
    let layerInfo: FeatureLayerInfo?

    struct Made {
        var candidates: [LabelCandidate] = []
        var complaints: [String] = []
    }
    /// Labels of one layer in one view at most; the first rows win.
    private static let most = 20_000

    /// `markers` says for each row what its marker covers, `lineWidths` how many pixels its line is wide.
    func labels(
        of features: FeatureSet, column: GeometryColumn, classes: [LabelDefinition], markers: [MarkerSprite.InkBox?],
        lineWidths: [Double]
    ) -> Made {
        var made = Made()
        let ids = features.objectIDs
        for (rank, definition) in classes.enumerated() {
            let labelText = LabelText(definition, scripts: ArcadeScripts(layerInfo: layerInfo))
            if let reason = labelText.unsupportedReason {
                made.complaints.append(reason)
                continue
            }
            var rows = Array(0..<features.count)
            if !definition.whereClause.isEmpty {
                do {
                    rows = try WhereClause(definition.whereClause).bound(to: features.fields).rows(of: features)
                } catch {
                    made.complaints.append("A label class's filter is not understood: \(error)")
                    continue
                }
            }
            var lines: [String: [LineChain]] = [:]
            var widths: [String: Double] = [:]
            let priority =
                definition.priority ?? Self.usualPriority(column.type)
            let texts = labelText.texts(for: features, scale: grid.scale)
            // The class is read from its document once, not for every row.
            var template = candidate(definition, priority: priority + Double(rank) / 1_000)
            template.labelClass = rank
            for row in rows.prefix(Self.most) {
                let label = texts[row]
                guard !label.isEmpty else { continue }
                let order = ids?[row] ?? Int64(row)
                var candidate = template
                candidate.text = label
                candidate.order = order
                switch column.type {
                case .polyline:
                    widths[label] = max(widths[label] ?? 0, lineWidths[row])
                    for part in column.partRange(ofRow: row) {
                        lines[label, default: []].append(LineChain(pixels(column, part), order: order))
                    }
                    continue
                case .polygon:
                    let places = areaPlaces(column, row, features.spatialReference)
                    guard !places.isEmpty else { continue }
                    candidate.anchor = .area(places)
                case .point, .multipoint, .envelope:
                    guard let place = point(column, row) else { continue }
                    let nothing = MarkerSprite.InkBox(left: 0, top: 0, right: 0, bottom: 0)
                    candidate.anchor = .point(x: place.x, y: place.y, marker: markers[row] ?? nothing)
                }
                made.candidates.append(candidate)
            }
            // In the order of names: a dictionary's own order changes from run to run.
            for label in lines.keys.sorted() {
                for chain in LineChain.joined(lines[label] ?? []) {
                    var candidate = template
                    candidate.text = label
                    candidate.order = chain.order
                    // Long lines are named before short ones: they have the better places.
                    candidate.anchor = .line(chain.xy)
                    candidate.lineWidth = widths[label] ?? 0
                    made.candidates.append(candidate)
                }
            }
        }
        return made
    }

    /// Points before lines before areas, as map servers do.
    private static func usualPriority(_ type: GeometryType) -> Double {
        switch type {
        case .point, .multipoint: 0
        case .polyline: 10
        case .polygon, .envelope: 20
        }
    }

    /// What the labels of a class have in common.
    private func candidate(_ definition: LabelDefinition, priority: Double) -> LabelCandidate {
        let symbol = definition.symbol
        let pixels = grid.pixelsPerPoint
        var candidate = LabelCandidate(
            anchor: .area([]), text: "", style: painter.textStyle(symbol, size: symbol.font.size * pixels),
            ink: painter.color((symbol.color ?? .black).multiplied(byOpacity: opacity)),
            halo: painter.color(symbol.haloColor.map { $0.multiplied(byOpacity: opacity) }),
            placement: definition.placement, priority: priority,
            repeatDistance: (definition.repeatDistance ?? 260) * pixels, offsetX: symbol.offsetX * pixels,
            offsetY: -symbol.offsetY * pixels)
        candidate.repeats = definition.repeatsLabel
        candidate.overruns = definition.allowsOverrun
        candidate.isStacked = definition.stacksLabel
        candidate.duplicates = definition.duplicateRemoval
        candidate.duplicateDistance = definition.duplicateRemovalDistance * pixels
        candidate.isForced = [.none, .dynamicNeverRemove].contains(definition.deconflictionStrategy)
        return candidate
    }

    // MARK: - Places

    private func point(_ column: GeometryColumn, _ row: Int) -> (x: Double, y: Double)? {
        guard let vertex = column.vertexRange(ofRow: row).first else { return nil }
        let place = grid.transform.apply(x: column.coordinates.xy[2 * vertex], y: column.coordinates.xy[2 * vertex + 1])
        return place.x.isFinite && place.y.isFinite && abs(place.x) < 1e6 && abs(place.y) < 1e6 ? place : nil
    }

    private func pixels(_ column: GeometryColumn, _ part: Int) -> [Double] {
        var line: [Double] = []
        for vertex in column.vertexRange(ofPart: part) {
            let place = grid.transform.apply(
                x: column.coordinates.xy[2 * vertex], y: column.coordinates.xy[2 * vertex + 1])
            line.append(place.x)
            line.append(place.y)
        }
        return line
    }

    /// Places inside of the polygon: its label point, then the middles of its widest spans at other heights.
    private func areaPlaces(
        _ column: GeometryColumn, _ row: Int, _ reference: SpatialReference?
    ) -> [LabelCandidate.AreaPlace] {
        guard let polygon = column.geometry(at: row, in: reference) as? Polygon, !polygon.isEmpty else { return [] }
        let place = GeometryEngine.labelPoint(for: polygon)
        guard !place.isEmpty else { return [] }
        let spans = AreaSpans(rings: column.partRange(ofRow: row).map { pixels(column, $0) })
        let (x, y) = grid.transform.apply(x: place.x, y: place.y)
        let first = spans.centered(x: x, y: y)
        // Where the middle is taken there may still be room at the label point itself.
        let original = first.x == x ? [] : [LabelCandidate.AreaPlace(x: x, y: y, width: first.width)]
        let others = spans.places(besides: first) + original
        // Text lies along the horizontal: where the area is much wider elsewhere, more of it is named there.
        guard let widest = others.first, widest.width > first.width * 1.5 else { return [first] + others }
        return [widest, first] + others.dropFirst()
    }
}
