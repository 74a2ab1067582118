// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import GromaFeatures
package import GromaGeometry
package import GromaMapping

/// Gathers a layer's points in the cells of a geohash level: cells of longitude and latitude in which each further letter is
/// five bits, turn by turn of longitude and latitude.
package struct GeohashBins {
    let reduction: BinningFeatureReduction
    let spatialReference: SpatialReference

    package init(reduction: BinningFeatureReduction, spatialReference: SpatialReference) {
        self.reduction = reduction
        self.spatialReference = spatialReference
    }

    /// Bits of longitude and of latitude.
    private var bits: (x: Int, y: Int) {
        let all = reduction.fixedBinLevel * 5
        return ((all + 1) / 2, all / 2)
    }

    /// Rows of each cell that has some, and the cells as areas of the map, in the order of their numbers.
    package func bins(
        of column: GeometryColumn, count: Int
    ) throws -> (groups: [[Int]], areas: GeometryColumn, keys: [Int64]) {
        var xy: [Double] = []
        xy.reserveCapacity(count * 2)
        for row in 0..<count {
            guard let vertex = column.vertexRange(ofRow: row).first else {
                xy += [.nan, .nan]
                continue
            }
            xy += column.coordinates.xy[2 * vertex...2 * vertex + 1]
        }
        try GeometryEngine.project(&xy, from: spatialReference, to: .wgs84)
        let width = Double(1 << bits.x), height = Double(1 << bits.y)
        var cells: [Int64: [Int]] = [:]
        for row in 0..<count {
            let lon = xy[2 * row], lat = xy[2 * row + 1]
            guard lon.isFinite, lat.isFinite, abs(lat) <= 90 else { continue }
            // Beyond the date line the count goes on from the other side.
            let across = ((lon + 180) / 360).truncatingRemainder(dividingBy: 1)
            let x = Int64((across < 0 ? across + 1 : across) * width)
            let y = Int64(min((lat + 90) / 180 * height, height - 1))
            cells[y << 32 | x, default: []].append(row)
        }
        let keys = cells.keys.sorted()
        var areas = GeometryColumn(type: .polygon)
        for key in keys {
            try areas.append(
                area(x: Double(key & 0xFFFF_FFFF) / width, y: Double(key >> 32) / height, 1 / width, 1 / height))
        }
        return (keys.map { cells[$0] ?? [] }, areas, keys)
    }

    /// A cell as an area of the map; `x` and `y` are shares of the world from its lower left corner.
    private func area(x: Double, y: Double, _ width: Double, _ height: Double) throws -> Polygon {
        // Sides are cut into eight, since they are bent in most references; the poles lie at infinity in some.
        let steps = 8
        var ring: [Double] = []
        for (fromX, fromY, toX, toY) in [(0.0, 0.0, 0.0, 1.0), (0, 1, 1, 1), (1, 1, 1, 0), (1, 0, 0, 0)] {
            for step in 0..<steps {
                let t = Double(step) / Double(steps)
                ring.append((x + (fromX + (toX - fromX) * t) * width) * 360 - 180)
                ring.append(min(max((y + (fromY + (toY - fromY) * t) * height) * 180 - 90, -89.9), 89.9))
            }
        }
        ring += ring[0...1]
        try GeometryEngine.project(&ring, from: .wgs84, to: spatialReference)
        return Polygon(
            parts: CoordinateParts(coordinates: CoordinateSequence(xy: ring), starts: [0]),
            spatialReference: spatialReference)
    }
}
