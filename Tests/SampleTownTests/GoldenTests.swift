// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import SampleTown
import Testing

/// The values every implementation of the town must reproduce: `Conformance/SampleTown/golden.json`.
private struct Golden: Decodable {
    struct Layer: Decodable {
        var count: Int
        var digest: String?
    }
    var mix: [String: String]
    var isin: [[Int]]
    var river: [[Int]]
    var brook: [[Int]]
    var height: [[Int]]
    var node: [[Int]]
    var firstCells: [[Int]]
    var towns: [String: [String: Layer]]

    static func load() throws -> (values: Golden, raw: [String: Any]) {
        let data = try Data(contentsOf: Repository.url("Conformance/SampleTown/golden.json"))
        let raw = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return (try JSONDecoder().decode(Golden.self, from: data), try #require(raw))
    }
}

/// Files of this checkout.
enum Repository {
    static func url(_ path: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: path)
    }
}

@Suite("The town's numbers") struct GoldenTests {
    @Test("the keyed hash gives the golden bits")
    func hash() throws {
        let golden = try Golden.load()
        for (value, mixed) in golden.values.mix {
            let number = try #require(UInt64(value))
            #expect(String(Chance.mix(number)) == mixed)
        }
        let draws = try #require(golden.raw["h"] as? [[Any]])
        for draw in draws {
            let keys = try #require(draw[0] as? [Int])
            #expect(String(Chance(keys[0], keys[1], keys[2]).bits) == draw[1] as? String)
        }
    }

    @Test("waves, river, brook and heights are the golden ones")
    func ground() throws {
        let golden = try Golden.load().values
        for row in golden.isin { #expect(wave(row[0]) == row[1], "wave \(row)") }
        for row in golden.river {
            #expect([River.centre(row[0]), River.halfWidth(row[0]), River.slope(row[0])] == Array(row[1...]))
        }
        for row in golden.brook { #expect(River.brook(row[0]) == row[1]) }
        for row in golden.height { #expect(Terrain.height(row[0], row[1]) == row[2], "height at \(row)") }
    }

    @Test("nodes, the order of blocks, their kinds and street names are the golden ones")
    func lattice() throws {
        let golden = try Golden.load()
        let lattice = Lattice()
        for row in golden.values.node { #expect(lattice.node(row[0], row[1]) == TownPoint(row[2], row[3])) }
        #expect(BuiltCells.nearest(16) == golden.values.firstCells.map { Cell($0[0], $0[1]) })
        let kinds = try #require(golden.raw["kinds"] as? [[Any]])
        for row in kinds {
            let i = try #require(row[0] as? Int)
            let j = try #require(row[1] as? Int)
            let cell = Cell(i, j)
            #expect(CellKind(of: cell).rawValue == row[2] as? String, "\(cell)")
        }
        let names = try #require(golden.raw["names"] as? [[Any]])
        for row in names {
            let letter = try #require(row[0] as? String)
            let axis = try #require(StreetAxis(rawValue: letter))
            let line = try #require(row[1] as? Int)
            #expect(StreetNames.name(axis, line) == row[2] as? String)
        }
    }

    @Test("every layer of the small and the medium town has the golden digest", arguments: [84, 1600])
    func digests(cells: Int) throws {
        let golden = try #require(try Golden.load().values.towns[String(cells)])
        let counted = Town(size: TownSize(cells: cells)).digests()
        for (layer, expected) in golden {
            let found = try #require(counted[layer])
            #expect(found.count == expected.count, "\(layer)")
            if let digest = expected.digest { #expect(found.digest == digest, "\(layer)") }
        }
        #expect(golden.count == counted.count)
    }

    @Test("any number of threads makes the same town", arguments: [2, 3, 7])
    func threads(workers: Int) {
        let size = TownSize(cells: 300)
        #expect(Town(size: size, workers: workers).digests() == Town(size: size).digests())
    }
}

struct LayerDigest: Equatable {
    var count: Int
    var digest: String
}

extension Town {
    /// FNV-1a over whole 64-bit words: x and y of every vertex, and what the golden file adds.
    func digests() -> [String: LayerDigest] {
        func fold(_ values: some Sequence<Int>) -> String {
            var digest: UInt64 = 0xCBF2_9CE4_8422_2325
            for value in values { digest = (digest ^ UInt64(bitPattern: Int64(value))) &* 0x100_0000_01B3 }
            let text = String(digest, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        func outlines(_ outlines: Outlines) -> LayerDigest {
            LayerDigest(count: outlines.count, digest: fold(outlines.points.lazy.flatMap { [$0.x, $0.y] }))
        }
        func places(_ points: [TownPoint]) -> LayerDigest {
            LayerDigest(count: points.count, digest: fold(points.lazy.flatMap { [$0.x, $0.y] }))
        }
        func counted(_ count: Int) -> LayerDigest { LayerDigest(count: count, digest: "") }
        return [
            "streets": outlines(plan.lines), "parcels": outlines(blocks.parcelRings),
            "buildings": outlines(blocks.buildingRings), "trees": places(blocks.trees.map(\.at)),
            "landmarks": places(blocks.landmarks.map(\.at)), "areas": outlines(blocks.areaRings),
            "mains": LayerDigest(
                count: network.mains.count,
                digest: fold(
                    network.mains.lazy.flatMap {
                        [
                            $0.from.x, $0.from.y, $0.to.x, $0.to.y, $0.diameter, $0.year, $0.upperInvert,
                            $0.lowerInvert,
                        ]
                    })),
            "manholes": places(network.manholes.map(\.at)),
            "inlets": LayerDigest(
                count: network.inlets.count,
                digest: fold(network.inlets.lazy.flatMap { [$0.at.x, $0.at.y, $0.condition] })),
            "outfalls": places(network.outfalls.map(\.at)), "gauges": places(network.gauges.map(\.at)),
            "inspections": counted(network.inspections.count), "orders": counted(network.orders.count),
            "drainage": counted(network.drainage.count),
        ]
    }
}
