// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A place in the town frame: whole centimetres east (x) and north (y) of the bridge.
package struct TownPoint: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(_ x: Int, _ y: Int) {
        self.x = x
        self.y = y
    }

    /// Web Mercator metres: by definition one ground metre is 1.5 Mercator metres. The same double everywhere.
    package var mercatorX: Double { Double(7_236_000_000 + 15 * x) / 1000 }
    package var mercatorY: Double { Double(6_138_000_000 + 15 * y) / 1000 }

    /// The whole number of centimetres to the other point, rounded down.
    package func distance(to other: TownPoint) -> Int {
        let dx = x - other.x
        let dy = y - other.y
        return squareRoot(dx * dx + dy * dy)
    }

    /// The point `length` centimetres along the way to `target`.
    func along(to target: TownPoint, _ length: Int) -> TownPoint {
        let d = max(1, distance(to: target))
        return TownPoint(x + roundDiv((target.x - x) * length, d), y + roundDiv((target.y - y) * length, d))
    }

    /// The point `length` centimetres along the way to `target` and `offset` to the left of it.
    func beside(_ target: TownPoint, _ length: Int, _ offset: Int) -> TownPoint {
        let d = max(1, distance(to: target))
        let ex = target.x - x
        let ey = target.y - y
        return TownPoint(x + roundDiv(ex * length - ey * offset, d), y + roundDiv(ey * length + ex * offset, d))
    }
}

/// Four corners of a street block or a lot: south-west, south-east, north-west, north-east.
struct Quad {
    var southWest: TownPoint
    var southEast: TownPoint
    var northWest: TownPoint
    var northEast: TownPoint

    /// The bilinear point at u/4096 eastward, v/4096 northward.
    func point(_ u: Int, _ v: Int) -> TownPoint {
        let n = 4096
        func blend(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int {
            let south = a * (n - u) * (n - v) + b * u * (n - v)
            return roundDiv(south + c * (n - u) * v + d * u * v, n * n)
        }
        return TownPoint(
            blend(southWest.x, southEast.x, northWest.x, northEast.x),
            blend(southWest.y, southEast.y, northWest.y, northEast.y))
    }

    /// The part between two bilinear corners.
    func part(_ u0: Int, _ v0: Int, _ u1: Int, _ v1: Int) -> Quad {
        Quad(
            southWest: point(u0, v0), southEast: point(u1, v0), northWest: point(u0, v1), northEast: point(u1, v1))
    }

    /// Counter-clockwise and closed: the first point stands again at the end.
    var ring: [TownPoint] { [southWest, southEast, northEast, northWest, southWest] }

    /// The mean east-west length.
    var width: Int {
        (southWest.distance(to: southEast) + northWest.distance(to: northEast)) / 2
    }
    /// The mean north-south length.
    var depth: Int {
        (southWest.distance(to: northWest) + southEast.distance(to: northEast)) / 2
    }
}
