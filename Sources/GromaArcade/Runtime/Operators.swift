// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The operators between two values that evaluate both.
enum BinaryOperator: String, Sendable {
    case add = "+", subtract = "-", multiply = "*", divide = "/", remainder = "%"
    case equal = "==", unequal = "!=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
    case bitAnd = "&", bitOr = "|", bitXor = "^", shiftLeft = "<<", shiftRight = ">>", shiftRightUnsigned = ">>>"

    func apply(_ a: Value, _ b: Value, _ run: Run) throws -> Value {
        switch self {
        case .add:
            switch (a, b) {
            case (.text, _), (_, .text):
                var text = TextJoin(run)
                try text.append(a, run)
                try text.append(b, run)
                return try text.finished(run)
            default: return .number(Conversion.number(a) + Conversion.number(b))
            }
        case .equal: return .boolean(Comparison.areEqual(a, b))
        case .unequal: return .boolean(!Comparison.areEqual(a, b))
        case .less: return .boolean(Comparison.order(a, b).map { $0 < 0 } ?? false)
        case .lessOrEqual: return .boolean(Comparison.order(a, b).map { $0 <= 0 } ?? false)
        case .greater: return .boolean(Comparison.order(a, b).map { $0 > 0 } ?? false)
        case .greaterOrEqual: return .boolean(Comparison.order(a, b).map { $0 >= 0 } ?? false)
        default: return .number(arithmetic(a, b))
        }
    }

    private func arithmetic(_ a: Value, _ b: Value) -> Double {
        switch self {
        case .subtract: return Conversion.number(a) - Conversion.number(b)
        case .multiply: return Conversion.number(a) * Conversion.number(b)
        case .divide: return Conversion.number(a) / Conversion.number(b)
        case .remainder: return Conversion.number(a).truncatingRemainder(dividingBy: Conversion.number(b))
        default: break
        }
        let left = Conversion.int32(a), right = Conversion.int32(b), places = UInt32(bitPattern: right) & 31
        switch self {
        case .bitAnd: return Double(left & right)
        case .bitOr: return Double(left | right)
        case .bitXor: return Double(left ^ right)
        case .shiftLeft: return Double(left << Int32(places))
        case .shiftRight: return Double(left >> Int32(places))
        default: return Double(UInt32(bitPattern: left) >> places)
        }
    }

    /// The value on two constants; nil where it is better worked out later.
    func folded(_ a: Value, _ b: Value) -> Value? {
        guard case .number = a, case .number = b else { return nil }
        switch self {
        case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
        case .add: return .number(Conversion.number(a) + Conversion.number(b))
        default: return .number(arithmetic(a, b))
        }
    }
}

enum Comparison {
    /// As `==` sees it: values of two kinds are never equal.
    static func areEqual(_ a: Value, _ b: Value) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.text(let a), .text(let b)): sameText(a, b)
        case (.date(let a), .date(let b)): a.instant == b.instant
        case (.dateOnly(let a), .dateOnly(let b)): a == b
        case (.time(let a), .time(let b)): a == b
        case (.array(let a), .array(let b)): a === b
        case (.dictionary(let a), .dictionary(let b)): a === b
        case (.feature(let a), .feature(let b)): a === b
        case (.featureSet(let a), .featureSet(let b)): a === b
        case (.collection(let a), .collection(let b)): a === b
        case (.geometry(let a), .geometry(let b)): a === b || Shapes.haveSameVertices(a.shape, b.shape)
        default: false
        }
    }

    /// Code point by code point; Swift's own comparison takes composed and decomposed letters for the same.
    static func sameText(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

    /// Below zero, zero or above; nil where the two have no order (NaN).
    static func order(_ a: Value, _ b: Value) -> Int? {
        switch (a, b) {
        case (.text(let a), .text(let b)):
            if a.utf8.lexicographicallyPrecedes(b.utf8) { return -1 }
            return sameText(a, b) ? 0 : 1
        case (.date(let a), .date(let b)): return order(Double(a.instant), Double(b.instant))
        case (.dateOnly(let a), .dateOnly(let b)): return order(Double(a.days), Double(b.days))
        case (.time(let a), .time(let b)): return order(Double(a.milliseconds), Double(b.milliseconds))
        case (.date(let date), _):
            guard let other = instant(b, like: date) else { return order(Double(date.instant), Conversion.number(b)) }
            return order(Double(date.instant), Double(other))
        case (_, .date(let date)):
            guard let other = instant(a, like: date) else { return order(Conversion.number(a), Double(date.instant)) }
            return order(Double(other), Double(date.instant))
        default: return order(Conversion.number(a), Conversion.number(b))
        }
    }

    private static func instant(_ value: Value, like date: ZonedDate) -> Int64? {
        switch value {
        case .dateOnly(let day): date.zone.instant(ofLocal: Int64(day.days) * 86_400_000)
        case .text(let text) where NumberText.number(text).isNaN: ISODate.date(text, zone: date.zone)?.instant
        default: nil
        }
    }

    private static func order(_ a: Double, _ b: Double) -> Int? { a < b ? -1 : a > b ? 1 : a == b ? 0 : nil }
}
