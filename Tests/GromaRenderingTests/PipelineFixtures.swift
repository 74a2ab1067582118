// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaRaster
import GromaRendering

/// One map unit a pixel, y up, the picture 260 rows high.
let upright = PixelTransform(left: 0, top: 260, pixelsPerUnit: 1)

/// A white picture of 300 x 260 pixels with the layers on it.
func drawn(
    _ layers: [VectorLayer], quality: DrawingQuality = .exact, threads: Int = 1, bandHeight: Int = 64
) async throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: 300, height: 260, fill: .white)
    let list = try await DisplayList(
        layers, transform: upright, window: buffer.bounds, quality: quality, threads: threads)
    try await list.draw(into: buffer, threads: threads, bandHeight: bandHeight)
    return buffer
}

/// The area that black ink covers on white, in pixels.
func inkArea(_ buffer: PixelBuffer) -> Double {
    buffer.packedPixels.reduce(0.0) { $0 + Double(255 - Int($1 >> 8 & 255)) / 255 }
}

/// Adds a row.
func add(to column: inout GeometryColumn, parts: [[Double]]) {
    for part in parts {
        column.coordinates.xy += part
        column.partStarts.append(column.coordinates.count)
    }
    column.featureStarts.append(column.partStarts.count - 1)
}

/// Squares of 20 units by their lower left corners.
func squares(_ corners: [(Double, Double)]) -> GeometryColumn {
    var column = GeometryColumn(type: .polygon)
    for (x, y) in corners {
        add(to: &column, parts: [[x, y, x, y + 20, x + 20, y + 20, x + 20, y, x, y]])
    }
    return column
}

/// Numbers that follow from a seed alone.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

/// Polygons of three to nine corners anywhere in and near the picture; coordinates are multiples of 1/256.
func randomPolygons(_ count: Int, seed: UInt64, spread: Double) -> GeometryColumn {
    var numbers = SeededNumbers(seed: seed)
    var column = GeometryColumn(type: .polygon)
    for row in 0..<count {
        let x = Double.random(in: -20...320, using: &numbers), y = Double.random(in: -20...280, using: &numbers)
        let size = row % 9 == 0 ? spread : row % 3 == 0 ? 0.6 : 12
        var ring: [Double] = []
        for _ in 0..<Int.random(in: 3...9, using: &numbers) {
            ring.append(((x + .random(in: -size...size, using: &numbers)) * 256).rounded() / 256)
            ring.append(((y + .random(in: -size...size, using: &numbers)) * 256).rounded() / 256)
        }
        add(to: &column, parts: [ring + ring[0..<2]])
    }
    return column
}

/// Rows of a type with five symbols: plain, translucent, wide, dashed, hidden.
func mixedLayer(_ type: GeometryType, rows: Int) throws -> VectorLayer {
    var column = randomPolygons(rows, seed: 77, spread: 150)
    column.type = type
    if type == .point {
        column.featureStarts = Array(0...column.coordinates.count)
        column.partStarts = column.featureStarts
    }
    let colours = [
        PixelColor(red: 70, green: 130, blue: 180), PixelColor(red: 200, green: 40, blue: 30, alpha: 120),
        PixelColor(red: 20, green: 150, blue: 60), PixelColor(red: 90, green: 90, blue: 90),
    ]
    let styles = [
        StrokeStyle(width: 1), StrokeStyle(width: 1.5), StrokeStyle(width: 4, cap: .round, join: .round),
        StrokeStyle(width: 2, dashes: [5, 2.5]),
    ]
    let symbols = try zip(colours, styles).map { colour, style in
        DrawSymbol(layers: [
            .fill(.color(colour)), .stroke(style, .color(.black)),
            .marker(try .circle(diameter: 5 + style.width, fill: colour, outline: .black, outlineWidth: 1)),
        ])
    }
    var numbers = SeededNumbers(seed: 5)
    let indices = (0..<max(0, column.featureStarts.count - 1)).map { row in
        row % 40 < 30 ? Int32(row / 40 % 2) : Int32.random(in: -1...3, using: &numbers)
    }
    return VectorLayer(geometry: DrawableGeometry(column), symbols: symbols, symbolIndices: indices)
}
