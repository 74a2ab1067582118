// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
package import GromaMapping
import GromaRaster

/// A rectangle of pixels of one level of a tiling scheme, and where places of the town lie on it.
///
/// All places are rounded on the whole map's grid, so that windows of one level fit together without seams.
package struct MapWindow: Sendable {
    /// The web map level whose widths and names apply.
    package let level: Int
    package let width: Int
    package let height: Int
    /// Pixels a centimetre on the ground.
    let scale: Double
    private let isGeographic: Bool
    private let resolution: Double
    private let originX: Double
    private let originY: Double

    /// The window of the tiles of a range. The scheme is web mercator or WGS 84.
    package init?(scheme: TileInfo, tiles: TileRange) {
        guard let lod = scheme.levelOfDetail(tiles.level) else { return nil }
        isGeographic = scheme.spatialReference == .wgs84
        resolution = lod.resolution
        width = tiles.columns.count * scheme.columns
        height = tiles.rows.count * scheme.rows
        originX = scheme.origin.x / resolution + Double(tiles.columns.lowerBound * scheme.columns)
        originY = -scheme.origin.y / resolution + Double(tiles.rows.lowerBound * scheme.rows)
        let metres = isGeographic ? resolution * MapWindow.metresPerDegree : resolution
        // Level 0 of the geographic scheme is as large as level 1 of the other.
        level = isGeographic ? tiles.level + 1 : tiles.level
        scale = 0.015 / metres
    }

    private static let earthRadius = 6_378_137.0
    private static let metresPerDegree = earthRadius * Double.pi / 180

    /// The column, in pixels from the window's left edge.
    func x(_ point: TownPoint) -> Double {
        let mercator = point.mercatorX
        return (isGeographic ? mercator / MapWindow.metresPerDegree : mercator) / resolution - originX
    }

    /// The row, in pixels from the window's upper edge.
    func y(_ point: TownPoint) -> Double {
        let mercator = point.mercatorY
        let northing = isGeographic ? atan(sinh(mercator / MapWindow.earthRadius)) * 180 / .pi : mercator
        return -northing / resolution - originY
    }

    /// The place of the town frame under a pixel's middle; of schemes in web mercator only.
    func place(column: Int, row: Int) -> TownPoint {
        TownPoint(
            MapWindow.centimetres((originX + Double(column) + 0.5) * resolution - 7_236_000),
            MapWindow.centimetres(-(originY + Double(row) + 0.5) * resolution - 6_138_000))
    }

    /// The window's upper left pixel on the level's whole map.
    var corner: (x: Int, y: Int) { (Int(originX.rounded()), Int(originY.rounded())) }

    /// How many pixels this window's upper left corner lies right of and below another's of the same level.
    func offset(from other: MapWindow) -> (x: Int, y: Int) {
        (Int((originX - other.originX).rounded()), Int((originY - other.originY).rounded()))
    }

    /// The box of the town frame that the window shows, widened by a margin in pixels.
    func frame(margin: Double) -> TownBox {
        func metres(_ column: Double) -> Double {
            let east = (originX + column) * resolution
            return isGeographic ? east * MapWindow.metresPerDegree : east
        }
        func northing(_ row: Double) -> Double {
            let north = -(originY + row) * resolution
            guard isGeographic else { return north }
            return asinh(tan(min(89, max(-89, north)) * .pi / 180)) * MapWindow.earthRadius
        }
        return TownBox(
            xMin: MapWindow.centimetres(metres(-margin) - 7_236_000),
            yMin: MapWindow.centimetres(northing(Double(height) + margin) - 6_138_000),
            xMax: MapWindow.centimetres(metres(Double(width) + margin) - 7_236_000),
            yMax: MapWindow.centimetres(northing(-margin) - 6_138_000))
    }

    private static func centimetres(_ mercator: Double) -> Int { Int((mercator / 0.015).rounded()) }

    /// A path through places, closed where they are a ring.
    func path(_ places: some Sequence<TownPoint>) -> PixelPath {
        var path = PixelPath()
        add(places, to: &path)
        return path
    }

    func add(_ places: some Sequence<TownPoint>, to path: inout PixelPath) {
        var isFirst = true
        for place in places {
            if isFirst { path.move(toX: x(place), y: y(place)) } else { path.line(toX: x(place), y: y(place)) }
            isFirst = false
        }
    }
}

/// A box of the town frame, edges included.
package struct TownBox: Sendable {
    package var xMin: Int
    package var yMin: Int
    package var xMax: Int
    package var yMax: Int

    /// The box with a margin in centimetres.
    func grown(by margin: Int) -> TownBox {
        TownBox(xMin: xMin - margin, yMin: yMin - margin, xMax: xMax + margin, yMax: yMax + margin)
    }

    func contains(_ point: TownPoint) -> Bool {
        point.x >= xMin && point.x <= xMax && point.y >= yMin && point.y <= yMax
    }

    func meets(_ points: ArraySlice<TownPoint>) -> Bool {
        var (x0, y0, x1, y1) = (Int.max, Int.max, Int.min, Int.min)
        for point in points {
            x0 = min(x0, point.x)
            x1 = max(x1, point.x)
            y0 = min(y0, point.y)
            y1 = max(y1, point.y)
        }
        return x0 <= xMax && x1 >= xMin && y0 <= yMax && y1 >= yMin
    }
}
