// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping
import GromaRaster

/// A marker of a multilayer symbol resolved to pixels round its place.
struct MarkerInk {
    private enum Step {
        case fill(shape: Int, Paint)
        case stroke(shape: Int, StrokeStyle, PixelColor)
        case picture(ImagePyramid, opacity: Double)
        case letters(Letters)
    }
    /// A text of the marker, in pixels.
    private struct Letters {
        var text: String
        var symbol: TextSymbol
        var style: TextStyle
        var ink: PixelColor
        var halo: PixelColor
        /// In the drawing's own coordinates.
        var x: Double
        var y: Double
        /// Clockwise.
        var degrees: Double
        var engine: TextEngine
    }
    private var steps: [Step] = []
    private var shapes: [any Geometry] = []
    /// From the drawing's own coordinates to pixels round the place.
    private var transform = PixelAffine()
    /// Degrees counter-clockwise that the marker itself is turned.
    private var turn = 0.0
    /// How far the marker reaches from its place, in pixels.
    private(set) var reach = 0.0

    init(_ marker: SymbolMarker, painter: SymbolPainter, variant: SymbolVariant, factor: Double, isLocked: Bool) {
        let points = painter.pixelsPerPoint * factor
        turn = marker.rotation.isFinite ? marker.rotation : 0
        let size = min(max(marker.size * points, 0.1), 900)
        let place = PixelAffine.rotation(degrees: -marker.rotation).then(
            .translation(x: bounded(marker.offsetX * points), y: bounded(-marker.offsetY * points)))
        switch marker.drawing {
        case .picture(let image):
            guard let picture = painter.pictures[image] else { return }
            let scale = size / Double(picture.height), width = Double(picture.width) * scale
            transform = PixelAffine.scale(x: scale, y: scale).then(
                .translation(x: -width * (0.5 + marker.anchor.x), y: -size * (0.5 - marker.anchor.y))
            ).then(place)
            steps = [.picture(ImagePyramid(picture), opacity: variant.opacity)]
            for (x, y) in [(0, 0), (picture.width, 0), (0, picture.height), (picture.width, picture.height)] {
                let corner = transform.apply(x: Double(x), y: Double(y))
                reach = max(reach, hypot(corner.x, corner.y))
            }
        case .shapes(let graphics, let frame):
            let scale = size / max(frame.height, 1e-9)
            let x = (frame.xMin + frame.xMax) / 2 + marker.anchor.x * frame.width
            let y = (frame.yMin + frame.yMax) / 2 + marker.anchor.y * frame.height
            transform = PixelAffine(a: scale, d: -scale, tx: -x * scale, ty: y * scale).then(place)
            let strokes = marker.scalesStrokes ? scale : points
            for graphic in graphics { add(graphic, painter, variant, isLocked, strokes) }
        }
        reach = min(reach, 512)
    }

    private func bounded(_ value: Double) -> Double { value.isFinite ? min(max(value, -400), 400) : 0 }

    private mutating func add(
        _ graphic: SymbolMarker.Graphic, _ painter: SymbolPainter, _ variant: SymbolVariant, _ isLocked: Bool,
        _ strokes: Double
    ) {
        shapes.append(graphic.geometry)
        if let text = graphic.text {
            add(text, at: graphic.geometry, painter, variant, isLocked, strokes)
            return
        }
        var widest = 0.0
        for layer in graphic.layers {
            func paint(_ own: Color?) -> PixelColor {
                painter.color(painter.ink(own, variant, isLocked: isLocked || layer.isColorLocked))
            }
            switch layer.content {
            case .fill(let own): steps.append(.fill(shape: shapes.count - 1, .color(paint(own))))
            case .gradientFill(let fill):
                let gradient = painter.gradient(fill, variant, points: strokes)
                steps.append(.fill(shape: shapes.count - 1, .gradient(gradient)))
            case .stroke(let line):
                var style = painter.style(line, width: line.width * strokes)
                style.dashes = layer.dashes.map { $0 * strokes }
                style.dashOffset = layer.dashOffset * strokes
                steps.append(.stroke(shape: shapes.count - 1, style, paint(line.color)))
                widest = max(widest, line.width * strokes)
            default: break
            }
        }
        let xy = graphic.geometry.flatParts.coordinates.xy
        for place in stride(from: 0, to: xy.count - 1, by: 2) {
            let corner = transform.apply(x: xy[place], y: xy[place + 1])
            let distance = hypot(corner.x, corner.y) + widest
            if distance.isFinite { reach = max(reach, distance) }
        }
    }

    private mutating func add(
        _ letters: MarkerText, at geometry: any Geometry, _ painter: SymbolPainter, _ variant: SymbolVariant,
        _ isLocked: Bool, _ strokes: Double
    ) {
        let box = geometry.extent
        let size = min(letters.symbol.font.size * strokes, 400)
        guard !letters.text.isEmpty, size > 0.5, !box.isEmpty else { return }
        var symbol = letters.symbol
        symbol.text = letters.text
        var style = painter.textStyle(symbol, size: size)
        style.haloWidth = symbol.haloColor == nil ? 0 : min(symbol.haloSize * strokes, 40)
        let mask = painter.text.mask(of: letters.text, style: style)
        let place = transform.apply(x: (box.xMin + box.xMax) / 2, y: (box.yMin + box.yMax) / 2)
        let anchor = symbol.anchor(of: mask)
        reach = max(
            reach,
            hypot(place.x, place.y) + hypot(anchor.x, anchor.y) + hypot(mask.width, mask.ascent + mask.descent)
                + style.haloWidth + 2)
        steps.append(
            .letters(
                Letters(
                    text: letters.text, symbol: symbol, style: style,
                    ink: painter.color(painter.ink(symbol.color, variant, isLocked: isLocked)),
                    halo: painter.color(symbol.haloColor.map { $0.multiplied(byOpacity: variant.opacity) }),
                    x: (box.xMin + box.xMax) / 2, y: (box.yMin + box.yMax) / 2,
                    degrees: -turn - symbol.angle, engine: painter.text)))
    }

    /// Letters are stamped on whole pixels, turned as the marker is.
    private func draw(_ letters: Letters, on canvas: Canvas, _ whole: PixelAffine, turned degrees: Double) {
        let upright = letters.engine.mask(of: letters.text, style: letters.style)
        let all = degrees + letters.degrees
        let mask =
            all == 0
            ? upright : letters.engine.mask(of: letters.text, style: letters.style, degrees: all)
        let anchor = letters.symbol.anchor(of: upright)
        let moved = PixelAffine.rotation(degrees: all).apply(x: anchor.x, y: anchor.y)
        let place = whole.apply(x: letters.x, y: letters.y)
        canvas.stamp(
            mask, x: Int((place.x + moved.x).rounded()), y: Int((place.y + moved.y).rounded()), ink: letters.ink,
            halo: letters.halo)
    }

    /// Draws the marker; `place` takes pixels round its place to the canvas.
    func draw(on canvas: Canvas, _ place: PixelAffine) {
        let whole = transform.then(place)
        let paths = shapes.map { path(of: $0, whole) }
        for step in steps {
            switch step {
            case .fill(let shape, let paint): canvas.fill(paths[shape], with: paint)
            case .stroke(let shape, let style, let color): canvas.stroke(paths[shape], style, with: .color(color))
            case .picture(let picture, let opacity): canvas.draw(picture, transform: whole, opacity: opacity)
            case .letters(let letters):
                // Where a step to the right goes says how far the marker is turned.
                let from = place.apply(x: 0, y: 0), to = place.apply(x: 1, y: 0)
                draw(letters, on: canvas, whole, turned: atan2(to.y - from.y, to.x - from.x) * 180 / .pi)
            }
        }
    }

    private func path(of geometry: any Geometry, _ transform: PixelAffine) -> PixelPath {
        let parts = geometry.flatParts
        var path = PixelPath()
        for (index, start) in parts.starts.enumerated() {
            let end = index + 1 < parts.starts.count ? parts.starts[index + 1] : parts.coordinates.count
            for vertex in start..<max(start, end) {
                let place = transform.apply(
                    x: parts.coordinates.xy[2 * vertex], y: parts.coordinates.xy[2 * vertex + 1])
                if vertex == start { path.move(toX: place.x, y: place.y) } else { path.line(toX: place.x, y: place.y) }
            }
            if geometry is Polygon { path.close() }
        }
        return path
    }
}
