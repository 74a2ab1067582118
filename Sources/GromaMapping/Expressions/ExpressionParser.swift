// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Reads the text of a `FieldExpression`.
struct ExpressionParser {
    private let characters: [Character]
    private var place = 0
    private var depth = 0

    init(_ text: String) { characters = Array(text) }

    mutating func parse() throws(MappingError) -> ExpressionNode {
        skipSpace()
        if word(at: place) == "return" { place += 6 }
        let node = try expression(above: 0)
        skipSpace()
        if peek == ";" { place += 1 }
        skipSpace()
        guard place == characters.count else { throw unsupported() }
        return node
    }

    private mutating func expression(above precedence: Int) throws(MappingError) -> ExpressionNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 100 else { throw MappingError(.tooLarge, "An expression is nested deeper than 100 levels.") }
        var left = try operand()
        while let sign = nextOperator(), sign.precedence > precedence {
            place += sign.rawValue.count
            left = .binary(sign, left, try expression(above: sign.precedence))
        }
        return left
    }

    private mutating func operand() throws(MappingError) -> ExpressionNode {
        skipSpace()
        guard let character = peek else { throw unsupported() }
        switch character {
        case "-", "!":
            place += 1
            depth += 1
            defer { depth -= 1 }
            guard depth <= 100 else { throw MappingError(.tooLarge, "An expression is nested deeper than 100 levels.") }
            let inner = try operand()
            return character == "-" ? .negation(inner) : .inversion(inner)
        case "(":
            place += 1
            let inner = try expression(above: 0)
            try expect(")")
            return inner
        case "'", "\"": return .literal(.text(try quoted()))
        case "$": return try global()
        case _ where character.isASCII && character.isNumber || character == ".": return try number()
        default: return try named()
        }
    }

    /// `$feature.NAME`, `$feature["NAME"]`, `$view.scale`.
    private mutating func global() throws(MappingError) -> ExpressionNode {
        place += 1
        let name = word(at: place)
        place += name.count
        switch name {
        case "feature":
            if peek == "[" {
                place += 1
                skipSpace()
                let field = try quoted()
                try expect("]")
                return .field(field)
            }
            let field = try member()
            return .field(field)
        case "view":
            guard try member() == "scale" else { throw unsupported() }
            return .scale
        default: throw unsupported()
        }
    }

    private mutating func member() throws(MappingError) -> String {
        guard peek == "." else { throw unsupported() }
        place += 1
        let name = word(at: place)
        guard !name.isEmpty else { throw unsupported() }
        place += name.count
        return name
    }

    private mutating func named() throws(MappingError) -> ExpressionNode {
        let name = word(at: place)
        guard !name.isEmpty else { throw unsupported() }
        place += name.count
        switch name.lowercased() {
        case "true": return .literal(.bool(true))
        case "false": return .literal(.bool(false))
        case "null": return .literal(.null)
        case "textformatting":
            switch try member().lowercased() {
            case "newline": return .literal(.text("\n"))
            case "singlequote": return .literal(.text("'"))
            case "doublequote": return .literal(.text("\""))
            default: throw unsupported()
            }
        case let lowercased:
            guard let function = ExpressionFunction(rawValue: lowercased) else { throw unsupported() }
            try expect("(")
            var arguments: [ExpressionNode] = []
            repeat {
                arguments.append(try expression(above: 0))
                skipSpace()
            } while take(",")
            try expect(")")
            guard function.arity.contains(arguments.count), function != .when || arguments.count % 2 == 1 else {
                throw unsupported()
            }
            return .call(function, arguments)
        }
    }

    private mutating func number() throws(MappingError) -> ExpressionNode {
        let start = place
        while let character = peek, character.isASCII, character.isNumber || character == "." { place += 1 }
        guard let value = Double(String(characters[start..<place])) else { throw unsupported() }
        return .literal(.number(value))
    }

    private mutating func quoted() throws(MappingError) -> String {
        guard let quote = peek, quote == "'" || quote == "\"" else { throw unsupported() }
        place += 1
        var text = ""
        while let character = peek {
            place += 1
            switch character {
            case quote: return text
            case "\\":
                guard let escaped = peek else { throw unsupported() }
                place += 1
                switch escaped {
                case "n": text.append("\n")
                case "t": text.append("\t")
                case "\\", "'", "\"": text.append(escaped)
                default: throw unsupported()
                }
            default: text.append(character)
            }
        }
        throw unsupported()
    }

    private mutating func nextOperator() -> ExpressionOperator? {
        skipSpace()
        let two = String(characters[place..<min(place + 2, characters.count)])
        return ExpressionOperator(rawValue: two) ?? peek.flatMap { ExpressionOperator(rawValue: String($0)) }
    }

    private var peek: Character? { place < characters.count ? characters[place] : nil }
    private mutating func skipSpace() { while peek?.isWhitespace == true { place += 1 } }
    private func word(at start: Int) -> String {
        var end = start
        while end < characters.count, characters[end].isLetter || characters[end].isNumber || characters[end] == "_" {
            end += 1
        }
        return String(characters[start..<end])
    }
    private mutating func take(_ character: Character) -> Bool {
        guard peek == character else { return false }
        place += 1
        return true
    }
    private mutating func expect(_ character: Character) throws(MappingError) {
        skipSpace()
        guard take(character) else { throw unsupported() }
    }
    private func unsupported() -> MappingError {
        MappingError(
            .unsupported,
            "The script is beyond what labels and visual variables evaluate, at character \(place + 1): use fields, texts, numbers, operators and simple functions."
        )
    }
}
