// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// One street piece: a lattice step in the town, up to six of them in the country.
package struct Street: Sendable {
    package var from: Cell
    package var to: Cell
    /// Empty in the country.
    package var name: String
    package var streetClass: StreetClass
    package var axis: StreetAxis
    /// The row or column it runs along.
    package var line: Int
    /// A dead end with a turning circle.
    package var isDeadEnd = false
    /// True where the dead end hangs on its northern crossing.
    package var isFromNorth = false
    package var isBridge = false
    package var isCountry = false
}

/// The streets of a town with their centre lines, in the town's order.
package struct StreetPlan: Sendable {
    package private(set) var streets: [Street] = []
    package private(set) var lines = Outlines()
    /// The number of pieces before the country roads.
    package private(set) var townCount = 0
    /// The railway's centre line.
    package private(set) var railway: [TownPoint] = []

    init(built: BuiltCells, lattice: Lattice) {
        guard built.order.isEmpty == false else { return }
        addTownStreets(built, lattice)
        townCount = streets.count
        addCountryRoads(built, lattice)
        let reach = built.span + 150
        railway = (-reach...reach).map { i in
            let south = lattice.node(i, Lattice.railRow)
            let north = lattice.node(i, Lattice.railRow + 1)
            return TownPoint(floorDiv(south.x + north.x, 2), floorDiv(south.y + north.y, 2))
        }
    }

    private mutating func addTownStreets(_ built: BuiltCells, _ lattice: Lattice) {
        let radius = built.radius
        func isNode(_ i: Int, _ j: Int) -> Bool {
            built.contains(i, j) || built.contains(i - 1, j) || built.contains(i, j - 1)
                || built.contains(i - 1, j - 1)
        }
        for i in -radius...radius {
            for j in -radius...radius where isNode(i, j) {
                if built.hasRowStreet(i, j) { add(.row, Cell(i, j), .full, lattice) }
                if j != -1 { add(.column, Cell(i, j), built.columnStreet(i, j), lattice) }
            }
        }
        for i in -built.span...built.span where isNode(i, 0) && isNode(i, -1) {
            add(.column, Cell(i, -1), built.columnStreet(i, -1), lattice)
        }
    }

    private mutating func add(_ axis: StreetAxis, _ from: Cell, _ state: BuiltCells.Street, _ lattice: Lattice) {
        guard state != .none else { return }
        let to = axis == .row ? Cell(from.i + 1, from.j) : Cell(from.i, from.j + 1)
        let line = axis == .row ? from.j : from.i
        var ends = [lattice.node(from), lattice.node(to)]
        let length = ends[0].distance(to: ends[1])
        if state == .stubFromSouth { ends[1] = ends[0].along(to: ends[1], floorDiv(length * 45, 100)) }
        if state == .stubFromNorth { ends[0] = ends[0].along(to: ends[1], floorDiv(length * 55, 100)) }
        streets.append(
            Street(
                from: from, to: to, name: StreetNames.name(axis, line, southBank: from.j < 0),
                streetClass: axis == .row ? Lattice.rowClass(line) : Lattice.columnClass(line), axis: axis, line: line,
                isDeadEnd: state != .full, isFromNorth: state == .stubFromNorth,
                isBridge: axis == .column && from.j == -1))
        lines.append(ends)
    }

    /// Arterials run on into the land.
    private mutating func addCountryRoads(_ built: BuiltCells, _ lattice: Lattice) {
        var taken: Set<Cell> = []
        var columns: Set<Int> = []
        var rows: Set<Int> = []
        var takenRows: Set<Cell> = []
        for street in streets {
            if street.axis == .column { taken.insert(street.from) } else { takenRows.insert(street.from) }
            guard street.streetClass == .arterial else { continue }
            if street.axis == .column { columns.insert(street.line) } else { rows.insert(street.line) }
        }
        let reach = built.span + 150
        for i in columns.sorted() {
            runOn(.column, i, reach, lattice, isTaken: { $0 == -1 || taken.contains(Cell(i, $0)) }) { Cell(i, $0) }
        }
        for j in rows.sorted() {
            runOn(.row, j, reach, lattice, isTaken: { takenRows.contains(Cell($0, j)) }) { Cell($0, j) }
        }
    }

    private mutating func runOn(
        _ axis: StreetAxis, _ line: Int, _ reach: Int, _ lattice: Lattice, isTaken: (Int) -> Bool, at: (Int) -> Cell
    ) {
        var points: [TownPoint] = []
        for step in -reach...reach {
            if isTaken(step) == false {
                if points.isEmpty { points.append(lattice.node(at(step))) }
                points.append(lattice.node(at(step + 1)))
                if points.count < 7 { continue }
            }
            guard points.isEmpty == false else { continue }
            streets.append(
                Street(
                    from: at(step - points.count + 2), to: at(step + 1), name: "", streetClass: .arterial, axis: axis,
                    line: line, isCountry: true))
            lines.append(points)
            points = []
        }
    }
}
