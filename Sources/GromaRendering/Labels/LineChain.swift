// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Pieces of one name that touch each other, as one line: a street's blocks.
package struct LineChain {
    package var xy: [Double]
    /// The smallest id among the pieces.
    package var order: Int64

    package init(_ xy: [Double], order: Int64) {
        self.xy = xy
        self.order = order
    }

    private struct End: Hashable {
        var x: Int
        var y: Int
        init(_ x: Double, _ y: Double) {
            self.x = x.isFinite && abs(x) < 1e7 ? Int((x * 2).rounded()) : .max
            self.y = y.isFinite && abs(y) < 1e7 ? Int((y * 2).rounded()) : .max
        }
    }
    private var first: End { End(xy[0], xy[1]) }
    private var last: End { End(xy[xy.count - 2], xy[xy.count - 1]) }

    private mutating func reverse() {
        var turned: [Double] = []
        for place in stride(from: xy.count - 2, through: 0, by: -2) { turned += xy[place...place + 1] }
        xy = turned
    }

    /// Joins pieces end to end wherever exactly two of them meet.
    package static func joined(_ pieces: [LineChain]) -> [LineChain] {
        var rest = pieces.filter { $0.xy.count >= 4 }.sorted {
            ($0.order, $0.xy[0], $0.xy[1]) < ($1.order, $1.xy[0], $1.xy[1])
        }
        var meetings: [End: Int] = [:]
        for piece in rest {
            meetings[piece.first, default: 0] += 1
            meetings[piece.last, default: 0] += 1
        }
        var chains: [LineChain] = []
        var ends: [End: [Int]] = [:]
        for (index, piece) in rest.enumerated() {
            ends[piece.first, default: []].append(index)
            ends[piece.last, default: []].append(index)
        }
        var isUsed = [Bool](repeating: false, count: rest.count)
        for start in rest.indices where !isUsed[start] {
            isUsed[start] = true
            var chain = rest[start]
            for _ in 0..<2 {
                while meetings[chain.last] == 2, let next = ends[chain.last]?.first(where: { !isUsed[$0] }) {
                    isUsed[next] = true
                    if rest[next].first != chain.last { rest[next].reverse() }
                    chain.xy += rest[next].xy.dropFirst(2)
                    chain.order = min(chain.order, rest[next].order)
                }
                chain.reverse()
            }
            chains.append(chain)
        }
        return chains
    }
}
