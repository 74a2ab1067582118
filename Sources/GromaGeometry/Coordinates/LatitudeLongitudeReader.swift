// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Takes the many ways of writing latitude and longitude apart.
struct LatitudeLongitudeReader {
    private enum Token: Equatable {
        case number(Double, isWhole: Bool)
        case minus, plus
        case letter(Character)
        /// A comma, semicolon or slash: between the coordinates.
        case divider
    }
    private let text: String
    private var tokens: [Token] = []

    init(_ text: String) throws(GeometryError) {
        self.text = text
        guard text.utf8.count <= CoordinateFormatter.longestText else {
            throw CoordinateFormatter.malformed(text, "it is too long for a latitude and a longitude.")
        }
        let characters = Array(text.uppercased())
        var index = 0, isAfterDigit = false
        while index < characters.count {
            let character = characters[index]
            var isDigit = false
            switch character {
            case "0"..."9", ".":
                var end = index
                while end < characters.count, characters[end] == "." || ("0"..."9").contains(characters[end]) {
                    end += 1
                }
                let digits = String(characters[index..<end])
                guard let value = Double(digits) else { throw failure("\(digits) is no number.") }
                tokens.append(.number(value, isWhole: !digits.contains(".")))
                index = end - 1
                isDigit = true
            // A hyphen behind a digit parts degrees from minutes; elsewhere it is a minus.
            case "-", "−": if !isAfterDigit { tokens.append(.minus) }
            case "+": tokens.append(.plus)
            case "N", "S", "E", "W": tokens.append(.letter(character))
            case ",", ";", "/": tokens.append(.divider)
            case " ", "\t", "\n", "\r", "\r\n", "\u{A0}", "\u{202F}", ":", "_": break
            case "°", "º", "˚", "'", "′", "’", "\"", "″", "”": break
            default: throw failure("\(character) has no meaning in a latitude or longitude.")
            }
            isAfterDigit = isDigit
            index += 1
        }
    }

    func coordinates() throws(GeometryError) -> (latitude: Double, longitude: Double) {
        let middle = try split()
        let first = try angle(tokens[..<middle.lowerBound]), second = try angle(tokens[middle.upperBound...])
        var (latitude, longitude) = (first, second)
        if first.axis == .longitude { swap(&latitude, &longitude) }
        guard latitude.axis != .longitude, longitude.axis != .latitude,
            (latitude.axis == nil) == (longitude.axis == nil)
        else { throw failure("one letter of N and S and one of E and W are needed, or none.") }
        guard abs(latitude.degrees) <= 90 else { throw failure("the latitude is beyond 90 degrees.") }
        guard abs(longitude.degrees) <= 180 else { throw failure("the longitude is beyond 180 degrees.") }
        return (latitude.degrees, longitude.degrees)
    }

    private func failure(_ problem: String) -> GeometryError { CoordinateFormatter.malformed(text, problem) }

    /// Where the first coordinate ends and the second begins.
    private func split() throws(GeometryError) -> Range<Int> {
        let dividers = tokens.indices.filter { tokens[$0] == .divider }
        if dividers.count == 1 { return dividers[0]..<(dividers[0] + 1) }
        guard dividers.isEmpty else { throw failure("there is more than one comma, semicolon or slash.") }
        let letters = tokens.indices.filter { if case .letter = tokens[$0] { true } else { false } }
        if letters.count == 2 {
            let middle = letters[0] == 0 ? letters[1] : letters[0] + 1
            return middle..<middle
        }
        guard letters.isEmpty else { throw failure("it needs two letters of N, S, E, W, or none.") }
        if let sign = tokens.indices.dropFirst().first(where: { tokens[$0] == .minus || tokens[$0] == .plus }) {
            return sign..<sign
        }
        let signs = tokens.first == .minus || tokens.first == .plus ? 1 : 0
        let numbers = tokens.count - signs
        guard numbers > 0, numbers % 2 == 0 else { throw failure("it is unclear where the longitude begins.") }
        return (signs + numbers / 2)..<(signs + numbers / 2)
    }

    private enum Axis { case latitude, longitude }

    private func angle(_ part: ArraySlice<Token>) throws(GeometryError) -> (degrees: Double, axis: Axis?) {
        var rest = part
        var letter: Character?
        if case .letter(let first)? = rest.first {
            letter = first
            rest.removeFirst()
        } else if case .letter(let last)? = rest.last {
            letter = last
            rest.removeLast()
        }
        var isNegative = letter == "S" || letter == "W"
        if rest.first == .minus || rest.first == .plus {
            guard letter == nil || rest.first == .plus else { throw failure("a minus and a letter contradict.") }
            isNegative = isNegative || rest.first == .minus
            rest.removeFirst()
        }
        guard (1...3).contains(rest.count) else { throw failure("a coordinate has degrees, minutes and seconds.") }
        var degrees = 0.0, unit = 1.0
        for (index, token) in rest.enumerated() {
            guard case .number(let value, let isWhole) = token else { throw failure("a number is missing.") }
            guard isWhole || index == rest.count - 1 else { throw failure("only the last part may have a fraction.") }
            guard index == 0 || value < 60 else { throw failure("there are 60 minutes or seconds or more.") }
            degrees += value / unit
            unit *= 60
        }
        let axis: Axis? = letter.map { $0 == "N" || $0 == "S" ? .latitude : .longitude }
        return (isNegative ? -degrees : degrees, axis)
    }
}
