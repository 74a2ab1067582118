// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The lines of each layer that lie in the ground's picture with their names only: a street's name that runs across another street of
/// its layer could be the other's.
///
/// Lines that the map draws are seen as such (`LabelGround`), and those of other layers are of another kind: a street's name may
/// lie on the bridge, across the river's line.
struct NamedLines {
    private var traces: [Int: LineTrace] = [:]
    private var owners: [String: Int32] = [:]

    init(_ candidates: [LabelCandidate], placer: LabelPlacer) {
        for candidate in candidates where candidate.isOfBasemap || candidate.lineWidth <= 0 {
            guard case .line(let line) = candidate.anchor else { continue }
            let owner = owners[candidate.text] ?? Int32(owners.count + 1)
            owners[candidate.text] = owner
            traces[candidate.layer, default: LineTrace(area: placer.area)].add(Self.trimmed(line), owner: owner)
        }
    }

    /// A line without its ends: where a street runs into another, that one's name may stand.
    private static func trimmed(_ line: [Double]) -> [Double] {
        var line = line[...]
        for isFromEnd in [false, true] {
            var left = 1.5 * LineTrace.cell
            while line.count >= 4, left > 0 {
                let (end, next) =
                    isFromEnd
                    ? (line.endIndex - 2, line.endIndex - 4) : (line.startIndex, line.startIndex + 2)
                let (dx, dy) = (line[next] - line[end], line[next + 1] - line[end + 1])
                let length = (dx * dx + dy * dy).squareRoot()
                if length > left {
                    line[end] += dx * left / length
                    line[end + 1] += dy * left / length
                } else if isFromEnd {
                    line.removeLast(2)
                } else {
                    line.removeFirst(2)
                }
                left -= length
            }
        }
        return line.count >= 4 ? Array(line) : []
    }

    /// True where a line of another name crosses a candidate's line anywhere, or passes one of its ends.
    func cross(_ candidate: LabelCandidate, _ path: LinePath) -> Bool {
        // A line that is longer than any picture is seen by its middle.
        cross(candidate, path, center: path.length / 2, length: min(path.length, 20_000))
    }

    /// True where a line of another name crosses the stretch of a candidate's line round `center`.
    func cross(_ candidate: LabelCandidate, _ path: LinePath, center: Double, length: Double) -> Bool {
        guard let trace = traces[candidate.layer], let owner = owners[candidate.text] else { return false }
        // Small enough to step into every square on the way.
        let step = LineTrace.cell / 2
        return stride(from: center - length / 2, through: center + length / 2, by: step).contains { distance in
            let place = path.point(at: distance)
            return trace.isStruck(x: place.x, y: place.y, besides: owner)
        }
    }
}
