// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// World Robinson (ESRI:54030), both ways, as ArcGIS computes it: geodetic latitudes on the sphere of the ellipsoid's area, between
/// the table's rows by Stirling's formula with second differences.
///
/// Source of table and formula: J. P. Snyder, "The Robinson projection: a computation algorithm", Cartography and Geographic Information
/// Systems 17 (1990). PROJ has another sphere and other curves between the rows, up to 10 km away on a world map, so that
/// shapes would not lie on the tiles of a server.
enum Robinson {
    /// The reference it answers for.
    static let definition = "ESRI:54030"
    /// The longitude/latitude reference under it.
    static let geographic = "EPSG:4326"
    /// Radius in metres of the sphere with the area of the WGS 84 ellipsoid.
    static let radius = 6_371_007.180918474
    /// Length of the parallels, and their distance from the equator, at 0, 5, … 90 degrees, in shares of the equator's and the pole's.
    private static let lengths = [
        1, 0.9986, 0.9954, 0.9900, 0.9822, 0.9730, 0.9600, 0.9427, 0.9216, 0.8962, 0.8679, 0.8350, 0.7986, 0.7597,
        0.7186,
        0.6732, 0.6213, 0.5722, 0.5322,
    ]
    private static let distances = [
        0, 0.0620, 0.1240, 0.1860, 0.2480, 0.3100, 0.3720, 0.4340, 0.4958, 0.5571, 0.6176, 0.6769, 0.7346, 0.7903,
        0.8435,
        0.8936, 0.9394, 0.9761, 1,
    ]
    private static let across = 0.8487 * radius
    private static let up = 0.8487 * 0.5072 * Double.pi * radius

    /// Longitude and latitude pairs become metres, in place; latitudes beyond the poles become NaN.
    static func project(_ xy: inout [Double]) {
        for index in stride(from: 0, to: xy.count - 1, by: 2) {
            let latitude = abs(xy[index + 1])
            guard latitude <= 90, xy[index].isFinite else {
                (xy[index], xy[index + 1]) = (.nan, .nan)
                continue
            }
            let longitude = abs(xy[index]) <= 180 ? xy[index] : xy[index].remainder(dividingBy: 360)
            let row = min(17, Int(latitude / 5)), part = latitude / 5 - Double(row)
            xy[index] = across * value(of: lengths, row, part, before: lengths[1]) * longitude * (.pi / 180)
            xy[index + 1] =
                (xy[index + 1] < 0 ? -up : up) * value(of: distances, row, part, before: -distances[1])
        }
    }

    /// Metres become longitude and latitude pairs, in place; what lies outside of the world becomes NaN.
    static func unproject(_ xy: inout [Double]) {
        for index in stride(from: 0, to: xy.count - 1, by: 2) {
            let height = abs(xy[index + 1]) / up
            guard height <= 1 + 1e-12, xy[index].isFinite else {
                (xy[index], xy[index + 1]) = (.nan, .nan)
                continue
            }
            let row = min(17, (distances.firstIndex { $0 > height } ?? 18) - 1)
            let below = row == 0 ? -distances[1] : distances[row - 1]
            let slope = (distances[row + 1] - below) / 2
            let curve = (distances[row + 1] - 2 * distances[row] + below) / 2
            let rest = height - distances[row]
            // The root near rest / slope, without cancellation.
            let part = min(1, 2 * rest / (slope + max(0, slope * slope + 4 * curve * rest).squareRoot()))
            let length = value(of: lengths, row, part, before: lengths[1])
            let longitude = xy[index] / (across * length) * (180 / .pi)
            guard abs(longitude) <= 180 + 1e-9 else {
                (xy[index], xy[index + 1]) = (.nan, .nan)
                continue
            }
            xy[index] = min(180, max(-180, longitude))
            xy[index + 1] = (xy[index + 1] < 0 ? -5 : 5) * (Double(row) + part)
        }
    }

    private static func value(of table: [Double], _ row: Int, _ part: Double, before first: Double) -> Double {
        let below = row == 0 ? first : table[row - 1]
        return table[row] + part * (table[row + 1] - below) / 2
            + part * part * (table[row + 1] - 2 * table[row] + below) / 2
    }
}
