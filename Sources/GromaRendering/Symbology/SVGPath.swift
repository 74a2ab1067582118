// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// An SVG path brought to a height and centred: curves as short lines. Arcs are drawn as their chords.
///
/// Source: SVG 2, chapter 9 (paths). Reading stops at the first thing that is no path, as that chapter asks.
struct SVGPath {
    struct Part {
        var points: [(x: Double, y: Double)] = []
        var isClosed = false
    }
    private(set) var parts: [Part] = []

    /// Reads `text`; at most 20,000 points.
    init(_ text: String, height: Double) {
        var reader = Reader(text)
        while parts.reduce(0, { $0 + $1.points.count }) < 20_000, let command = reader.command() {
            guard step(command, &reader) else { break }
        }
        fit(height)
    }

    private mutating func step(_ command: Character, _ reader: inout Reader) -> Bool {
        let isRelative = command.isLowercase
        let from = parts.last?.points.last ?? (0, 0)
        func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            isRelative ? (from.x + x, from.y + y) : (x, y)
        }
        switch command.lowercased() {
        case "m":
            guard let x = reader.number(), let y = reader.number() else { return false }
            parts.append(Part(points: [point(x, y)]))
            reader.implied = isRelative ? "l" : "L"
        case "l", "t":
            guard let x = reader.number(), let y = reader.number() else { return false }
            add(point(x, y))
        case "h":
            guard let x = reader.number() else { return false }
            add((isRelative ? from.x + x : x, from.y))
        case "v":
            guard let y = reader.number() else { return false }
            add((from.x, isRelative ? from.y + y : y))
        case "c", "s", "q":
            let wanted = command.lowercased() == "c" ? 6 : 4
            let numbers = (0..<wanted).compactMap { _ in reader.number() }
            guard numbers.count == wanted else { return false }
            let ends = stride(from: 0, to: wanted, by: 2).map { point(numbers[$0], numbers[$0 + 1]) }
            switch command.lowercased() {
            case "c": cubic(from, ends[0], ends[1], ends[2])
            case "s": cubic(from, from, ends[0], ends[1])
            default:
                let third = { (a: Double, b: Double) in a + (b - a) * 2 / 3 }
                cubic(
                    from, (third(from.x, ends[0].x), third(from.y, ends[0].y)),
                    (third(ends[1].x, ends[0].x), third(ends[1].y, ends[0].y)), ends[1])
            }
        case "a":
            let numbers = (0..<7).compactMap { _ in reader.number() }
            guard numbers.count == 7 else { return false }
            add(point(numbers[5], numbers[6]))
        case "z":
            guard !parts.isEmpty else { return false }
            parts[parts.count - 1].isClosed = true
            if let first = parts.last?.points.first { parts.append(Part(points: [first])) }
        default:
            return false
        }
        return true
    }

    private mutating func add(_ point: (x: Double, y: Double)) {
        if parts.isEmpty { parts.append(Part(points: [(0, 0)])) }
        parts[parts.count - 1].points.append(point)
    }

    private mutating func cubic(
        _ a: (x: Double, y: Double), _ b: (x: Double, y: Double), _ c: (x: Double, y: Double),
        _ d: (x: Double, y: Double)
    ) {
        for step in 1...12 {
            let t = Double(step) / 12, u = 1 - t
            let wa = u * u * u, wb = 3 * u * u * t, wc = 3 * u * t * t, wd = t * t * t
            add((wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y))
        }
    }

    /// Scales the drawing to `height` and moves its middle to the origin.
    private mutating func fit(_ height: Double) {
        parts.removeAll { $0.points.count < 2 }
        let xs = parts.flatMap { $0.points.map(\.x) }.filter(\.isFinite),
            ys = parts.flatMap { $0.points.map(\.y) }.filter(\.isFinite)
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
            return parts = []
        }
        let scale = height / max(bottom - top, right - left, 1e-9)
        for index in parts.indices {
            parts[index].points = parts[index].points.map {
                (($0.x - (left + right) / 2) * scale, ($0.y - (top + bottom) / 2) * scale)
            }
        }
    }

    private struct Reader {
        private var rest: Substring
        /// The command that holds when numbers follow without one.
        var implied: Character?

        init(_ text: String) { rest = text.prefix(100_000) }

        private mutating func skipBlanks() { rest = rest.drop { $0.isWhitespace || $0 == "," } }

        mutating func command() -> Character? {
            skipBlanks()
            guard let next = rest.first else { return nil }
            if next.isLetter {
                rest.removeFirst()
                implied = next
                return next
            }
            return implied == "z" || implied == "Z" ? nil : implied
        }

        mutating func number() -> Double? {
            skipBlanks()
            var end = rest.startIndex
            var sawDot = false, sawExponent = false
            while end < rest.endIndex {
                let character = rest[end]
                let isFirst = end == rest.startIndex || (sawExponent && "eE".contains(rest[rest.index(before: end)]))
                if character.isNumber || (isFirst && "+-".contains(character)) {
                } else if character == ".", !sawDot, !sawExponent {
                    sawDot = true
                } else if "eE".contains(character), !sawExponent, end > rest.startIndex {
                    sawExponent = true
                } else {
                    break
                }
                end = rest.index(after: end)
            }
            guard let value = Double(rest[..<end]), value.isFinite else { return nil }
            rest = rest[end...]
            return value
        }
    }
}
