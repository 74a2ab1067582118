// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import GromaGeometry
package import GromaMapping

/// The circle on the ground within which the device is.
package enum AccuracyCircle {
    /// No side of the polygon is further from the circle than this many pixels.
    private static let tolerance = 0.1
    /// A larger radius says nothing on a map, and on the globe it would be no circle.
    private static let largestRadius = 2_000_000.0

    /// The circle with its radius in metres on the ellipsoid, in the viewport's reference; nil where there is none to draw: unknown or
    /// not positive accuracy, or a part of it that has no place on the map.
    package static func polygon(round center: Point, radius: Double, in viewport: Viewport) -> Polygon? {
        guard radius > 0, radius <= largestRadius, let place = try? GeometryEngine.project(center, into: .wgs84) else {
            return nil
        }
        let metresAPixel = max(
            viewport.resolution * MapScale.metersPerUnit(of: viewport.spatialReference)
                * max(cos(place.y * .pi / 180), 0.01),
            1e-6)
        let pixels = max(radius / metresAPixel, 1)
        let sides = min(max(Int((.pi / acos(max(1 - tolerance / pixels, 0))).rounded(.up)), 32), 720)
        var xy: [Double] = []
        xy.reserveCapacity(2 * sides)
        for side in 0..<sides {
            // Rings of areas go clockwise, as bearings do.
            guard
                let point = try? GeometryEngine.geodeticMove(
                    place, distance: radius, azimuth: 360 * Double(side) / Double(sides)), !point.isEmpty
            else { return nil }
            // Across the date line the circle stays in one piece, beyond the map's edge.
            xy += [place.x + Angle.difference(from: place.x, to: point.x), point.y]
        }
        guard let lost = try? GeometryEngine.project(&xy, from: .wgs84, to: viewport.spatialReference), lost == 0 else {
            return nil
        }
        xy += xy.prefix(2)
        return Polygon(
            parts: CoordinateParts(coordinates: CoordinateSequence(xy: xy), starts: [0]),
            spatialReference: viewport.spatialReference)
    }
}
