// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The operators of `FieldExpression`, with the language's rules for null and mixed kinds.
enum ExpressionOperator: String, Sendable, Hashable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case equal = "=="
    case unequal = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
    case and = "&&"
    case or = "||"

    /// Higher binds closer.
    var precedence: Int {
        switch self {
        case .or: 1
        case .and: 2
        case .equal, .unequal, .lessOrEqual, .greaterOrEqual, .less, .greater: 3
        case .add, .subtract: 4
        case .multiply, .divide: 5
        }
    }

    func apply(_ a: ExpressionValue, _ b: ExpressionValue) -> ExpressionValue {
        switch self {
        case .add:
            // Text on one side makes the sum a text; null adds nothing.
            if case .text = a { return .text(a.text + b.text) }
            if case .text = b { return .text(a.text + b.text) }
            return arithmetic(a, b, +)
        case .subtract: return arithmetic(a, b, -)
        case .multiply: return arithmetic(a, b, *)
        case .divide: return arithmetic(a, b, /)
        case .equal: return .bool(a == b)
        case .unequal: return .bool(a != b)
        case .less: return compare(a, b) { $0 < $1 }
        case .lessOrEqual: return compare(a, b) { $0 <= $1 }
        case .greater: return compare(a, b) { $0 > $1 }
        case .greaterOrEqual: return compare(a, b) { $0 >= $1 }
        case .and: return .bool(a.isTrue && b.isTrue)
        case .or: return .bool(a.isTrue || b.isTrue)
        }
    }

    private func arithmetic(
        _ a: ExpressionValue, _ b: ExpressionValue, _ operation: (Double, Double) -> Double
    ) -> ExpressionValue {
        let result = operation(a.number ?? 0, b.number ?? 0)
        return result.isFinite ? .number(result) : .null
    }

    private func compare(
        _ a: ExpressionValue, _ b: ExpressionValue, _ test: (Double, Double) -> Bool
    ) -> ExpressionValue {
        if case .text(let left) = a, case .text(let right) = b {
            return .bool(test(left < right ? -1 : left == right ? 0 : 1, 0))
        }
        guard let left = a.number, let right = b.number else { return .bool(false) }
        return .bool(test(left, right))
    }
}

/// The functions of `FieldExpression`.
enum ExpressionFunction: String, Sendable, Hashable, CaseIterable {
    case text, left, right, upper, lower, trim, round, floor, ceil, abs, iif, when, defaultvalue, isempty

    /// How many arguments the function takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .text, .round: 1...2
        case .left, .right, .defaultvalue: 2...2
        case .iif: 3...3
        case .when: 3...99
        case .upper, .lower, .trim, .floor, .ceil, .abs, .isempty: 1...1
        }
    }

    func apply(
        _ arguments: [ExpressionNode], evaluate: (ExpressionNode) -> ExpressionValue
    ) -> ExpressionValue {
        func argument(_ index: Int) -> ExpressionValue {
            index < arguments.count ? evaluate(arguments[index]) : .null
        }
        switch self {
        case .iif: return argument(argument(0).isTrue ? 1 : 2)
        case .when:
            for index in stride(from: 0, to: arguments.count - 1, by: 2) where argument(index).isTrue {
                return argument(index + 1)
            }
            return argument(arguments.count - 1)
        default: return apply(argument(0), argument(1), hasSecond: arguments.count > 1)
        }
    }

    private func apply(_ a: ExpressionValue, _ b: ExpressionValue, hasSecond: Bool) -> ExpressionValue {
        func count() -> Int { Int(min(max(b.number ?? 0, 0), 1e6)) }
        func mapped(_ transform: (Double) -> Double) -> ExpressionValue {
            a.number.map { .number(transform($0)) } ?? .null
        }
        switch self {
        case .text:
            if hasSecond, case .number(let value) = a { return .text(NumberPattern(b.text).format(value)) }
            return .text(a.text)
        case .left: return .text(String(a.text.prefix(count())))
        case .right: return .text(String(a.text.suffix(count())))
        case .upper: return .text(a.text.uppercased())
        case .lower: return .text(a.text.lowercased())
        case .trim: return .text(a.text.trimmingCharacters(in: .whitespacesAndNewlines))
        case .round:
            let factor = pow(10, hasSecond ? min(max(b.number ?? 0, -15), 15) : 0)
            return mapped { ($0 * factor).rounded() / factor }
        case .floor: return mapped { $0.rounded(.down) }
        case .ceil: return mapped { $0.rounded(.up) }
        case .abs: return mapped { Swift.abs($0) }
        case .defaultvalue: return a == .null || a == .text("") ? b : a
        case .isempty: return .bool(a == .null || a == .text(""))
        case .iif, .when: return .null
        }
    }
}
