// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRaster

/// Scatters dots over areas, one for so many of a thing.
///
/// An area's dots follow from its object id and lie on the ground: a view of less or more of them shows the first ones of one
/// row of places, so that dots stay where they are while the map is moved, zoomed or cut into tiles.
struct DotScatter {
    let renderer: DotDensityRenderer
    let grid: MapGrid
    /// Dots of one layer in one view at most; beyond that all areas get less in proportion.
    private static let most = 400_000.0

    /// Names of the attributes' fields.
    var fieldNames: [String] { renderer.attributes.map(\.fieldName).filter { !$0.isEmpty } }

    /// What can't be acted on.
    var complaints: [String] {
        renderer.attributes.contains { $0.valueExpression?.isEmpty == false }
            ? ["A dot density by a script is not drawn."] : []
    }

    /// Areas with their edge, and the dots above them.
    func layers(of features: FeatureSet, column: GeometryColumn, painter: SymbolPainter) throws -> [VectorLayer] {
        var ground: [DrawSymbol.Layer] = []
        if let color = renderer.backgroundColor { ground.append(.fill(.color(painter.color(color)))) }
        ground += painter.outline(renderer.outline, SymbolVariant())
        let areas = VectorLayer(geometry: DrawableGeometry(column), symbols: [DrawSymbol(layers: ground)])
        let diameter = max(renderer.dotSize * painter.pixelsPerPoint, 1)
        let symbols = try renderer.attributes.map { attribute in
            DrawSymbol(layers: [
                .marker(try .circle(diameter: min(diameter, 64), fill: painter.color(attribute.color)))
            ])
        }
        let dots = dots(of: features, column: column)
        var points = GeometryColumn(type: .point)
        points.coordinates.xy = dots.flatMap { [$0.x, $0.y] }
        points.partStarts = Array(0...dots.count)
        points.featureStarts = Array(0...dots.count)
        let scattered = VectorLayer(
            geometry: DrawableGeometry(points), symbols: symbols, symbolIndices: dots.map { Int32($0.attribute) })
        return [areas, scattered]
    }

    struct Dot {
        var x: Double
        var y: Double
        var attribute: Int
        /// Which of two dots lies above.
        var rank: UInt64
    }

    private func dots(of features: FeatureSet, column: GeometryColumn) -> [Dot] {
        var value = renderer.dotValue
        if renderer.referenceScale > 0 {
            value *= grid.scale * grid.scale / (renderer.referenceScale * renderer.referenceScale)
        }
        guard value > 0, value.isFinite else { return [] }
        let places = renderer.attributes.map { features.fieldIndex(named: $0.fieldName) }
        let ids = features.objectIDs
        var dots: [Dot] = []
        var wanted: [(row: Int, attribute: Int, count: Double)] = []
        for row in 0..<features.count {
            for (attribute, place) in places.enumerated() {
                guard let place else { continue }
                let number: Double =
                    switch features.value(at: row, field: place) {
                    case .integer(let number): Double(number)
                    case .double(let number): number
                    default: 0
                    }
                if number > 0, number.isFinite { wanted.append((row, attribute, number / value)) }
            }
        }
        let share = min(1, Self.most / max(wanted.reduce(0) { $0 + $1.count }, 1))
        var area: (row: Int, inside: AreaTest)?
        for (row, attribute, count) in wanted {
            if area?.row != row { area = AreaTest(column, row: row).map { (row: row, inside: $0) } }
            guard let inside = area?.inside, area?.row == row else { continue }
            let id = UInt64(bitPattern: ids?[row] ?? Int64(row))
            var numbers = Scatter(state: id &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(attribute) &* 0xD1B5_4A32_D192_ED03)
            let number = Int((count * share).rounded(.down))
            var found = 0, tries = 0
            while found < number, tries < number * 50 + 100 {
                tries += 1
                let x = inside.xMin + (inside.xMax - inside.xMin) * numbers.fraction()
                let y = inside.yMin + (inside.yMax - inside.yMin) * numbers.fraction()
                guard inside.contains(x, y) else { continue }
                dots.append(Dot(x: x, y: y, attribute: attribute, rank: numbers.next()))
                found += 1
            }
        }
        return dots.sorted { ($0.rank, $0.x, $0.y) < ($1.rank, $1.x, $1.y) }
    }
}

/// Random numbers that follow from a state alone (SplitMix64).
private struct Scatter {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed &>> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed &>> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed &>> 31
    }
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}

/// Answers whether places lie inside of one area, by crossings to the left; edges are sorted into strips.
struct AreaTest {
    let xMin: Double
    let yMin: Double
    let xMax: Double
    let yMax: Double
    private var strips: [[SIMD4<Double>]]

    /// Nil for an area without extent.
    init?(_ column: GeometryColumn, row: Int) {
        var edges: [SIMD4<Double>] = []
        var low = SIMD2(repeating: Double.infinity), high = SIMD2(repeating: -Double.infinity)
        let xy = column.coordinates.xy
        for part in column.partRange(ofRow: row) {
            let vertices = column.vertexRange(ofPart: part)
            guard vertices.count > 2 else { continue }
            for vertex in vertices {
                let next = vertex + 1 < vertices.upperBound ? vertex + 1 : vertices.lowerBound
                let edge = SIMD4(xy[2 * vertex], xy[2 * vertex + 1], xy[2 * next], xy[2 * next + 1])
                guard edge.x.isFinite, edge.y.isFinite, edge.z.isFinite, edge.w.isFinite else { return nil }
                low = pointwiseMin(low, SIMD2(edge.x, edge.y))
                high = pointwiseMax(high, SIMD2(edge.x, edge.y))
                edges.append(edge)
            }
        }
        guard low.x < high.x, low.y < high.y else { return nil }
        (xMin, yMin, xMax, yMax) = (low.x, low.y, high.x, high.y)
        let count = min(1_024, edges.count / 4 + 1)
        strips = [[SIMD4<Double>]](repeating: [], count: count)
        for edge in edges where edge.y != edge.w {
            let from = strip(min(edge.y, edge.w)), to = strip(max(edge.y, edge.w))
            for index in from...to { strips[index].append(edge) }
        }
    }

    private func strip(_ y: Double) -> Int {
        min(max(Int((y - yMin) / (yMax - yMin) * Double(strips.count)), 0), strips.count - 1)
    }

    func contains(_ x: Double, _ y: Double) -> Bool {
        var isInside = false
        for edge in strips[strip(y)] where (edge.y > y) != (edge.w > y) {
            if x < edge.x + (y - edge.y) / (edge.w - edge.y) * (edge.z - edge.x) { isInside.toggle() }
        }
        return isInside
    }
}
