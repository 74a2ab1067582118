// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaRaster

/// Draws the street map, without names: land, water, streets with casings, railway, buildings.
///
/// Everything is in painter's order from the bottom; casings of all classes come before all fills, so that crossings are
/// open, and a higher class lies on top.
package struct StreetsPainter: Sendable {
    private let town: Town
    private let style: BasemapStyle

    package init(town: Town, style: BasemapStyle) {
        self.town = town
        self.style = style
    }

    /// Draws a window's pixels; the buffer is the window's size.
    package func draw(_ window: MapWindow, into buffer: PixelBuffer) {
        let canvas = Canvas(buffer)
        canvas.clear(style.color("farmland"))
        // Wide enough for the widest street and its casing.
        let frame = window.frame(margin: 64)
        drawLand(canvas, window, frame)
        drawWater(canvas, window, frame)
        if window.level >= style.first("tree") { drawTrees(canvas, window, frame) }
        drawStreets(canvas, window, frame)
        if window.level >= style.first("buildingFill") { drawBuildings(canvas, window, frame) }
    }

    private func drawLand(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        for wood in Country.woods(town, x: frame.xMin...frame.xMax, y: frame.yMin...frame.yMax) {
            canvas.fill(window.path(wood.ring), with: style.paint("wood"))
        }
        if window.level >= style.first("block") { drawBlocks(canvas, window, frame) }
        // What lies side by side in one colour is one shape: no seams.
        var greens: [String: PixelPath] = [:]
        for strip in Country.embankments(town) where frame.meets(strip.ring[...]) {
            window.add(strip.ring, to: &greens["green", default: PixelPath()])
        }
        for (row, area) in town.blocks.areas.enumerated() where frame.meets(town.blocks.areaRings[row]) {
            window.add(town.blocks.areaRings[row], to: &greens[area.kind.rawValue, default: PixelPath()])
        }
        for (kind, path) in greens.sorted(by: { $0.key < $1.key }) {
            canvas.fill(path, rule: .nonZero, with: style.paint(kind))
        }
        guard window.level >= style.first("parcel") else { return }
        var lots = PixelPath()
        for row in town.blocks.parcels.indices where frame.meets(town.blocks.parcelRings[row]) {
            window.add(town.blocks.parcelRings[row], to: &lots)
        }
        canvas.stroke(lots, StrokeStyle(width: 0.8), with: style.paint("parcel"))
    }

    /// At level 14 and below all blocks have one tint: the town reads as one shape.
    private func drawBlocks(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        var paths: [String: PixelPath] = [:]
        for cell in town.built.order {
            guard let kind = town.built.kind(cell.i, cell.j) else { continue }
            let ring = town.lattice.quad(cell).ring
            guard frame.meets(ring[...]) else { continue }
            let tint =
                switch kind {
                case .park, .green: "block"
                case _ where window.level <= 14: "urban"
                case .old, .townhall, .church, .library, .museum: "oldBlock"
                case .industry, .rail: "industryBlock"
                default: "block"
                }
            window.add(ring, to: &paths[tint, default: PixelPath()])
        }
        for tint in ["urban", "oldBlock", "industryBlock", "block"] {
            if let path = paths[tint] { canvas.fill(path, rule: .nonZero, with: style.paint(tint)) }
        }
    }

    private func drawWater(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        let brook = Country.brook(to: frame.yMax + 20_000)
        canvas.stroke(
            window.path(brook), StrokeStyle(width: max(1.1, 520 * window.scale), cap: .round, join: .round),
            with: style.paint("water"))
        let shore = StrokeStyle(width: 0.9, join: .round)
        let x = (frame.xMin - 40_000...frame.xMax + 40_000).clamped(to: Country.riverReach)
        let river = window.path(Country.river(x))
        canvas.fill(river, with: style.paint("water"))
        canvas.stroke(river, shore, with: style.paint("waterline"))
        let island = window.path(River.island())
        canvas.fill(island, with: style.paint("green"))
        canvas.stroke(island, shore, with: style.paint("waterline"))
    }

    private func drawTrees(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        var crowns = PixelPath()
        for tree in town.blocks.trees where frame.contains(tree.at) {
            let radius = max(1.2, Double(tree.radius) * window.scale * 0.8)
            crowns.addCircle(x: window.x(tree.at), y: window.y(tree.at), radius: radius)
        }
        canvas.fill(crowns, rule: .nonZero, with: style.paint("tree"))
    }

    private func drawBuildings(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        var common = PixelPath()
        var civic = PixelPath()
        for (row, building) in town.blocks.buildings.enumerated() {
            let ring = town.blocks.buildingRings[row]
            guard frame.meets(ring) else { continue }
            if building.kind.ownBuildings.isEmpty {
                window.add(ring, to: &common)
            } else {
                window.add(ring, to: &civic)
            }
        }
        let outline = StrokeStyle(width: 0.8)
        for (path, fill, line) in [(common, "building", "buildingLine"), (civic, "civic", "civicLine")] {
            canvas.fill(path, rule: .nonZero, with: style.paint(fill))
            if window.level >= style.first("buildingLine") { canvas.stroke(path, outline, with: style.paint(line)) }
        }
    }
}

extension StreetsPainter {
    private static let classes: [(streetClass: StreetClass, name: String)] = [
        (.local, "local"), (.collector, "collector"), (.arterial, "arterial"),
    ]

    private func drawStreets(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        let level = window.level
        let casing = style.width("casing", level)
        func path(_ streetClass: StreetClass, bridges: Bool?) -> PixelPath {
            var path = PixelPath()
            for (row, street) in town.plan.streets.enumerated() where street.streetClass == streetClass {
                if let bridges, street.isBridge != bridges { continue }
                if frame.meets(town.plan.lines[row]) { window.add(town.plan.lines[row], to: &path) }
            }
            return path
        }
        for (streetClass, name) in StreetsPainter.classes {
            let width = style.width(name, level)
            guard width > 0 && casing > 0 else { continue }
            let stroke = StrokeStyle(width: width + 2 * casing, cap: .round, join: .round)
            canvas.stroke(path(streetClass, bridges: false), stroke, with: style.paint(name + "Casing"))
            if streetClass == .local { drawTurningCircles(canvas, window, frame, casing, "localCasing") }
        }
        for (streetClass, name) in StreetsPainter.classes {
            let width = style.width(name, level)
            guard width > 0 else { continue }
            // Bridges have flat ends and a rim of their own over the water; it lies under all fills, so that quays stay open.
            let rim = StrokeStyle(width: width + 2 * max(casing, 0.6) + 0.8, join: .round)
            let rimColor = streetClass == .arterial ? "arterialCasing" : "collectorCasing"
            canvas.stroke(path(streetClass, bridges: true), rim, with: style.paint(rimColor))
        }
        drawRailway(canvas, window)
        for (streetClass, name) in StreetsPainter.classes {
            let width = style.width(name, level)
            guard width > 0 else { continue }
            let stroke = StrokeStyle(width: width, cap: .round, join: .round)
            canvas.stroke(path(streetClass, bridges: nil), stroke, with: style.paint(name))
            if streetClass == .local { drawTurningCircles(canvas, window, frame, 0, "local") }
        }
    }

    private func drawTurningCircles(
        _ canvas: Canvas, _ window: MapWindow, _ frame: TownBox, _ rim: Double, _ color: String
    ) {
        guard window.level >= 16 else { return }
        let radius = style.width("local", window.level) * 0.8 + rim
        var circles = PixelPath()
        for (row, street) in town.plan.streets.enumerated() where street.isDeadEnd {
            let line = town.plan.lines[row]
            guard let end = street.isFromNorth ? line.first : line.last, frame.contains(end) else { continue }
            circles.addCircle(x: window.x(end), y: window.y(end), radius: radius)
        }
        canvas.fill(circles, rule: .nonZero, with: style.paint(color))
    }

    /// A grey line with light dashes from level 15.
    private func drawRailway(_ canvas: Canvas, _ window: MapWindow) {
        let width = style.width("rail", window.level)
        let line = window.path(town.plan.railway)
        canvas.stroke(line, StrokeStyle(width: width, join: .round), with: style.paint("rail"))
        guard window.level >= 15 else { return }
        canvas.stroke(line, StrokeStyle(width: width * 0.55, dashes: [7, 7]), with: style.paint("railTie"))
    }
}
