// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaRaster
import GromaRendering

/// Heights at the stronger contours, and summits with their names.
///
/// Each square of the level's own grid may hold one height well inside of it, so that neighbouring tiles agree without asking.
struct ReliefMarks: Sendable {
    private static let square = (width: 260, height: 180)
    private let town: Town
    private let engine = TextEngine(fonts: .system)
    private let ink: PixelColor

    init(town: Town, ink: PixelColor) {
        self.town = town
        self.ink = ink
    }

    /// Draws what touches the window; `interval` is the height between stronger contours in metres.
    func draw(on canvas: Canvas, _ window: MapWindow, interval: Double) {
        guard let paper = PixelColor(hex: "#F4EBD3") else { return }
        var writer = LabelWriter(engine: engine, halo: paper)
        for (name, place) in Terrain.summits {
            let (x, y) = (window.x(place), window.y(place))
            guard x > -120, y > -40, x < Double(window.width + 120), y < Double(window.height + 40) else { continue }
            let metres = Int((Terrain.relief(place.x, place.y) / 100).rounded())
            _ = writer.write(name, x: x, y: y, below: -8, LabelStyle(ReliefMarks.nameStyle), ink)
            _ = writer.write("\(metres) m", x: x, y: y, below: 15, LabelStyle(ReliefMarks.heightStyle), ink)
            canvas.fill(ReliefMarks.triangle(x, y), with: .color(ink))
        }
        let (left, top) = window.corner
        let (width, height) = ReliefMarks.square
        for row in floorDiv(top - 20, height)...floorDiv(top + window.height + 20, height) {
            for column in floorDiv(left - 40, width)...floorDiv(left + window.width + 40, width) {
                guard let mark = mark(inSquare: column, row, window, interval) else { continue }
                _ = writer.write(
                    "\(mark.metres)", x: Double(mark.x - left), y: Double(mark.y - top), below: 3,
                    LabelStyle(ReliefMarks.contourStyle), ink)
            }
        }
        writer.sheet.draw(on: canvas, dx: 0, dy: 0, width: window.width, height: window.height)
    }

    private static let nameStyle: JSONValue = ["size": 11.5, "style": "italic", "halo": 2]
    private static let heightStyle: JSONValue = ["size": 9.5, "halo": 1.6]
    private static let contourStyle: JSONValue = ["size": 8.5, "halo": 1.6]

    /// Where a stronger contour crosses the square's own line, in pixels of the whole level; nil where none does, on
    /// the water, in the town and beside a summit.
    private func mark(
        inSquare column: Int, _ row: Int, _ window: MapWindow, _ interval: Double
    ) -> (x: Int, y: Int, metres: Int)? {
        let (left, top) = window.corner
        let (width, height) = ReliefMarks.square
        let y = row * height + 30 + Chance(104, column, row).below(height - 60)
        var last: Int?
        for x in stride(from: column * width + 30, to: (column + 1) * width - 30, by: 2) {
            let place = window.place(column: x - left, row: y - top)
            guard abs(place.x) < 1_300_000_000, abs(place.y) < 1_300_000_000 else { return nil }
            let band = Int((Terrain.relief(place.x, place.y) / 100 / interval).rounded(.down))
            defer { last = band }
            guard let before = last, before != band, abs(before - band) == 1 else { continue }
            let isByTheRiver = abs(place.y - River.centre(place.x)) < River.halfWidth(place.x) + 3_000
            if isByTheRiver || town.isBuilt(near: place, within: 12_000) { return nil }
            let reach = Int(60 / window.scale)
            if Terrain.summits.contains(where: {
                abs($0.place.x - place.x) < reach && abs($0.place.y - place.y) < reach
            }) {
                return nil
            }
            return (x, y, Int(Double(max(before, band)) * interval))
        }
        return nil
    }

    private static func triangle(_ x: Double, _ y: Double) -> PixelPath {
        var path = PixelPath()
        path.move(toX: x - 4, y: y + 3)
        path.line(toX: x + 4, y: y + 3)
        path.line(toX: x, y: y - 4)
        path.close()
        return path
    }
}
