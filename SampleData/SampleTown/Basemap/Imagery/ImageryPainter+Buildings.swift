// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

/// Buildings: roofs, and the shadows they cast.
extension ImageryPainter {
    /// Heights in centimetres by kind.
    private static func height(of kind: CellKind) -> Double {
        switch kind {
        case .old: 1_100
        case .row: 750
        case .homes: 600
        case .flats: 1_500
        case .industry: 800
        case .shed: 250
        case .church: 2_000
        default: 1_000
        }
    }
    private static let flatRoofs: Set<CellKind> = [.flats, .industry, .hospital, .works, .depot, .school]
    /// Where a shadow of height 1 ends, right and down.
    private static let cast = SIMD2(0.62, 0.78)

    func drawBuildings(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        guard window.level >= 14 else { return }
        let rows = town.blocks.buildings.indices.filter { frame.meets(town.blocks.buildingRings[$0]) }
        let outlines = rows.map { row in
            town.blocks.buildingRings[row].dropLast().map { SIMD2(window.x($0), window.y($0)) }
        }
        var shadows = PixelPath()
        for (row, outline) in zip(rows, outlines) {
            let height = ImageryPainter.height(of: town.blocks.buildings[row].kind) * window.scale
            ImageryPainter.addShadow(of: outline, ImageryPainter.cast * height, to: &shadows)
        }
        // One fill: where shadows meet they get no darker.
        canvas.fill(shadows, rule: .nonZero, with: .color(style.shadow))
        for (row, outline) in zip(rows, outlines) { drawRoof(canvas, window, row, outline) }
    }

    private func drawRoof(_ canvas: Canvas, _ window: MapWindow, _ row: Int, _ outline: [SIMD2<Double>]) {
        guard let corner = town.blocks.buildingRings[row].first, outline.count >= 4 else { return }
        let draw = Chance(89, corner.x, corner.y).bits
        let isFlat = ImageryPainter.flatRoofs.contains(town.blocks.buildings[row].kind)
        let roof = ImageryPainter.path(outline)
        canvas.fill(roof, with: .color(style.pick(isFlat ? "flatRoof" : "roof", draw)))
        guard window.level >= 16 else { return }
        if isFlat {
            let parapet = StrokeStyle(width: max(0.6, 40 * window.scale), join: .miter)
            canvas.stroke(roof, parapet, with: .color(PixelColor.white.with(opacity: 0.35)))
        } else if outline.count == 4 {
            // The ridge runs along the longer side; the half that looks away from the sun is darker.
            let o =
                ImageryPainter.length(outline[1] - outline[0]) >= ImageryPainter.length(outline[2] - outline[1]) ? 0 : 1
            func p(_ n: Int) -> SIMD2<Double> { outline[(n + o) % 4] }
            let east = (p(1) + p(2)) / 2
            let west = (p(3) + p(0)) / 2
            let first = [p(0), p(1), east, west]
            let second = [p(2), p(3), west, east]
            func depth(_ side: [SIMD2<Double>]) -> Double { ((side[0] + side[1]) * ImageryPainter.cast).sum() }
            let isFirstLow = depth(first) > depth(second)
            canvas.fill(
                ImageryPainter.path(isFirstLow ? first : second), with: .color(PixelColor.black.with(opacity: 0.2)))
            canvas.fill(
                ImageryPainter.path(isFirstLow ? second : first), with: .color(PixelColor.white.with(opacity: 0.06)))
        } else if window.level >= 17 {
            canvas.stroke(
                roof, StrokeStyle(width: max(0.6, 30 * window.scale), join: .miter),
                with: .color(PixelColor.black.with(opacity: 0.18)))
        }
    }

    /// The outline, its shifted copy and what every edge sweeps, all turned the same way round.
    private static func addShadow(of outline: [SIMD2<Double>], _ shift: SIMD2<Double>, to path: inout PixelPath) {
        func add(_ ring: [SIMD2<Double>]) {
            var area = 0.0
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { area += a.x * b.y - b.x * a.y }
            for (index, place) in (area < 0 ? ring.reversed() : ring).enumerated() {
                if index == 0 { path.move(toX: place.x, y: place.y) } else { path.line(toX: place.x, y: place.y) }
            }
            path.close()
        }
        add(outline)
        add(outline.map { $0 + shift })
        for (a, b) in zip(outline, outline.dropFirst() + outline.prefix(1)) { add([a, b, b + shift, a + shift]) }
    }

    private static func path(_ ring: [SIMD2<Double>]) -> PixelPath {
        var path = PixelPath()
        for (index, place) in ring.enumerated() {
            if index == 0 { path.move(toX: place.x, y: place.y) } else { path.line(toX: place.x, y: place.y) }
        }
        path.close()
        return path
    }

    private static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
}
