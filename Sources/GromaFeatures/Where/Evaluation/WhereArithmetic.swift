// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The functions of a where-clause on values that are not null.
enum WhereArithmetic {
    /// A double, with NaN as null.
    static func number(_ value: Double) -> WhereValue { value.isNaN ? .null : .double(value) }

    static func apply(_ function: WhereFunction, _ values: [WhereValue]) -> WhereValue {
        switch function {
        case .length, .concatenate, .position, .substring, .trim, .trimStart, .trimEnd, .upper, .lower, .integerToText:
            return text(function, values)
        case .integerRemainder:
            // Whole numbers that overflowed are doubles by now.
            guard let a = integer(values[0]), let b = integer(values[1]) else { return .null }
            if b == 0 { return .null }
            return .integer(a.remainderReportingOverflow(dividingBy: b).partialValue)
        case .startOfDay:
            guard case .integer(let instant) = values[0] else { return .null }
            let rest = instant % 86_400_000
            return .integer(instant - (rest < 0 ? rest + 86_400_000 : rest))
        case .coalesce, .nullIf: return .null
        case .textToInteger, .textToDouble:
            guard case .text(let text) = values[0] else { return .null }
            return number(of: text, isWhole: function == .textToInteger)
        case .dayToInstant:
            guard case .text(let text) = values[0] else { return .null }
            return CalendarText.date(text).map { .integer(CalendarText.milliseconds($0)) } ?? .null
        case .timeToInstant:
            guard case .text(let text) = values[0] else { return .null }
            return CalendarText.time(text).map { .integer(CalendarText.milliseconds($0)) } ?? .null
        case .absolute, .ceiling, .floor, .truncate, .sign, .toInteger:
            if case .integer(let whole) = values[0] { return self.whole(function, whole) }
            return values[0].double.map { kept(function, $0) } ?? .null
        default:
            guard let first = values[0].double else { return .null }
            return analytic(function, first, values.count > 1 ? values[1].double ?? .nan : 0)
        }
    }

    /// What a database's JSON functions take for a number; whole numbers beyond 64 bits become the nearest.
    private static func number(of text: String, isWhole: Bool) -> WhereValue {
        let bare = text.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        guard let number = String(bytes: bare, encoding: .utf8), isNumber(Array(bare)) else { return .null }
        if isWhole, let value = Int64(number) { return .integer(value) }
        let value = Double(number) ?? .nan
        if !isWhole { return self.number(value) }
        return value.isNaN ? .null : .integer(saturated(value))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

    /// The grammar of JSON numbers (RFC 8259, section 6).
    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        func digits() -> Int {
            let count = rest.prefix { (48...57).contains($0) }.count
            rest.removeFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let beginsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !beginsWithZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    private static func whole(_ function: WhereFunction, _ value: Int64) -> WhereValue {
        switch function {
        case .absolute: value == .min ? .double(0x1p63) : .integer(abs(value))
        case .sign: .integer(value.signum())
        default: .integer(value)
        }
    }

    private static func kept(_ function: WhereFunction, _ value: Double) -> WhereValue {
        switch function {
        case .absolute: .double(abs(value))
        case .ceiling: .double(value.rounded(.up))
        case .floor: .double(value.rounded(.down))
        case .truncate: .double(value.rounded(.towardZero))
        case .sign: .integer(value > 0 ? 1 : value < 0 ? -1 : 0)
        default: .integer(saturated(value))
        }
    }

    /// Cut to a whole number, the nearest one of 64 bits where it is beyond.
    private static func saturated(_ value: Double) -> Int64 {
        value <= -0x1p63 ? .min : value >= 0x1p63 ? .max : Int64(value)
    }

    private static func integer(_ value: WhereValue) -> Int64? {
        switch value {
        case .integer(let number): number
        case .double(let number): saturated(number)
        case .text, .null: nil
        }
    }

    static let naturalLogarithmOfTen = 2.302585092994046

    /// As databases are told to compute it, to the last digit; whole for powers of ten.
    private static func logarithm10(_ x: Double) -> Double {
        let value = log(x) / naturalLogarithmOfTen, whole = value.rounded(.toNearestOrAwayFromZero)
        return pow(10, whole) == x ? whole : value
    }

    private static func analytic(_ function: WhereFunction, _ x: Double, _ y: Double) -> WhereValue {
        switch function {
        // Half away from zero; beyond 2^52 there is no fraction to round.
        case .round: .double(abs(x) > 0x1p52 ? x : (x + (x < 0 ? -0.5 : 0.5)).rounded(.towardZero))
        case .toDouble: .double(x)
        case .squareRoot: number(x.squareRoot())
        // Databases answer null, not infinity, for what is too large.
        case .power: pow(x, y).isFinite ? number(pow(x, y)) : .null
        case .exponential: exp(x).isFinite ? number(exp(x)) : .null
        case .naturalLogarithm: x > 0 ? number(log(x)) : .null
        case .logarithm10: x > 0 ? number(logarithm10(x)) : .null
        case .sine: number(sin(x))
        case .cosine: number(cos(x))
        case .tangent: number(tan(x))
        case .arcSine: number(asin(x))
        case .arcCosine: number(acos(x))
        case .arcTangent: number(atan(x))
        case .remainder: number(fmod(x, y))
        default: .null
        }
    }

    private static func text(_ function: WhereFunction, _ values: [WhereValue]) -> WhereValue {
        if function == .integerToText {
            return integer(values[0]).map { .text(String($0)) } ?? .null
        }
        guard case .text(let text) = values[0] else { return .null }
        switch function {
        case .length: return .integer(Int64(text.unicodeScalars.count))
        case .upper: return .text(text.uppercased())
        case .lower: return .text(text.lowercased())
        case .concatenate:
            return .text(values.reduce(into: "") { if case .text(let part) = $1 { $0 += part } })
        case .position:
            guard case .text(let whole) = values[1] else { return .null }
            return .integer(position(of: text, in: whole))
        case .substring:
            guard case .integer(let start) = values[1], start > 0 else { return .null }
            let rest = text.unicodeScalars.dropFirst(Int(start - 1))
            guard values.count > 2 else { return .text(String(String.UnicodeScalarView(rest))) }
            guard case .integer(let length) = values[2] else { return .null }
            return .text(String(String.UnicodeScalarView(rest.prefix(Int(max(0, length))))))
        case .trim, .trimStart, .trimEnd:
            guard case .text(let characters) = values[1] else { return .null }
            let set = Set(characters.unicodeScalars)
            var scalars = text.unicodeScalars[...]
            if function != .trimEnd { scalars = scalars.drop(while: set.contains) }
            if function != .trimStart { while let last = scalars.last, set.contains(last) { scalars.removeLast() } }
            return .text(String(String.UnicodeScalarView(scalars)))
        default: return .null
        }
    }

    /// The place of the first occurrence, counted in scalars from 1; 0 when there is none.
    private static func position(of needle: String, in text: String) -> Int64 {
        let wanted = Array(needle.unicodeScalars), scalars = Array(text.unicodeScalars)
        guard wanted.count <= scalars.count else { return 0 }
        for start in 0...(scalars.count - wanted.count)
        where scalars[start..<(start + wanted.count)].elementsEqual(wanted) {
            return Int64(start + 1)
        }
        return 0
    }
}
