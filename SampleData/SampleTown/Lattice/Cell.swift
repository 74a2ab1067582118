// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The name of a node or a street block of the lattice: column i from the west, row j from the south.
package struct Cell: Hashable, Comparable, Sendable {
    package var i: Int
    package var j: Int

    package init(_ i: Int, _ j: Int) {
        self.i = i
        self.j = j
    }

    package static func < (a: Cell, b: Cell) -> Bool { a.i < b.i || (a.i == b.i && a.j < b.j) }

    /// The block's corners, in rising order when the block stands north or south of the river alike.
    var corners: [Cell] { [self, Cell(i + 1, j), Cell(i, j + 1), Cell(i + 1, j + 1)] }
}

/// What stands on a street block, or on a lot or in a building of it.
package enum CellKind: String, Sendable {
    case old, row, homes, flats, industry
    case rail, green, park, school, church
    case townhall, square, station, hospital, museum, works, sports, library, depot
    /// Never a block's kind: a small building in a garden.
    case shed
}

extension CellKind {
    /// The seventeen fixed places near the centre.
    static let landmarks: [Cell: CellKind] = [
        Cell(0, 1): .townhall, Cell(-1, 1): .square, Cell(-1, 2): .church, Cell(1, 3): .station, Cell(3, 1): .school,
        Cell(-3, -4): .hospital, Cell(0, -3): .museum, Cell(2, -3): .park, Cell(2, -4): .park, Cell(3, -3): .park,
        Cell(3, -4): .park, Cell(6, -2): .works, Cell(-6, 1): .sports, Cell(-2, -2): .library, Cell(4, 3): .depot,
        Cell(-5, -2): .park, Cell(5, 2): .park,
    ]

    /// What a block is, built or not.
    package init(of cell: Cell) {
        let (i, j) = (cell.i, cell.j)
        if let fixed = CellKind.landmarks[cell] {
            self = fixed
        } else if j == Lattice.railRow {
            self = .rail
        } else if i == Lattice.brookColumn && j >= 0 {
            self = .green
        } else {
            let ring = j >= 0 ? j : -2 - j
            let distance = max(abs(2 * i + 1), 2 * ring + 1)
            self = CellKind.civic(cell, distance) ?? CellKind.housing(cell, ring, distance)
        }
    }

    private static func civic(_ cell: Cell, _ distance: Int) -> CellKind? {
        guard distance > 9 else { return nil }
        switch Chance(16, cell.i, cell.j).below(100) {
        case ..<2: return .school
        case ..<3: return .church
        case ..<8: return .park
        default: return nil
        }
    }

    private static func housing(_ cell: Cell, _ ring: Int, _ distance: Int) -> CellKind {
        let (i, j) = (cell.i, cell.j)
        let draw = Chance(17, floorDiv(i, 3), floorDiv(j, 3)).below(100)
        if abs(2 * i + 1) <= 7 && ring <= 3 { return .old }
        if (j == 5 || j == 3 || j == -6) && draw < 55 && abs(i) > 3 { return .industry }
        if draw < 14 && distance > 7 { return .flats }
        return draw < 40 ? .row : .homes
    }

    /// The name of a place that has one for its kind; schools and churches away from the centre are named by hash.
    var label: String? {
        switch self {
        case .townhall: "Town Hall"
        case .church: "Bell Church"
        case .station: "Lindenford Station"
        case .school: "Quay School"
        case .hospital: "Southbank Hospital"
        case .museum: "Museum of Measures"
        case .library: "Library"
        case .works: "Water Works"
        case .depot: "Town Depot"
        case .sports: "Ferry Field"
        case .square: "Market Square"
        default: nil
        }
    }

    /// The outlines of the place's own buildings, in hundredths of the block: west, south, east, north.
    package var ownBuildings: [[Int]] {
        switch self {
        case .townhall: [[10, 20, 90, 50], [38, 50, 62, 84]]
        case .church: [[42, 22, 58, 84], [28, 52, 72, 66]]
        case .station: [[8, 62, 92, 84]]
        case .school: [[14, 20, 86, 42], [14, 42, 34, 84]]
        case .hospital: [[10, 36, 90, 58], [20, 14, 36, 36], [64, 58, 80, 86]]
        case .museum: [[22, 22, 78, 80]]
        case .library: [[22, 26, 78, 72]]
        case .works: [[66, 14, 90, 40]]
        case .depot: [[10, 16, 60, 40], [10, 60, 90, 84]]
        case .sports: [[38, 84, 62, 94]]
        default: []
        }
    }
}
