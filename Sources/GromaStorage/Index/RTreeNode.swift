// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The box of an R-tree cell in 32-bit numbers, minima rounded down and maxima up, with a row's or a node's number.
struct RTreeCell: Sendable {
    var id: Int64
    var xMin: Float
    var xMax: Float
    var yMin: Float
    var yMax: Float

    /// A cell round a box of doubles.
    init(id: Int64, xMin: Double, xMax: Double, yMin: Double, yMax: Double) {
        func down(_ value: Double) -> Float {
            let near = Float(value)
            return Double(near) > value ? near.nextDown : near
        }
        func up(_ value: Double) -> Float {
            let near = Float(value)
            return Double(near) < value ? near.nextUp : near
        }
        self.id = id
        self.xMin = down(xMin)
        self.xMax = up(xMax)
        self.yMin = down(yMin)
        self.yMax = up(yMax)
    }

    /// The cell of node `id` round cells; there must be one.
    init(id: Int64, around cells: ArraySlice<RTreeCell>) {
        self = cells[cells.startIndex]
        for cell in cells {
            xMin = min(xMin, cell.xMin)
            xMax = max(xMax, cell.xMax)
            yMin = min(yMin, cell.yMin)
            yMax = max(yMax, cell.yMax)
        }
        self.id = id
    }
}

/// A node of SQLite's R-tree as its `_node` table stores it: big-endian, UInt16 depth (in the root, node 1), UInt16 cell
/// count, then cells of Int64 id and Float min x, max x, min y, max y ("The SQLite R*Tree Module", section 4 and rtree.c).
enum RTreeNode {
    /// Bytes of a cell.
    static let cellSize = 24
    /// Cells of a node on 4 KB pages, which is also the library's own upper bound for two dimensions.
    static let capacity = 51

    /// The box round a whole tree; nil when it is empty.
    static func rootBox(of index: String, in database: Database) throws -> RTreeCell? {
        let node = ColumnMapping.quoted(index + "_node")
        guard let bytes = try database.first("SELECT data FROM \(node) WHERE nodeno = 1", [], { $0.bytes(0) }) else {
            return nil
        }
        let cells = read(bytes)
        return cells.isEmpty ? nil : RTreeCell(id: 1, around: cells[...])
    }

    /// The cells of a node; cells beyond the bytes are left out.
    static func read(_ bytes: [UInt8]) -> [RTreeCell] {
        guard bytes.count >= 4 else { return [] }
        let count = min(Int(bytes[2]) << 8 | Int(bytes[3]), (bytes.count - 4) / cellSize)
        func word(_ place: Int) -> UInt32 {
            UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
                | UInt32(bytes[place + 3])
        }
        return (0..<count).map { index in
            let place = 4 + index * cellSize
            var cell = RTreeCell(
                id: Int64(bitPattern: UInt64(word(place)) << 32 | UInt64(word(place + 4))), xMin: 0, xMax: 0, yMin: 0,
                yMax: 0)
            cell.xMin = Float(bitPattern: word(place + 8))
            cell.xMax = Float(bitPattern: word(place + 12))
            cell.yMin = Float(bitPattern: word(place + 16))
            cell.yMax = Float(bitPattern: word(place + 20))
            return cell
        }
    }

    /// The bytes of a node, padded to the size that all nodes of a tree have.
    static func bytes(of cells: ArraySlice<RTreeCell>, depth: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + capacity * cellSize)
        func put(_ number: some FixedWidthInteger) {
            unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
        }
        put(UInt16(truncatingIfNeeded: depth))
        put(UInt16(truncatingIfNeeded: cells.count))
        for cell in cells {
            put(cell.id)
            for side in [cell.xMin, cell.xMax, cell.yMin, cell.yMax] { put(side.bitPattern) }
        }
        bytes.append(contentsOf: repeatElement(0, count: 4 + capacity * cellSize - bytes.count))
        return bytes
    }
}
