// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaRaster
import GromaRendering

/// Sets names at points and along lines, and puts them on a sheet where they fit.
struct LabelWriter {
    var sheet = LabelSheet()
    private let engine: TextEngine
    private let halo: PixelColor

    init(engine: TextEngine, halo: PixelColor) {
        self.engine = engine
        // It separates, it does not show.
        self.halo = halo.with(opacity: 0.92)
        self.engineFamilies = ("Noto Sans,DejaVu Sans", "Noto Serif,DejaVu Serif")
    }

    private let engineFamilies: (text: String, water: String)

    private func textStyle(_ style: LabelStyle, isWater: Bool) -> TextStyle {
        TextStyle(
            family: isWater ? engineFamilies.water : engineFamilies.text, size: style.size, isBold: style.isBold,
            isItalic: style.isItalic, letterSpacing: style.spacing, haloWidth: style.halo)
    }

    /// Sets a name centred on a point, its baseline `below` pixels under it. False when there is no room.
    mutating func write(
        _ name: String, x: Double, y: Double, below: Double = 0, _ style: LabelStyle, _ color: PixelColor
    )
        -> Bool
    {
        let text = style.isCapitals ? name.uppercased() : name
        let mask = engine.mask(of: text, style: textStyle(style, isWater: false))
        let left = x - mask.width / 2
        let base = y + below
        let box = LabelBox(
            xMin: left, yMin: base - style.size * 0.8, xMax: left + mask.width, yMax: base + style.size * 0.25)
        guard sheet.take([box], gap: 3) else { return false }
        stamp([(mask, left, base)], color)
        return true
    }

    /// Puts a dot with a rim on the sheet.
    mutating func dot(x: Double, y: Double, _ color: PixelColor) {
        for (radius, paint) in [(3.4, halo), (2.4, color)] {
            guard let mask = LabelWriter.disc(radius) else { continue }
            sheet.add(
                LabelStamp(
                    mask: mask, x: Int(x.rounded()) - mask.width / 2, y: Int(y.rounded()) - mask.height / 2,
                    color: paint))
        }
        sheet.reserve(LabelBox(xMin: x - 4, yMin: y - 4, xMax: x + 4, yMax: y + 4))
    }

    private static func disc(_ radius: Double) -> CoverageMask? {
        let side = 9
        let middle = Double(side) / 2
        var values: [UInt8] = []
        for row in 0..<side {
            for column in 0..<side {
                let dx = Double(column) + 0.5 - middle
                let dy = Double(row) + 0.5 - middle
                let cover = min(1, max(0, radius + 0.5 - (dx * dx + dy * dy).squareRoot()))
                values.append(UInt8(cover * 255))
            }
        }
        return try? CoverageMask(width: side, height: side, values: values)
    }

    /// Sets a name along a line, at the first of the given fractions of its length where there is room; never upside down.
    mutating func write(
        _ name: String, along line: [(x: Double, y: Double)], at fractions: [Double], _ style: LabelStyle,
        _ color: PixelColor, isWater: Bool = false
    ) -> Bool {
        guard let first = line.first, let last = line.last else { return false }
        // What is steeper than about 84 degrees is read upwards, as on printed maps.
        let isSteep = abs(last.x - first.x) < 0.1 * abs(last.y - first.y)
        let path = LabelPath((isSteep ? last.y > first.y : first.x > last.x) ? line.reversed() : line)
        let text = textStyle(style, isWater: isWater)
        let clusters = engine.clusters(of: name, style: text)
        let width = clusters.reduce(0) { max($0, $1.offset + $1.advance) }
        // Seven pixels are kept to both ends.
        guard path.length >= width + 14 else { return false }
        for fraction in fractions {
            let start = max(7, min(path.length - width - 7, path.length * fraction - width / 2))
            let places = clusters.map { path.place(at: start + $0.offset + $0.advance / 2) }
            guard LabelPath.isGentle(places) else { continue }
            let half = style.size * 0.5
            let boxes = places.indices.filter { $0 % 2 == 0 || $0 == places.count - 1 }.map { index in
                LabelBox(
                    xMin: places[index].x - half, yMin: places[index].y - half, xMax: places[index].x + half,
                    yMax: places[index].y + half)
            }
            guard sheet.take(boxes, gap: 4) else { continue }
            set(name, clusters, places, text, color)
            return true
        }
        return false
    }

    private mutating func set(
        _ name: String, _ clusters: [TextCluster], _ places: [LabelPath.Place], _ style: TextStyle, _ color: PixelColor
    ) {
        // The baseline lies so much below the line that small letters are centred on it.
        let drop = style.size * 0.34
        func anchor(_ place: LabelPath.Place, _ advance: Double, _ angle: Double) -> (x: Double, y: Double) {
            let (s, c) = (sin(angle), cos(angle))
            return (place.x - c * advance / 2 - s * drop, place.y - s * advance / 2 + c * drop)
        }
        let angles = places.map(\.angle)
        if let low = angles.min(), let high = angles.max(), high - low < 0.04, let middle = LabelPath.middle(places) {
            let mask = engine.mask(of: name, style: style, degrees: middle.angle * 180 / .pi)
            let at = anchor(middle, mask.width, middle.angle)
            stamp([(mask, at.x, at.y)], color)
            return
        }
        stamp(
            zip(clusters, places).filter { $0.0.isBlank == false }.map { cluster, place in
                let degrees = (place.angle * 180 / .pi).rounded()
                let at = anchor(place, cluster.advance, degrees * .pi / 180)
                return (engine.mask(of: cluster, in: name, style: style, degrees: degrees), at.x, at.y)
            }, color)
    }

    /// All rims first, then all letters.
    private mutating func stamp(_ masks: [(mask: TextMask, x: Double, y: Double)], _ color: PixelColor) {
        for (mask, x, y) in masks {
            if let rim = mask.halo { add(rim, x, y, halo) }
        }
        for (mask, x, y) in masks { add(mask.ink, x, y, color) }
    }

    private mutating func add(_ mask: GlyphMask, _ x: Double, _ y: Double, _ color: PixelColor) {
        guard
            let values = try? CoverageMask(
                width: mask.width, height: mask.height, values: mask.coverage)
        else { return }
        // Halves go one way on both sides of zero, so that windows that see a name at different places round alike.
        func whole(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }
        sheet.add(LabelStamp(mask: values, x: whole(x) + mask.left, y: whole(y) + mask.top, color: color))
    }
}

/// A line in pixels that letters stand on.
struct LabelPath {
    struct Place {
        var x: Double
        var y: Double
        /// Radians, clockwise on the screen.
        var angle: Double
    }
    private let points: [(x: Double, y: Double)]
    private let distances: [Double]
    let length: Double

    init(_ points: [(x: Double, y: Double)]) {
        self.points = points
        var distances = [0.0]
        for (a, b) in zip(points, points.dropFirst()) {
            distances.append(
                (distances.last ?? 0) + ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot())
        }
        self.distances = distances
        length = distances.last ?? 0
    }

    /// The place at a distance from the line's start.
    func place(at distance: Double) -> Place {
        let end = max(1, min(points.count - 1, distances.firstIndex { $0 >= distance } ?? points.count - 1))
        let (a, b) = (points[end - 1], points[end])
        let step = max(1e-6, distances[end] - distances[end - 1])
        let t = (distance - distances[end - 1]) / step
        return Place(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, angle: atan2(b.y - a.y, b.x - a.x))
    }

    /// True where no letter turns more than 26 degrees against its neighbour.
    static func isGentle(_ places: [Place]) -> Bool {
        zip(places, places.dropFirst()).allSatisfy { a, b in
            let turn = b.angle - a.angle
            return abs(atan2(sin(turn), cos(turn))) <= 0.45
        }
    }

    /// The middle of a nearly straight run of letters.
    static func middle(_ places: [Place]) -> Place? {
        guard let first = places.first, let last = places.last else { return nil }
        let angle = places.reduce(0) { $0 + $1.angle } / Double(places.count)
        return Place(x: (first.x + last.x) / 2, y: (first.y + last.y) / 2, angle: angle)
    }
}
