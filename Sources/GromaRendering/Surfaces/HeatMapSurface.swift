// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRaster

/// Draws points as a surface of their density.
///
/// Every point is a hill of radius r and volume one: 3 / (π r²) (1 - d² / r²)². Places are rounded to 1/256 pixel and each pixel adds
/// its hills in the order of the rows, so that tiles and bands agree to the last bit.
struct HeatMapSurface {
    let renderer: HeatMapRenderer
    let grid: MapGrid
    let threads: Int?
    /// Rows a task does at a time.
    private static let bandHeight = 32

    /// Picture pixels that a point reaches.
    var radius: Double {
        var points = renderer.radius
        if renderer.referenceScale > 0 { points *= renderer.referenceScale / grid.scale }
        return points.isFinite ? min(max(points * grid.pixelsPerPoint, 1), 512) : 1
    }

    private struct Hill: Sendable {
        var x: Int
        var y: Int
        var weight: Float
    }

    /// The surface over the grid's window.
    func picture(of features: FeatureSet) async throws -> PixelBuffer {
        let hills = hills(of: features)
        let width = grid.window.width, height = grid.window.height
        let colours = colours()
        let reach = Int((radius * 256).rounded())
        // Densities are stated a square pixel of 1/96 inch.
        let plain = radius / grid.pixelRatio
        let peak = Float(3 / (Double.pi * plain * plain))
        let low = Float(renderer.minDensity), range = Float(max(renderer.maxDensity - renderer.minDensity, 1e-12))
        let bands = try await WorkSharing.map(
            (height + Self.bandHeight - 1) / Self.bandHeight, threads: threads ?? WorkSharing.defaultThreads
        ) { band -> [UInt32] in
            let top = band * Self.bandHeight, rows = min(Self.bandHeight, height - top)
            var density = [Float](repeating: 0, count: rows * width)
            for hill in hills {
                Self.add(hill, reach: reach, peak: peak, to: &density, top: top, rows: rows, width: width)
            }
            return density.map { value in
                let place = (value - low) / range * Float(colours.count - 1)
                return colours[Int(min(max(place, 0), Float(colours.count - 1)).rounded())]
            }
        }
        return try PixelBuffer(width: width, height: height, pixels: Array(bands.joined()))
    }

    private func hills(of features: FeatureSet) -> [Hill] {
        guard let column = features.geometries else { return [] }
        let weights = renderer.fieldName.flatMap(features.fieldIndex(named:))
        var hills: [Hill] = []
        for row in 0..<features.count {
            var weight = 1.0
            if let weights {
                switch features.value(at: row, field: weights) {
                case .integer(let number), .date(let number): weight = Double(number)
                case .double(let number): weight = number
                default: continue
                }
            }
            guard weight > 0, weight.isFinite else { continue }
            for vertex in column.vertexRange(ofRow: row) {
                let place = grid.transform.apply(
                    x: column.coordinates.xy[2 * vertex], y: column.coordinates.xy[2 * vertex + 1])
                guard abs(place.x) < 1e6, abs(place.y) < 1e6 else { continue }
                hills.append(
                    Hill(x: Int((place.x * 256).rounded()), y: Int((place.y * 256).rounded()), weight: Float(weight)))
            }
        }
        return hills
    }

    private static func add(
        _ hill: Hill, reach: Int, peak: Float, to density: inout [Float], top: Int, rows: Int, width: Int
    ) {
        let firstRow = max(top, (hill.y - reach) >> 8), lastRow = min(top + rows - 1, (hill.y + reach) >> 8)
        let firstColumn = max(0, (hill.x - reach) >> 8), lastColumn = min(width - 1, (hill.x + reach) >> 8)
        guard firstRow <= lastRow, firstColumn <= lastColumn else { return }
        let square = Float(reach) * Float(reach), height = peak * hill.weight
        for row in firstRow...lastRow {
            let dy = Float(row * 256 + 128 - hill.y)
            let base = (row - top) * width
            for column in firstColumn...lastColumn {
                let dx = Float(column * 256 + 128 - hill.x)
                let rest = 1 - (dx * dx + dy * dy) / square
                if rest > 0 { density[base + column] += height * rest * rest }
            }
        }
    }

    /// 1,024 colours from the least to the greatest density, packed.
    private func colours() -> [UInt32] {
        let stops = renderer.colorStops.sorted { $0.ratio < $1.ratio }
        guard let first = stops.first, let last = stops.last else { return [0, 0] }
        return (0..<1_024).map { step in
            let ratio = Double(step) / 1_023
            var color = ratio <= first.ratio ? first.color : last.color
            for (a, b) in zip(stops, stops.dropFirst()) where ratio >= a.ratio && ratio < b.ratio {
                color = a.color.mixed(with: b.color, fraction: (ratio - a.ratio) / (b.ratio - a.ratio))
            }
            return PixelColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha).packed(.bgra)
        }
    }
}
