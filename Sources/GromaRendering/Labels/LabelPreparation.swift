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

    struct Made {
        var candidates: [LabelCandidate] = []
        var obstacles: [LabelObstacle] = []
        var complaints: [String] = []
    }
    /// Labels of one layer in one view at most; the first rows win.
    private static let most = 20_000

    /// `markers` says for each row what its marker covers.
    func labels(
        of features: FeatureSet, column: GeometryColumn, classes: [LabelDefinition], markers: [MarkerSprite.InkBox?]
    ) -> Made {
        var made = Made()
        let isPoints = column.type == .point
        if isPoints {
            for row in 0..<features.count {
                guard let marker = markers[row], let place = point(column, row) else { continue }
                made.obstacles.append(LabelObstacle(x: place.x, y: place.y, marker: marker))
            }
        }
        let ids = features.objectIDs
        for (rank, definition) in classes.enumerated() {
            let labelText = LabelText(definition, scripts: ArcadeScripts())
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
            let priority =
                definition.priority ?? Self.usualPriority(column.type)
            let texts = labelText.texts(for: features, scale: grid.scale)
            for row in rows.prefix(Self.most) {
                let label = texts[row]
                guard !label.isEmpty else { continue }
                let order = ids?[row] ?? Int64(row)
                var candidate = self.candidate(
                    definition, label, priority: priority + Double(rank) / 1_000, order: order)
                switch column.type {
                case .polyline:
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
                    var candidate = self.candidate(
                        definition, label, priority: priority + Double(rank) / 1_000, order: chain.order)
                    // Long lines are named before short ones: they have the better places.
                    candidate.anchor = .line(chain.xy)
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

    private func candidate(_ definition: LabelDefinition, _ label: String, priority: Double, order: Int64)
        -> LabelCandidate
    {
        let symbol = definition.symbol
        let pixels = grid.pixelsPerPoint
        return LabelCandidate(
            anchor: .area([]), text: label,
            style: painter.textStyle(symbol, size: symbol.font.size * pixels),
            ink: painter.color((symbol.color ?? .black).multiplied(byOpacity: opacity)),
            halo: painter.color(symbol.haloColor.map { $0.multiplied(byOpacity: opacity) }),
            placement: definition.placement,
            priority: priority, order: order, repeatDistance: (definition.repeatDistance ?? 260) * pixels,
            offsetX: symbol.offsetX * pixels, offsetY: -symbol.offsetY * pixels)
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
        let first = LabelCandidate.AreaPlace(x: x, y: y, width: spans.width(x: x, y: y))
        return [first] + spans.places(besides: first)
    }
}

/// Pieces of one name that touch each other, as one line: a street's blocks.
struct LineChain {
    var xy: [Double]
    /// The smallest id among the pieces.
    var order: Int64

    init(_ xy: [Double], order: Int64) {
        self.xy = xy
        self.order = order
    }

    private struct End: Hashable {
        var x: Int
        var y: Int
        init(_ x: Double, _ y: Double) {
            self.x = x.isFinite && abs(x) < 1e7 ? Int((x * 2).rounded()) : .max
            self.y = y.isFinite && abs(y) < 1e7 ? Int((y * 2).rounded()) : .max
        }
    }
    private var first: End { End(xy[0], xy[1]) }
    private var last: End { End(xy[xy.count - 2], xy[xy.count - 1]) }

    private mutating func reverse() {
        var turned: [Double] = []
        for place in stride(from: xy.count - 2, through: 0, by: -2) { turned += xy[place...place + 1] }
        xy = turned
    }

    /// Joins pieces end to end wherever exactly two of them meet.
    static func joined(_ pieces: [LineChain]) -> [LineChain] {
        var rest = pieces.filter { $0.xy.count >= 4 }.sorted {
            ($0.order, $0.xy[0], $0.xy[1]) < ($1.order, $1.xy[0], $1.xy[1])
        }
        var meetings: [End: Int] = [:]
        for piece in rest {
            meetings[piece.first, default: 0] += 1
            meetings[piece.last, default: 0] += 1
        }
        var chains: [LineChain] = []
        var ends: [End: [Int]] = [:]
        for (index, piece) in rest.enumerated() {
            ends[piece.first, default: []].append(index)
            ends[piece.last, default: []].append(index)
        }
        var isUsed = [Bool](repeating: false, count: rest.count)
        for start in rest.indices where !isUsed[start] {
            isUsed[start] = true
            var chain = rest[start]
            for _ in 0..<2 {
                while meetings[chain.last] == 2, let next = ends[chain.last]?.first(where: { !isUsed[$0] }) {
                    isUsed[next] = true
                    if rest[next].first != chain.last { rest[next].reverse() }
                    chain.xy += rest[next].xy.dropFirst(2)
                    chain.order = min(chain.order, rest[next].order)
                }
                chain.reverse()
            }
            chains.append(chain)
        }
        return chains
    }
}
