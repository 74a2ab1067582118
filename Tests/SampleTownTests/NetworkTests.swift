// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import SampleTown
import Testing

@Suite("The town's promises") struct NetworkTests {
    @Test("no pipe rises, no diameter shrinks downstream, every end is an outfall", arguments: [84, 1600])
    func pipes(cells: Int) {
        let network = Town(size: TownSize(cells: cells)).network
        let pipes = network.mains.filter { $0.pipeClass != .lateral }
        #expect(pipes.allSatisfy { $0.lowerInvert <= $0.upperInvert })
        var widestIn: [TownPoint: Int] = [:]
        var widestOut: [TownPoint: Int] = [:]
        for pipe in pipes {
            widestIn[pipe.to] = max(widestIn[pipe.to] ?? 0, pipe.diameter)
            widestOut[pipe.from] = max(widestOut[pipe.from] ?? 0, pipe.diameter)
        }
        #expect(widestIn.filter { place, diameter in widestOut[place] ?? diameter < diameter }.isEmpty)
        #expect(widestIn.keys.filter { widestOut[$0] == nil }.count == network.outfalls.count)
    }

    @Test("pipes and inlets lie at the manholes they name")
    func manholes() {
        let network = Town(size: .small).network
        let astray = network.mains.filter { main in
            (main.fromManhole.map { network.manholes[$0].at != main.from } ?? false)
                || (main.toManhole.map { network.manholes[$0].at != main.to } ?? false)
        }
        #expect(astray.isEmpty)
        let laterals = network.mains.filter { $0.pipeClass == .lateral }
        #expect(laterals.count == network.inlets.count)
        #expect(zip(network.inlets, laterals).allSatisfy { network.manholes[$0.manhole].at == $1.to })
    }

    @Test("no block, parcel or building is folded", arguments: [84, 1600])
    func folds(cells: Int) {
        let town = Town(size: TownSize(cells: cells))
        let folded = town.built.order.filter { cell in
            let ring = town.lattice.outline(of: [cell])[0]
            return ring.doubledArea <= 40_000_000 || turnsLeft(ring) == false
        }
        #expect(folded.isEmpty)
        #expect(town.blocks.parcels.indices.filter { !turnsLeft(Array(town.blocks.parcelRings[$0])) }.isEmpty)
        #expect(town.blocks.buildings.indices.filter { town.blocks.buildingRings[$0].doubledArea <= 0 }.isEmpty)
    }

    /// True where every corner of a closed ring is convex.
    private func turnsLeft(_ ring: [TownPoint]) -> Bool {
        let corners = ring.dropLast()
        return corners.indices.allSatisfy { index in
            let (a, b) = (ring[index], ring[index + 1])
            let c = index + 2 < ring.count ? ring[index + 2] : ring[1]
            return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0
        }
    }

    @Test("a town contains every smaller one")
    func nesting() {
        let small = Town(size: TownSize(cells: 40))
        let big = Town(size: TownSize(cells: 84))
        #expect(Array(big.built.order.prefix(40)) == small.built.order)
        let parcels = Set(big.blocks.parcels.map { [$0.cell.i, $0.cell.j, $0.number] })
        #expect(small.blocks.parcels.allSatisfy { parcels.contains([$0.cell.i, $0.cell.j, $0.number]) })
    }

    @Test("the smallest town has a block and no crash", arguments: [1, 2, 5])
    func tiny(cells: Int) throws {
        let town = Town(size: TownSize(cells: cells))
        #expect(town.built.order.count == cells)
        let schema = try SampleSchema()
        for table in SampleTable.allCases { _ = try town.records(of: table, schema) }
    }

    @Test(
        "the large town has the golden digests",
        .enabled(if: ProcessInfo.processInfo.environment["GROMA_SOAK"] != nil, "minutes long: make soak"))
    func large() throws {
        struct Layer: Decodable {
            var count: Int
            var digest: String?
        }
        let data = try Data(contentsOf: Repository.url("Conformance/SampleTown/golden-large.json"))
        let golden = try #require(try JSONDecoder().decode([String: [String: Layer]].self, from: data)["31000"])
        let counted = Town(size: .large, workers: 2).digests()
        for (layer, expected) in golden {
            #expect(counted[layer]?.count == expected.count, "\(layer)")
            if let digest = expected.digest { #expect(counted[layer]?.digest == digest, "\(layer)") }
        }
    }
}
