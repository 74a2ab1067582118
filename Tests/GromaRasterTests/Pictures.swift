// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRaster

/// A white picture that `draw` has drawn into.
func picture(
    _ width: Int = 64, _ height: Int = 64, background: PixelColor = .white, bandHeight: Int = 64,
    _ draw: (Canvas) -> Void
) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: width, height: height, fill: background)
    draw(Canvas(buffer, bandHeight: bandHeight))
    return buffer
}

/// The area that black ink covers on white, in pixels, by the sum of the grey values.
func inkArea(_ buffer: PixelBuffer) -> Double {
    buffer.packedPixels.reduce(0.0) { $0 + Double(255 - Int($1 >> 8 & 255)) / 255 }
}

/// A path of straight lines through places given as x, y in turn.
func path(_ numbers: [Double], closed: Bool = false) -> PixelPath {
    var path = PixelPath()
    for i in stride(from: 0, to: numbers.count - 1, by: 2) {
        if i == 0 {
            path.move(toX: numbers[0], y: numbers[1])
        } else {
            path.line(toX: numbers[i], y: numbers[i + 1])
        }
    }
    if closed { path.close() }
    return path
}

let ink = Paint.color(.black)

/// Numbers that follow from a seed alone.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
