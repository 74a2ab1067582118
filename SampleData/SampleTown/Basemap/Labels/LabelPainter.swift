// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaMapping
import GromaRaster
import GromaRendering
import Synchronization

/// Draws the street map's names on a clear ground.
///
/// The names of a level are placed once for the whole town when the first of its tiles is asked for.
final class LabelPainter: TilePainter {
    private let town: Town
    private let style: BasemapStyle
    private let engine = TextEngine(fonts: .system)
    private let sheets = Mutex<[Int: (window: MapWindow, sheet: LabelSheet)]>([:])

    init(town: Town, style: BasemapStyle) {
        self.town = town
        self.style = style
    }

    func draw(_ window: MapWindow, into buffer: PixelBuffer) {
        let known = sheets.withLock { $0[window.level] }
        let level = known ?? (window, NameList(town: town, style: style, window: window).sheet(engine))
        if known == nil { sheets.withLock { $0[window.level] = level } }
        let (dx, dy) = window.offset(from: level.window)
        level.sheet.draw(on: Canvas(buffer), dx: dx, dy: dy, width: window.width, height: window.height)
    }
}

/// The names of one level in their order of priority.
private struct NameList {
    let town: Town
    let style: BasemapStyle
    let window: MapWindow

    /// Landmarks that wait for level 16.
    private static let smallPlaces: Set<CellKind> = [.school, .depot, .library, .works, .sports]

    func sheet(_ engine: TextEngine) -> LabelSheet {
        var writer = LabelWriter(engine: engine, halo: style.color("halo"))
        let level = window.level
        if (style.first("townName")...style.first("townNameUntil")).contains(level) {
            put("Lindenford", TownPoint(0, 6_000), "town", "text", &writer)
        }
        if level >= 14 { putWater(&writer) }
        if level >= style.first("landmark") { putLandmarks(&writer) }
        putStreets(.arterial, "arterial", &writer)
        if (style.first("district")...style.first("districtUntil")).contains(level) {
            // A town that does not reach a district yet does not name it.
            for district in BasemapNames.districts where town.isBuilt(near: district.at, within: 16_000) {
                put(district.name, district.at, "district", "textDistrict", &writer)
            }
        }
        // A park's name has one place, a street's name many.
        if level >= 16 { putParks(&writer) }
        putStreets(.collector, "collector", &writer)
        putStreets(.local, "local", &writer)
        if level >= style.first("houseNumber") { putHouseNumbers(&writer) }
        return writer.sheet
    }

    @discardableResult
    private func put(
        _ name: String, _ at: TownPoint, _ kind: String, _ color: String, _ writer: inout LabelWriter,
        below: Double = 0,
        size: Double? = nil
    ) -> Bool {
        guard var look = style.text[kind] else { return false }
        if let size { look.size = size }
        return writer.write(name, x: window.x(at), y: window.y(at), below: below, look, style.color(color))
    }

    private func pixels(_ line: some Sequence<TownPoint>) -> [(x: Double, y: Double)] {
        line.map { (window.x($0), window.y($0)) }
    }

    private func putWater(_ writer: inout LabelWriter) {
        guard let look = style.text["water"] else { return }
        let island = TownPoint(River.islandX, River.centre(River.islandX) + 150)
        if window.level >= 16 {
            put("Heron Island", island, "park", "textPark", &writer, below: 4, size: 10)
        }
        if window.level >= 15 {
            // No name over the island, and none that leans on its tips.
            for place in River.island() {
                let (x, y) = (window.x(place), window.y(place))
                writer.sheet.reserve(LabelBox(xMin: x - 8, yMin: y - 6, xMax: x + 8, yMax: y + 6))
            }
            let (x, y) = (window.x(island), window.y(island))
            writer.sheet.reserve(LabelBox(xMin: x - 60, yMin: y - 6, xMax: x + 60, yMax: y + 6))
        }
        // One name about every 900 pixels; it moves along where a bridge or the island is in its way.
        let pitch = Int(900 / window.scale)
        let step = max(200, Int(12 / window.scale))
        for slot in floorDiv(-3_000_000, pitch) + 1..<3_000_000 / pitch {
            let x = slot * pitch - pitch / 3
            let line = stride(from: x - pitch / 3, to: x + pitch / 3, by: step).map { TownPoint($0, River.centre($0)) }
            _ = writer.write(
                "River Sarn", along: pixels(line), at: [0.5, 0.3, 0.7, 0.15, 0.85], look, style.color("textWater"),
                isWater: true)
        }
        guard window.level >= 15 else { return }
        var small = look
        small.size = 11
        small.spacing = 0.8
        small.halo = 1.5
        let brook = Country.brook(to: 700_000).filter { $0.y > town.lattice.node(-4, 1).y }
        let run = max(2, pitch / 800)
        for start in stride(from: 0, to: brook.count - run, by: run) {
            _ = writer.write(
                "Mill Brook", along: pixels(brook[start..<start + run]), at: [0.2, 0.35, 0.5, 0.65], small,
                style.color("textWater"), isWater: true)
        }
    }

    private func putLandmarks(_ writer: inout LabelWriter) {
        for landmark in town.blocks.landmarks {
            if window.level == 15 && NameList.smallPlaces.contains(landmark.kind) { continue }
            let isSet = put(
                landmark.name, landmark.at, "landmark", "textLandmark", &writer, below: 15,
                size: window.level == 15 ? 10 : nil)
            if isSet {
                writer.dot(x: window.x(landmark.at), y: window.y(landmark.at), style.color("textLandmark"))
            }
        }
    }

    private func putParks(_ writer: inout LabelWriter) {
        var linden: [TownPoint] = []
        for (row, area) in town.blocks.areas.enumerated() where area.kind == .park {
            let ring = Array(town.blocks.areaRings[row])
            if OpenArea.lindenPark.contains(area.cell) {
                linden += [ring[0], ring[2]]
            } else if window.level >= 17 {
                put(area.name, NameList.middle([ring[0], ring[2]]), "park", "textPark", &writer)
            }
        }
        // A street may run through its middle; then one of its blocks takes the name.
        let places = [linden] + stride(from: 0, to: linden.count, by: 2).map { Array(linden[$0..<$0 + 2]) }
        for place in places where place.isEmpty == false {
            if put("Linden Park", NameList.middle(place), "park", "textPark", &writer) { return }
        }
    }

    private static func middle(_ points: [TownPoint]) -> TownPoint {
        TownPoint(points.reduce(0) { $0 + $1.x } / points.count, points.reduce(0) { $0 + $1.y } / points.count)
    }

    /// Names of one class, repeated about every 700 pixels along each unbroken run of its pieces.
    private func putStreets(_ streetClass: StreetClass, _ kind: String, _ writer: inout LabelWriter) {
        guard window.level >= style.first(kind + "Name"), let look = style.text[kind] else { return }
        let color = style.color(streetClass == .local ? "textQuiet" : "text")
        for run in StreetRuns(town.plan, streetClass).runs {
            let line = pixels(run.line)
            let count = max(1, Int(LabelPath(line).length / 700))
            for turn in 0..<count {
                let middle = (Double(turn) + 0.5) / Double(count)
                let shifts = [0, -0.2, 0.2, -0.3, 0.3].map { middle + $0 / Double(count) }
                _ = writer.write(run.name, along: line, at: shifts, look, color)
            }
        }
    }

    private func putHouseNumbers(_ writer: inout LabelWriter) {
        for (row, building) in town.blocks.buildings.enumerated() where building.kind != .shed {
            guard let lot = building.parcel, town.blocks.parcels[lot].isCivic == false else { continue }
            let ring = Array(town.blocks.buildingRings[row])
            put(
                String(town.blocks.parcels[lot].number), NameList.middle([ring[0], ring[2]]), "houseNumber",
                "textNumber", &writer, below: 3)
        }
    }
}

/// Pieces of streets of one name joined end to end.
private struct StreetRuns {
    private(set) var runs: [(name: String, line: [TownPoint])] = []

    init(_ plan: StreetPlan, _ streetClass: StreetClass) {
        // In the plan's order: by row or column first, then along it.
        let pieces = plan.streets.indices.filter {
            let street = plan.streets[$0]
            return street.streetClass == streetClass && street.isDeadEnd == false && street.name.isEmpty == false
        }.sorted { a, b in
            let (s, t) = (plan.streets[a], plan.streets[b])
            return (s.axis.rawValue, s.line, s.from) < (t.axis.rawValue, t.line, t.from)
        }
        var last: Street?
        for piece in pieces {
            let street = plan.streets[piece]
            if let last, last.to == street.from, last.name == street.name, last.axis == street.axis {
                runs[runs.count - 1].line.append(contentsOf: plan.lines[piece].dropFirst())
            } else {
                runs.append((street.name, Array(plan.lines[piece])))
            }
            last = street
        }
    }
}
