// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// Two pictures side by side.
struct PictureComparison {
    /// Channels that differ by no more count as equal: sines of another processor may move a coverage by one level.
    static let leniency = 2
    /// Pixels that differ; -1 for pictures of different sizes.
    let differing: Int
    /// The largest difference of a channel.
    let worst: Int
    /// The expected picture faded, with what differs in red.
    let picture: Image

    init(_ actual: Image, _ expected: Image) {
        guard actual.width == expected.width, actual.height == expected.height else {
            differing = -1
            worst = 255
            picture = actual
            return
        }
        var faded = expected
        var count = 0, most = 0
        for place in stride(from: 0, to: actual.pixels.count, by: 4) {
            var difference = 0
            for channel in place..<place + 4 {
                difference = max(difference, abs(Int(actual.pixels[channel]) - Int(expected.pixels[channel])))
            }
            most = max(most, difference)
            let differs = difference > Self.leniency
            if differs { count += 1 }
            for channel in 0..<3 {
                faded.pixels[place + channel] =
                    differs ? (channel == 0 ? 255 : 0) : UInt8(190 + Int(expected.pixels[place + channel]) / 4)
            }
            faded.pixels[place + 3] = 255
        }
        differing = count
        worst = most
        picture = faded
    }
}

/// Structural similarity (Wang, Bovik, Sheikh, Simoncelli 2004) on luma of pictures brought to half size, in windows of 8 x 8.
struct StructuralSimilarity {
    /// Mean over all windows.
    let mean: Double
    /// Mean over windows in which either picture is not one flat colour.
    let meanWhereDrawn: Double

    init(_ a: Image, _ b: Image) {
        let first = Self.halfLuma(a), second = Self.halfLuma(b)
        let width = a.width / 2, height = a.height / 2
        var sum = 0.0, drawn = 0.0
        var count = 0, drawnCount = 0
        for top in stride(from: 0, through: height - 8, by: 8) {
            for left in stride(from: 0, through: width - 8, by: 8) {
                var x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0
                for row in top..<top + 8 {
                    for column in left..<left + 8 {
                        let p = first[row * width + column], q = second[row * width + column]
                        x += p
                        y += q
                        xx += p * p
                        yy += q * q
                        xy += p * q
                    }
                }
                let meanX = x / 64, meanY = y / 64
                let varianceX = xx / 64 - meanX * meanX, varianceY = yy / 64 - meanY * meanY
                let covariance = xy / 64 - meanX * meanY
                let c1 = 6.5025, c2 = 58.5225
                let value =
                    (2 * meanX * meanY + c1) * (2 * covariance + c2)
                    / ((meanX * meanX + meanY * meanY + c1) * (varianceX + varianceY + c2))
                sum += value
                count += 1
                if varianceX > 0.01 || varianceY > 0.01 || abs(meanX - meanY) > 0.5 {
                    drawn += value
                    drawnCount += 1
                }
            }
        }
        mean = sum / Double(max(count, 1))
        meanWhereDrawn = drawn / Double(max(drawnCount, 1))
    }

    private static func halfLuma(_ image: Image) -> [Double] {
        let width = image.width / 2, height = image.height / 2
        var luma = [Double](repeating: 0, count: width * height)
        for y in 0..<2 * height {
            for x in 0..<2 * width {
                let pixel = image[x, y]
                let value = 0.299 * Double(pixel.red) + 0.587 * Double(pixel.green) + 0.114 * Double(pixel.blue)
                luma[y / 2 * width + x / 2] += value / 4
            }
        }
        return luma
    }
}
