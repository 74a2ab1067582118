// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension Lattice {
    /// The border of a set of blocks as closed rings, outer ones first and counter-clockwise, holes clockwise, by walking
    /// the lattice's edges: exact, without any overlay.
    package func outline(of cells: [Cell]) -> [[TownPoint]] {
        // Edges with the blocks on their left; two blocks cancel the edge between them.
        var next: [Cell: [Cell]] = [:]
        let members = Set(cells)
        for cell in cells {
            let (i, j) = (cell.i, cell.j)
            let sides: [(from: Cell, to: Cell, beyond: Cell)] = [
                (cell, Cell(i + 1, j), Cell(i, j - 1)), (Cell(i + 1, j), Cell(i + 1, j + 1), Cell(i + 1, j)),
                (Cell(i + 1, j + 1), Cell(i, j + 1), Cell(i, j + 1)), (Cell(i, j + 1), cell, Cell(i - 1, j)),
            ]
            for side in sides where members.contains(side.beyond) == false {
                next[side.from, default: []].append(side.to)
            }
        }
        var rings: [[TownPoint]] = []
        for start in next.keys.sorted() {
            while let first = next[start]?.popLast() {
                rings += Lattice.walk(from: start, to: first, &next).map { ring in ring.map { node($0) } }
            }
        }
        return rings.filter { $0.doubledArea > 0 } + rings.filter { $0.doubledArea <= 0 }
    }

    /// Follows edges until they lead back to the start. A vertex met twice closes a ring of its own, so that no ring
    /// touches itself.
    private static func walk(from start: Cell, to first: Cell, _ next: inout [Cell: [Cell]]) -> [[Cell]] {
        var rings: [[Cell]] = []
        var ring = [start]
        var place = [start: 0]
        var here = first
        while true {
            let previous = ring[ring.count - 1]
            if let met = place[here] {
                rings.append(ring[met...] + [here])
                for cell in ring[(met + 1)...] { place[cell] = nil }
                ring.removeSubrange((met + 1)...)
                if met == 0 { return rings }
            } else {
                place[here] = ring.count
                ring.append(here)
            }
            guard let onward = takeLeft(&next, at: here, from: previous) else { return rings }
            here = onward
        }
    }

    /// Where two blocks touch in a corner only, the walk keeps to its own block: it turns left.
    private static func takeLeft(_ next: inout [Cell: [Cell]], at here: Cell, from previous: Cell) -> Cell? {
        guard var ways = next[here], ways.isEmpty == false else { return nil }
        let (dx, dy) = (here.i - previous.i, here.j - previous.j)
        let left = Cell(here.i - dy, here.j + dx)
        let way = ways.remove(at: ways.firstIndex(of: left) ?? 0)
        next[here] = ways
        return way
    }
}
