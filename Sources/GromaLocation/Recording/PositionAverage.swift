// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import GromaGeometry

/// One place from many fixes at the same spot, for points that shall be better than one fix. Bad fixes are left out, not fatal.
public struct PositionAverage: Sendable {
    /// Metres of `Location.horizontalAccuracy`, of whatever kind that is: worse fixes, and such of unknown accuracy, are left out.
    public let worstAccuracy: Double
    /// So many good fixes make the average.
    public let neededCount: Int
    /// Good fixes so far.
    public private(set) var count = 0
    /// Fixes left out so far.
    public private(set) var rejectedCount = 0
    private var origin: Point?
    private var sum = (x: 0.0, y: 0.0, z: 0.0)
    private var squares = 0.0
    private var heights = 0

    /// Makes an average of nothing.
    public init(neededCount: Int, worstAccuracy: Double) {
        self.neededCount = max(1, neededCount)
        self.worstAccuracy = worstAccuracy
    }

    /// True when there are enough good fixes; more are taken all the same.
    public var isComplete: Bool { count >= neededCount }

    /// Takes a fix; true when it was good.
    @discardableResult
    public mutating func add(_ location: Location) -> Bool {
        guard let accuracy = location.horizontalAccuracy, accuracy <= worstAccuracy, accuracy.isFinite,
            !location.isLastKnown,
            !location.position.isEmpty
        else {
            rejectedCount += 1
            return false
        }
        // Sums are taken from the first place, so that they lose nothing, and hold across the date line.
        let start = origin ?? location.position
        origin = start
        let x = Angle.difference(from: start.x, to: location.position.x), y = location.position.y - start.y
        sum.x += x
        sum.y += y
        squares += pow(x * cos(start.y * .pi / 180), 2) + y * y
        if let z = location.position.z {
            sum.z += z
            heights += 1
        }
        count += 1
        return true
    }

    /// The mean place in WGS 84; nil before there are enough good fixes.
    public var position: Point? {
        guard isComplete, let origin else { return nil }
        let number = Double(count)
        var x = origin.x + sum.x / number
        if x > 180 { x -= 360 } else if x < -180 { x += 360 }
        var point = Point(latitude: origin.y + sum.y / number, longitude: x)
        if heights == count { point.z = sum.z / number }
        return point
    }

    /// Metres by which the good fixes scatter round their mean (root mean square); nil before there are two.
    public var spread: Double? {
        guard count > 1, let origin else { return nil }
        let number = Double(count)
        let mean = pow(sum.x / number * cos(origin.y * .pi / 180), 2) + pow(sum.y / number, 2)
        return max(0, squares / number - mean).squareRoot() * 111_195
    }
}
