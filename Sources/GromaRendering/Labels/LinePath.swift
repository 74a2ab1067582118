// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// A line on the picture, for setting text along it.
package struct LinePath {
    /// A cluster and the left end of its baseline.
    package struct Piece {
        package var cluster: TextCluster
        package var x: Double
        package var y: Double
        /// Clockwise.
        package var radians: Double
    }
    private(set) var xy: [Double]
    /// Distance of each vertex from the start.
    private(set) var distances: [Double]

    package var length: Double { distances.last ?? 0 }

    /// Nil for a line without length. Vertices nearer than half a pixel to the last one are left out.
    package init?(_ line: [Double]) {
        xy = []
        distances = []
        for place in stride(from: 0, to: line.count - 1, by: 2) {
            let x = line[place], y = line[place + 1]
            guard x.isFinite, y.isFinite else { continue }
            if let last = distances.last {
                let step = hypot(x - xy[xy.count - 2], y - xy[xy.count - 1])
                guard step > 0.5 else { continue }
                distances.append(last + step)
            } else {
                distances.append(0)
            }
            xy.append(x)
            xy.append(y)
        }
        guard distances.count > 1 else { return nil }
    }

    /// Where on a line a text is put.
    package enum Position: Sendable { case along, atStart, atEnd }

    /// Where texts of this length may be centred, the best first: the middle and further places on both sides, then places beside
    /// these for where they are taken, or one place at an end; 7 pixels stay free at the ends. A text that is set once (`repeats`
    /// false) stays near the middle. With `overruns` a text that is longer than its line, by half of itself at most, stands over
    /// both ends.
    package func centers(
        textLength: Double, repeatDistance: Double, position: Position = .along, overruns: Bool = false,
        repeats: Bool = true
    ) -> [Double] {
        let free = length - textLength - 14
        let middle = length / 2
        guard free >= 0 else { return overruns && length * 1.5 >= textLength ? [middle] : [] }
        switch position {
        case .along: break
        case .atStart: return [7 + textLength / 2]
        case .atEnd: return [length - 7 - textLength / 2]
        }
        let step = max(repeatDistance, textLength * 1.5)
        var slots = [middle]
        var distance = step
        while distance <= free / 2, slots.count < 64 {
            slots += [middle - distance, middle + distance]
            distance += step
        }
        var beside: [Double] = []
        for share in [0.1, -0.1, 0.2, -0.2, 0.29, -0.29, 0.38, -0.38, 0.46, -0.46]
        where abs(share) * free > textLength * 0.1 { beside.append(middle + free * share) }
        guard repeats else { return [middle] + beside + slots.dropFirst() }
        for share in [0.15, -0.15, 0.3, -0.3, 0.45, -0.45] where slots.count > 1 {
            beside += slots.map { $0 + step * share }.filter { abs($0 - middle) <= free / 2 }
        }
        return slots + beside
    }

    /// Places all along the line, for a name that found none of the usual ones free: from the middle outwards, a third of the
    /// text apart.
    package func closeCenters(textLength: Double) -> [Double] {
        let free = length - textLength - 14
        guard free > textLength / 2 else { return [] }
        let count = min(300, Int((free * 1.5 / textLength).rounded(.up)))
        return (1...count).flatMap { step -> [Double] in
            let distance = free / 2 * Double(step) / Double(count)
            return [length / 2 - distance, length / 2 + distance]
        }
    }

    package func point(at distance: Double) -> (x: Double, y: Double) {
        let index = segment(at: distance)
        let span = distances[index + 1] - distances[index]
        // Beyond the ends the line goes on as it ended.
        let t = (distance - distances[index]) / span
        return (
            xy[2 * index] + (xy[2 * index + 2] - xy[2 * index]) * t,
            xy[2 * index + 1] + (xy[2 * index + 3] - xy[2 * index + 1]) * t
        )
    }

    func segment(at distance: Double) -> Int {
        var low = 0, high = distances.count - 2
        while low < high {
            let middle = (low + high + 1) / 2
            if distances[middle] <= distance { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
