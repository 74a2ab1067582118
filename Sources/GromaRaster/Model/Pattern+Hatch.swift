// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

extension Pattern {
    /// The directions of hatch lines.
    public enum Hatch: Sendable, Hashable, CaseIterable {
        case horizontal, vertical, forwardDiagonal, backwardDiagonal, cross, diagonalCross

        /// Degrees counter-clockwise from the horizontal.
        var degrees: [Double] {
            switch self {
            case .horizontal: [0]
            case .vertical: [90]
            case .forwardDiagonal: [135]
            case .backwardDiagonal: [45]
            case .cross: [0, 90]
            case .diagonalCross: [45, 135]
            }
        }
    }

    /// Parallel lines `spacing` pixels apart (2…256), `lineWidth` pixels wide, one of each direction through `fixedTo`.
    ///
    /// Diagonals are at 45 degrees: forward from the upper left to the lower right, as in Windows and Esri hatches. One
    /// picture holds as many lines as it takes for the spacing to come within 1/64 pixel of a whole number of pixels.
    public static func hatch(
        _ hatch: Hatch, color: PixelColor, lineWidth: Double = 1, spacing: Double = 8,
        fixedTo anchor: (x: Double, y: Double) = (0.5, 0.5), format: PixelFormat = .bgra
    ) throws(RasterError) -> Pattern {
        try lines(
            degrees: hatch.degrees, color: color, style: StrokeStyle(width: lineWidth), spacing: spacing,
            fixedTo: anchor, format: format)
    }

    /// Parallel lines in any directions, degrees counter-clockwise from the horizontal; flat angles are taken to the next that a
    /// picture of 2,048 pixels can repeat.
    public static func lines(
        degrees: [Double], color: PixelColor, style: StrokeStyle, spacing: Double,
        fixedTo anchor: (x: Double, y: Double) = (0.5, 0.5), format: PixelFormat = .bgra
    ) throws(RasterError) -> Pattern {
        let apart = spacing.isFinite ? min(max(spacing, 2), 256) : 8
        var directions: [Direction] = degrees.map { Direction(degrees: $0, spacing: apart) }
        // All directions share one picture: its sides must hold whole numbers of each one's lines.
        let width = Direction.side(directions.compactMap(\.stepX)),
            height = Direction.side(directions.compactMap(\.stepY))
        for index in directions.indices { directions[index].fit(width: width, height: height) }
        let image = try PixelBuffer(width: width, height: height, format: format)
        // The picture holds what of the place lies between pixels only, so that tiles whose grids differ by whole pixels share it.
        func split(_ value: Double, _ side: Int) -> (whole: Int, rest: Double) {
            let rest = value.isFinite ? value.truncatingRemainder(dividingBy: Double(side)) : 0
            let whole = ((rest * 256).rounded() / 256).rounded(.down)
            return (Int(whole), (rest * 256).rounded() / 256 - whole)
        }
        let (originX, x) = split(anchor.x, width), (originY, y) = split(anchor.y, height)
        var path = PixelPath()
        for direction in directions {
            direction.addLines(to: &path, x: x, y: y, width: Double(width), height: Double(height))
        }
        // One shape, so that crossings of translucent lines are not darker.
        Canvas(image).stroke(path, style, with: .color(color))
        return Pattern(image: image, originX: originX, originY: originY)
    }

    /// Lines of one direction: how far apart they lie along the axes; nil along an axis that they run along.
    private struct Direction {
        var stepX: Double?
        var stepY: Double?
        let risesToTheRight: Bool

        init(degrees: Double, spacing: Double) {
            var angle = (degrees.isFinite ? degrees : 0).truncatingRemainder(dividingBy: 180)
            if angle < 0 { angle += 180 }
            risesToTheRight = angle < 90
            let sine = sin(angle * .pi / 180), cosine = abs(cos(angle * .pi / 180))
            stepX = sine < 0.01 ? nil : spacing / sine
            stepY = cosine < 0.01 ? nil : spacing / cosine
        }

        /// Whole pixels that hold whole numbers of all steps, or nearly.
        static func side(_ steps: [Double]) -> Int {
            guard let first = steps.first else { return 8 }
            var best = (error: Double.infinity, side: 8)
            var repeats = 1.0
            while repeats == 1 || repeats * first <= 256 {
                let side = min((repeats * first).rounded(), 2_048)
                let error = steps.reduce(0.0) { worst, step in
                    max(worst, abs(side / (side / step).rounded() - step) * (side / step).rounded())
                }
                if error < best.error { best = (error, max(1, Int(side))) }
                if error <= 1.0 / 64 { break }
                repeats += 1
            }
            return best.side
        }

        mutating func fit(width: Int, height: Int) {
            stepX = stepX.map { Double(width) / max(1, (Double(width) / $0).rounded()) }
            stepY = stepY.map { Double(height) / max(1, (Double(height) / $0).rounded()) }
        }

        /// Every line that reaches into the picture, those of neighbouring repeats too.
        func addLines(to path: inout PixelPath, x: Double, y: Double, width: Double, height: Double) {
            guard let stepX else {
                guard let stepY else { return }
                for index in -Int(2 * height / stepY) - 2...Int(3 * height / stepY) + 2 {
                    path.move(toX: -width, y: y + Double(index) * stepY)
                    path.line(toX: 2 * width, y: y + Double(index) * stepY)
                }
                return
            }
            guard let stepY else {
                for index in -Int(2 * width / stepX) - 2...Int(3 * width / stepX) + 2 {
                    path.move(toX: x + Double(index) * stepX, y: -height)
                    path.line(toX: x + Double(index) * stepX, y: 2 * height)
                }
                return
            }
            let lean = (height / stepY).rounded() * 2 + 2
            let across = (width / stepX).rounded() * 2 + lean + 2
            for index in -Int(across)...Int(across) {
                let middle = x + Double(index) * stepX, reach = lean * stepX
                let rise = risesToTheRight ? -lean * stepY : lean * stepY
                path.move(toX: middle - reach, y: y - rise)
                path.line(toX: middle + reach, y: y + rise)
            }
        }
    }
}
