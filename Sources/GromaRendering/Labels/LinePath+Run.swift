// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

extension LinePath {
    /// A text along a line.
    package struct Run {
        package var pieces: [Piece]
        /// How far the letters turn from one to the next, all together; in radians.
        package var bend: Double
    }

    /// A letter turns against the one before it by this much at most, so that both are read as one word.
    private static let mostTurn = 22 * Double.pi / 180
    /// The middle of letters over their baseline, as a part of their size.
    private static let middleOfLetters = 0.35

    /// The clusters of letters of a size along the line round `center`; nil where the line bends too sharply for letters to be
    /// read.
    ///
    /// Text runs from left to right whichever way the line goes. `lift` moves the baseline off the line, upwards. Letters
    /// follow the line without its wiggles that are smaller than a letter, and keep their distances at half their height: in
    /// the inside of a bend the line itself is longer than they are.
    package func run(
        center: Double, clusters: [TextCluster], length textLength: Double, size: Double, lift: Double
    ) -> Run? {
        guard
            let curve = LetterCurve(
                self, center: center, textLength: textLength, size: size, lift: lift + size * Self.middleOfLetters)
        else { return nil }
        var pieces: [Piece] = []
        pieces.reserveCapacity(clusters.count)
        var bend = 0.0
        var previous: Double?
        var place = LetterCurve.Cursor()
        for cluster in clusters {
            let middle = cluster.offset + cluster.advance / 2 - textLength / 2
            // A short letter takes its direction from a longer piece of the line, so that it does not tumble.
            let reach = max(cluster.advance, size * 0.6) / 2
            let a = curve.point(at: middle - reach, &place), b = curve.point(at: middle + reach, &place)
            let (x, y) = curve.point(at: middle, &place)
            let radians = atan2(b.y - a.y, b.x - a.x)
            if let before = previous {
                var turn = abs(radians - before)
                if turn > .pi { turn = 2 * .pi - turn }
                if turn > Self.mostTurn { return nil }
                bend += turn
            }
            // Nobody reads letters that stand on their heads.
            guard cos(radians) > -0.35 else { return nil }
            previous = radians
            let down = size * Self.middleOfLetters
            pieces.append(
                Piece(
                    cluster: cluster, x: x - cos(radians) * cluster.advance / 2 - sin(radians) * down,
                    y: y - sin(radians) * cluster.advance / 2 + cos(radians) * down, radians: radians))
        }
        return Run(pieces: pieces, bend: bend)
    }
}

/// The curve that the middles of letters lie on: beside a stretch of a line, smooth, measured by its own length.
private struct LetterCurve {
    /// Where a search for a distance ended; the next one is near.
    struct Cursor { var index = 0 }
    private var x: [Double] = []
    private var y: [Double] = []
    /// Distance of each point from the middle of the text.
    private var distances: [Double] = []

    /// Nil where the line turns back on itself within a letter.
    init?(_ path: LinePath, center: Double, textLength: Double, size: Double, lift: Double) {
        let step = max(size / 5, textLength / 200, 0.5)
        let smoothing = max(1, Int((size * 0.7 / step).rounded()))
        // Beside a bend the curve is longer or shorter than the line is.
        let half = Int(((textLength / 2 + 2 * abs(lift) + size) / step).rounded(.up))
        let margin = half + smoothing
        let first = path.point(at: center - textLength / 2), last = path.point(at: center + textLength / 2)
        // What is steeper than about 84 degrees is read upwards, as on printed maps.
        let isSteep = abs(last.x - first.x) < 0.1 * abs(last.y - first.y)
        let isReversed = isSteep ? last.y > first.y : last.x < first.x
        let direction = isReversed ? -step : step
        // Running sums of the line's points, for their means.
        var sumX = [0.0], sumY = [0.0]
        sumX.reserveCapacity(2 * margin + 2)
        sumY.reserveCapacity(2 * margin + 2)
        var segment = path.segment(at: center - direction * Double(margin))
        for index in -margin...margin {
            let (px, py) = path.point(at: center + direction * Double(index), near: &segment)
            sumX.append(sumX[sumX.count - 1] + px)
            sumY.append(sumY[sumY.count - 1] + py)
        }
        let width = 2 * smoothing + 1
        let count = 2 * half + 1
        func mean(_ sums: [Double], _ index: Int) -> Double { (sums[index + width] - sums[index]) / Double(width) }
        var previous = (x: 0.0, y: 0.0), middle = 0.0
        for index in 0..<count {
            let (px, py) = (mean(sumX, index), mean(sumY, index))
            let (before, after) = (max(0, index - 1), min(count - 1, index + 1))
            let dx = mean(sumX, after) - mean(sumX, before), dy = mean(sumY, after) - mean(sumY, before)
            let length = hypot(dx, dy)
            guard length > step * 0.1 else { return nil }
            let (qx, qy) = (px + dy / length * lift, py - dx / length * lift)
            distances.append(index == 0 ? 0 : distances[index - 1] + hypot(qx - previous.x, qy - previous.y))
            previous = (qx, qy)
            x.append(qx)
            y.append(qy)
            if index == half { middle = distances[index] }
        }
        for index in distances.indices { distances[index] -= middle }
    }

    /// The point of the curve at a distance from the middle of the text; beyond the ends the curve goes on as it ended.
    func point(at distance: Double, _ cursor: inout Cursor) -> (x: Double, y: Double) {
        var index = cursor.index
        while index > 0, distances[index] > distance { index -= 1 }
        while index < distances.count - 2, distances[index + 1] <= distance { index += 1 }
        cursor.index = index
        let span = distances[index + 1] - distances[index]
        let t = span > 0 ? (distance - distances[index]) / span : 0
        return (x[index] + (x[index + 1] - x[index]) * t, y[index] + (y[index + 1] - y[index]) * t)
    }
}

extension LinePath {
    /// The point at a distance from the start, looked for from `segment` on; that becomes the point's.
    fileprivate func point(at distance: Double, near segment: inout Int) -> (x: Double, y: Double) {
        while segment > 0, distances[segment] > distance { segment -= 1 }
        while segment < distances.count - 2, distances[segment + 1] <= distance { segment += 1 }
        let span = distances[segment + 1] - distances[segment]
        let t = (distance - distances[segment]) / span
        return (
            xy[2 * segment] + (xy[2 * segment + 2] - xy[2 * segment]) * t,
            xy[2 * segment + 1] + (xy[2 * segment + 3] - xy[2 * segment + 1]) * t
        )
    }
}
