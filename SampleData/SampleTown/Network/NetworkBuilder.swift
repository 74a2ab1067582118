// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Lays pipes, manholes, inlets and outfalls along the flooded street graph.
struct NetworkBuilder {
    /// What has been laid; `StormwaterNetwork` takes it over.
    struct Laid {
        var mains: [Main] = []
        var manholes: [Manhole] = []
        var inlets: [Inlet] = []
        var outfalls: [Outfall] = []
        var drainage: [DrainageArea] = []

        consuming func finish(into network: inout StormwaterNetwork) {
            network.mains = mains
            network.manholes = manholes
            network.inlets = inlets
            network.outfalls = outfalls
            network.drainage = drainage
        }
    }

    var network = Laid()
    private let graph: StreetGraph
    private let built: BuiltCells
    private let lattice: Lattice
    /// Hundredths of a hectare that drain to a node, its own and those above.
    private var flow: [Int]
    private var widestIn: [Int]
    private var invert: [Int]
    private var manholeOf: [Int]

    init(graph: StreetGraph, built: BuiltCells, lattice: Lattice) {
        self.graph = graph
        self.built = built
        self.lattice = lattice
        flow = [Int](repeating: 0, count: graph.nodes.count)
        widestIn = flow
        manholeOf = flow
        invert = graph.ground.map { $0 - 150 }
    }

    mutating func layPipes(along plan: StreetPlan) {
        for cell in built.order {
            guard let lowest = graph.lowestCorner(of: cell) else { continue }
            flow[lowest] += 60 + Chance(51, cell.i, cell.j).within(0...25)
        }
        // The tree's manholes get their numbers first, because a pipe names the manhole below it.
        var number = 0
        for node in graph.reached.reversed() {
            manholeOf[node] = number
            number += hasMiddleManhole(node) ? 2 : 1
        }
        for node in graph.reached.reversed() { layTree(node) }
        for street in plan.streets.prefix(plan.townCount) { layBranch(street) }
        for node in graph.reached { setCornerInlets(node) }
        collectDrainage()
    }

    private func hasMiddleManhole(_ node: Int) -> Bool {
        let down = graph.downstream[node]
        return down >= 0 && graph.places[node].distance(to: graph.places[down]) > 6_800
    }

    /// The node's manhole and its pipe to the node below, or to the water.
    private mutating func layTree(_ node: Int) {
        let down = graph.downstream[node]
        let ground = graph.ground[node]
        let isLift = ground - invert[node] > 800 && down >= 0
        network.manholes.append(
            Manhole(
                at: graph.places[node], ground: ground, invert: invert[node], node: graph.nodes[node],
                year: year(node), isLiftStation: isLift))
        if isLift { invert[node] = ground - 180 }
        let litres = max(6, flow[node] * 11 / 10)
        guard down >= 0 else {
            layOutfall(node, litres)
            return
        }
        let (from, to) = (graph.places[node], graph.places[down])
        let axis: StreetAxis = graph.nodes[node].i == graph.nodes[down].i ? .column : .row
        let length = from.distance(to: to)
        let fall = max(length * 4 / 1_000, min(length * 40 / 1_000, invert[node] - (graph.ground[down] - 160)))
        let bottom = invert[node] - fall
        var pipe = Main(
            from: from, to: to, diameter: max(300, widestIn[node]), pipeClass: litres > 420 ? .trunk : .collector,
            material: .pvc, year: year(node), upperInvert: invert[node], lowerInvert: bottom, flow: litres,
            fromManhole: manholeOf[node], toManhole: manholeOf[down],
            node: graph.nodes[node], axis: axis)
        if length > 6_800 {
            let middle = from.along(to: to, length / 2)
            let level = invert[node] - floorDiv(fall, 2)
            let number = manholeOf[node] + 1
            network.manholes.append(
                Manhole(
                    at: middle, ground: floorDiv(ground + graph.ground[down], 2), invert: level,
                    node: graph.nodes[node], axis: axis, year: year(node)))
            var upper = pipe
            upper.to = middle
            upper.lowerInvert = level
            upper.toManhole = number
            pipe.diameter = lay(upper)
            pipe.from = middle
            pipe.upperInvert = level
            pipe.fromManhole = number
            pipe.diameter = lay(pipe)
            setPair(from, to, length / 2 + 420, streetClass(node, axis).halfWidth - 250, number, node, 9, axis: axis)
        } else {
            pipe.diameter = lay(pipe)
        }
        flow[down] += flow[node]
        widestIn[down] = max(widestIn[down], pipe.diameter)
        invert[down] = min(invert[down], bottom)
    }

    private func streetClass(_ node: Int, _ axis: StreetAxis) -> StreetClass {
        let cell = graph.nodes[node]
        return axis == .column ? Lattice.columnClass(cell.i) : Lattice.rowClass(cell.j)
    }

    private mutating func layOutfall(_ node: Int, _ litres: Int) {
        let cell = graph.nodes[node]
        let place = graph.places[node]
        let isInBrook = cell.j != 0 && cell.j != -1
        let bank: TownPoint
        if isInBrook {
            bank = TownPoint(River.brook(place.y) + (cell.i == -4 ? -260 : 260), place.y)
        } else {
            let half = River.halfWidth(place.x) - 300
            bank = TownPoint(place.x, River.centre(place.x) + (cell.j == 0 ? half : -half))
        }
        let pipe = Main(
            from: place, to: bank, diameter: max(widestIn[node], 375), pipeClass: .outfall, material: .pvc,
            year: year(node), upperInvert: invert[node],
            lowerInvert: invert[node] - max(10, place.distance(to: bank) / 150), flow: litres,
            fromManhole: manholeOf[node], toManhole: nil, node: cell)
        let diameter = lay(pipe)
        network.outfalls.append(
            Outfall(
                at: bank, diameter: diameter, root: cell, isInBrook: isInBrook, catchment: flow[node],
                year: year(node)))
    }

    /// Lays a pipe whose diameter is at least the given one; the diameter it got.
    private mutating func lay(_ pipe: Main) -> Int {
        let length = max(1, pipe.from.distance(to: pipe.to))
        let slope = max(20, floorDiv((pipe.upperInvert - pipe.lowerInvert) * 10_000, length))
        let needed = zip(StormwaterNetwork.diameters, StormwaterNetwork.capacities).first {
            $0.1 * $0.1 * slope >= pipe.flow * pipe.flow * 100
        }
        var pipe = pipe
        pipe.diameter = max(pipe.diameter, needed?.0 ?? 2_400)
        pipe.material = Main.Material(diameter: pipe.diameter, year: pipe.year)
        network.mains.append(pipe)
        return pipe.diameter
    }

    /// A street that is not in the tree: a branch from a head manhole to its lower crossing.
    private mutating func layBranch(_ street: Street) {
        if street.isBridge { return }
        let a = graph.number(of: street.from)
        let b = graph.number(of: street.to)
        if let a, let b, graph.downstream[a] == b || graph.downstream[b] == a { return }
        let fromIsUpper: Bool
        if street.isDeadEnd {
            fromIsUpper = street.isFromNorth
        } else {
            let heights = (a.map { graph.ground[$0] } ?? 0, b.map { graph.ground[$0] } ?? 0)
            // The second crossing of a street is the later one, so a tie goes to it.
            fromIsUpper = heights.0 > heights.1
        }
        guard let low = fromIsUpper ? b : a, graph.root[low] >= 0 else { return }
        let upper = fromIsUpper ? street.from : street.to
        let place = graph.places[low]
        let head = lattice.node(upper)
        let way = floorDiv(place.distance(to: head) * (street.isDeadEnd ? 40 : 78), 100)
        let top = place.along(to: head, way)
        let number = network.manholes.count
        network.manholes.append(
            Manhole(
                at: top, ground: graph.ground[low] + 60, invert: invert[low] + 60, node: graph.nodes[low],
                axis: street.axis,
                year: year(low)))
        _ = lay(
            Main(
                from: top, to: place, diameter: 300, pipeClass: .collector, material: .pvc, year: year(low),
                upperInvert: invert[low] + 60, lowerInvert: invert[low] + 10, flow: 8, fromManhole: number,
                toManhole: manholeOf[low], node: graph.nodes[low], axis: street.axis))
        setPair(
            place, head, way - 420, street.streetClass.halfWidth - 250, number, low, 8, axis: street.axis, key: upper)
    }

    private mutating func setPair(
        _ from: TownPoint, _ to: TownPoint, _ length: Int, _ offset: Int, _ manhole: Int, _ node: Int, _ tag: Int,
        axis: StreetAxis, key: Cell? = nil
    ) {
        let key = key ?? graph.nodes[node]
        for side in [1, -1] {
            setInlet(from.beside(to, length, side * offset), manhole, node, axis, Chance(56, key.i, key.j, side, tag))
        }
    }

    private mutating func setCornerInlets(_ node: Int) {
        let cell = graph.nodes[node]
        let place = graph.places[node]
        for (corner, (di, dj)) in [(0, 0), (-1, 0), (0, -1), (-1, -1)].enumerated() {
            guard let kind = built.kind(cell.i + di, cell.j + dj), kind != .rail else { continue }
            if Chance(55, cell.i, cell.j, corner).below(100) > 62 { continue }
            let alongRow = lattice.node(cell.i + (di == 0 ? 1 : -1), cell.j)
            let alongColumn = lattice.node(cell.i, cell.j + (dj == 0 ? 1 : -1))
            let p = place.along(to: alongRow, Lattice.columnClass(cell.i).halfWidth + 180)
            let q = place.along(to: alongColumn, Lattice.rowClass(cell.j).halfWidth - 320)
            let at = TownPoint(p.x + q.x - place.x, p.y + q.y - place.y)
            setInlet(at, manholeOf[node], node, .row, Chance(56, cell.i, cell.j, corner, 7))
        }
    }

    /// An inlet and its lateral to the manhole.
    private mutating func setInlet(_ at: TownPoint, _ manhole: Int, _ node: Int, _ axis: StreetAxis, _ draw: Chance) {
        let kinds: [Inlet.Kind] = [.curb, .grate, .combination, .curb, .grate, .curb, .slotted]
        let conditions = [1, 1, 2, 2, 2, 3, 3, 4, 5, 2]
        let year = year(node)
        network.inlets.append(
            Inlet(
                at: at, kind: kinds[Int(draw.bits % 7)], condition: conditions[Int((draw.bits >> 8) % 10)],
                manhole: manhole, node: graph.nodes[node], axis: axis, year: year))
        network.mains.append(
            Main(
                from: at, to: network.manholes[manhole].at, diameter: 250, pipeClass: .lateral,
                material: year > 1980 ? .pvc : .vitrifiedClay, year: year, upperInvert: 0, lowerInvert: 0, flow: 0,
                fromManhole: nil, toManhole: manhole,
                node: graph.nodes[node], axis: axis))
    }

    /// Blocks by the outfall they drain to, by (i, j) of its crossing.
    private mutating func collectDrainage() {
        var groups: [Int: [Cell]] = [:]
        for cell in built.order {
            guard let lowest = graph.lowestCorner(of: cell) else { continue }
            groups[graph.root[lowest], default: []].append(cell)
        }
        network.drainage = groups.keys.sorted().map { DrainageArea(root: graph.nodes[$0], cells: groups[$0] ?? []) }
    }

    /// The year the pipes at a crossing were laid: older near the bridge, one in six renewed.
    private func year(_ node: Int) -> Int {
        let cell = graph.nodes[node]
        if Chance(54, cell.i, cell.j).below(6) == 0 { return Chance(53, cell.i, cell.j).within(1996...2024) }
        let ring = max(abs(cell.i), abs(cell.j))
        let first =
            switch ring {
            case ...3: 1894
            case ...5: 1930
            case ...8: 1956
            default: 1972 + ring
            }
        return min(2021, first + Chance(52, cell.i, cell.j).within(0...26))
    }
}

extension Main.Material {
    /// What was usual for pipes of that diameter (mm) in that year.
    init(diameter: Int, year: Int) {
        if year < 1940 {
            self = diameter >= 900 ? .brick : .vitrifiedClay
        } else if diameter >= 600 || year < 1985 {
            self = .reinforcedConcrete
        } else {
            self = diameter < 450 ? .pvc : .hdpe
        }
    }
}
