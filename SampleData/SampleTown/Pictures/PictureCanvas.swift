// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaRaster
import GromaRendering

/// A small picture being drawn: 640 by 480 pixels unless told otherwise.
struct PictureCanvas {
    let buffer: PixelBuffer
    private let canvas: Canvas
    private static let engine = TextEngine(fonts: .system)

    init(width: Int = 640, height: Int = 480, _ ground: String) throws {
        buffer = try PixelBuffer(width: width, height: height, format: .rgba)
        canvas = Canvas(buffer)
        canvas.clear(PictureCanvas.color(ground))
    }

    /// #RRGGBB.
    static func color(_ hex: String) -> PixelColor { PixelColor(hex: hex) ?? .black }

    func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: String, opacity: Double = 1) {
        var path = PixelPath()
        path.addRectangle(x: x, y: y, width: width, height: height)
        canvas.fill(path, with: .color(PictureCanvas.color(color).with(opacity: opacity)))
    }

    func disc(_ x: Double, _ y: Double, _ radius: Double, _ color: String, opacity: Double = 1) {
        var path = PixelPath()
        path.addCircle(x: x, y: y, radius: radius)
        canvas.fill(path, with: .color(PictureCanvas.color(color).with(opacity: opacity)))
    }

    func shape(_ points: [(Double, Double)], _ color: String, opacity: Double = 1) {
        canvas.fill(PictureCanvas.path(points), with: .color(PictureCanvas.color(color).with(opacity: opacity)))
    }

    func line(_ points: [(Double, Double)], _ width: Double, _ color: String, dashes: [Double] = []) {
        canvas.stroke(
            PictureCanvas.path(points), StrokeStyle(width: width, cap: .round, join: .round, dashes: dashes),
            with: .color(PictureCanvas.color(color)))
    }

    private static func path(_ points: [(Double, Double)]) -> PixelPath {
        var path = PixelPath()
        for (index, point) in points.enumerated() {
            if index == 0 { path.move(toX: point.0, y: point.1) } else { path.line(toX: point.0, y: point.1) }
        }
        return path
    }

    /// A text whose baseline begins at (x, y), or is centred on x.
    func text(
        _ text: String, _ x: Double, _ y: Double, size: Double, _ color: String, isCentred: Bool = false,
        isBold: Bool = false
    ) {
        let mask = PictureCanvas.engine.mask(
            of: text, style: TextStyle(family: "Noto Sans,DejaVu Sans", size: size, isBold: isBold))
        let left = isCentred ? x - mask.width / 2 : x
        guard
            let ink = try? CoverageMask(
                width: mask.ink.width, height: mask.ink.height, values: mask.ink.coverage)
        else { return }
        canvas.stamp(
            ink, x: Int(left.rounded()) + mask.ink.left, y: Int(y.rounded()) + mask.ink.top,
            color: PictureCanvas.color(color))
    }

    func png() throws -> [UInt8] { try Image(buffer).encoded(as: .png(level: 6)) }

    func jpeg() throws -> [UInt8] { try Image(buffer).encoded(as: .jpeg(quality: 78)) }
}
