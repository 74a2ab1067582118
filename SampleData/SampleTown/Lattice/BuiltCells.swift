// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The blocks that are built in a town of n blocks, and which streets lie between them.
package struct BuiltCells: Sendable {
    /// Blocks in the town's order: noisy elliptic distance from the bridge.
    package let order: [Cell]
    /// The largest |i| of a built block.
    package let span: Int
    /// The largest |i| or |j|, plus one: no node of a built block lies outside.
    package let radius: Int
    private let kinds: [CellKind?]

    /// The first n blocks: any town contains every smaller one.
    package init(count: Int) {
        order = BuiltCells.nearest(count)
        span = order.map { abs($0.i) }.max() ?? 0
        let radius = order.map { max(abs($0.i), abs($0.j)) }.max().map { $0 + 2 } ?? 0
        self.radius = radius
        let side = 2 * radius + 1
        var kinds = [CellKind?](repeating: nil, count: side * side)
        for cell in order { kinds[(cell.i + radius) * side + cell.j + radius] = CellKind(of: cell) }
        self.kinds = kinds
    }

    /// The first cells in the town's order, without the river's row -1.
    package static func nearest(_ count: Int) -> [Cell] {
        let reach = squareRoot(count) * 2 + 12
        var keyed: [(key: Int, cell: Cell)] = []
        keyed.reserveCapacity(4 * reach * reach)
        for i in -reach..<reach {
            for j in -reach..<reach where j != -1 {
                let x = 2 * i + 1
                let y = j >= 0 ? 2 * j + 1 : 2 * j + 3
                keyed.append(((x * x * 40 + y * y * 100) * Chance(15, i, j).within(850...1150), Cell(i, j)))
            }
        }
        keyed.sort { ($0.key, $0.cell) < ($1.key, $1.cell) }
        return keyed.prefix(count).map(\.cell)
    }

    /// The kind of a built block, nil where nothing is built.
    package func kind(_ i: Int, _ j: Int) -> CellKind? {
        guard abs(i) <= radius && abs(j) <= radius else { return nil }
        return kinds[(i + radius) * (2 * radius + 1) + j + radius]
    }

    package func contains(_ i: Int, _ j: Int) -> Bool { kind(i, j) != nil }

    /// What lies along a block's side.
    enum Street { case none, full, stubFromSouth, stubFromNorth }

    /// The street along column i between rows j and j + 1.
    func columnStreet(_ i: Int, _ j: Int) -> Street {
        if j == -1 { return i % 6 == 0 && abs(i) <= span ? .full : .none }
        let west = kind(i - 1, j)
        let east = kind(i, j)
        if j == Lattice.railRow { return i % 3 == 0 && (west != nil || east != nil) ? .full : .none }
        guard let west, let east else { return west == nil && east == nil ? .none : .full }
        if Lattice.columnClass(i) != .local { return .full }
        if west == .park && east == .park { return .none }
        let open: [CellKind] = [.square, .green, .townhall]
        if open.contains(west) || open.contains(east) { return .full }
        let draw = Chance(18, i, j).below(100)
        if west == .old && east == .old { return draw < 88 ? .full : .none }
        switch draw {
        case ..<55: return .full
        case ..<80: return .none
        case ..<90: return .stubFromSouth
        default: return .stubFromNorth
        }
    }

    /// True where a street runs along row j between columns i and i + 1.
    func hasRowStreet(_ i: Int, _ j: Int) -> Bool {
        let rail = Lattice.railRow
        if j == rail || j == rail + 1 { return contains(i, j == rail ? j - 1 : j) || contains(i, rail) }
        let north = kind(i, j)
        let south = kind(i, j - 1)
        if north == nil && south == nil { return false }
        if i == Lattice.brookColumn && j > 0 && j % 3 != 0 { return false }
        return !(north == .park && south == .park)
    }
}
