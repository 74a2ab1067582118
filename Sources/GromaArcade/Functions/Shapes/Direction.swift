// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Directions in the notations of surveyors.
enum Direction {
    private enum Kind { case north, south, polar, quadrant }
    private enum Measure {
        case degrees, parts, radians, gons

        /// Degrees a unit.
        var degrees: Double {
            switch self {
            case .degrees, .parts: 1
            case .radians: 180 / .pi
            case .gons: 0.9
            }
        }
    }

    static func converted(_ value: Value, _ input: Value, _ output: Value, _ run: Run) throws -> Value {
        let (fromKind, fromMeasure) = try specification(input, run)
        let (toKind, toMeasure) = try specification(output, run)
        guard let north = try read(value, fromKind, fromMeasure, run) else { return .null }
        var isText = false, format: String?
        if case .dictionary(let box) = output {
            if case .text(let type)? = box["outputType"] { isText = type.lowercased() == "text" }
            if case .text(let text)? = box["format"] {
                try run.walk(pattern: text)
                format = text
            }
        }
        let (degrees, letters) = shown(north, toKind)
        if isText {
            return try run.text(text(degrees, letters, format ?? standard(toKind, toMeasure)))
        }
        let amount: [Value]
        if toMeasure == .parts {
            let parts = split(degrees, places: 9)
            amount = [.number(parts.0), .number(parts.1), .number(parts.2)]
        } else {
            amount = [.number(degrees / toMeasure.degrees)]
        }
        guard let letters else { return amount.count == 1 ? amount[0] : try run.array(amount) }
        return try run.array([.text(letters.0)] + amount + [.text(letters.1)])
    }

    private static func specification(_ value: Value, _ run: Run) throws -> (Kind, Measure) {
        guard case .dictionary(let box) = value, let direction = box["directionType"], let angle = box["angleType"]
        else {
            throw ArcadeError(.wrongType, "A direction's specification needs directionType and angleType.")
        }
        let kind: Kind
        switch try Conversion.text(direction, run).lowercased() {
        case "north": kind = .north
        case "south": kind = .south
        case "polar": kind = .polar
        case "quadrant": kind = .quadrant
        default: throw ArcadeError(.wrongType, "The direction type is none of North, South, Polar, Quadrant.")
        }
        switch try Conversion.text(angle, run).lowercased() {
        case "degrees": return (kind, .degrees)
        case "dms": return (kind, .parts)
        case "radians": return (kind, .radians)
        case "gons", "gradians", "gon": return (kind, .gons)
        default: throw ArcadeError(.wrongType, "The angle type is none of Degrees, DMS, Radians, Gons, Gradians.")
        }
    }

    /// Degrees clockwise from north.
    private static func read(_ value: Value, _ kind: Kind, _ measure: Measure, _ run: Run) throws -> Double? {
        var pieces: [Value]
        switch value {
        case .null: return nil
        case .array(let box): pieces = box.elements
        case .text(let text):
            pieces = text.split(whereSeparator: { $0 == " " || $0 == "-" && kind == .quadrant }).map {
                .text(String($0))
            }
        default: pieces = [value]
        }
        var first = "n", last = "e"
        if kind == .quadrant {
            guard pieces.count >= 3, case .text(let a)? = pieces.first, case .text(let b)? = pieces.last else {
                throw ArcadeError(.wrongType, "A quadrant direction reads like N 12.5 W.")
            }
            (first, last) = (String(a.lowercased().prefix(1)), String(b.lowercased().prefix(1)))
            guard ["n", "s"].contains(first), ["e", "w"].contains(last) else {
                throw ArcadeError(.wrongType, "A quadrant direction reads like N 12.5 W.")
            }
            pieces = Array(pieces.dropFirst().dropLast())
        }
        let numbers = pieces.map(Conversion.number)
        guard !numbers.isEmpty, numbers.allSatisfy(\.isFinite) else {
            throw ArcadeError(.wrongType, "A direction needs numbers.")
        }
        var degrees = numbers[0] * measure.degrees
        if measure == .parts {
            let sign = numbers[0].sign == .minus ? -1.0 : 1.0
            degrees += sign * ((numbers.count > 1 ? numbers[1] : 0) / 60 + (numbers.count > 2 ? numbers[2] : 0) / 3_600)
        }
        switch kind {
        case .north: return wrapped(degrees)
        case .south: return wrapped(degrees + 180)
        case .polar: return wrapped(90 - degrees)
        case .quadrant:
            switch (first, last) {
            case ("n", "e"): return wrapped(degrees)
            case ("n", _): return wrapped(-degrees)
            case (_, "e"): return wrapped(180 - degrees)
            default: return wrapped(180 + degrees)
            }
        }
    }

    private static func wrapped(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }

    private static func shown(_ north: Double, _ kind: Kind) -> (Double, (String, String)?) {
        switch kind {
        case .north: return (north, nil)
        case .south: return (wrapped(north + 180), nil)
        case .polar: return (wrapped(90 - north), nil)
        case .quadrant:
            switch north {
            case ...90: return (north, ("N", "E"))
            case ...180: return (180 - north, ("S", "E"))
            case ...270: return (north - 180, ("S", "W"))
            default: return (360 - north, ("N", "W"))
            }
        }
    }

    /// Degrees, minutes, and seconds to so many places; seconds never round up to 60.
    private static func split(_ degrees: Double, places: Int) -> (Double, Double, Double) {
        let scale = pow(10, Double(places))
        let total = (degrees * 3_600 * scale).rounded() / scale
        let whole = (total / 3_600).rounded(.down), minutes = ((total - whole * 3_600) / 60).rounded(.down)
        let seconds = ((total - whole * 3_600 - minutes * 60) * scale).rounded() / scale
        return (whole, minutes, seconds)
    }

    private static func standard(_ kind: Kind, _ measure: Measure) -> String {
        let body =
            switch measure {
            case .degrees: "D.DDDDDDDD"
            case .parts: "d m s.ss"
            case .radians: "R.RRRRRRRR"
            case .gons: "G.GGGGGGGG"
            }
        return kind == .quadrant ? "p " + body + " b" : body
    }

    /// Letters are places for parts, as many as digits are wanted; what stands in brackets is copied.
    private static func text(_ degrees: Double, _ letters: (String, String)?, _ format: String) -> String {
        let characters = Array(format)
        var result = "", index = 0
        let lastClosing = characters.lastIndex(of: "]") ?? -1
        // The finest part that the format asks for decides the rounding of all.
        let secondPlaces =
            characters.split(separator: "s", omittingEmptySubsequences: false).count > 1
            ? decimals(characters, "s") : 0
        let parts = split(degrees, places: min(secondPlaces, 9))
        while index < characters.count {
            let character = characters[index]
            if character == "[", index < lastClosing, let end = characters[index...].firstIndex(of: "]") {
                result += String(characters[(index + 1)..<end])
                index = end + 1
                continue
            }
            guard "DRGdmspPbB".contains(character) else {
                result.append(character)
                index += 1
                continue
            }
            var width = 0, places = 0
            while index < characters.count, characters[index] == character {
                width += 1
                index += 1
            }
            if "DRGs".contains(character), index + 1 < characters.count, characters[index] == ".",
                characters[index + 1] == character
            {
                index += 1
                while index < characters.count, characters[index] == character {
                    places += 1
                    index += 1
                }
            }
            switch character {
            case "D": result += number(degrees, width, places)
            case "R": result += number(degrees * .pi / 180, width, places)
            case "G": result += number(degrees / 0.9, width, places)
            case "d": result += number(parts.0, width, 0)
            case "m": result += number(parts.1, width, 0)
            case "s": result += number(parts.2, width, places)
            case "p": result += letters?.0 ?? ""
            case "P": result += letters.map { $0.0 == "N" ? "North" : "South" } ?? ""
            case "b": result += letters?.1 ?? ""
            default: result += letters.map { $0.1 == "E" ? "East" : "West" } ?? ""
            }
        }
        return result
    }

    private static func decimals(_ characters: [Character], _ letter: Character) -> Int {
        for index in characters.indices.dropLast()
        where characters[index] == "." && characters[index + 1] == letter {
            return characters[(index + 1)...].prefix { $0 == letter }.count
        }
        return 0
    }

    private static func number(_ value: Double, _ width: Int, _ places: Int) -> String {
        let rounded = NumberText.rounded(value, places: min(places, 15), .nearest)
        let pieces = NumberText.plain(rounded).split(separator: ".")
        let whole = String(pieces[0]), rest = pieces.count > 1 ? String(pieces[1].prefix(places)) : ""
        let padded = String(repeating: "0", count: max(0, min(width, 40) - whole.count)) + whole
        guard places > 0 else { return padded }
        return padded + "." + rest + String(repeating: "0", count: max(0, min(places, 15) - rest.count))
    }
}
