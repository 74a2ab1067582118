// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaMapping
import GromaRaster

/// Changes shapes on the pixel grid before they are drawn, as the effects of a symbol say.
public struct ShapeChange: Sendable {
    private let effects: [SymbolEffect]
    private let pixelsPerPoint: Double
    /// Vertices of one shape at most; effects that would make more leave the shape as it is.
    private static let most = 200_000

    init?(_ effects: [SymbolEffect], pixelsPerPoint: Double) {
        guard !effects.isEmpty else { return nil }
        self.effects = effects
        self.pixelsPerPoint = pixelsPerPoint
    }

    /// How far the changed shape may lie from the box of the unchanged one, in pixels.
    var reach: Double {
        effects.reduce(0) { reach, effect in
            switch effect {
            case .move(let x, let y): reach + pixels(hypot(x, y))
            // As far as the shape is large, which nobody knows beforehand.
            case .rotate, .scale: 65_536
            case .extend(let length, _, _): reach + pixels(abs(length))
            case .wave(let amplitude, _, _): reach + pixels(abs(amplitude))
            case .cut, .reverse, .enclose: reach
            }
        }
    }

    private func pixels(_ points: Double) -> Double {
        let pixels = points * pixelsPerPoint
        return pixels.isFinite ? min(max(pixels, -32_768), 32_768) : 0
    }

    /// The parts of a shape, changed.
    func applied(to parts: [[PixelPoint]]) -> [[PixelPoint]] {
        var lines = parts.filter { $0.count > 1 }.map { $0.map { SIMD2(Double($0.x), Double($0.y)) } }
        for effect in effects { lines = apply(effect, lines) }
        let limit = Double(1 << 30)
        return lines.map { line in
            line.reduce(into: []) { points, place in
                let point = PixelPoint(
                    Int32(min(max(place.x, -limit), limit).rounded()), Int32(min(max(place.y, -limit), limit).rounded())
                )
                if points.last != point { points.append(point) }
            }
        }
    }

    private typealias Line = [SIMD2<Double>]

    private func apply(_ effect: SymbolEffect, _ lines: [Line]) -> [Line] {
        switch effect {
        case .move(let x, let y):
            let shift = SIMD2(pixels(x), -pixels(y)) * 256
            return lines.map { $0.map { $0 + shift } }
        case .rotate(let degrees):
            let angle = (degrees.isFinite ? degrees : 0) * .pi / 180, sine = sin(angle), cosine = cos(angle)
            return aboutMiddle(lines) { SIMD2($0.x * cosine + $0.y * sine, $0.y * cosine - $0.x * sine) }
        case .scale(let x, let y):
            let factors = SIMD2(x.isFinite ? min(max(x, -100), 100) : 1, y.isFinite ? min(max(y, -100), 100) : 1)
            return aboutMiddle(lines) { $0 * factors }
        case .cut(let begin, let end, let middle, let isInverted):
            return lines.flatMap { cut($0, pixels(begin) * 256, pixels(end) * 256, pixels(middle) * 256, isInverted) }
        case .extend(let length, let degrees, let atBegin):
            return lines.map { extended($0, pixels(length) * 256, degrees, atBegin) }
        case .reverse: return lines.map { $0.reversed() }
        case .wave(let amplitude, let period, let form):
            return lines.map { waved($0, pixels(amplitude) * 256, pixels(period) * 256, form) }
        case .enclose(let form): return enclosed(lines, form)
        }
    }

    private func aboutMiddle(_ lines: [Line], _ change: (SIMD2<Double>) -> SIMD2<Double>) -> [Line] {
        guard let (low, high) = Self.box(lines) else { return lines }
        let middle = (low + high) / 2
        return lines.map { $0.map { change($0 - middle) + middle } }
    }

    private static func box(_ lines: [Line]) -> (SIMD2<Double>, SIMD2<Double>)? {
        guard let first = lines.first?.first else { return nil }
        return lines.joined().reduce((first, first)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    }

    // MARK: Along lines

    private static func distances(_ line: Line) -> [Double] {
        zip(line, line.dropFirst()).reduce(into: [0]) { sums, pair in
            let step = pair.1 - pair.0
            sums.append(sums[sums.count - 1] + hypot(step.x, step.y))
        }
    }

    /// The piece of a line between two distances from its beginning.
    private static func piece(_ line: Line, _ distances: [Double], _ from: Double, _ to: Double) -> Line? {
        guard to > from else { return nil }
        var result: Line = []
        for index in 1..<line.count where distances[index] > from && distances[index - 1] < to {
            let start = distances[index - 1], length = distances[index] - start
            guard length > 0 else { continue }
            let a = line[index - 1], step = line[index] - a
            if result.isEmpty { result.append(a + step * (max(from - start, 0) / length)) }
            result.append(a + step * (min(to - start, length) / length))
        }
        return result.count > 1 ? result : nil
    }

    private func cut(_ line: Line, _ begin: Double, _ end: Double, _ middle: Double, _ isInverted: Bool) -> [Line] {
        let distances = Self.distances(line), length = distances[distances.count - 1]
        let first = min(max(begin, 0), length), last = max(length - max(end, 0), first)
        let center = (first + last) / 2, half = max(middle, 0) / 2
        let gap = half > 0 ? max(center - half, first)...min(center + half, last) : nil
        var spans: [(Double, Double)] = []
        if isInverted {
            spans = [(0, first), (last, length)]
            if let gap { spans.insert((gap.lowerBound, gap.upperBound), at: 1) }
        } else if let gap {
            spans = [(first, gap.lowerBound), (gap.upperBound, last)]
        } else {
            spans = [(first, last)]
        }
        return spans.compactMap { Self.piece(line, distances, $0.0, $0.1) }
    }

    private func extended(_ line: Line, _ length: Double, _ degrees: Double, _ atBegin: Bool) -> Line {
        let course: Line = atBegin ? line.reversed() : line
        guard let last = course.last, let before = course.dropLast().last(where: { $0 != last }) else { return line }
        let step = last - before, whole = hypot(step.x, step.y), angle = (degrees.isFinite ? degrees : 0) * .pi / 180
        let way = step / whole * length
        let turned = SIMD2(way.x * cos(angle) + way.y * sin(angle), way.y * cos(angle) - way.x * sin(angle))
        let longer = course + [last + turned]
        return atBegin ? longer.reversed() : longer
    }

    private func waved(_ line: Line, _ amplitude: Double, _ period: Double, _ form: SymbolEffect.Waveform) -> Line {
        let distances = Self.distances(line), length = distances[distances.count - 1]
        // Waves shorter than two pixels are no waves on a picture.
        guard period >= 512, amplitude != 0, length > 0 else { return line }
        /// Shares of a period at which the course bends, and how far aside it is there.
        let course: [(share: Double, height: Double)] =
            switch form {
            case .sinus: (0..<16).map { (Double($0) / 16, sin(Double($0) * .pi / 8)) }
            case .triangle: [(0, 0), (0.25, 1), (0.75, -1)]
            case .square: [(0, -1), (0, 1), (0.5, 1), (0.5, -1)]
            }
        guard length / period * Double(course.count) < Double(Self.most) else { return line }
        var result: Line = [], segment = 1
        func put(_ distance: Double, _ height: Double) {
            while segment < line.count - 1, distances[segment] < distance { segment += 1 }
            let start = distances[segment - 1], span = distances[segment] - start
            guard span > 0 else { return }
            let step = (line[segment] - line[segment - 1]) / span
            // To the left as the line runs; y goes down.
            result.append(line[segment - 1] + step * (distance - start) + SIMD2(step.y, -step.x) * (height * amplitude))
        }
        var begin = 0.0
        while begin <= length {
            for bend in course where begin + bend.share * period <= length {
                put(begin + bend.share * period, bend.height)
            }
            begin += period
        }
        put(length, 0)
        return result.count > 1 ? result : line
    }

    // MARK: Round shapes

    private func enclosed(_ lines: [Line], _ form: SymbolEffect.Enclosure) -> [Line] {
        switch form {
        case .closedPath: return lines.map { $0.first == $0.last ? $0 : $0 + $0.prefix(1) }
        case .box:
            guard let (low, high) = Self.box(lines) else { return lines }
            return [[low, SIMD2(high.x, low.y), high, SIMD2(low.x, high.y), low]]
        case .hull:
            let places = lines.joined().sorted { $0.x != $1.x ? $0.x < $1.x : $0.y < $1.y }
            func half(_ places: some Sequence<SIMD2<Double>>) -> Line {
                places.reduce(into: []) { chain, place in
                    while chain.count > 1 {
                        let a = chain[chain.count - 2], b = chain[chain.count - 1]
                        guard (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x) <= 0 else { break }
                        chain.removeLast()
                    }
                    chain.append(place)
                }
            }
            let ring = half(places).dropLast() + half(places.reversed())
            return ring.count > 3 ? [Array(ring)] : lines
        }
    }

    /// The pieces of a line that have one colour of a gradient from its beginning to its end, each with its share of the way.
    static func pieces(of points: [PixelPoint], most: Int) -> [(share: Double, points: [PixelPoint])] {
        guard points.count > 1 else { return [] }
        let line = points.map { SIMD2(Double($0.x), Double($0.y)) }
        let distances = distances(line), length = distances[distances.count - 1]
        let count = min(max(Int(length / 512), 1), most)
        return (0..<count).compactMap { index in
            // Neighbours overlap by half a pixel, so that no ground shows between them.
            let from = length * Double(index) / Double(count), to = length * Double(index + 1) / Double(count)
            guard let piece = piece(line, distances, from, min(to + 128, length)) else { return nil }
            let rounded = piece.map { PixelPoint(Int32($0.x.rounded()), Int32($0.y.rounded())) }
            let share = count == 1 ? 0.5 : Double(index) / Double(count - 1)
            return (share, rounded.indices.filter { $0 == 0 || rounded[$0] != rounded[$0 - 1] }.map { rounded[$0] })
        }
    }
}
