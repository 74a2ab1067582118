// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The street lattice bent by the river: where every node (i, j) lies, and what class its streets have.
///
/// Row 0 is the north quay, row -1 the south quay; the strip between them is the river.
package struct Lattice: Sendable {
    /// The strip between rows 4 and 5 carries the railway.
    package static let railRow = 4
    /// The strip between columns -4 and -3 on the north bank is the brook's green way.
    package static let brookColumn = -4
    /// Columns and rows exist from -reach to reach.
    package static let reach = 420

    private let columnX: [Int]
    private let northY: [Int]
    private let southY: [Int]
    private let columnShape: [(centre: Int, half: Int, slope: Int)]
    private let cached: ClosedRange<Int>
    private var cache: [TownPoint] = []

    /// The lattice; nodes of rows and columns up to `radius` are computed at once, others when asked for.
    package init(radius: Int = 0) {
        let reach = Lattice.reach
        var east = [0]
        var west = [0]
        for k in 0..<reach {
            east.append(east[k] + Lattice.columnStep(k))
            west.append(west[k] - Lattice.columnStep(-1 - k))
        }
        columnX = west.dropFirst().reversed() + east
        var north = [0]
        var south = [0]
        for k in 0..<reach {
            north.append(north[k] + Lattice.rowStep(k))
            south.append(south[k] - Lattice.rowStep(-2 - k))
        }
        northY = north
        southY = south
        columnShape = columnX.map { (River.centre($0), River.halfWidth($0), River.slope($0)) }
        cached = -radius...radius
        var nodes: [TownPoint] = []
        nodes.reserveCapacity(cached.count * cached.count)
        for i in cached { for j in cached { nodes.append(computed(i, j)) } }
        cache = nodes
    }

    /// The place of node (i, j). Both must lie within `reach`.
    package func node(_ i: Int, _ j: Int) -> TownPoint {
        guard cached.contains(i) && cached.contains(j) else { return computed(i, j) }
        return cache[(i - cached.lowerBound) * cached.count + j - cached.lowerBound]
    }

    package func node(_ cell: Cell) -> TownPoint { node(cell.i, cell.j) }

    /// The four corners of block (i, j).
    func quad(_ cell: Cell) -> Quad {
        let (i, j) = (cell.i, cell.j)
        return Quad(
            southWest: node(i, j), southEast: node(i + 1, j), northWest: node(i, j + 1), northEast: node(i + 1, j + 1))
    }

    private func computed(_ i: Int, _ j: Int) -> TownPoint {
        let baseX = columnX[i + Lattice.reach]
        let shape = columnShape[i + Lattice.reach]
        let north = j >= 0
        let offset = north ? northY[j] : southY[-1 - j]
        let k = north ? j : -1 - j
        // A row keeps the river's shape fully at the quay and less with every row.
        let kept = (shape.centre * max(256, 1024 - 32 * k)) >> 10
        var y = kept + offset + (north ? shape.half + 2_100 : -shape.half - 2_100)
        if k == 0 { y += shape.centre - kept }
        let lean = min(12_000, floorDiv((abs(offset) + shape.half + 2_100) * 8, 10))
        var x = baseX - ((shape.slope * (north ? lean : -lean)) >> 10)
        let jitter = abs(i) <= 4 && k <= 4 ? 350 : 220
        x += River.sway(y)
        if k > 0 {
            x += Chance(13, i, j).within(-jitter...jitter)
            y += Chance(14, i, j).within(-jitter...jitter)
        }
        return TownPoint(x, y)
    }

    private static func columnStep(_ k: Int) -> Int {
        if k == brookColumn { return 6_400 }
        return ((-4...3).contains(k) ? 7_600 : 9_400) + Chance(11, k).within(-1_200...1_200)
    }

    private static func rowStep(_ j: Int) -> Int {
        if j == railRow { return 3_800 }
        return ((-5...3).contains(j) ? 7_000 : 8_000) + Chance(12, j).within(-800...900)
    }

    /// The class of the street along column i.
    static func columnClass(_ i: Int) -> StreetClass {
        i % 12 == 0 ? .arterial : i % 3 == 0 ? .collector : .local
    }

    /// The class of the street along row j.
    static func rowClass(_ j: Int) -> StreetClass {
        let k = j >= 0 ? j : -1 - j
        return k % 6 == 3 ? .arterial : k % 6 == 0 ? .collector : .local
    }
}

/// How important a street is; the raw value is the data's CLASS.
package enum StreetClass: Int, Sendable {
    case local = 1
    case collector = 2
    case arterial = 3

    /// Half the right of way, in centimetres.
    var halfWidth: Int {
        switch self {
        case .local: 650
        case .collector: 800
        case .arterial: 1_050
        }
    }
}

/// Streets run along rows (west to east) or along columns (south to north).
package enum StreetAxis: String, Sendable {
    case row = "r"
    case column = "c"
}
