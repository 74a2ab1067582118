// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Numbers as the language writes them (ECMA-262, Number::toString): the shortest digits that read back as the same number, an exponent
/// from 1e21 up and below 1e-6.
enum NumberText {
    static func plain(_ value: Double) -> String {
        if let (digits, places) = short(value) {
            return places == 0
                ? String(value < 0 ? -Int64(digits) : Int64(digits))
                : decimal(digits, places: places, isNegative: value < 0)
        }
        guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity" }
        // Between these bounds Swift lays the digits out alike; whole numbers, which it writes with ".0", were short.
        if value.magnitude >= 1e-4, value.magnitude < 1e15 { return value.description }
        return laidOut(value)
    }

    /// The digits of whole numbers and of those of up to three decimals, and how many of them are decimals: most numbers that people read. Nil for
    /// others.
    @inline(__always) static func short(_ value: Double) -> (digits: UInt64, places: Int)? {
        let magnitude = value.magnitude
        guard magnitude < 1e15 else { return nil }
        let whole = UInt64(magnitude)
        if Double(whole) == magnitude { return (whole, 0) }
        guard magnitude < 1e11 else { return nil }
        // Up to fifteen digits no other decimal is as short and reads back as this number.
        var rounded = (magnitude * 10).rounded()
        if rounded / 10 == magnitude { return (UInt64(rounded), 1) }
        rounded = (magnitude * 100).rounded()
        if rounded / 100 == magnitude { return (UInt64(rounded), 2) }
        rounded = (magnitude * 1_000).rounded()
        if rounded / 1_000 == magnitude { return (UInt64(rounded), 3) }
        return nil
    }

    private static func decimal(_ digits: UInt64, places: Int, isNegative: Bool) -> String {
        let text = String(digits)
        let padded =
            text.utf8.count > places ? text : String(repeating: "0", count: places + 1 - text.utf8.count) + text
        return (isNegative ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
    }

    /// The shortest digits and the power of ten after the first of them.
    static func digits(_ magnitude: Double) -> (digits: [UInt8], exponent: Int) {
        var digits: [UInt8] = [], point: Int?, exponent = 0
        var bytes = magnitude.description.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case 48...57: digits.append(byte)
            case 46: point = digits.count
            default:
                var rest = ""
                while let next = bytes.next() { rest.unicodeScalars.append(Unicode.Scalar(next)) }
                exponent = Int(rest) ?? 0
            }
        }
        var place = (point ?? digits.count) - 1 + exponent
        while digits.count > 1, digits[0] == 48 {
            digits.removeFirst()
            place -= 1
        }
        while digits.count > 1, digits[digits.count - 1] == 48 { digits.removeLast() }
        return (digits, digits == [48] ? 0 : place)
    }

    private static func laidOut(_ value: Double) -> String {
        let (digits, place) = digits(value.magnitude)
        func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
        let body: String
        if place >= 21 || place < -6 {
            let sign = place < 0 ? "-" : "+"
            let rest = digits.count > 1 ? "." + text(digits.dropFirst()) : ""
            body = text(digits.prefix(1)) + rest + "e" + sign + String(place.magnitude)
        } else if place < 0 {
            body = "0." + String(repeating: "0", count: -place - 1) + text(digits)
        } else if digits.count <= place + 1 {
            body = text(digits) + String(repeating: "0", count: place + 1 - digits.count)
        } else {
            body = text(digits.prefix(place + 1)) + "." + text(digits.dropFirst(place + 1))
        }
        return value < 0 ? "-" + body : body
    }

    /// Digits in another radix as `ToHex` writes them, with a fraction where there is one.
    static func hexadecimal(_ value: Double) -> String {
        guard value.isFinite else { return plain(value) }
        let magnitude = value.magnitude
        guard magnitude < 0x1p63 else { return plain(value) }
        var text = String(UInt64(magnitude), radix: 16)
        var fraction = magnitude - magnitude.rounded(.down)
        guard fraction > 0 else { return value < 0 ? "-" + text : text }
        // Digits are written until the rest is below half of the number's last bit, and the last one is rounded.
        var delta = max(0.5 * magnitude.ulp, Double.leastNonzeroMagnitude)
        var digits: [Int] = []
        repeat {
            fraction *= 16
            delta *= 16
            let digit = Int(fraction)
            digits.append(digit)
            fraction -= Double(digit)
            if fraction > 0.5 || (fraction == 0.5 && digit % 2 == 1), fraction + delta > 1 {
                var place = digits.count - 1
                while place >= 0, digits[place] == 15 {
                    digits.removeLast()
                    place -= 1
                }
                if place >= 0 { digits[place] += 1 } else { text = String(UInt64(magnitude) + 1, radix: 16) }
                break
            }
        } while fraction >= delta
        if !digits.isEmpty { text += "." + digits.map { String($0, radix: 16) }.joined() }
        return value < 0 ? "-" + text : text
    }

    /// The number that a text is, as the language casts it: blanks around it do not count, an empty text is 0, hexadecimal, octal and binary forms
    /// are read; NaN for anything else.
    static func number(_ text: String) -> Double {
        var bytes = Substring(text).utf8
        // Everything that counts as a blank beyond ASCII is rare: the slow way only for it.
        if bytes.contains(where: { $0 >= 0x80 }) {
            let scalars = text.unicodeScalars
            guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }),
                let last = scalars.lastIndex(where: { !$0.properties.isWhitespace && $0 != "\u{FEFF}" })
            else { return 0 }
            bytes = text[first...last].utf8
        }
        func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
        while let first = bytes.first, isBlank(first) { bytes = bytes.dropFirst() }
        while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
        if bytes.isEmpty { return 0 }
        let word = Substring(bytes)
        if bytes.allSatisfy({ (48...57).contains($0) || $0 == 46 || $0 == 43 || $0 == 45 || $0 == 69 || $0 == 101 }) {
            return Double(word) ?? .nan
        }
        switch word {
        case "Infinity", "+Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: break
        }
        let radix: Int
        switch word.prefix(2) {
        case "0x", "0X": radix = 16
        case "0o", "0O": radix = 8
        case "0b", "0B": radix = 2
        default: return .nan
        }
        let digits = word.dropFirst(2)
        guard let first = digits.utf8.first, first != 43, first != 45 else { return .nan }
        var value = 0.0
        for character in digits {
            guard let digit = character.hexDigitValue, digit < radix else { return .nan }
            value = value * Double(radix) + Double(digit)
        }
        return value
    }

    /// Rounded to decimal places by the number's shortest digits, half of the last place away from or, for `up` false, cut; see `Round`.
    enum Direction { case nearest, up, down }
    static func rounded(_ value: Double, places: Int, _ direction: Direction) -> Double {
        guard value.isFinite else { return value }
        // From here up numbers have no fraction.
        if places >= 0, value.magnitude >= 0x1p52 { return value }
        if places == 0 {
            switch direction {
            case .nearest:
                // ECMA-262, Math.round: what rounds up to zero stays below it.
                if value < 0, value >= -0.5 { return -0.0 }
                return (value + 0.5).rounded(.down) - (value == 0.49999999999999994 ? 1 : 0)
            case .up: return value.rounded(.up)
            case .down: return value.rounded(.down)
            }
        }
        if places > 0, places <= 6 {
            // Far enough from where the direction changes, the product's own error does not matter.
            let scale = powers[places], product = value * scale, low = product.rounded(.down), rest = product - low
            if product.magnitude < 1e9 {
                switch direction {
                case .nearest where (rest - 0.5).magnitude > 1e-6: return (rest > 0.5 ? low + 1 : low) / scale
                case .up where rest > 1e-6 && rest < 1 - 1e-6: return (low + 1) / scale
                case .down where rest > 1e-6 && rest < 1 - 1e-6: return low / scale
                default: break
                }
            }
        }
        guard (-308...308).contains(places) else { return places > 0 ? value : direction == .nearest ? 0 : value }
        // The decimal point is moved in the digits, not by multiplying, so that 1.005 rounds as it reads.
        let shifted = shift(value, by: places)
        return shift(rounded(shifted, places: 0, direction), by: -places) + 0
    }

    private static let powers: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
    private static func shift(_ value: Double, by places: Int) -> Double {
        if places < 0, places >= -6 { return value / powers[-places] }
        if places > 0, places <= 3 {
            // Exact when the product is a number of up to fifteen digits that reads back.
            let product = value * powers[places], nearest = product.rounded()
            if nearest.magnitude < 1e15, nearest / powers[places] == value { return nearest }
        }
        let (digits, exponent) = digits(value.magnitude)
        let text = String(decoding: digits, as: UTF8.self) + "e" + String(exponent - digits.count + 1 + places)
        let magnitude = Double(text) ?? value.magnitude
        return value < 0 ? -magnitude : magnitude
    }
}
