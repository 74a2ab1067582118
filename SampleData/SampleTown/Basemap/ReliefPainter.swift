// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaRaster

/// Draws the relief: tints by height, shade from two lights, contours, woods, the built-up area, water, the railway, and streets as
/// pale threads, wider where there is room.
struct ReliefPainter: TilePainter {
    private struct Shade {
        var strength: Double
        var color: SIMD3<Double>
    }
    private let town: Town
    private let tints: [(height: Double, color: SIMD3<Double>)]
    private let intervals: [Int: Double]
    private let dark: Shade
    private let bright: Shade
    private let contour: SIMD3<Double>
    private let contourOpacity: Double
    private let water: PixelColor
    private let waterline: PixelColor
    private let urban: PixelColor
    private let building: PixelColor
    private let wood: PixelColor
    private let rail: PixelColor
    private let streets: BasemapStyle
    private let exaggeration: Double
    private let marks: ReliefMarks
    private let lights: [(direction: SIMD3<Double>, weight: Double)]

    init(town: Town) throws {
        self.town = town
        guard let style = try SampleSchema.resource("styles.json")["relief"], let light = style["light"] else {
            throw SampleTownError(.missingResource, "styles.json does not say how relief looks.")
        }
        func color(_ json: JSONValue?) -> PixelColor { json?.string.flatMap { PixelColor(hex: $0) } ?? .black }
        func parts(_ json: JSONValue?) -> SIMD3<Double> {
            let color = color(json)
            return SIMD3(Double(color.red), Double(color.green), Double(color.blue))
        }
        tints = (style["tint"]?.array ?? []).map { ($0[0]?.double ?? 0, parts($0[1])) }
        var intervals: [Int: Double] = [:]
        for (level, interval) in style["interval"]?.object?.members ?? [] {
            if let level = Int(level) { intervals[level] = interval.double }
        }
        self.intervals = intervals
        dark = Shade(strength: 1.6 * (style["shadeOpacity"]?.double ?? 0), color: parts(style["shade"]))
        bright = Shade(strength: 1.5 * (style["shineOpacity"]?.double ?? 0), color: parts(style["shine"]))
        contour = parts(style["contour"])
        contourOpacity = style["contourOpacity"]?.double ?? 0
        water = color(style["water"])
        waterline = color(style["waterline"])
        urban = color(style["urban"]).with(opacity: style["urbanOpacity"]?.double ?? 0)
        building = color(style["building"]).with(opacity: style["buildingOpacity"]?.double ?? 0)
        wood = color(style["wood"]).with(opacity: style["woodOpacity"]?.double ?? 0)
        rail = color(style["rail"])
        streets = try BasemapStyle(palette: "light")
        marks = ReliefMarks(town: town, ink: color(style["text"]))
        exaggeration = light["exaggeration"]?.double ?? 1
        let altitude = (light["altitude"]?.double ?? 45) * .pi / 180
        let second = light["secondWeight"]?.double ?? 0
        func direction(_ degrees: Double?) -> SIMD3<Double> {
            let azimuth = (degrees ?? 315) * .pi / 180
            return SIMD3(sin(azimuth) * cos(altitude), cos(azimuth) * cos(altitude), sin(altitude))
        }
        lights = [
            (direction(light["azimuth"]?.double), 1 - second), (direction(light["secondAzimuth"]?.double), second),
        ]
    }

    func draw(_ window: MapWindow, into buffer: PixelBuffer) {
        guard let ground = try? shaded(window) else { return }
        let canvas = Canvas(buffer)
        canvas.draw(ground, x: 0, y: 0)
        let frame = window.frame(margin: 16)
        drawWoods(canvas, window, frame)
        drawTown(canvas, window, frame)
        let brook = Country.brook(to: frame.yMax + 20_000)
        canvas.stroke(
            window.path(brook), StrokeStyle(width: max(1.1, 520 * window.scale), cap: .round, join: .round),
            with: .color(water))
        let x = (frame.xMin - 40_000...frame.xMax + 40_000).clamped(to: Country.riverReach)
        let shore = StrokeStyle(width: 0.9, join: .round)
        let river = window.path(Country.river(x)), island = window.path(River.island())
        canvas.fill(river, with: .color(water))
        canvas.stroke(river, shore, with: .color(waterline))
        canvas.fill(island, with: .color(PixelColor(red: 181, green: 204, blue: 159)))
        canvas.stroke(island, shore, with: .color(waterline))
        drawRailway(canvas, window)
        drawStreets(canvas, window, frame)
        if let interval = interval(window.level) { marks.draw(on: canvas, window, interval: 5 * interval) }
    }

    /// Metres between contours; nil further away than contours can be told apart.
    private func interval(_ level: Int) -> Double? {
        intervals.keys.filter { $0 <= level }.max().flatMap { intervals[$0] }
    }

    private func drawWoods(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        // Farther away a wood is a pixel.
        guard window.level >= 11 else { return }
        var woods = PixelPath()
        for wood in Country.woods(town, x: frame.xMin...frame.xMax, y: frame.yMin...frame.yMax) {
            window.add(wood.ring + wood.ring.prefix(1), to: &woods)
        }
        canvas.fill(woods, rule: .nonZero, with: .color(wood))
        canvas.stroke(woods, StrokeStyle(width: 0.8, join: .round), with: .color(wood))
    }

    /// As on the street map, in the relief's brown.
    private func drawRailway(_ canvas: Canvas, _ window: MapWindow) {
        let width = streets.width("rail", window.level)
        let line = window.path(town.plan.railway)
        canvas.stroke(line, StrokeStyle(width: width, join: .round), with: .color(rail))
        guard window.level >= 15 else { return }
        let ties = PixelColor.white.with(opacity: 0.85)
        canvas.stroke(line, StrokeStyle(width: width * 0.55, dashes: [7, 7]), with: .color(ties))
    }

    /// One shape for all blocks; houses where they can be told apart.
    private func drawTown(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        var blocks = PixelPath()
        for cell in town.built.order {
            let ring = town.lattice.quad(cell).ring
            guard let kind = town.built.kind(cell.i, cell.j), kind != .park, kind != .green, frame.meets(ring[...])
            else { continue }
            window.add(ring, to: &blocks)
        }
        canvas.fill(blocks, rule: .nonZero, with: .color(urban))
        guard window.level >= 16 else { return }
        var houses = PixelPath()
        for row in town.blocks.buildings.indices where frame.meets(town.blocks.buildingRings[row]) {
            window.add(town.blocks.buildingRings[row], to: &houses)
        }
        canvas.fill(houses, rule: .nonZero, with: .color(building))
        if window.level >= 17 { canvas.stroke(houses, StrokeStyle(width: 0.8), with: .color(building)) }
    }

    private func drawStreets(_ canvas: Canvas, _ window: MapWindow, _ frame: TownBox) {
        let isNear = window.level >= 15
        let rim = Paint.color(PixelColor(red: 138, green: 122, blue: 102, alpha: 90))
        // Threads let the shade through; where streets have a width, their crossings would shine.
        let isWide = window.level >= 16
        let white = Paint.color(isWide ? PixelColor(red: 250, green: 248, blue: 243) : .white.with(opacity: 0.75))
        let classes = [(StreetClass.local, "local", 0.8), (.collector, "collector", 1.2), (.arterial, "arterial", 2.0)]
        let drawn = classes.filter { isNear || $0.0 != .local }.map { streetClass, name, thread in
            var path = PixelPath()
            for (row, street) in town.plan.streets.enumerated() where street.streetClass == streetClass {
                if frame.meets(town.plan.lines[row]) { window.add(town.plan.lines[row], to: &path) }
            }
            // Narrower than on the street map: the ground is the subject.
            let wide = max(thread * (isNear ? 1.7 : 1), isNear ? 0.6 * streets.width(name, window.level) : 0)
            return (path: path, width: wide)
        }
        func stroke(_ width: Double) -> StrokeStyle { StrokeStyle(width: width, cap: .round, join: .round) }
        // Rims of all classes first, so that crossings are open.
        for street in drawn { canvas.stroke(street.path, stroke(street.width + 1), with: rim) }
        for street in drawn { canvas.stroke(street.path, stroke(street.width), with: white) }
    }

    /// Pixels to each side that one pass of smoothing takes the mean of, and passes: the ground's seams, at the banks and between the
    /// squares of its noise, would be seen as lines in the shade and as corners of contours.
    private static let smoothing = (reach: 3, passes: 2)
    /// Parts of a centimetre that heights are whole numbers of.
    private static let unit = 1_024.0

    /// The ground's picture. Pixels on each side give means and slopes, so that tiles fit together.
    private func shaded(_ window: MapWindow) throws -> PixelBuffer {
        let margin = Self.smoothing.reach * Self.smoothing.passes + 1
        let (width, height) = (window.width + 2 * margin, window.height + 2 * margin)
        let world = 1_300_000_000
        var heights: [Double] = []
        heights.reserveCapacity(width * height)
        for row in -margin..<window.height + margin {
            for column in -margin..<window.width + margin {
                let place = window.place(column: column, row: row)
                // Beyond the world's edge the numbers would outgrow whole centimetres squared.
                let height = Terrain.relief(min(world, max(-world, place.x)), min(world, max(-world, place.y)))
                heights.append((height * Self.unit).rounded())
            }
        }
        for _ in 0..<Self.smoothing.passes {
            Self.smooth(&heights, lines: height, count: width, between: width, step: 1)
            Self.smooth(&heights, lines: width, count: height, between: 1, step: width)
        }
        // Sums of whole numbers until here: the same whatever tiles are drawn together.
        let side = 2 * Self.smoothing.reach + 1
        var parts = 1.0
        for _ in 0..<2 * Self.smoothing.passes { parts *= Double(side) }
        for index in heights.indices { heights[index] /= 100 * parts * Self.unit }
        let cell = 1 / window.scale / 100
        let interval = interval(window.level)
        var pixels: [UInt32] = []
        pixels.reserveCapacity(window.width * window.height)
        for row in margin..<window.height + margin {
            for column in margin..<window.width + margin {
                let at = row * width + column
                let slope =
                    SIMD2(
                        heights[at + 1] - heights[at - 1], heights[at - width] - heights[at + width]) / (2 * cell)
                var color = tint(heights[at])
                shade(&color, slope)
                // Metres a pixel; a plain has no contours.
                let rise = (slope * slope).sum().squareRoot() * cell
                if let interval, rise > 0.000_01 {
                    // Half the width of every contour in pixels, and of every fifth.
                    for (step, reach, weight) in [(interval, 1.0, 0.42), (interval * 5, 1.3, 0.45)] {
                        let above = heights[at] - (heights[at] / step).rounded() * step
                        let cover = min(1, max(0, reach - abs(above) / rise))
                        mix(&color, contour, cover * weight * contourOpacity * 1.9)
                    }
                }
                let bytes = SIMD3<UInt32>(
                    color.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255)).rounded(.toNearestOrEven))
                pixels.append(255 << 24 | bytes.z << 16 | bytes.y << 8 | bytes.x)
            }
        }
        return try PixelBuffer(width: window.width, height: window.height, format: .rgba, pixels: pixels)
    }

    /// Replaces every value of the lines by the sum of itself and its neighbours on the line; short of neighbours at the ends.
    private static func smooth(_ values: inout [Double], lines: Int, count: Int, between: Int, step: Int) {
        let reach = smoothing.reach
        var line = [Double](repeating: 0, count: count)
        for number in 0..<lines {
            for index in 0..<count { line[index] = values[number * between + index * step] }
            var sum = line[..<min(reach, count)].reduce(0, +)
            for index in 0..<count {
                if index + reach < count { sum += line[index + reach] }
                if index > reach { sum -= line[index - reach - 1] }
                values[number * between + index * step] = sum
            }
        }
    }

    private func tint(_ height: Double) -> SIMD3<Double> {
        guard let first = tints.first, let last = tints.last else { return .zero }
        if height <= first.height { return first.color }
        for (low, high) in zip(tints, tints.dropFirst()) where height < high.height {
            return low.color + (high.color - low.color) * ((height - low.height) / (high.height - low.height))
        }
        return last.color
    }

    private func shade(_ color: inout SIMD3<Double>, _ slope: SIMD2<Double>) {
        let normal = SIMD3(-slope.x * exaggeration, -slope.y * exaggeration, 1)
        let length = (normal * normal).sum().squareRoot()
        let lit = lights.reduce(0) { sum, light in
            sum + light.weight * min(1, max(0, (normal * light.direction).sum() / length))
        }
        let flat = lights[0].direction.z
        mix(&color, dark.color, min(0.75, max(0, (flat - lit) / flat) * dark.strength))
        mix(&color, bright.color, min(0.6, max(0, (lit - flat) / (1 - flat)) * bright.strength))
    }

    private func mix(_ color: inout SIMD3<Double>, _ other: SIMD3<Double>, _ share: Double) {
        color = color * (1 - share) + other * share
    }
}
