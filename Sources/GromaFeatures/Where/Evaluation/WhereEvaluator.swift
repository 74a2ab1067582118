// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Evaluates a bound clause on one row with SQL's three-valued logic; nil is unknown.
///
/// Where engines differ, the arithmetic is SQLite's: whole numbers that overflow become doubles, what has no value is null.
struct WhereEvaluator {
    /// The value of a used field, by its place.
    let row: (Int) -> WhereValue

    func truth(_ predicate: BoundPredicate) -> Bool? {
        switch predicate {
        case .constant(let truth): return truth
        case .and(let parts):
            var isUnknown = false
            for part in parts {
                guard let truth = truth(part) else {
                    isUnknown = true
                    continue
                }
                if !truth { return false }
            }
            return isUnknown ? nil : true
        case .or(let parts):
            var isUnknown = false
            for part in parts {
                guard let truth = truth(part) else {
                    isUnknown = true
                    continue
                }
                if truth { return true }
            }
            return isUnknown ? nil : false
        case .not(let inner): return truth(inner).map { !$0 }
        case .comparison(let comparison, let left, let right): return compare(value(left), comparison, value(right))
        case .membership(let left, let list):
            let wanted = value(left)
            var isUnknown = wanted == .null
            for entry in list {
                guard let isEqual = compare(wanted, .equal, value(entry)) else {
                    isUnknown = true
                    continue
                }
                if isEqual { return true }
            }
            return isUnknown ? nil : false
        case .between(let inner, let low, let high):
            let wanted = value(inner)
            let above = compare(wanted, .greaterOrEqual, value(low))
            if above == false { return false }
            let below = compare(wanted, .lessOrEqual, value(high))
            if below == false { return false }
            return above == nil || below == nil ? nil : true
        case .like(let inner, let pattern):
            guard case .text(let text) = value(inner) else { return nil }
            return pattern.matches(text)
        case .likeValue(let inner, let pattern):
            guard case .text(let text) = value(inner), case .text(let pattern) = value(pattern) else { return nil }
            return LikePattern(pattern, escape: nil)?.matches(text)
        case .isNull(let inner): return value(inner) == .null
        case .isTrue(let inner):
            switch value(inner) {
            case .integer(let number): return number != 0
            case .double(let number): return number != 0
            default: return nil
            }
        }
    }

    func value(_ bound: BoundValue) -> WhereValue {
        switch bound {
        case .constant(let value, _): return value
        case .field(let place): return row(place)
        case .negative(let inner):
            switch value(inner) {
            case .integer(let number): return number == .min ? .double(0x1p63) : .integer(-number)
            case .double(let number): return .double(-number)
            default: return .null
            }
        case .arithmetic(let symbol, let left, let right):
            return Self.arithmetic(symbol, value(left), value(right))
        case .shifted(let inner, let milliseconds):
            guard case .integer(let instant) = value(inner) else { return .null }
            return .integer(instant &+ milliseconds)
        case .shiftedMonths(let inner, let months):
            guard case .integer(let instant) = value(inner) else { return .null }
            let moved = CalendarText.adding(months: months, to: instant)
            let years = [instant, moved].map { CalendarText.parts(milliseconds: $0).year }
            return years.allSatisfy((0...9_999).contains) ? .integer(moved) : .null
        case .call(let function, let arguments): return call(function, arguments)
        case .extract(let part, let inner):
            guard case .integer(let instant) = value(inner) else { return .null }
            let parts = CalendarText.parts(milliseconds: instant)
            guard (0...9_999).contains(parts.year) else { return .null }
            switch part {
            case .year: return .integer(Int64(parts.year))
            case .month: return .integer(Int64(parts.month))
            case .day: return .integer(Int64(parts.day))
            case .hour: return .integer(Int64(parts.hour))
            case .minute: return .integer(Int64(parts.minute))
            case .second: return .integer(Int64(parts.second))
            }
        case .choice(let branches, let otherwise):
            for branch in branches where truth(branch.condition) == true { return value(branch.value) }
            return value(otherwise)
        }
    }

    private func compare(_ left: WhereValue, _ comparison: WhereSyntax.Comparison, _ right: WhereValue) -> Bool? {
        guard let order = left.order(to: right) else { return nil }
        switch comparison {
        case .equal: return order == 0
        case .notEqual: return order != 0
        case .less: return order < 0
        case .lessOrEqual: return order <= 0
        case .greater: return order > 0
        case .greaterOrEqual: return order >= 0
        }
    }

    private func call(_ function: WhereFunction, _ arguments: [BoundValue]) -> WhereValue {
        switch function {
        case .coalesce:
            for argument in arguments {
                let value = value(argument)
                if value != .null { return value }
            }
            return .null
        case .nullIf:
            let first = value(arguments[0])
            return first.order(to: value(arguments[1])) == 0 ? .null : first
        default:
            let values = arguments.map(value)
            return values.contains(.null) ? .null : WhereArithmetic.apply(function, values)
        }
    }

    private static func arithmetic(_ symbol: WhereSyntax.Operator, _ left: WhereValue, _ right: WhereValue)
        -> WhereValue
    {
        if case .integer(let a) = left, case .integer(let b) = right {
            switch symbol {
            case .add:
                let (sum, overflows) = a.addingReportingOverflow(b)
                if !overflows { return .integer(sum) }
            case .subtract:
                let (difference, overflows) = a.subtractingReportingOverflow(b)
                if !overflows { return .integer(difference) }
            case .multiply:
                let (product, overflows) = a.multipliedReportingOverflow(by: b)
                if !overflows { return .integer(product) }
            case .divide:
                if b == 0 { return .null }
                let (quotient, overflows) = a.dividedReportingOverflow(by: b)
                if !overflows { return .integer(quotient) }
            case .concatenate: return .null
            }
        }
        guard let a = left.double, let b = right.double else { return .null }
        switch symbol {
        case .add: return WhereArithmetic.number(a + b)
        case .subtract: return WhereArithmetic.number(a - b)
        case .multiply: return WhereArithmetic.number(a * b)
        case .divide: return b == 0 ? .null : WhereArithmetic.number(a / b)
        case .concatenate: return .null
        }
    }
}

extension WhereValue {
    /// The number as a double; nil for texts and null.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        case .null, .text: nil
        }
    }

    /// Below zero, zero or above as this value is before, equal to or after the other; nil when one is null.
    /// Whole numbers and doubles are compared exactly, texts byte by byte in UTF-8.
    package func order(to other: WhereValue) -> Int? {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): return a < b ? -1 : a > b ? 1 : 0
        case (.double(let a), .double(let b)): return a < b ? -1 : a > b ? 1 : 0
        case (.integer(let a), .double(let b)): return Self.order(a, b)
        case (.double(let a), .integer(let b)): return -Self.order(b, a)
        case (.text(let a), .text(let b)):
            if a.utf8.elementsEqual(b.utf8) { return 0 }
            return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
        // Numbers come before texts where a store holds one in a field of the other kind.
        case (.text, .integer), (.text, .double): return 1
        case (.integer, .text), (.double, .text): return -1
        case (.null, _), (_, .null): return nil
        }
    }

    private static func order(_ whole: Int64, _ number: Double) -> Int {
        if number >= 0x1p63 { return -1 }
        if number < -0x1p63 { return 1 }
        let truncated = Int64(number)
        if whole != truncated { return whole < truncated ? -1 : 1 }
        let rest = number - Double(truncated)
        return rest > 0 ? -1 : rest < 0 ? 1 : 0
    }
}
