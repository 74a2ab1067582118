// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRendering
import TestSupport
import Testing

@Suite("Pieces of a line of one name") struct LineChainTests {
    private func joined(_ pieces: [[Double]]) -> [[Double]] {
        LineChain.joined(pieces.enumerated().map { LineChain($1, order: Int64($0)) }).map(\.xy)
    }

    @Test("blocks of a street become one line, whichever way each runs")
    func blocks() {
        let chains = joined([[0, 0, 10, 0], [20, 0, 10, 0], [20, 0, 30, 5]])
        #expect(chains.count == 1)
        let xs = stride(from: 0, to: chains[0].count, by: 2).map { chains[0][$0] }
        #expect(xs == [0, 10, 20, 30] || xs == [30, 20, 10, 0])
    }

    @Test("three ends at one place stay apart")
    func fork() { #expect(joined([[0, 0, 10, 0], [10, 0, 20, 5], [10, 0, 20, -5]]).count == 3) }

    @Test("a ring of pieces is joined once round")
    func ring() {
        let chains = joined([[0, 0, 10, 0], [10, 0, 10, 10], [10, 10, 0, 0]])
        #expect(chains.count == 1)
        #expect(chains[0].count == 8)
    }

    @Test("the order of the pieces does not matter", arguments: [7, 8, 9] as [UInt64])
    func order(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let pieces = (0..<20).map { (index: Int) -> LineChain in
            let x = Double(index) * 10
            return LineChain([x, 0, x + 10, 0], order: Int64(index))
        }
        let plain = LineChain.joined(pieces), mixed = LineChain.joined(pieces.shuffled(using: &numbers))
        #expect(plain.map(\.xy) == mixed.map(\.xy), "seed \(seed)")
        #expect(plain.map(\.order) == mixed.map(\.order))
    }

    @Test("nothing, points and coordinates that are no numbers are survived")
    func degenerate() {
        #expect(joined([]).isEmpty)
        #expect(joined([[], [1, 1], [1, 2, 3]]).isEmpty)
        #expect(joined([[.nan, 0, 10, 0], [10, 0, .infinity, 5]]).count == 1)
        #expect(joined([[5, 5, 5, 5]]).count == 1)
    }
}
