// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// An SVG path brought to a height and centred: curves and arcs as short lines.
///
/// Source: SVG 2, chapter 9 (paths) and appendix B.2.4 (arcs). Reading stops at the first thing that is no path, as that
/// chapter asks.
package struct SVGPath {
    package struct Part {
        package var points: [(x: Double, y: Double)] = []
        package var isClosed = false
    }
    package private(set) var parts: [Part] = []
    /// The last control point of the curve before, for commands that go on smoothly; and of which kind it was.
    private var control: (x: Double, y: Double)?
    private var lastCurve: Character = " "

    /// Reads `text`; at most 20,000 points.
    package init(_ text: String, height: Double) {
        var reader = Reader(text)
        while parts.reduce(0, { $0 + $1.points.count }) < 20_000, let command = reader.command() {
            guard step(command, &reader) else { break }
        }
        fit(height)
    }

    private var here: (x: Double, y: Double) { parts.last?.points.last ?? (0, 0) }

    private mutating func step(_ command: Character, _ reader: inout Reader) -> Bool {
        let isRelative = command.isLowercase
        let from = here
        func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            isRelative ? (from.x + x, from.y + y) : (x, y)
        }
        let kind = Character(command.lowercased())
        var curve: Character = " "
        switch kind {
        case "m":
            guard let x = reader.number(), let y = reader.number() else { return false }
            parts.append(Part(points: [point(x, y)]))
            reader.implied = isRelative ? "l" : "L"
        case "l":
            guard let x = reader.number(), let y = reader.number() else { return false }
            add(point(x, y))
        case "h":
            guard let x = reader.number() else { return false }
            add((isRelative ? from.x + x : x, from.y))
        case "v":
            guard let y = reader.number() else { return false }
            add((from.x, isRelative ? from.y + y : y))
        case "c", "s", "q", "t":
            let wanted = kind == "c" ? 6 : kind == "t" ? 2 : 4
            guard let numbers = reader.numbers(wanted) else { return false }
            let ends = stride(from: 0, to: wanted, by: 2).map { point(numbers[$0], numbers[$0 + 1]) }
            curve = kind == "c" || kind == "s" ? "c" : "q"
            addCurve(kind, from, ends)
        case "a":
            guard let numbers = reader.arcNumbers() else { return false }
            arc(
                from, radii: (numbers[0], numbers[1]), degrees: numbers[2], isLarge: numbers[3] != 0,
                isClockwise: numbers[4] != 0, to: point(numbers[5], numbers[6]))
        case "z":
            guard !parts.isEmpty else { return false }
            parts[parts.count - 1].isClosed = true
            if let first = parts.last?.points.first { parts.append(Part(points: [first])) }
        default:
            return false
        }
        lastCurve = curve
        return true
    }

    private mutating func add(_ point: (x: Double, y: Double)) {
        if parts.isEmpty { parts.append(Part(points: [(0, 0)])) }
        parts[parts.count - 1].points.append(point)
    }

    // MARK: - Curves

    private mutating func addCurve(_ kind: Character, _ from: (x: Double, y: Double), _ ends: [(x: Double, y: Double)])
    {
        /// The control point before, mirrored at this point; the point itself after anything but a curve of the same kind.
        func mirrored(_ wanted: Character) -> (x: Double, y: Double) {
            guard lastCurve == wanted, let control else { return from }
            return (2 * from.x - control.x, 2 * from.y - control.y)
        }
        switch kind {
        case "c":
            cubic(from, ends[0], ends[1], ends[2])
            control = ends[1]
        case "s":
            cubic(from, mirrored("c"), ends[0], ends[1])
            control = ends[0]
        default:
            let middle = kind == "q" ? ends[0] : mirrored("q")
            let end = ends[ends.count - 1]
            func third(_ a: Double, _ b: Double) -> Double { a + (b - a) * 2 / 3 }
            cubic(
                from, (third(from.x, middle.x), third(from.y, middle.y)),
                (third(end.x, middle.x), third(end.y, middle.y)), end)
            control = middle
        }
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

    private mutating func arc(
        _ a: (x: Double, y: Double), radii: (x: Double, y: Double), degrees: Double, isLarge: Bool, isClockwise: Bool,
        to b: (x: Double, y: Double)
    ) {
        var rx = abs(radii.x), ry = abs(radii.y)
        guard rx > 0, ry > 0, a != b else { return add(b) }
        let sine = sin(degrees * .pi / 180), cosine = cos(degrees * .pi / 180)
        let half = ((a.x - b.x) / 2, (a.y - b.y) / 2)
        let x = cosine * half.0 + sine * half.1, y = cosine * half.1 - sine * half.0
        // Radii too short to reach are stretched until they do.
        let stretch = (x * x / (rx * rx) + y * y / (ry * ry)).squareRoot()
        if stretch > 1 {
            rx *= stretch
            ry *= stretch
        }
        let below = rx * rx * y * y + ry * ry * x * x
        let root = (max(0, rx * rx * ry * ry - below) / max(below, 1e-300)).squareRoot()
        let side = isLarge == isClockwise ? -root : root
        let cx = side * rx * y / ry, cy = -side * ry * x / rx
        let center = (x: cosine * cx - sine * cy + (a.x + b.x) / 2, y: sine * cx + cosine * cy + (a.y + b.y) / 2)
        let start = atan2((y - cy) / ry, (x - cx) / rx)
        var sweep = atan2((-y - cy) / ry, (-x - cx) / rx) - start
        if isClockwise, sweep < 0 { sweep += 2 * .pi }
        if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
        guard sweep.isFinite else { return add(b) }
        let steps = max(2, Int((abs(sweep) * 8).rounded(.up)))
        for step in 1..<steps {
            let angle = start + sweep * Double(step) / Double(steps)
            let px = rx * cos(angle), py = ry * sin(angle)
            add((center.x + cosine * px - sine * py, center.y + sine * px + cosine * py))
        }
        add(b)
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

    // MARK: - Reading

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

        mutating func numbers(_ count: Int) -> [Double]? {
            var found: [Double] = []
            while found.count < count {
                guard let number = number() else { return nil }
                found.append(number)
            }
            return found
        }

        /// Radii, turn, two flags, which may stand without anything between them, and the end.
        mutating func arcNumbers() -> [Double]? {
            guard var found = numbers(3) else { return nil }
            for _ in 0..<2 {
                skipBlanks()
                guard let flag = rest.first, flag == "0" || flag == "1" else { return nil }
                rest.removeFirst()
                found.append(flag == "1" ? 1 : 0)
            }
            guard let end = numbers(2) else { return nil }
            return found + end
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
