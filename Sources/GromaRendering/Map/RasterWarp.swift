// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import GromaMapping
import GromaRaster

/// Brings a picture of the ground into another reference: for every pixel of the grid the place in the source is found and read.
///
/// Places are projected exactly at the nodes of a mesh and run straight between them; a cell whose middle would be more than an
/// eighth of a source pixel off is cut in four, down to two pixels.
struct RasterWarp {
    let grid: MapGrid
    let source: PixelBuffer
    /// The ground that `source` shows, in its own reference.
    let extent: Envelope

    private static let cell = 32
    private static let smallest = 2
    private static let tolerance = 0.125

    /// The picture of the grid's window; transparent where the source has nothing.
    func picture() throws -> PixelBuffer {
        let width = grid.window.width, height = grid.window.height
        var pixels = [UInt32](repeating: 0, count: width * height)
        let columns = (width + Self.cell - 1) / Self.cell, rows = (height + Self.cell - 1) / Self.cell
        for row in 0..<rows {
            // A strip at a time, so that the projection is asked for many nodes at once.
            let top = row * Self.cell
            let cells = (0..<columns).map {
                Cell(x: $0 * Self.cell, y: top, size: Self.cell)
            }
            try fill(cells, into: &pixels)
        }
        return try PixelBuffer(width: width, height: height, format: source.format, pixels: pixels)
    }

    private struct Cell {
        var x: Int
        var y: Int
        var size: Int
        var quarters: [Cell] {
            let half = size / 2
            return [(0, 0), (half, 0), (0, half), (half, half)].map { Cell(x: x + $0, y: y + $1, size: half) }
        }
    }

    private func fill(_ cells: [Cell], into pixels: inout [UInt32]) throws {
        var open = cells
        while !open.isEmpty {
            try Task.checkCancellation()
            // Corners and middle of every cell.
            var xy: [Double] = []
            xy.reserveCapacity(open.count * 10)
            for cell in open {
                let x = Double(cell.x), y = Double(cell.y), size = Double(cell.size)
                for (dx, dy) in [(0, 0), (size, 0), (0, size), (size, size), (size / 2, size / 2)] {
                    let place = grid.location(column: x + dx, row: y + dy)
                    xy += [place.x, place.y]
                }
            }
            try GeometryEngine.project(
                &xy, from: grid.spatialReference, to: extent.spatialReference ?? grid.spatialReference)
            var smaller: [Cell] = []
            for (index, cell) in open.enumerated() {
                let nodes = (0..<5).map { sourcePlace(xy[index * 10 + $0 * 2], xy[index * 10 + $0 * 2 + 1]) }
                let middle = (
                    x: (nodes[0].x + nodes[1].x + nodes[2].x + nodes[3].x) / 4,
                    y: (nodes[0].y + nodes[1].y + nodes[2].y + nodes[3].y) / 4
                )
                let error = max(abs(middle.x - nodes[4].x), abs(middle.y - nodes[4].y))
                if cell.size > Self.smallest, !(error <= Self.tolerance) {
                    // Cells wholly outside of the source need no care.
                    let isAway =
                        nodes.allSatisfy { $0.x < -64 } || nodes.allSatisfy { $0.y < -64 }
                        || nodes.allSatisfy { $0.x > Double(source.width) + 64 }
                        || nodes.allSatisfy { $0.y > Double(source.height) + 64 }
                    if !isAway {
                        smaller += cell.quarters.filter { $0.x < grid.window.width && $0.y < grid.window.height }
                    }
                    continue
                }
                draw(cell, nodes, into: &pixels)
            }
            open = smaller
        }
    }

    private func sourcePlace(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (
            (x - extent.xMin) / extent.width * Double(source.width),
            (extent.yMax - y) / extent.height * Double(source.height)
        )
    }

    private func draw(_ cell: Cell, _ nodes: [(x: Double, y: Double)], into pixels: inout [UInt32]) {
        let width = grid.window.width
        let bottom = min(cell.y + cell.size, grid.window.height), right = min(cell.x + cell.size, width)
        let step = 1 / Double(cell.size)
        for row in cell.y..<max(bottom, cell.y) {
            let v = (Double(row - cell.y) + 0.5) * step
            let left = (x: nodes[0].x + (nodes[2].x - nodes[0].x) * v, y: nodes[0].y + (nodes[2].y - nodes[0].y) * v)
            let end = (x: nodes[1].x + (nodes[3].x - nodes[1].x) * v, y: nodes[1].y + (nodes[3].y - nodes[1].y) * v)
            for column in cell.x..<max(right, cell.x) {
                let u = (Double(column - cell.x) + 0.5) * step
                pixels[row * width + column] = sample(left.x + (end.x - left.x) * u, left.y + (end.y - left.y) * u)
            }
        }
    }

    /// The source's colour at a place, between the four nearest pixels; clear outside.
    private func sample(_ x: Double, _ y: Double) -> UInt32 {
        guard x >= 0, y >= 0, x < Double(source.width), y < Double(source.height) else { return 0 }
        let fx = x - 0.5, fy = y - 0.5
        let left = Int(fx.rounded(.down)), top = Int(fy.rounded(.down))
        let shareX = UInt32((fx - Double(left)) * 256), shareY = UInt32((fy - Double(top)) * 256)
        let x0 = max(left, 0), x1 = min(left + 1, source.width - 1)
        let y0 = max(top, 0), y1 = min(top + 1, source.height - 1)
        let upper = Self.mix(source[x0, y0], source[x1, y0], shareX)
        return Self.mix(upper, Self.mix(source[x0, y1], source[x1, y1], shareX), shareY)
    }

    /// The mean of two premultiplied pixels, `share` of 256 parts from the second.
    private static func mix(_ a: UInt32, _ b: UInt32, _ share: UInt32) -> UInt32 {
        if a == b { return a }
        let even: UInt32 = 0x00FF_00FF
        let low = ((a & even) &* (256 - share) &+ (b & even) &* share &+ 0x0080_0080) >> 8 & even
        let high = ((a >> 8 & even) &* (256 - share) &+ (b >> 8 & even) &* share &+ 0x0080_0080) & ~even
        return low | high
    }
}
