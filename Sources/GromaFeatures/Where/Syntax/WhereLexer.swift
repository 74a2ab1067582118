// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A word of a where-clause, and where it stands.
struct WhereToken: Sendable {
    enum Kind: Sendable, Equatable {
        /// A name or keyword without quotes.
        case word(String)
        /// A name in double quotes: never a keyword.
        case quotedName(String)
        case integer(Int64)
        case double(Double)
        case text(String)
        /// Operators and punctuation.
        case symbol(String)
        case end
    }
    var kind: Kind
    /// Position of the first character, counted in Unicode scalars from 1.
    var position: Int
}

/// Cuts a where-clause into words. Comments and semicolons are refused: no client text ever becomes SQL.
struct WhereLexer {
    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(_ text: String) throws(FeatureError) {
        guard text.utf8.count <= WhereClause.maximumLength else {
            throw FeatureError(
                .tooLarge,
                "The where-clause has \(text.utf8.count) bytes; at most \(WhereClause.maximumLength) are taken.")
        }
        scalars = Array(text.unicodeScalars)
    }

    /// All words, ending with `.end`.
    static func tokens(of text: String) throws(FeatureError) -> [WhereToken] {
        var lexer = try WhereLexer(text)
        var tokens: [WhereToken] = []
        while true {
            let token = try lexer.next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private mutating func next() throws(FeatureError) -> WhereToken {
        while let scalar = peek(), scalar.properties.isWhitespace { place += 1 }
        let start = place
        func token(_ kind: WhereToken.Kind) -> WhereToken { WhereToken(kind: kind, position: start + 1) }
        guard let scalar = peek() else { return token(.end) }
        if scalar == "'" { return token(.text(try quoted("'"))) }
        if scalar == "\"" { return token(.quotedName(try quoted("\""))) }
        if isDigit(scalar) || (scalar == "." && peek(1).map(isDigit) == true) { return token(try number()) }
        if isNameStart(scalar) {
            while let next = peek(), isNamePart(next) { place += 1 }
            let word = string(start..<place)
            if peek() == "'", word == "N" || word == "n" { return token(.text(try quoted("'"))) }
            return token(.word(word))
        }
        for symbol in ["<>", "<=", ">=", "!=", "||"] where matches(symbol) {
            place += 2
            return token(.symbol(symbol == "!=" ? "<>" : symbol))
        }
        if matches("--") || matches("/*") || scalar == ";" {
            throw WhereClause.failure("comments and semicolons are not allowed", at: start + 1)
        }
        if "=<>()+-*/,.".unicodeScalars.contains(scalar) {
            place += 1
            return token(.symbol(String(Character(scalar))))
        }
        throw WhereClause.failure("unexpected character \"\(scalar)\"", at: start + 1)
    }

    private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        place + ahead < scalars.count ? scalars[place + ahead] : nil
    }

    private func matches(_ text: String) -> Bool {
        text.unicodeScalars.enumerated().allSatisfy { peek($0.offset) == $0.element }
    }

    private func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        return String(view)
    }

    /// Text up to the closing quote; a doubled quote stands for one.
    private mutating func quoted(_ quote: Unicode.Scalar) throws(FeatureError) -> String {
        let start = place
        place += 1
        var view = String.UnicodeScalarView()
        while let scalar = peek() {
            place += 1
            if scalar != quote {
                view.append(scalar)
            } else if peek() == quote {
                view.append(quote)
                place += 1
            } else {
                guard !view.contains("\0") else {
                    throw WhereClause.failure("a zero character in a text", at: start + 1)
                }
                return String(view)
            }
        }
        throw WhereClause.failure("the quote is not closed", at: start + 1)
    }

    private mutating func number() throws(FeatureError) -> WhereToken.Kind {
        let start = place
        var isWhole = true
        while let scalar = peek(), isDigit(scalar) { place += 1 }
        if peek() == "." {
            isWhole = false
            place += 1
            while let scalar = peek(), isDigit(scalar) { place += 1 }
        }
        if peek() == "e" || peek() == "E" {
            let sign = peek(1) == "+" || peek(1) == "-" ? 1 : 0
            if peek(1 + sign).map(isDigit) == true {
                isWhole = false
                place += 1 + sign
                while let scalar = peek(), isDigit(scalar) { place += 1 }
            }
        }
        if let scalar = peek(), isNamePart(scalar) {
            throw WhereClause.failure(
                "a name cannot begin with a digit, and a number cannot end with a letter", at: start + 1)
        }
        let text = string(start..<place)
        if isWhole, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text.hasSuffix(".") ? text + "0" : text), value.isFinite else {
            throw WhereClause.failure("the number \(text.prefix(40)) is out of range", at: start + 1)
        }
        return .double(value)
    }

    private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    private func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar.properties.isAlphabetic
    }
    private func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        isNameStart(scalar) || isDigit(scalar) || scalar == "$" || scalar == "#" || scalar == "@"
    }
}
