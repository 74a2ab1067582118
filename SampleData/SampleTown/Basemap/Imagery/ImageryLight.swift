// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

/// What makes a drawing a photograph: hill shade, slow changes of tone, and the grain of the film.
struct ImageryLight {
    let window: MapWindow
    /// Pixels between the places where heights and tones are computed; between them they are blended.
    private static let step = 4

    /// Multiplies every pixel; alpha stays.
    func apply(to buffer: PixelBuffer) {
        guard buffer.width == window.width, buffer.height == window.height else { return }
        let step = ImageryLight.step
        let columns = window.width / step + 2
        let rows = window.height / step + 2
        let tones = self.tones(columns, rows)
        let (left, top) = window.corner
        var pixels = buffer.packedPixels
        for y in 0..<window.height {
            let v = Double(y % step) / Double(step)
            for x in 0..<window.width {
                let u = Double(x % step) / Double(step)
                let at = y / step * columns + x / step
                let upper = tones[at] * (1 - u) + tones[at + 1] * u
                let lower = tones[at + columns] * (1 - u) + tones[at + columns + 1] * u
                // One hash a pixel of the level's own grid, so that windows fit together.
                let grain = Double(Chance(103, left + x, top + y).bits >> 48) / 32_768 - 1
                let factor = upper * (1 - v) + lower * v + grain * 0.035
                let pixel = pixels[y * window.width + x]
                func part(_ shift: UInt32) -> UInt32 {
                    UInt32(max(0, min(255, Double(pixel >> shift & 255) * factor))) << shift
                }
                pixels[y * window.width + x] = pixel & 0xFF00_0000 | part(16) | part(8) | part(0)
            }
        }
        guard
            let lit = try? PixelBuffer(
                width: window.width, height: window.height, format: buffer.format, pixels: pixels)
        else { return }
        Canvas(buffer).draw(lit, x: 0, y: 0)
    }

    /// Shade from the north-west and two octaves of tone at the places of the coarse grid.
    private func tones(_ columns: Int, _ rows: Int) -> [Double] {
        let step = ImageryLight.step
        let world = 1_300_000_000
        func place(_ column: Int, _ row: Int) -> TownPoint {
            let place = window.place(column: column * step, row: row * step)
            // Beyond the world's edge the numbers would outgrow whole centimetres squared.
            return TownPoint(min(world, max(-world, place.x)), min(world, max(-world, place.y)))
        }
        // One more on each side gives slopes.
        let across = columns + 2
        var heights: [Double] = []
        heights.reserveCapacity(across * (rows + 2))
        for row in -1...rows {
            for column in -1...columns {
                let at = place(column, row)
                // The river's drop would be a shadow in steps along its bank.
                heights.append(Double(Terrain.land(at.x, at.y)) / 100)
            }
        }
        let cell = Double(step) / window.scale / 100
        let flat = 0.5.squareRoot()
        let light = SIMD3(-0.5, 0.5, flat)
        var tones: [Double] = []
        tones.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let at = (row + 1) * across + column + 1
                let slope =
                    SIMD2(heights[at + 1] - heights[at - 1], heights[at - across] - heights[at + across]) / (2 * cell)
                let normal = SIMD3(-slope.x * 2.4, -slope.y * 2.4, 1)
                let lit = max(0, (normal * light).sum() / (normal * normal).sum().squareRoot())
                let here = place(column, row)
                let slow = Double(Terrain.noise(101, here.x, here.y, 9_000)) / 32_768 * 0.05
                let quick = Double(Terrain.noise(102, here.x, here.y, 1_700)) / 32_768 * 0.05
                tones.append((1 + slow + quick) * (0.72 + 0.4 * lit))
            }
        }
        return tones
    }
}
