// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

/// Draws the town as a summer air photograph at noon, the sun in the north-west.
///
/// From the ground up: fields, woods, blocks and lots, water, streets, shadows, roofs, crowns of trees; light and grain over all.
struct ImageryPainter: TilePainter {
    let town: Town
    let style: ImageryStyle

    init(town: Town) throws {
        self.town = town
        style = try ImageryStyle()
    }

    func draw(_ window: MapWindow, into buffer: PixelBuffer) {
        let canvas = Canvas(buffer)
        canvas.clear(style.color("grass"))
        // Shadows and crowns reach furthest.
        let frame = window.frame(margin: 8).grown(by: 4_000)
        drawFields(canvas, window, frame)
        let woods = Country.woods(town, x: frame.xMin...frame.xMax, y: frame.yMin...frame.yMax)
        for wood in woods { canvas.fill(window.path(wood.ring), with: .color(style.color("wood"))) }
        drawBlocks(canvas, window, frame)
        drawWater(canvas, window, frame)
        drawStreets(canvas, window, frame)
        drawBuildings(canvas, window, frame)
        drawTrees(canvas, window, frame, woods)
        ImageryLight(window: window).apply(to: buffer)
    }

    // MARK: - Ground

    /// The blocks' own ground, then lots, lawns and paths.
    private func drawBlocks(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        var grounds: [String: PixelPath] = [:]
        for cell in town.built.order {
            guard let kind = town.built.kind(cell.i, cell.j) else { continue }
            let ring = town.lattice.quad(cell).ring
            if frame.meets(ring[...]) { window.add(ring, to: &grounds[ground(of: kind), default: PixelPath()]) }
        }
        for (name, path) in grounds.sorted(by: { $0.key < $1.key }) {
            canvas.fill(path, rule: .nonZero, with: .color(style.color(name)))
        }
        let strips = Country.embankments(town).filter { frame.meets($0.ring[...]) }
        var green = PixelPath()
        for strip in strips { window.add(strip.ring, to: &green) }
        canvas.fill(green, rule: .nonZero, with: .color(ImageryStyle.fixed("#6C7E4A")))
        drawLots(canvas, window, frame)
        for (row, area) in town.blocks.areas.enumerated() where frame.meets(town.blocks.areaRings[row]) {
            let ring = Array(town.blocks.areaRings[row])
            switch area.kind {
            case .sports: drawField(canvas, window, ring)
            case .park:
                let middle = TownPoint((ring[0].x + ring[2].x) / 2 - 400, (ring[0].y + ring[2].y) / 2 + 600)
                canvas.stroke(
                    window.path([ring[0], middle, ring[2]]),
                    StrokeStyle(width: max(0.8, 280 * window.scale), cap: .round, join: .round),
                    with: .color(ImageryStyle.fixed("#B9AD8D", opacity: 0.9)))
            default: break
            }
        }
    }

    private func ground(of kind: CellKind) -> String {
        switch kind {
        case .old: "oldYard"
        case .row, .homes, .flats: "yard"
        case .industry, .square: "hard"
        case .rail: "rail"
        case .park, .green, .sports, .works: "park"
        default: "oldYard"
        }
    }

    /// Each lot has a colour of its own, so that gardens look tended by different people.
    private func drawLots(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        guard window.level >= 14 else { return }
        let gardens = ["#74824E", "#80895C", "#6A7B47", "#8A8A62"]
        let yards = ["#99917F", "#8C8674", "#7D8260"]
        for (row, parcel) in town.blocks.parcels.enumerated() {
            let ring = town.blocks.parcelRings[row]
            guard let first = ring.first, frame.meets(ring) else { continue }
            let draw = Chance(81, first.x, first.y).below(12)
            let hex: String
            switch parcel.kind {
            case .homes, .row: hex = gardens[draw % 4]
            case .old where draw % 3 != 0: hex = yards[Chance(82, first.x, first.y).below(3)]
            default: continue
            }
            canvas.fill(window.path(ring), with: .color(ImageryStyle.fixed(hex)))
        }
    }

    /// A mown field with its lines.
    private func drawField(_ canvas: Canvas, _ window: MapWindow, _ ring: [TownPoint]) {
        canvas.fill(window.path(ring), with: .color(ImageryStyle.fixed("#5E8A44")))
        guard window.level >= 16, ring.count >= 4 else { return }
        let quad = Quad(southWest: ring[0], southEast: ring[1], northWest: ring[3], northEast: ring[2])
        func line(_ places: [(Int, Int)]) -> PixelPath { window.path(places.map { quad.point($0.0, $0.1) }) }
        let chalk = StrokeStyle(width: max(0.6, 12 * window.scale), join: .miter)
        let white = Paint.color(ImageryStyle.fixed("#E8ECDD", opacity: 0.75))
        canvas.stroke(line([(500, 500), (3_600, 500), (3_600, 3_200), (500, 3_200), (500, 500)]), chalk, with: white)
        canvas.stroke(line([(2_050, 500), (2_050, 3_200)]), chalk, with: white)
    }

    // MARK: - Water

    private func drawWater(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        let k = window.scale
        let brook = window.path(Country.brook(to: frame.yMax + 20_000))
        func round(_ width: Double) -> StrokeStyle { StrokeStyle(width: width, cap: .round, join: .round) }
        canvas.stroke(brook, round(1_500 * k), with: .color(ImageryStyle.fixed("#4A5B3A")))
        canvas.stroke(brook, round(max(1, 420 * k)), with: .color(style.color("water")))
        let x = (frame.xMin - 40_000...frame.xMax + 40_000).clamped(to: Country.riverReach)
        let river = window.path(Country.river(x))
        canvas.stroke(river, round(max(0.8, 500 * k)), with: .color(style.color("shore")))
        canvas.fill(river, with: .color(style.all("water").last ?? .black))
        // Deeper towards the middle.
        for percent in [85, 60, 35] {
            let band = window.path(Country.river(x, widthPercent: percent))
            canvas.fill(band, with: .color(style.color("water").with(opacity: 0.35)))
        }
        canvas.fill(window.path(River.island()), with: .color(ImageryStyle.fixed("#56703F")))
    }

    // MARK: - Streets

    private func drawStreets(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        let k = window.scale
        let rows = town.plan.streets.indices.filter { frame.meets(town.plan.lines[$0]) }
        func path(_ isWanted: (Street) -> Bool) -> PixelPath {
            var path = PixelPath()
            for row in rows where isWanted(town.plan.streets[row]) { window.add(town.plan.lines[row], to: &path) }
            return path
        }
        let classes: [(streetClass: StreetClass, width: Double)] = [
            (.local, 620), (.collector, 760), (.arterial, 1_150),
        ]
        for (streetClass, width) in classes {
            let bridges = path { $0.isBridge && $0.streetClass == streetClass }
            let cast = StrokeStyle(width: (width + 700) * k + 1, join: .round)
            canvas.stroke(bridges, cast, with: .color(style.shadow))
        }
        // Kerbs of all classes first, so that crossings are open.
        for (streetClass, width) in classes {
            let kerb = StrokeStyle(width: max(0.8, (width + 330) * k), cap: .round, join: .round)
            canvas.stroke(
                path { $0.streetClass == streetClass }, kerb, with: .color(ImageryStyle.fixed("#A6A196", opacity: 0.8)))
        }
        for (streetClass, width) in classes {
            let asphalt = StrokeStyle(width: max(0.7, width * k), cap: .round, join: .round)
            let name = streetClass == .arterial ? "asphaltArterial" : "asphalt"
            canvas.stroke(path { $0.streetClass == streetClass }, asphalt, with: .color(style.color(name)))
        }
        if window.level >= 17 {
            let dashes = StrokeStyle(width: max(0.6, 14 * k), dashes: [300 * k, 400 * k])
            canvas.stroke(
                path { $0.streetClass != .local }, dashes, with: .color(style.color("centreLine").with(opacity: 0.8)))
        }
        let railway = window.path(town.plan.railway)
        canvas.stroke(
            railway, StrokeStyle(width: max(1, 700 * k), join: .round), with: .color(ImageryStyle.fixed("#7A7067")))
        if window.level >= 16 {
            canvas.stroke(
                railway, StrokeStyle(width: max(0.5, 60 * k), join: .round),
                with: .color(ImageryStyle.fixed("#4B443E", opacity: 0.9)))
        }
    }
}
