// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import GromaCodecs

/// Our own pictures of the device: drawn when they are needed, in any resolution.
package struct LocationPicture: Sendable {
    package var kind: MarkerKind

    package init(kind: MarkerKind) { self.kind = kind }

    private struct Ink {
        var red, green, blue, alpha: Double
        static let accent = Ink(red: 0x35, green: 0x84, blue: 0xE4, alpha: 1)
        static let edge = Ink(red: 0x1A, green: 0x5F, blue: 0xB4, alpha: 1)
        static let white = Ink(red: 255, green: 255, blue: 255, alpha: 1)
        static let grey = Ink(red: 0x77, green: 0x76, blue: 0x7B, alpha: 1)
    }

    /// Device-independent pixels of the square picture, whose middle is the place.
    package var size: Double {
        switch kind {
        case .plain, .acquiring: 24
        case .course: 36
        case .heading: 64
        }
    }

    /// The picture with `pixelRatio` pixels a device-independent one.
    package func image(pixelRatio: Double) -> Image {
        let ratio = pixelRatio.isFinite ? min(max(pixelRatio, 1), 4) : 1
        let pixels = Int((size * ratio).rounded(.up))
        var image = Image(width: pixels, height: pixels)
        let samples = 4
        for row in 0..<pixels {
            for column in 0..<pixels {
                var sum = (red: 0.0, green: 0.0, blue: 0.0, alpha: 0.0)
                for sample in 0..<(samples * samples) {
                    let x = (Double(column) + (Double(sample % samples) + 0.5) / Double(samples)) / ratio - size / 2
                    let y = (Double(row) + (Double(sample / samples) + 0.5) / Double(samples)) / ratio - size / 2
                    guard let ink = ink(x, y) else { continue }
                    sum.red += ink.red * ink.alpha
                    sum.green += ink.green * ink.alpha
                    sum.blue += ink.blue * ink.alpha
                    sum.alpha += 255 * ink.alpha
                }
                let count = Double(samples * samples)
                func byte(_ value: Double) -> UInt8 { UInt8(min(max((value / count).rounded(), 0), 255)) }
                image[column, row] = (byte(sum.red), byte(sum.green), byte(sum.blue), byte(sum.alpha))
            }
        }
        return image
    }

    /// The colour at a place round the middle, y down; nil where nothing is.
    private func ink(_ x: Double, _ y: Double) -> Ink? {
        let distance = hypot(x, y)
        switch kind {
        case .plain: return disc(distance, .accent, .edge)
        case .acquiring:
            // The ring is broken into dashes, the same left and right.
            let isGap = Int((atan2(abs(x), y) / .pi * 8 + 0.5).rounded(.down)) % 2 == 1
            if distance > 8.5, isGap { return nil }
            return disc(distance, .grey, .grey)
        case .course:
            if distance > 17 { return nil }
            if distance > 16 { return .edge }
            if distance > 13.5 { return .white }
            return isInArrow(x, y) ? .white : .accent
        case .heading:
            if let ink = disc(distance, .accent, .edge) { return ink }
            // A beam of 60 degrees to the top, fading outwards.
            guard distance < 31, y < 0, abs(atan2(x, -y)) <= .pi / 6 else { return nil }
            var beam = Ink.accent
            beam.alpha = 0.7 * (1 - (distance - 10.5) / 20.5)
            return beam
        }
    }

    private func disc(_ distance: Double, _ fill: Ink, _ edge: Ink) -> Ink? {
        if distance > 10.5 { return nil }
        if distance > 9.75 { return edge }
        return distance > 7.5 ? .white : fill
    }

    /// A notched arrow, up.
    private func isInArrow(_ x: Double, _ y: Double) -> Bool {
        let side = abs(x)
        // From the tip (0, -10) to the barb (7, 8), and from there to the notch (0, 4).
        let isLeftOfEdge = 18 * side - 7 * (y + 10) <= 0
        let isAboveNotch = 7 * (y - 4) - 4 * side <= 0
        return isLeftOfEdge && isAboveNotch
    }
}
