// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping
import GromaRaster

/// A marker of a multilayer symbol resolved to pixels round its place.
struct MarkerInk {
    private enum Step {
        case fill(shape: Int, PixelColor)
        case stroke(shape: Int, StrokeStyle, PixelColor)
        case picture(ImagePyramid, opacity: Double)
    }
    private var steps: [Step] = []
    private var shapes: [any Geometry] = []
    /// From the drawing's own coordinates to pixels round the place.
    private var transform = PixelAffine()
    /// How far the marker reaches from its place, in pixels.
    private(set) var reach = 0.0

    init(_ marker: SymbolMarker, painter: SymbolPainter, variant: SymbolVariant, factor: Double, isLocked: Bool) {
        let points = painter.pixelsPerPoint * factor
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
        var widest = 0.0
        for layer in graphic.layers {
            func paint(_ own: Color?) -> PixelColor {
                painter.color(painter.ink(own, variant, isLocked: isLocked || layer.isColorLocked))
            }
            switch layer.content {
            case .fill(let own): steps.append(.fill(shape: shapes.count - 1, paint(own)))
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

    /// Draws the marker; `place` takes pixels round its place to the canvas.
    func draw(on canvas: Canvas, _ place: PixelAffine) {
        let whole = transform.then(place)
        let paths = shapes.map { path(of: $0, whole) }
        for step in steps {
            switch step {
            case .fill(let shape, let color): canvas.fill(paths[shape], with: .color(color))
            case .stroke(let shape, let style, let color): canvas.stroke(paths[shape], style, with: .color(color))
            case .picture(let picture, let opacity): canvas.draw(picture, transform: whole, opacity: opacity)
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
