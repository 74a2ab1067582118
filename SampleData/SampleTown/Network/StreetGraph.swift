// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The streets as a graph for the water: crossings are nodes, full pieces are edges; bridges carry no pipes.
struct StreetGraph {
    /// Crossings, rising.
    let nodes: [Cell]
    let places: [TownPoint]
    /// Ground heights of the crossings.
    let ground: [Int]
    /// The node each one's water runs to; -1 at an outlet and where no water was led.
    private(set) var downstream: [Int]
    /// Nodes in the order in which the flood reached them from the outlets.
    private(set) var reached: [Int] = []
    /// The outlet of each node, -1 where the flood never came.
    private(set) var root: [Int]
    private var neighbours: [[Int]]
    private let index: [Cell: Int]

    init(plan: StreetPlan, lattice: Lattice) {
        var cells: Set<Cell> = []
        let town = plan.streets.prefix(plan.townCount).filter { $0.isBridge == false }
        for street in town {
            if street.isDeadEnd {
                cells.insert(street.isFromNorth ? street.to : street.from)
            } else {
                cells.insert(street.from)
                cells.insert(street.to)
            }
        }
        let nodes = cells.sorted()
        var index: [Cell: Int] = [:]
        for (number, cell) in nodes.enumerated() { index[cell] = number }
        var neighbours = [[Int]](repeating: [], count: nodes.count)
        for street in town where street.isDeadEnd == false {
            guard let a = index[street.from], let b = index[street.to] else { continue }
            neighbours[a].append(b)
            neighbours[b].append(a)
        }
        self.nodes = nodes
        self.index = index
        self.neighbours = neighbours
        places = nodes.map { lattice.node($0) }
        ground = places.map { Terrain.height($0.x, $0.y) }
        downstream = [Int](repeating: -1, count: nodes.count)
        root = [Int](repeating: -1, count: nodes.count)
        flood()
    }

    /// The number of the crossing, nil where the graph has none.
    func number(of cell: Cell) -> Int? { index[cell] }

    /// The block's corner to which its water runs first: the lowest that `isDrained`.
    func lowestCorner(of cell: Cell) -> Int? {
        cell.corners.compactMap { index[$0] }.filter { root[$0] >= 0 }.min { (ground[$0], $0) < (ground[$1], $1) }
    }

    /// Priority flood from all outlets at once: the water always goes to an outfall, never in circles.
    private mutating func flood() {
        var queue = PriorityQueue<Step>()
        for number in nodes.indices where StreetGraph.isOutlet(nodes[number]) {
            queue.insert(Step(level: ground[number], node: number, parent: -1))
        }
        while let step = queue.removeSmallest() {
            let node = step.node
            if root[node] >= 0 { continue }
            downstream[node] = step.parent
            root[node] = step.parent < 0 ? node : root[step.parent]
            reached.append(node)
            for next in neighbours[node] where root[next] < 0 {
                queue.insert(Step(level: max(step.level, ground[next]), node: next, parent: node))
            }
        }
    }

    /// Both quays every third column, and the brook's banks every third row.
    private static func isOutlet(_ cell: Cell) -> Bool {
        let (i, j) = (cell.i, cell.j)
        if j == 0 || j == -1 { return i - floorDiv(i, 3) * 3 == 1 }
        return (i == -4 || i == -3) && j > 0 && j % 3 == 2
    }

    /// A step of the flood. Ties go by node, then by parent, an outlet (no parent) first.
    private struct Step: Comparable {
        var level: Int
        var node: Int
        var parent: Int

        static func < (a: Step, b: Step) -> Bool { (a.level, a.node, a.parent) < (b.level, b.node, b.parent) }
    }
}

/// A binary heap that gives its smallest element first.
struct PriorityQueue<Element: Comparable> {
    private var heap: [Element] = []

    mutating func insert(_ element: Element) {
        heap.append(element)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeSmallest() -> Element? {
        guard let smallest = heap.first, let last = heap.popLast() else { return nil }
        guard heap.isEmpty == false else { return smallest }
        heap[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { return smallest }
            if child + 1 < heap.count && heap[child + 1] < heap[child] { child += 1 }
            guard heap[child] < heap[parent] else { return smallest }
            heap.swapAt(child, parent)
            parent = child
        }
    }
}
