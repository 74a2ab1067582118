// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import GromaRaster

/// Turns symbols into what the pipeline draws, at one size of a point on the picture.
struct SymbolPainter {
    /// Picture pixels a point (1/72 inch): 4/3 on a screen of 96 dots per inch, times the pixel ratio.
    let pixelsPerPoint: Double
    let text: TextEngine
    /// Pictures of picture symbols by where they come from; those that could not be had are missing.
    let pictures: [SymbolImage: PixelBuffer]

    /// The drawable form; nil for a symbol that Groma does not draw.
    func drawSymbol(_ symbol: any Symbol, _ variant: SymbolVariant = SymbolVariant()) throws(RasterError) -> DrawSymbol?
    {
        switch symbol {
        case let marker as SimpleMarkerSymbol: DrawSymbol(layers: [.marker(try sprite(marker, variant))])
        case let line as SimpleLineSymbol: DrawSymbol(layers: stroke(line, variant, width: variant.size))
        case let fill as SimpleFillSymbol: DrawSymbol(layers: try layers(fill, variant))
        case let picture as PictureMarkerSymbol: try sprite(picture, variant).map { DrawSymbol(layers: [.marker($0)]) }
        case let picture as PictureFillSymbol: DrawSymbol(layers: try layers(picture, variant))
        case let text as TextSymbol: DrawSymbol(layers: [.marker(try sprite(text, variant))])
        default: nil
        }
    }

    func color(_ color: Color?) -> PixelColor {
        guard let color else { return .clear }
        return PixelColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }

    // MARK: - Lines

    func stroke(_ line: SimpleLineSymbol, _ variant: SymbolVariant, width: Double?) -> [DrawSymbol.Layer] {
        let colour = color(variant.paint(line.color))
        guard line.style != .null, colour.alpha > 0 else { return [] }
        let points = width ?? line.width
        guard points > 0 else { return [] }
        return [.stroke(style(line, width: points * pixelsPerPoint), .color(colour))]
    }

    /// An outline follows the variant's opacity and its own width, never its colour.
    func outline(_ line: SimpleLineSymbol?, _ variant: SymbolVariant) -> [DrawSymbol.Layer] {
        guard let line else { return [] }
        var own = SymbolVariant()
        own.opacity = variant.opacity
        return stroke(line, own, width: variant.outlineWidth)
    }

    /// Dash patterns are stated in line widths; hair lines take the pattern of a line one pixel wide.
    private func style(_ line: SimpleLineSymbol, width: Double) -> StrokeStyle {
        let cap: StrokeStyle.Cap =
            switch line.cap {
            case .butt: .butt
            case .round: .round
            case .square: .square
            }
        let join: StrokeStyle.Join =
            switch line.join {
            case .miter: .miter
            case .round: .round
            case .bevel: .bevel
            }
        let dashes = line.style.dashPattern.map { $0 * max(width, 1) }
        return StrokeStyle(
            width: width, cap: dashes.isEmpty ? cap : .butt, join: join, miterLimit: max(line.miterLimit, 1),
            dashes: dashes)
    }

    // MARK: - Fills

    private func layers(_ fill: SimpleFillSymbol, _ variant: SymbolVariant) throws(RasterError) -> [DrawSymbol.Layer] {
        let colour = color(variant.paint(fill.color))
        var layers: [DrawSymbol.Layer] = []
        if colour.alpha > 0 {
            if fill.style == .solid {
                layers.append(.fill(.color(colour)))
            } else if let hatch = Self.hatch(fill.style) {
                // Esri's clients draw hatches as hair lines ten pixels apart whatever the outline (measured on their pictures).
                let unit = pixelsPerPoint * 0.75
                layers.append(.fill(.pattern(try .hatch(hatch, color: colour, lineWidth: unit, spacing: 10 * unit))))
            }
        }
        return layers + outline(fill.outline, variant)
    }

    private static func hatch(_ style: SimpleFillSymbol.Style) -> Pattern.Hatch? {
        switch style {
        case .horizontal: .horizontal
        case .vertical: .vertical
        case .forwardDiagonal: .forwardDiagonal
        case .backwardDiagonal: .backwardDiagonal
        case .cross: .cross
        case .diagonalCross: .diagonalCross
        default: nil
        }
    }

    private func layers(_ fill: PictureFillSymbol, _ variant: SymbolVariant) throws(RasterError) -> [DrawSymbol.Layer] {
        var layers: [DrawSymbol.Layer] = []
        if let picture = pictures[fill.image] {
            let width = (fill.width > 0 ? fill.width * pixelsPerPoint : Double(picture.width)) * max(fill.scaleX, 0.01)
            let height =
                (fill.height > 0 ? fill.height * pixelsPerPoint : Double(picture.height)) * max(fill.scaleY, 0.01)
            let tile = try PixelBuffer(
                width: Int(min(max(width, 1), 2_048).rounded()), height: Int(min(max(height, 1), 2_048).rounded()))
            Canvas(tile).draw(
                picture,
                transform: .scale(
                    x: Double(tile.width) / Double(picture.width), y: Double(tile.height) / Double(picture.height)))
            let pattern = Pattern(
                image: tile, originX: Int(fill.offsetX * pixelsPerPoint), originY: Int(-fill.offsetY * pixelsPerPoint),
                opacity: variant.opacity)
            layers.append(.fill(.pattern(pattern)))
        }
        return layers + outline(fill.outline, variant)
    }
}
