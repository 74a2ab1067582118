// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import GromaFeatures
import GromaGeometry
package import GromaMapping

/// Finds the clusters of a layer's points at a scale.
///
/// Points are gathered in cells that lie still on the ground, then cells are joined to larger neighbours within reach. So a
/// cluster stays the same while the map is moved, and neighbouring tiles agree.
package struct PointClusters {
    let reduction: ClusteringFeatureReduction
    let grid: MapGrid

    package init(reduction: ClusteringFeatureReduction, grid: MapGrid) {
        self.reduction = reduction
        self.grid = grid
    }

    package struct Result {
        /// Rows that stay alone.
        package var single: [Int] = []
        /// Rows of each cluster, two at least, rising.
        package var groups: [[Int]] = []
        /// Where clusters lie: x and y in turn, the middle of their points.
        package var places: [Double] = []
        /// A number of each cluster that stays the same: its first row's object id.
        package var keys: [Int64] = []
    }

    /// Pixels that a cluster's cells reach beyond the view.
    var margin: Double { 4 * radius }
    private var radius: Double {
        let pixels = reduction.radius * grid.pixelsPerPoint
        return pixels.isFinite ? min(max(pixels, 1), 1_000) : 80
    }

    private struct Cell: Hashable {
        var x: Int
        var y: Int
    }
    private struct Gathering {
        var rows: [Int] = []
        var sumX = 0.0
        var sumY = 0.0
        var x: Double { sumX / Double(rows.count) }
        var y: Double { sumY / Double(rows.count) }
    }

    package func clusters(of features: FeatureSet, column: GeometryColumn) -> Result {
        let side = radius * grid.resolution
        var cells: [Cell: Gathering] = [:]
        var result = Result()
        for row in 0..<features.count {
            guard let vertex = column.vertexRange(ofRow: row).first else { continue }
            let x = column.coordinates.xy[2 * vertex], y = column.coordinates.xy[2 * vertex + 1]
            guard abs(x / side) < 1e15, abs(y / side) < 1e15 else { continue }
            let cell = Cell(x: Int((x / side).rounded(.down)), y: Int((y / side).rounded(.down)))
            cells[cell, default: Gathering()].rows.append(row)
            cells[cell]?.sumX += x
            cells[cell]?.sumY += y
        }
        // The fullest first; among equals by place, so that the order of rows does not matter.
        let order = cells.keys.sorted { a, b in
            let (m, n) = (cells[a]?.rows.count ?? 0, cells[b]?.rows.count ?? 0)
            return m != n ? m > n : (a.y, a.x) < (b.y, b.x)
        }
        var isTaken: Set<Cell> = []
        let ids = features.objectIDs
        for cell in order where !isTaken.contains(cell) {
            guard var gathering = cells[cell] else { continue }
            isTaken.insert(cell)
            let (x, y) = (gathering.x, gathering.y)
            for dy in -1...1 {
                for dx in -1...1 where dx != 0 || dy != 0 {
                    let next = Cell(x: cell.x + dx, y: cell.y + dy)
                    guard !isTaken.contains(next), let other = cells[next], hypot(other.x - x, other.y - y) < side
                    else { continue }
                    isTaken.insert(next)
                    gathering.rows += other.rows
                    gathering.sumX += other.sumX
                    gathering.sumY += other.sumY
                }
            }
            if gathering.rows.count == 1 {
                result.single.append(gathering.rows[0])
            } else {
                let rows = gathering.rows.sorted()
                result.groups.append(rows)
                result.places += [gathering.x, gathering.y]
                result.keys.append(ids?[rows[0]] ?? Int64(rows[0]))
            }
        }
        result.single.sort()
        return result
    }

    /// How clusters are drawn where the document does not say: the layer's renderer on what most of the features have, with
    /// a size that follows their count.
    func renderer(for own: any Renderer) -> any Renderer {
        if let renderer = reduction.renderer { return renderer }
        let small = reduction.minSymbolSize, large = reduction.maxSymbolSize
        let sizes = [
            (1.0, small), (10, small + (large - small) * 0.3), (100, small + (large - small) * 0.65), (1_000, large),
        ]
        let size = SizeVisualVariable(
            fieldName: "cluster_count", stops: sizes.map { SizeStop(value: $0.0, size: $0.1) })
        var renderer = own
        renderer.visualVariables =
            own.visualVariables.filter { variable in
                if case .size(let size) = variable { size.targetsOutline } else { false }
            } + [.size(size)]
        return renderer
    }

    /// Fields that the layer's own renderer needs of a cluster, under their own names.
    static func ownFields(_ own: any Renderer) -> [AggregateField] {
        switch own {
        case let unique as UniqueValueRenderer:
            unique.fieldNames.map { AggregateField(name: $0, onStatisticField: $0, statisticType: .mode) }
        case let breaks as ClassBreaksRenderer where !breaks.fieldName.isEmpty:
            [AggregateField(name: breaks.fieldName, onStatisticField: breaks.fieldName, statisticType: .avg)]
        default: []
        }
    }
}
