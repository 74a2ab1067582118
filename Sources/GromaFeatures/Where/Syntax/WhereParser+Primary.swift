// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

extension WhereParser {
    private static let reserved: Set<String> = [
        "AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "ESCAPE", "IS", "WHEN", "THEN", "ELSE", "END", "FROM", "AS",
        "SELECT", "UNION", "WHERE", "ORDER", "GROUP", "HAVING", "EXISTS",
    ]

    /// Literals, names, calls, CASE and brackets.
    mutating func primary() throws(FeatureError) -> Node {
        let token = token
        switch token.kind {
        case .integer(let value):
            place += 1
            return leaf(.integer(value), token.position)
        case .double(let value):
            place += 1
            return leaf(.double(value), token.position)
        case .text(let text):
            place += 1
            return leaf(.text(text), token.position)
        case .symbol("("):
            place += 1
            let inner = try disjunction()
            try expectSymbol(")")
            return inner
        case .quotedName(let name):
            place += 1
            return leaf(.field(try qualified(name)), token.position)
        case .word(let word): return try named(word, upper: word.uppercased(), token.position)
        default: throw unexpected("a value")
        }
    }

    private mutating func named(_ word: String, upper: String, _ position: Int) throws(FeatureError) -> Node {
        guard !Self.reserved.contains(upper) else { throw unexpected("a value") }
        place += 1
        switch upper {
        case "NULL": return leaf(.null, position)
        case "TRUE", "FALSE": return leaf(.boolean(upper == "TRUE"), position)
        case "CASE": return try choice(position)
        case "DATE", "TIMESTAMP", "TIME":
            if case .text(let text) = token.kind {
                place += 1
                return leaf(.temporal(keyword: upper, text: text), position)
            }
        case "INTERVAL":
            if case .text(let text) = token.kind {
                place += 1
                return leaf(try interval(text, position), position)
            }
        case "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "CURRENT_USER":
            if takeSymbol(["("]) != nil { try expectSymbol(")") }
            return leaf(.call(upper, []), position)
        default: break
        }
        guard token.kind == .symbol("(") else { return leaf(.field(try qualified(word)), position) }
        if let statistic = try statistic(upper, position) { return statistic }
        switch upper {
        case "CAST": return try cast(position)
        case "EXTRACT": return try extract(position)
        case "TRIM": return try trim(position)
        case "POSITION": return try searchPosition(position)
        default:
            let list = try arguments()
            return try node(.call(upper, list), position, over: list)
        }
    }

    /// The last part of `schema.table.NAME`.
    private mutating func qualified(_ first: String) throws(FeatureError) -> String {
        var name = first
        while takeSymbol(["."]) != nil {
            switch token.kind {
            case .word(let part), .quotedName(let part): name = part
            default: throw unexpected("a name after the point")
            }
            place += 1
        }
        return name
    }

    private mutating func choice(_ position: Int) throws(FeatureError) -> Node {
        var branches: [WhereSyntax.Branch] = []
        // `CASE x WHEN 1 THEN …` compares x with each value.
        let subject = isKeyword("WHEN") ? nil : try sum()
        while takeKeyword("WHEN") {
            var condition = try disjunction()
            if let subject {
                condition = try node(
                    .comparison(.equal, subject, condition), condition.position, over: [subject, condition])
            }
            try expectKeyword("THEN")
            branches.append(WhereSyntax.Branch(condition: condition, value: try disjunction()))
        }
        guard !branches.isEmpty else { throw unexpected("WHEN") }
        let otherwise = takeKeyword("ELSE") ? try disjunction() : nil
        try expectKeyword("END")
        let parts = branches.flatMap { [$0.condition, $0.value] } + (otherwise.map { [$0] } ?? [])
        return try node(.choice(branches, otherwise: otherwise), position, over: parts)
    }

    private mutating func cast(_ position: Int) throws(FeatureError) -> Node {
        try expectSymbol("(")
        let inner = try disjunction()
        try expectKeyword("AS")
        guard case .word(let type) = token.kind else { throw unexpected("a type") }
        place += 1
        if type.uppercased() == "DOUBLE" { _ = takeKeyword("PRECISION") }
        var length: Int?
        if takeSymbol(["("]) != nil {
            guard case .integer(let value) = token.kind, (1...1_000_000).contains(value) else {
                throw unexpected("a length")
            }
            length = Int(value)
            place += 1
            if takeSymbol([","]) != nil {
                guard case .integer = token.kind else { throw unexpected("a scale") }
                place += 1
            }
            try expectSymbol(")")
        }
        try expectSymbol(")")
        return try node(.cast(inner, to: type.uppercased(), length: length), position, over: [inner])
    }

    private mutating func extract(_ position: Int) throws(FeatureError) -> Node {
        try expectSymbol("(")
        guard case .word(let part) = token.kind else { throw unexpected("YEAR, MONTH, DAY, HOUR, MINUTE or SECOND") }
        place += 1
        try expectKeyword("FROM")
        let inner = try disjunction()
        try expectSymbol(")")
        return try node(.extract(part: part.uppercased(), from: inner), position, over: [inner])
    }

    /// `TRIM(s)`, `TRIM(s, c)`, `TRIM([BOTH|LEADING|TRAILING] [c] FROM s)`.
    private mutating func trim(_ position: Int) throws(FeatureError) -> Node {
        try expectSymbol("(")
        var function = "TRIM"
        if takeKeyword("LEADING") {
            function = "LTRIM"
        } else if takeKeyword("TRAILING") {
            function = "RTRIM"
        } else {
            _ = takeKeyword("BOTH")
        }
        if takeKeyword("FROM") {
            let text = try disjunction()
            try expectSymbol(")")
            return try node(.call(function, [text]), position, over: [text])
        }
        let first = try disjunction()
        var parts = [first]
        if takeKeyword("FROM") {
            parts = [try disjunction(), first]
        } else if takeSymbol([","]) != nil {
            parts.append(try disjunction())
        }
        try expectSymbol(")")
        return try node(.call(function, parts), position, over: parts)
    }

    /// `POSITION(x IN y)` and `POSITION(x, y)`; `IN` is no membership here.
    private mutating func searchPosition(_ position: Int) throws(FeatureError) -> Node {
        try expectSymbol("(")
        let needle = try sum()
        if !takeKeyword("IN") { try expectSymbol(",") }
        let text = try sum()
        try expectSymbol(")")
        return try node(.call("POSITION", [needle, text]), position, over: [needle, text])
    }

    /// `INTERVAL '7' DAY`, `INTERVAL '1 06:00:00' DAY TO SECOND`, `INTERVAL '3' MONTH`.
    private mutating func interval(_ text: String, _ position: Int) throws(FeatureError) -> WhereSyntax {
        let bad = WhereClause.failure("'\(text.prefix(40))' is no interval of that kind", at: position)
        guard case .word(let first) = token.kind else { throw unexpected("DAY, HOUR, MINUTE, SECOND, MONTH or YEAR") }
        place += 1
        var last = first
        if takeKeyword("TO") {
            guard case .word(let word) = token.kind else { throw unexpected("the interval's last part") }
            last = word
            place += 1
        }
        if takeSymbol(["("]) != nil {
            guard case .integer = token.kind else { throw unexpected("a precision") }
            place += 1
            try expectSymbol(")")
        }
        let units = ["DAY", "HOUR", "MINUTE", "SECOND"]
        let milliseconds = [86_400_000.0, 3_600_000, 60_000, 1_000]
        let isNegative = text.hasPrefix("-")
        let numbers = text.drop { $0 == "-" || $0 == "+" }
            .split(omittingEmptySubsequences: true, whereSeparator: { $0 == " " || $0 == ":" || $0 == "-" })
            .map { Double($0) ?? .nan }
        guard numbers.allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 1e8 }), !numbers.isEmpty else { throw bad }
        let sign = isNegative ? -1.0 : 1.0
        let monthly = ["YEAR": 12.0, "MONTH": 1.0]
        if let factor = monthly[first.uppercased()], let lastFactor = monthly[last.uppercased()] {
            guard numbers.count == (factor == lastFactor ? 1 : 2) else { throw bad }
            let months = numbers[0] * factor + (numbers.count == 2 ? numbers[1] : 0)
            guard months == months.rounded() else { throw bad }
            return .interval(months: Int64(sign * months), milliseconds: 0)
        }
        guard let start = units.firstIndex(of: first.uppercased()), let end = units.firstIndex(of: last.uppercased()),
            start <= end, numbers.count == end - start + 1
        else { throw bad }
        let total = zip(numbers, milliseconds[start...end]).reduce(0) { $0 + $1.0 * $1.1 }
        return .interval(months: 0, milliseconds: Int64((sign * total).rounded()))
    }
}
