// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// How big a sample town is: the number of built street blocks.
public struct TownSize: Sendable, Hashable {
    /// Built blocks.
    public let cells: Int

    /// A town of that many blocks; at least 1, at most 40,000 (values outside are brought in).
    public init(cells: Int) { self.cells = min(40_000, max(1, cells)) }

    /// 84 blocks, 1.2 km by 0.65 km, about 5,400 rows.
    public static let small = TownSize(cells: 84)
    /// 1,600 blocks, about 106,000 rows.
    public static let medium = TownSize(cells: 1_600)
    /// 31,000 blocks, 24 km by 13 km, about 2.1 million rows.
    public static let large = TownSize(cells: 31_000)
}

/// The town of Lindenford on the River Sarn, made from one seed: streets, land, buildings and the stormwater network.
///
/// Nobody and nothing in it is real. All numbers are whole centimetres in the town frame; the same size gives the same
/// town on every machine and with any number of threads, and a bigger town contains every smaller one.
package struct Town: Sendable {
    package let size: TownSize
    package let lattice: Lattice
    package let built: BuiltCells
    package let plan: StreetPlan
    package let blocks: BlockPlan
    package let network: StormwaterNetwork

    /// Makes a town; `workers` threads plan its blocks.
    package init(size: TownSize, workers: Int = 1) {
        self.size = size
        let built = BuiltCells(count: size.cells)
        let lattice = Lattice(radius: built.radius)
        let plan = StreetPlan(built: built, lattice: lattice)
        self.built = built
        self.lattice = lattice
        self.plan = plan
        blocks = Town.planBlocks(built, lattice, plan, workers)
        network = StormwaterNetwork(plan: plan, built: built, lattice: lattice)
    }

    /// True where a block's middle lies within that many centimetres, east or west and north or south.
    func isBuilt(near place: TownPoint, within reach: Int) -> Bool {
        built.order.contains { cell in
            let middle = lattice.quad(cell).point(2_048, 2_048)
            return abs(middle.x - place.x) <= reach && abs(middle.y - place.y) <= reach
        }
    }

    private static func planBlocks(
        _ built: BuiltCells, _ lattice: Lattice, _ plan: StreetPlan, _ workers: Int
    ) -> BlockPlan {
        let share = (built.order.count + workers - 1) / workers
        let parts = concurrentMap(count: workers) { worker in
            var blocks = BlockPlan()
            for cell in built.order.dropFirst(worker * share).prefix(share) {
                guard let kind = built.kind(cell.i, cell.j) else { continue }
                blocks.addBlock(Block(cell, kind, built, lattice))
            }
            return blocks
        }
        var all = BlockPlan()
        for part in parts { all.append(part) }
        all.addStreetTrees(plan)
        return all
    }
}
