// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import GromaMapping
import GromaRendering
import Testing

@Suite("Which tiles a view takes") struct TileRangeTests {
    let scheme = TileInfo.webMercator(levels: 2...18)

    private func extent(_ side: Double) -> Envelope {
        Envelope(xMin: 1_000, yMin: 1_000, xMax: 1_000 + side, yMax: 1_000 + side, spatialReference: .webMercator)
    }
    private func resolution(_ level: Int) throws -> Double { try #require(scheme.levelOfDetail(level)).resolution }

    @Test("the level whose pixels fit, or up to a third coarser")
    func level() throws {
        let exact = try resolution(12)
        for (factor, level) in [(1.0, 12), (0.75, 12), (0.73, 13), (1.45, 12), (1.5, 11)] {
            let range = try #require(
                TilePreparation.range(of: extent(exact * 500), resolution: exact * factor, scheme: scheme))
            #expect(range.level == level, "\(factor)")
        }
    }

    @Test("beyond the levels the nearest one is taken")
    func ends() throws {
        let finest = try resolution(18), coarsest = try resolution(2)
        #expect(TilePreparation.range(of: extent(50), resolution: finest / 100, scheme: scheme)?.level == 18)
        #expect(TilePreparation.range(of: extent(1e7), resolution: coarsest * 50, scheme: scheme)?.level == 2)
    }

    @Test("a view of far too many tiles takes a coarser level")
    func most() throws {
        let fine = try resolution(18)
        let range = try #require(TilePreparation.range(of: extent(256 * fine * 200), resolution: fine, scheme: scheme))
        #expect(range.level < 18)
        #expect(range.count <= 512)
    }

    @Test("nothing without levels, and nothing for a view off the scheme")
    func nothing() {
        var empty = scheme
        empty.levelsOfDetail = []
        #expect(TilePreparation.range(of: extent(100), resolution: 1, scheme: empty) == nil)
        let nowhere = Envelope(xMin: .nan, yMin: .nan, xMax: .nan, yMax: .nan, spatialReference: .webMercator)
        #expect(TilePreparation.range(of: nowhere, resolution: 1, scheme: scheme) == nil)
    }
}
