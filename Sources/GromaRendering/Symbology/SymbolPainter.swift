// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import GromaRaster

/// Turns symbols into what the pipeline draws, at one size of a point on the picture.
struct SymbolPainter: Sendable {
    /// Picture pixels a point (1/72 inch): 4/3 on a screen of 96 dots per inch, times the pixel ratio.
    let pixelsPerPoint: Double
    let text: TextEngine
    /// Pictures of picture symbols by where they come from; those that could not be had are missing.
    let pictures: [SymbolImage: PixelBuffer]
    /// What hatches are fixed to.
    var ground = HatchGround()

    /// The drawable form; nil for a symbol that Groma does not draw.
    func drawSymbol(_ symbol: any Symbol, _ variant: SymbolVariant = SymbolVariant()) throws(RasterError) -> DrawSymbol?
    {
        switch symbol {
        case let marker as SimpleMarkerSymbol: DrawSymbol(layers: [.marker(try sprite(marker, variant))])
        case let line as SimpleLineSymbol: DrawSymbol(layers: stroke(line, variant, width: variant.size))
        case let fill as SimpleFillSymbol: DrawSymbol(layers: try layers(fill, variant))
        case let picture as PictureMarkerSymbol: try sprite(picture, variant).map { DrawSymbol(layers: [.marker($0)]) }
        case let picture as PictureFillSymbol: DrawSymbol(layers: try layers(picture, variant))
        case let layered as MultilayerSymbol: DrawSymbol(layers: try layers(layered, variant))
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
    func style(_ line: SimpleLineSymbol, width: Double) -> StrokeStyle {
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
        // A dash is as long with its ends as the pattern says: ends that reach out come off the dash.
        let ends = cap == .butt ? 0.0 : 1.0
        let dashes = line.style.dashPattern.enumerated().map { place, length in
            (place % 2 == 0 ? max(length - ends, 0) : length + ends) * max(width, 1)
        }
        return StrokeStyle(
            width: width, cap: cap, join: join, miterLimit: max(line.miterLimit, 1), dashes: dashes)
    }

    // MARK: - Fills

    private func layers(_ fill: SimpleFillSymbol, _ variant: SymbolVariant) throws(RasterError) -> [DrawSymbol.Layer] {
        let colour = color(variant.paint(fill.color))
        var layers: [DrawSymbol.Layer] = []
        if colour.alpha > 0 {
            if fill.style == .solid {
                layers.append(.fill(.color(colour)))
            } else if let hatch = Self.hatch(fill.style) {
                // Hair lines eight pixels apart whatever the outline, diagonals wider by the square root of two: so common
                // clients draw them at the scales of tile levels.
                let unit = pixelsPerPoint * 0.75 * ground.stretch
                let isDiagonal = [.forwardDiagonal, .backwardDiagonal, .diagonalCross].contains(hatch)
                layers.append(
                    .fill(
                        .pattern(
                            try .hatch(
                                hatch, color: colour, lineWidth: unit,
                                spacing: (isDiagonal ? 128.squareRoot() : 8) * unit,
                                fixedTo: (ground.x, ground.y)))))
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
            let pattern = try tile(
                picture, width: width, height: height, variant, offsetX: fill.offsetX * pixelsPerPoint,
                offsetY: -fill.offsetY * pixelsPerPoint)
            layers.append(.fill(.pattern(pattern)))
        }
        return layers + outline(fill.outline, variant)
    }

    /// A picture at a size, repeated.
    func tile(
        _ picture: PixelBuffer, width: Double, height: Double, _ variant: SymbolVariant, offsetX: Double = 0,
        offsetY: Double = 0
    ) throws(RasterError) -> Pattern {
        let tile = try PixelBuffer(
            width: Int(min(max(width, 1), 2_048).rounded()), height: Int(min(max(height, 1), 2_048).rounded()))
        Canvas(tile).draw(
            picture,
            transform: .scale(
                x: Double(tile.width) / Double(picture.width), y: Double(tile.height) / Double(picture.height)))
        let corner = ground.corner(offsetX: offsetX, offsetY: offsetY, width: tile.width, height: tile.height)
        return Pattern(image: tile, originX: corner.x, originY: corner.y, opacity: variant.opacity)
    }
}
