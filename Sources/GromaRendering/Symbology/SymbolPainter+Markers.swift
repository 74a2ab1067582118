// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaMapping
import GromaRaster

extension SymbolPainter {
    /// A drawn shape. The sprite holds offset and turn, so that a row costs one stamp.
    func sprite(_ marker: SimpleMarkerSymbol, _ variant: SymbolVariant) throws(RasterError) -> MarkerSprite {
        let size = bounded((variant.size ?? marker.size) * pixelsPerPoint, 0, 900)
        let fill = color(variant.paint(marker.color))
        let isLine = marker.style == .cross || marker.style == .x
        // Crosses have no inside: their strokes are the outline, in the fill's colour where there is none.
        let line = marker.outline
        var own = SymbolVariant()
        own.opacity = variant.opacity
        var lineColour = line.flatMap { $0.style == .null ? nil : color(own.paint($0.color)) } ?? .clear
        var lineWidth = bounded((variant.outlineWidth ?? line?.width ?? 0) * pixelsPerPoint, 0, 200)
        if isLine, line == nil {
            lineColour = fill
            lineWidth = pixelsPerPoint
        }
        let shift = self.shift(marker.offsetX, marker.offsetY)
        let place = PixelAffine.rotation(degrees: variant.rotation - marker.angle).then(
            .translation(x: shift.x, y: shift.y))
        // Half a circle, or the corners of a square or triangle, and of paths that reach beyond their size a little more.
        let extent = marker.style == .circle ? 0.5 : marker.style == .path ? 0.8 : 0.72
        let reach = size * extent + lineWidth / 2 + hypot(shift.x, shift.y) + 1
        let shape = Self.shape(marker.style, size: size, path: marker.path)
        return try MarkerSprite(radius: min(reach, 512)) { canvas, x, y in
            let path = shape.path(place.then(.translation(x: x, y: y)))
            if !isLine { canvas.fill(path, with: .color(fill)) }
            canvas.stroke(
                path, StrokeStyle(width: lineWidth, cap: .round, join: .round),
                with: .color(lineColour))
        }
    }

    func sprite(_ marker: PictureMarkerSymbol, _ variant: SymbolVariant) throws(RasterError) -> MarkerSprite? {
        guard let picture = pictures[marker.image] else { return nil }
        var width = marker.width > 0 ? marker.width * pixelsPerPoint : Double(picture.width)
        var height = marker.height > 0 ? marker.height * pixelsPerPoint : Double(picture.height)
        if let size = variant.size {
            width *= size * pixelsPerPoint / max(height, 0.01)
            height = size * pixelsPerPoint
        }
        let shift = self.shift(marker.offsetX, marker.offsetY)
        return try .picture(
            picture, width: bounded(width, 0.1, 600), height: bounded(height, 0.1, 600),
            rotation: variant.rotation - marker.angle,
            offsetX: shift.x, offsetY: shift.y, opacity: variant.opacity)
    }

    /// A text as a marker: snapped to whole pixels, as all letters are.
    func sprite(_ symbol: TextSymbol, _ variant: SymbolVariant) throws(RasterError) -> MarkerSprite {
        var size = symbol.font.size * pixelsPerPoint
        if let points = variant.size { size = points * pixelsPerPoint }
        let style = textStyle(symbol, size: size)
        let upright = text.mask(of: symbol.text, style: style)
        let turn = variant.rotation - symbol.angle
        let mask = turn == 0 ? upright : text.mask(of: symbol.text, style: style, degrees: turn)
        let anchor = symbol.anchor(of: upright)
        let shift = self.shift(symbol.offsetX, symbol.offsetY)
        let moved = PixelAffine.rotation(degrees: turn).apply(x: anchor.x, y: anchor.y)
        let ink = color(variant.paint(symbol.color))
        let halo = color(symbol.haloColor.map { $0.multiplied(byOpacity: variant.opacity) })
        let reach =
            hypot(upright.width + 2, upright.ascent + upright.descent + 2) + hypot(anchor.x, anchor.y)
            + hypot(shift.x, shift.y) + style.haloWidth
        return try MarkerSprite(radius: bounded(reach, 0, 512)) { canvas, x, y in
            let left = Int((x + shift.x + moved.x).rounded())
            let top = Int((y + shift.y + moved.y).rounded())
            canvas.stamp(mask, x: left, y: top, ink: ink, halo: halo)
        }
    }

    /// The letters of a text symbol at a size in pixels.
    func textStyle(_ symbol: TextSymbol, size: Double) -> TextStyle {
        var style = TextStyle(
            family: symbol.font.family, size: size, isBold: [.bold, .bolder].contains(symbol.font.weight),
            isItalic: symbol.font.style != .normal,
            haloWidth: symbol.haloColor == nil ? 0 : symbol.haloSize * pixelsPerPoint)
        style.isKerned = symbol.isKerned
        return style
    }

    private func shift(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (bounded(x * pixelsPerPoint, -200, 200), bounded(-y * pixelsPerPoint, -200, 200))
    }

    private func bounded(_ value: Double, _ low: Double, _ high: Double) -> Double {
        value.isNaN ? low : min(max(value, low), high)
    }

    private static func shape(_ style: SimpleMarkerSymbol.Style, size: Double, path: String?) -> MarkerShape {
        let half = size / 2
        switch style {
        case .circle: return .circle(radius: half)
        case .square: return .polygon([(-half, -half), (half, -half), (half, half), (-half, half)])
        case .diamond: return .polygon([(0, -half), (half, 0), (0, half), (-half, 0)])
        case .triangle:
            // Equilateral and a little wider than its size, as common clients draw it; its box is centred.
            let side = size * 1.08, height = side * 0.75.squareRoot()
            return .polygon([(0, -height / 2), (side / 2, height / 2), (-side / 2, height / 2)])
        case .cross: return .lines([(-half, 0), (half, 0), (0, -half), (0, half)])
        case .x: return .lines([(-half, -half), (half, half), (-half, half), (half, -half)])
        case .path: return .path(SVGPath(path ?? "", height: size))
        }
    }
}

/// A marker's shape round its place, y down.
private enum MarkerShape {
    case circle(radius: Double)
    case polygon([(x: Double, y: Double)])
    /// Pairs of points.
    case lines([(x: Double, y: Double)])
    case path(SVGPath)

    func path(_ transform: PixelAffine) -> PixelPath {
        var path = PixelPath()
        switch self {
        case .circle(let radius):
            let center = transform.apply(x: 0, y: 0)
            path.addCircle(x: center.x, y: center.y, radius: radius)
        case .polygon(let corners):
            for (index, corner) in corners.enumerated() {
                let place = transform.apply(x: corner.x, y: corner.y)
                if index == 0 { path.move(toX: place.x, y: place.y) } else { path.line(toX: place.x, y: place.y) }
            }
            path.close()
        case .lines(let ends):
            for (index, end) in ends.enumerated() {
                let place = transform.apply(x: end.x, y: end.y)
                if index % 2 == 0 { path.move(toX: place.x, y: place.y) } else { path.line(toX: place.x, y: place.y) }
            }
        case .path(let drawing):
            for part in drawing.parts {
                for (index, point) in part.points.enumerated() {
                    let place = transform.apply(x: point.x, y: point.y)
                    if index == 0 { path.move(toX: place.x, y: place.y) } else { path.line(toX: place.x, y: place.y) }
                }
                if part.isClosed { path.close() }
            }
        }
        return path
    }
}

extension TextSymbol {
    /// From the symbol's place to the left end of the first baseline, in pixels, y down.
    func anchor(of mask: TextMask) -> (x: Double, y: Double) {
        let x =
            switch horizontalAlignment {
            case .left: 0.0
            case .right: -mask.width
            case .center, .justify: -mask.width / 2
            }
        let y =
            switch verticalAlignment {
            case .baseline: 0.0
            case .top: mask.ascent
            case .middle: (mask.ascent - mask.descent) / 2
            case .bottom: -mask.descent
            }
        return (x, y)
    }
}
