// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension WhereBinder {
    /// A function of numbers: how many arguments, and what comes out.
    private static let numeric: [String: (function: WhereFunction, count: Int, isWhole: Bool?)] = [
        "ABS": (.absolute, 1, nil), "CEILING": (.ceiling, 1, nil), "CEIL": (.ceiling, 1, nil),
        "FLOOR": (.floor, 1, nil),
        "SIGN": (.sign, 1, true), "SQRT": (.squareRoot, 1, false), "POWER": (.power, 2, false),
        "EXP": (.exponential, 1, false),
        "LOG": (.naturalLogarithm, 1, false), "LN": (.naturalLogarithm, 1, false), "LOG10": (.logarithm10, 1, false),
        "SIN": (.sine, 1, false), "COS": (.cosine, 1, false), "TAN": (.tangent, 1, false), "ASIN": (.arcSine, 1, false),
        "ACOS": (.arcCosine, 1, false), "ATAN": (.arcTangent, 1, false),
    ]

    mutating func call(_ name: String, _ nodes: [Node], _ position: Int) throws(FeatureError) -> (BoundValue, WhereType)
    {
        if let current = try currentValue(name, position) { return current }
        var arguments: [Typed] = []
        for node in nodes { arguments.append(try value(node)) }
        func expect(_ counts: ClosedRange<Int>) throws(FeatureError) {
            guard counts.contains(arguments.count) else {
                let wanted =
                    counts.lowerBound == counts.upperBound
                    ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
                throw WhereClause.failure("\(name) takes \(wanted) arguments, not \(arguments.count)", at: position)
            }
        }
        if let entry = Self.numeric[name] {
            try expect(entry.count...entry.count)
            try requireNumbers(arguments, name)
            let type: WhereType = entry.isWhole.map { $0 ? .integer : .double } ?? arguments[0].type
            return (.call(entry.function, arguments.map(\.value)), type)
        }
        switch name {
        case "ROUND", "TRUNCATE", "TRUNC":
            try expect(1...2)
            try requireNumbers(arguments, name)
            let digits = arguments.count == 2 ? try wholeConstant(arguments[1], name) : 0
            guard (-300...300).contains(digits) else {
                throw WhereClause.failure("\(name) takes -300 to 300 digits", at: position)
            }
            return rounding(name == "ROUND" ? .round : .truncate, arguments[0], Int(digits))
        case "MOD":
            try expect(2...2)
            try requireNumbers(arguments, name)
            let isWhole = arguments.allSatisfy { $0.type != .double }
            return (
                .call(isWhole ? .integerRemainder : .remainder, arguments.map(\.value)), isWhole ? .integer : .double
            )
        case "CHAR_LENGTH", "CHARACTER_LENGTH", "LENGTH", "LEN":
            try expect(1...1)
            return (.call(.length, [try asText(arguments[0])]), .integer)
        case "UPPER", "LOWER":
            try expect(1...1)
            return (.call(name == "UPPER" ? .upper : .lower, [try asText(arguments[0])]), .text)
        case "CONCAT":
            try expect(1...100)
            var texts: [BoundValue] = []
            for argument in arguments { texts.append(try asText(argument)) }
            return (.call(.concatenate, texts), .text)
        case "POSITION":
            try expect(2...2)
            return (.call(.position, [try asText(arguments[0]), try asText(arguments[1])]), .integer)
        case "SUBSTRING", "SUBSTR":
            try expect(2...3)
            return try substring(arguments, name)
        case "TRIM", "LTRIM", "RTRIM":
            try expect(1...2)
            let function: WhereFunction = name == "TRIM" ? .trim : name == "LTRIM" ? .trimStart : .trimEnd
            let characters = arguments.count == 2 ? try asText(arguments[1]) : .constant(.text(" "), .text)
            return (.call(function, [try asText(arguments[0]), characters]), .text)
        case "COALESCE", "NULLIF":
            try expect(name == "NULLIF" ? 2...2 : 1...100)
            let type = try unify(&arguments, at: position)
            return (.call(name == "NULLIF" ? .nullIf : .coalesce, arguments.map(\.value)), type)
        case "AVG", "SUM", "MIN", "MAX", "COUNT":
            throw WhereClause.failure("\(name) is for statistics, not for a where-clause", at: position)
        default: throw WhereClause.failure("there is no function \(name.prefix(40))", at: position)
        }
    }

    private mutating func currentValue(_ name: String, _ position: Int) throws(FeatureError) -> (BoundValue, WhereType)?
    {
        let day = Int64(86_400_000)
        let inDay = ((context.now % day) + day) % day
        switch name {
        case "CURRENT_TIMESTAMP": return constant(.integer(context.now), .date)
        case "CURRENT_DATE": return constant(.integer(context.now - inDay), .date)
        case "CURRENT_TIME": return constant(.text(CalendarText.timeText(milliseconds: context.now)), .timeOnly)
        case "CURRENT_USER":
            guard let user = context.currentUser else {
                throw FeatureError(
                    .unsupported, "CURRENT_USER is not known here (character \(position) of the clause).")
            }
            return constant(.text(user), .text)
        default: return nil
        }
    }

    private func requireNumbers(_ arguments: [Typed], _ name: String) throws(FeatureError) {
        for argument in arguments where !argument.type.isNumeric && argument.type != .null {
            throw WhereClause.failure("\(name) needs a number, not \(argument.type.rawValue)", at: argument.position)
        }
    }

    private func wholeConstant(_ typed: Typed, _ name: String) throws(FeatureError) -> Int64 {
        guard case .constant(.integer(let number), _) = typed.value, (-1_000_000_000...1_000_000_000).contains(number)
        else {
            throw FeatureError(
                .unsupported,
                "\(name) takes whole numbers, not computed ones, there (character \(typed.position) of the clause).")
        }
        return number
    }

    /// Rounding to digits is scaling, rounding and scaling back, in every engine the same.
    private func rounding(_ function: WhereFunction, _ typed: Typed, _ digits: Int) -> (BoundValue, WhereType) {
        guard digits != 0 else {
            return (.call(function, [typed.value]), function == .round ? .double : typed.type)
        }
        var power = 1.0
        for _ in 0..<abs(digits) { power *= 10 }
        let factor = BoundValue.constant(.double(power), .double)
        let (up, down): (WhereSyntax.Operator, WhereSyntax.Operator) =
            digits > 0 ? (.multiply, .divide) : (.divide, .multiply)
        let scaled = folded(.arithmetic(up, typed.value, factor), .double)
        return (.arithmetic(down, folded(.call(function, [scaled]), .double), factor), .double)
    }

    /// SQL counts from 1 and cuts a window that may begin before the text.
    private func substring(_ arguments: [Typed], _ name: String) throws(FeatureError) -> (BoundValue, WhereType) {
        try requireNumbers(Array(arguments.dropFirst()), name)
        let start = arguments[1].value, first = clamped(start, from: 1)
        var parts = [try asText(arguments[0]), first]
        if arguments.count == 3 {
            if case .constant(.integer(let length), _) = arguments[2].value, length < 0 {
                throw WhereClause.failure("\(name) cannot take a negative length", at: arguments[2].position)
            }
            let end = folded(.arithmetic(.add, start, arguments[2].value), .integer)
            let length = folded(.arithmetic(.subtract, end, first), .integer)
            parts.append(clamped(length, from: 0))
        }
        for index in parts.indices.dropFirst() { parts[index] = folded(.call(.toInteger, [parts[index]]), .integer) }
        return (.call(.substring, parts), .text)
    }

    /// The number, `least` where it is below, and a thousand million where it is above: a database's own functions may count with 32 bits.
    private func clamped(_ value: BoundValue, from least: Int64) -> BoundValue {
        let low = BoundValue.constant(.integer(least), .integer)
        let high = BoundValue.constant(.integer(1_000_000_000), .integer)
        let choice = BoundValue.choice(
            [
                (condition: .comparison(.less, value, low), value: low),
                (condition: .comparison(.greater, value, high), value: high),
            ], otherwise: value)
        guard value.isConstant else { return choice }
        return .constant(WhereEvaluator(row: { _ in .null }).value(choice), .integer)
    }

    mutating func extract(_ part: String, _ node: Node, _ position: Int) throws(FeatureError) -> (BoundValue, WhereType)
    {
        guard let part = DatePart(rawValue: part) else {
            throw WhereClause.failure("EXTRACT knows YEAR, MONTH, DAY, HOUR, MINUTE and SECOND", at: position)
        }
        let own = try value(node)
        if own.type == .timeOnly, [.year, .month, .day].contains(part) {
            throw WhereClause.failure("a time of day has no \(part.rawValue)", at: own.position)
        }
        let typed = asInstant(own.type == .text && own.value.isConstant ? try coerced(own, to: .date) : own)
        guard typed.type == .date || typed.type == .null else {
            throw WhereClause.failure("EXTRACT needs a date, not \(typed.type.rawValue)", at: typed.position)
        }
        return (.extract(part, typed.value), .integer)
    }

    mutating func cast(_ node: Node, _ type: String, _ length: Int?, _ position: Int) throws(FeatureError)
        -> (BoundValue, WhereType)
    {
        var typed = try value(node)
        let refusal = FeatureError(
            .unsupported,
            "\(typed.type.rawValue) cannot be cast to \(type.prefix(40)) (character \(position) of the clause).")
        switch type {
        case "INT", "INTEGER", "SMALLINT", "BIGINT", "FLOAT", "REAL", "DOUBLE", "NUMERIC", "DECIMAL":
            let isWhole = type.hasSuffix("INT") || type == "INTEGER"
            if typed.type == .text {
                let function: WhereFunction = isWhole ? .textToInteger : .textToDouble
                return (.call(function, [typed.value]), isWhole ? .integer : .double)
            }
            guard typed.type.isNumeric || typed.type == .null else { throw refusal }
            return (.call(isWhole ? .toInteger : .toDouble, [typed.value]), isWhole ? .integer : .double)
        case "VARCHAR", "CHAR", "NVARCHAR", "TEXT", "STRING":
            let text = try asText(typed)
            guard let length else { return (text, .text) }
            let window = [text, .constant(.integer(1), .integer), .constant(.integer(Int64(length)), .integer)]
            return (.call(.substring, window), .text)
        case "DATE", "TIMESTAMP":
            if typed.type == .text, typed.value.isConstant {
                var pair = [typed, Typed(value: .field(0), type: .date, position: position)]
                try unify(&pair, at: position)
                typed = pair[0]
            }
            if typed.type == .dateOnly { typed = asInstant(typed) }
            guard typed.type == .date || typed.type == .null else { throw refusal }
            return type == "DATE" ? (.call(.startOfDay, [typed.value]), .date) : (typed.value, .date)
        default: throw refusal
        }
    }
}
