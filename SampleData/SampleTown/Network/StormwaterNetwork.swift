// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A manhole of the network; levels in centimetres above datum.
package struct Manhole: Sendable {
    package var at: TownPoint
    package var ground: Int
    package var invert: Int
    /// The crossing it belongs to, and which of its two streets it lies in.
    package var node: Cell
    package var axis = StreetAxis.row
    package var year: Int
    /// Raises the water to 1.8 m under ground.
    package var isLiftStation = false
}

/// A pipe; levels in centimetres, flow in litres a second.
package struct Main: Sendable {
    package enum Class: String, Sendable {
        case trunk, collector, lateral, outfall
    }
    package enum Material: String, Sendable {
        case brick, vitrifiedClay, reinforcedConcrete, pvc, hdpe
    }
    package var from: TownPoint
    package var to: TownPoint
    /// Millimetres.
    package var diameter: Int
    package var pipeClass: Class
    package var material: Material
    package var year: Int
    package var upperInvert: Int
    package var lowerInvert: Int
    package var flow: Int
    /// The upper and lower manhole; nil above a lateral and below an outfall pipe.
    package var fromManhole: Int?
    package var toManhole: Int?
    /// The crossing it belongs to, and which of its two streets it lies in.
    package var node: Cell
    package var axis = StreetAxis.row
}

/// A storm drain at the kerb.
package struct Inlet: Sendable {
    package enum Kind: Int, Sendable {
        case curb = 1
        case grate = 2
        case combination = 3
        case slotted = 4
    }
    package var at: TownPoint
    package var kind: Kind
    /// 1 (very good) to 5 (failing).
    package var condition: Int
    package var manhole: Int
    package var node: Cell
    package var axis = StreetAxis.row
    package var year: Int
}

/// Where the water leaves the network.
package struct Outfall: Sendable {
    package var at: TownPoint
    package var diameter: Int
    /// The crossing whose tree ends here.
    package var root: Cell
    package var isInBrook: Bool
    /// Hundredths of a hectare.
    package var catchment: Int
    package var year: Int
}

/// The blocks that drain to one outfall.
package struct DrainageArea: Sendable {
    package var root: Cell
    package var cells: [Cell]
}

/// A river gauge.
package struct Gauge: Sendable {
    package var at: TownPoint
    package var name: String
    package var isInBrook: Bool
}

/// The stormwater network of a town: a forest of street crossings whose roots are the outfalls.
package struct StormwaterNetwork: Sendable {
    package internal(set) var mains: [Main] = []
    package internal(set) var manholes: [Manhole] = []
    package internal(set) var inlets: [Inlet] = []
    package internal(set) var outfalls: [Outfall] = []
    package internal(set) var drainage: [DrainageArea] = []
    package let gauges: [Gauge]
    /// The inlet of each inspection of an inlet.
    package private(set) var inspections: [Int] = []
    /// The inspections that led to a work order.
    package private(set) var orders: [Int] = []

    init(plan: StreetPlan, built: BuiltCells, lattice: Lattice) {
        gauges =
            [-52_000, 4_000, 56_000].enumerated().map { index, x in
                let at = TownPoint(x, River.centre(x) + River.halfWidth(x) - 200)
                return Gauge(at: at, name: ["Upper Gauge", "Bridge Gauge", "Lower Gauge"][index], isInBrook: false)
            } + [Gauge(at: TownPoint(River.brook(31_000), 31_000), name: "Brook Gauge", isInBrook: true)]
        var builder = NetworkBuilder(graph: StreetGraph(plan: plan, lattice: lattice), built: built, lattice: lattice)
        builder.layPipes(along: plan)
        builder.network.finish(into: &self)
        for inlet in inlets.indices {
            inspections.append(contentsOf: repeatElement(inlet, count: Chance(60, inlet).below(4)))
        }
        orders = inspections.indices.filter { Chance(61, $0).below(7) == 0 }
    }
}

extension StormwaterNetwork {
    static let diameters = [300, 375, 450, 525, 600, 750, 900, 1_050, 1_200, 1_500, 1_800, 2_400]
    /// Litres a second flowing full at a slope of 1 %, after Manning with n = 0.013; one a diameter.
    static let capacities = [97, 175, 285, 430, 614, 1_113, 1_810, 2_730, 3_898, 7_068, 11_490, 24_750]

    /// Where the land falls faster than a pipe may, water drops to at least this depth under ground, in centimetres.
    static let leastDepth = 120

    /// The level of a manhole's bottom.
    func invert(ofManhole row: Int) -> Int {
        min(manholes[row].invert, manholes[row].ground - StormwaterNetwork.leastDepth)
    }

    /// The levels of a pipe's ends, under ground at both.
    func inverts(ofMain row: Int) -> (upper: Int, lower: Int) {
        func sunk(_ level: Int, _ manhole: Int?) -> Int {
            manhole.map { min(level, manholes[$0].ground - StormwaterNetwork.leastDepth) } ?? level
        }
        let main = mains[row]
        let upper = sunk(main.upperInvert, main.fromManhole)
        return (upper, min(upper, sunk(main.lowerInvert, main.toManhole)))
    }

    /// Litres a second that a pipe carries full at a slope in ten-thousandths.
    static func capacity(diameter: Int, slope: Int) -> Int {
        let index = diameters.lastIndex { $0 <= diameter } ?? 0
        return squareRoot(capacities[index] * capacities[index] * max(0, slope) / 100)
    }
}
