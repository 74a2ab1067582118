// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping
import GromaRaster

extension SymbolPainter {
    /// The layers of a multilayer symbol, as far as they are drawn.
    func layers(_ symbol: MultilayerSymbol, _ variant: SymbolVariant) throws(RasterError) -> [DrawSymbol.Layer] {
        let parts = symbol.layers
        if symbol.kind == .point {
            let markers = parts.compactMap { part in
                if case .marker(let marker) = part.content {
                    LayerMarker(marker, isLocked: part.isColorLocked)
                } else {
                    nil
                }
            }
            guard !markers.isEmpty else { return [] }
            let factor = variant.size.map { $0 / max(symbol.size, 0.1) } ?? 1
            return [.marker(try sprite(markers, variant, factor: factor, degrees: variant.rotation - symbol.angle))]
        }
        let widest = parts.reduce(0.0) { widest, part in
            switch part.content {
            case .stroke(let line), .gradientStroke(let line, _), .gradientAlong(let line, _),
                .pictureStroke(_, let line):
                max(widest, line.width)
            default: widest
            }
        }
        let isLine = symbol.kind == .line
        let factor = isLine && widest > 0 ? variant.size.map { $0 / widest } ?? 1 : 1
        var layers: [DrawSymbol.Layer] = []
        for part in parts {
            let own = try self.layers(part, variant, factor: factor, isLine: isLine)
            if let change = ShapeChange(part.effects, pixelsPerPoint: pixelsPerPoint * factor) {
                layers += own.map { .changed(change, $0) }
            } else {
                layers += own
            }
        }
        return layers
    }

    private func layers(
        _ part: SymbolLayer, _ variant: SymbolVariant, factor: Double, isLine: Bool
    ) throws(RasterError) -> [DrawSymbol.Layer] {
        func paint(_ own: Color?) -> PixelColor { color(ink(own, variant, isLocked: part.isColorLocked)) }
        let points = pixelsPerPoint * factor
        switch part.content {
        case .stroke(let line):
            // A colour that follows a value is the fill's in an area, as with simple symbols.
            let colour =
                isLine ? paint(line.color) : color(line.color.map { $0.multiplied(byOpacity: variant.opacity) })
            guard colour.alpha > 0, line.width > 0 else { return [] }
            let width = (isLine ? nil : variant.outlineWidth) ?? line.width
            var style = style(line, width: width * points)
            style.dashes = part.dashes.map { $0 * points }
            style.dashOffset = part.dashOffset * points
            style.offset = part.offset * points
            return [.stroke(style, .color(colour))]
        case .gradientAlong(let line, let ramp):
            guard line.width > 0 else { return [] }
            var style = style(line, width: line.width * points)
            style.offset = part.offset * points
            // Round ends would reach into neighbours of another colour.
            style.cap = .butt
            return [.gradientStroke(style, colors(of: ramp, count: 256, variant))]
        case .pictureStroke(let image, let line):
            guard let picture = pictures[image], line.width > 0, picture.height > 0 else { return [] }
            let height = min(line.width * points, 512), width = height * Double(picture.width) / Double(picture.height)
            let sprites = TurnedSprites { degrees in
                try? .picture(
                    picture, width: min(max(width, 0.5), 600), height: max(height, 0.5), rotation: degrees, offsetX: 0,
                    offsetY: 0, opacity: variant.opacity)
            }
            return [
                .lineMarkers(
                    LineMarkers(
                        sprites: sprites, placement: .along(template: [max(width, 1)], start: width / 2),
                        followsLine: true, offset: part.offset * points))
            ]
        case .gradientFill(let fill):
            return isLine ? [] : [.fill(.gradient(gradient(fill, variant, points: points)))]
        case .gradientStroke(let line, let ramp):
            return across(line, ramp, part, variant, points: points)
        case .fill(let own):
            let colour = paint(own)
            return isLine || colour.alpha == 0 ? [] : [.fill(.color(colour))]
        case .hatch(let line, let separation, let rotation):
            let colour = paint(line.color)
            guard !isLine, colour.alpha > 0, line.width > 0 else { return [] }
            let pattern = try Pattern.lines(
                degrees: [rotation], color: colour, style: style(line, width: line.width * points),
                spacing: separation * points, fixedTo: (ground.x, ground.y))
            return [.fill(.pattern(pattern))]
        case .pictureFill(let image, let height):
            guard !isLine, let picture = pictures[image] else { return [] }
            let tall = height > 0 ? height * points : Double(picture.height)
            let wide = tall * Double(picture.width) / Double(picture.height)
            return [.fill(.pattern(try tile(picture, width: wide, height: tall, variant)))]
        case .marker(let marker):
            return try layers(
                LayerMarker(marker, isLocked: part.isColorLocked), variant, factor: factor, isLine: isLine,
                offset: part.offset * points)
        case .unsupported: return []
        }
    }

    private func layers(
        _ marker: LayerMarker, _ variant: SymbolVariant, factor: Double, isLine: Bool, offset: Double
    ) throws(RasterError) -> [DrawSymbol.Layer] {
        let points = pixelsPerPoint * factor
        switch marker.marker.placement {
        case .center where !isLine:
            return [.center(try sprite([marker], variant, factor: factor, degrees: 0))]
        case .grid(let stepX, let stepY, let shiftsOddRows):
            guard !isLine else { return [] }
            return [
                .fill(
                    .pattern(
                        try grid(
                            marker, variant, factor: factor, stepX: stepX * points, stepY: stepY * points,
                            shiftsOddRows: shiftsOddRows)))
            ]
        default:
            let painter = self
            let sprites = TurnedSprites { degrees in
                try? painter.sprite([marker], variant, factor: factor, degrees: degrees)
            }
            return [
                .lineMarkers(
                    LineMarkers(
                        sprites: sprites, placement: LineMarkers.Placement(marker.marker.placement, points: points),
                        followsLine: marker.marker.followsLine, offset: marker.marker.lineOffset * points + offset))
            ]
        }
    }

    private func colors(of ramp: ColorRamp, count: Int, _ variant: SymbolVariant) -> [PixelColor] {
        (0..<count).map { index in
            let share = count == 1 ? 0.5 : Double(index) / Double(count - 1)
            return color(ramp.color(at: share).multiplied(byOpacity: variant.opacity))
        }
    }

    /// A gradient fill in pixels.
    func gradient(_ fill: GradientFill, _ variant: SymbolVariant, points: Double) -> Gradient {
        let form: Gradient.Form =
            switch fill.form {
            case .linear: .linear(degrees: fill.angle)
            case .rectangular: .rectangular(degrees: fill.angle)
            case .circular: .circular
            }
        return Gradient(
            colors: colors(of: fill.ramp, count: fill.steps ?? 64, variant), form: form,
            reach: fill.size.isShare ? .share(fill.size.value) : .pixels(fill.size.value * points),
            isStepped: fill.steps != nil)
    }

    /// Thin lines beside each other, from the left side to the right as the line runs.
    private func across(
        _ line: SimpleLineSymbol, _ ramp: ColorRamp, _ part: SymbolLayer, _ variant: SymbolVariant, points: Double
    ) -> [DrawSymbol.Layer] {
        let width = line.width * points
        guard width > 0, width.isFinite else { return [] }
        let count = min(max(Int(width.rounded(.up)), 2), 16)
        let thin = width / Double(count)
        return (0..<count).compactMap { index in
            let share = (Double(index) + 0.5) / Double(count)
            let colour = color(ramp.color(at: share).multiplied(byOpacity: variant.opacity))
            guard colour.alpha > 0 else { return nil }
            // Neighbours overlap by a quarter of a pixel, so that no ground shows between them.
            var style = style(line, width: thin + 0.25)
            style.dashes = part.dashes.map { $0 * points }
            style.dashOffset = part.dashOffset * points
            style.offset = part.offset * points + (0.5 - share) * width
            return .stroke(style, .color(colour))
        }
    }

    func ink(_ own: Color?, _ variant: SymbolVariant, isLocked: Bool) -> Color? {
        isLocked ? own.map { $0.multiplied(byOpacity: variant.opacity) } : variant.paint(own)
    }

    // MARK: - Markers

    /// A marker with what its layer says of it.
    struct LayerMarker: Sendable {
        let marker: SymbolMarker
        let isLocked: Bool
        init(_ marker: SymbolMarker, isLocked: Bool) {
            self.marker = marker
            self.isLocked = isLocked
        }
    }

    /// Markers over each other as one sprite, turned clockwise.
    func sprite(
        _ markers: [LayerMarker], _ variant: SymbolVariant, factor: Double, degrees: Double
    ) throws(RasterError) -> MarkerSprite {
        let inks = markers.map {
            MarkerInk($0.marker, painter: self, variant: variant, factor: factor, isLocked: $0.isLocked)
        }
        let turn = PixelAffine.rotation(degrees: degrees)
        let reach = inks.reduce(0) { max($0, $1.reach) }
        return try MarkerSprite(radius: min(reach + 1, 512)) { canvas, x, y in
            for ink in inks { ink.draw(on: canvas, turn.then(.translation(x: x, y: y))) }
        }
    }

    /// Markers on a grid as a repeated picture; the area cuts them.
    private func grid(
        _ marker: LayerMarker, _ variant: SymbolVariant, factor: Double, stepX: Double, stepY: Double,
        shiftsOddRows: Bool
    ) throws(RasterError) -> Pattern {
        let width = Int(min(max(stepX.isFinite ? stepX : 16, 2), 512).rounded())
        let step = Int(min(max(stepY.isFinite ? stepY : 16, 2), 512).rounded())
        let height = shiftsOddRows ? 2 * step : step
        let tile = try PixelBuffer(width: width, height: height)
        let canvas = Canvas(tile)
        let ink = MarkerInk(
            marker.marker, painter: self, variant: variant, factor: factor, isLocked: marker.isLocked)
        // Those of neighbouring repeats reach in.
        for row in -2...3 {
            let shift = shiftsOddRows && row % 2 != 0 ? Double(width) / 2 : 0
            for column in -2...2 {
                ink.draw(
                    on: canvas,
                    .translation(x: Double(column * width) + shift, y: Double(row * step)))
            }
        }
        let corner = ground.corner(offsetX: 0, offsetY: 0, width: width, height: height)
        return Pattern(image: tile, originX: corner.x, originY: corner.y)
    }
}
