// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Cuts an expression's text into tokens.
struct Lexer {
    /// Longest text that is read.
    static let maximumLength = 1_000_000
    /// Templates inside of templates.
    static let maximumNesting = 16

    private let scalars: [Unicode.Scalar]
    private var index: Int
    private var line: Int
    private var lineStart: Int
    private let nesting: Int

    static func tokens(of text: String) throws(ArcadeError) -> [Token] {
        guard text.utf8.count <= maximumLength else {
            throw ArcadeError(
                .limitExceeded, "The expression has \(text.utf8.count) bytes; \(maximumLength) is the most.",
                phase: .parse)
        }
        var lexer = Lexer(Array(text.unicodeScalars))
        return try lexer.tokens(untilBrace: false)
    }

    private init(_ scalars: [Unicode.Scalar], index: Int = 0, line: Int = 1, lineStart: Int = 0, nesting: Int = 0) {
        self.scalars = scalars
        self.index = index
        self.line = line
        self.lineStart = lineStart
        self.nesting = nesting
    }

    private var place: SourcePlace { SourcePlace(line: line, column: index - lineStart + 1) }
    private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        index + ahead < scalars.count ? scalars[index + ahead] : nil
    }

    private mutating func advance() -> Unicode.Scalar {
        let scalar = scalars[index]
        index += 1
        if Self.isLineEnd(scalar), !(scalar == "\r" && peek() == "\n") {
            line += 1
            lineStart = index
        }
        return scalar
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    private func failure(_ message: String, at place: SourcePlace) -> ArcadeError {
        ArcadeError(.syntax, message, phase: .parse, at: place)
    }

    private mutating func tokens(untilBrace: Bool) throws(ArcadeError) -> [Token] {
        var tokens: [Token] = []
        var depth = 0
        while true {
            let isAfterLineEnd = try skipBlanks()
            let start = place
            guard let scalar = peek() else {
                if untilBrace { throw failure("A part of the template is not closed; a } is missing.", at: start) }
                tokens.append(Token(kind: .end, place: start, isAfterLineEnd: isAfterLineEnd))
                return tokens
            }
            if untilBrace {
                if scalar == "{" { depth += 1 }
                if scalar == "}" {
                    if depth == 0 {
                        tokens.append(Token(kind: .end, place: start, isAfterLineEnd: false))
                        return tokens
                    }
                    depth -= 1
                }
            }
            let kind = try token(scalar, start)
            tokens.append(Token(kind: kind, place: start, isAfterLineEnd: isAfterLineEnd))
        }
    }

    private mutating func token(_ scalar: Unicode.Scalar, _ start: SourcePlace) throws(ArcadeError) -> Token.Kind {
        switch scalar {
        case "0"..."9": return try number(start)
        case "." where peek(1).map(Self.isDigit) == true: return try number(start)
        case "'", "\"": return .text(try quoted(start))
        case "`": return try template(start)
        case "$":
            index += 1
            let name = word()
            guard !name.isEmpty else { throw failure("A name is missing after the dollar sign.", at: start) }
            return .global(name.lowercased())
        case _ where Self.isNameStart(scalar):
            let name = word()
            return .name(name, lowered: name.lowercased())
        default: return try sign(start)
        }
    }

    /// True when a line end was among the blanks and comments.
    private mutating func skipBlanks() throws(ArcadeError) -> Bool {
        let startLine = line
        while let scalar = peek() {
            if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                _ = advance()
            } else if scalar == "/", peek(1) == "/" {
                while let next = peek(), !Self.isLineEnd(next) { index += 1 }
            } else if scalar == "/", peek(1) == "*" {
                let start = place
                index += 2
                while true {
                    guard let next = peek() else {
                        throw failure("The comment is not closed; */ is missing.", at: start)
                    }
                    if next == "*", peek(1) == "/" { break }
                    _ = advance()
                }
                index += 2
            } else {
                break
            }
        }
        return line != startLine
    }

    // MARK: Words and numbers

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || (scalar.isASCII ? scalar.properties.isAlphabetic : scalar.properties.isIDStart)
    }
    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "$" || isDigit(scalar)
            || (scalar.isASCII ? scalar.properties.isAlphabetic : scalar.properties.isIDContinue)
    }

    private mutating func word() -> String {
        var word = String.UnicodeScalarView()
        while let scalar = peek(), Self.isNamePart(scalar) {
            word.append(scalar)
            index += 1
        }
        return String(word)
    }

    private mutating func number(_ start: SourcePlace) throws(ArcadeError) -> Token.Kind {
        let value: Double?
        if scalars[index] == "0", let radix = peek(1).flatMap(Self.radix) {
            index += 2
            var number = 0.0, digits = 0
            while let digit = peek()?.digit(radix: radix) {
                number = number * Double(radix) + Double(digit)
                digits += 1
                index += 1
            }
            value = digits > 0 ? number : nil
        } else {
            var text = ""
            func take(_ lexer: inout Lexer) { text.unicodeScalars.append(lexer.advance()) }
            while let scalar = peek(), Self.isDigit(scalar) { take(&self) }
            if peek() == "." {
                take(&self)
                while let scalar = peek(), Self.isDigit(scalar) { take(&self) }
            }
            if peek() == "e" || peek() == "E" {
                let signed = peek(1) == "+" || peek(1) == "-"
                if peek(signed ? 2 : 1).map(Self.isDigit) == true {
                    take(&self)
                    if signed { take(&self) }
                    while let scalar = peek(), Self.isDigit(scalar) { take(&self) }
                }
            }
            if text.hasPrefix(".") { text = "0" + text }
            value = Double(text.replacing(".e", with: "e").replacing(".E", with: "E").trimmingDot)
        }
        guard let value, peek().map(Self.isNamePart) != true else {
            throw failure("A number is expected here.", at: start)
        }
        return .number(value)
    }

    private static func radix(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar {
        case "x", "X": 16
        case "b", "B": 2
        case "o", "O": 8
        default: nil
        }
    }

    // MARK: Texts

    private mutating func quoted(_ start: SourcePlace) throws(ArcadeError) -> String {
        let quote = advance()
        var text = String.UnicodeScalarView()
        while true {
            guard let scalar = peek(), !(scalar == "\n" || scalar == "\r") else {
                throw failure("The text is not closed; a quote is missing.", at: start)
            }
            _ = advance()
            if scalar == quote { return String(text) }
            if scalar == "\\" { try escape(into: &text) } else { text.append(scalar) }
        }
    }

    private mutating func escape(into text: inout String.UnicodeScalarView) throws(ArcadeError) {
        let start = place
        guard peek() != nil else { throw failure("The text ends in the middle of an escape.", at: start) }
        let scalar = advance()
        switch scalar {
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "r": text.append("\r")
        case "b": text.append("\u{8}")
        case "f": text.append("\u{C}")
        case "v": text.append("\u{B}")
        case "0" where peek().map(Self.isDigit) != true: text.append("\0")
        case "x": text.append(Unicode.Scalar(try hex(2, start)) ?? "\u{FFFD}")
        case "u" where peek() == "{": text.append(try codePoint(start))
        case "u":
            var code = try hex(4, start)
            if (0xD800..<0xDC00).contains(code), peek() == "\\", peek(1) == "u" {
                let mark = index
                index += 2
                let low = try hex(4, start)
                if (0xDC00..<0xE000).contains(low) {
                    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                } else {
                    index = mark
                }
            }
            text.append(Unicode.Scalar(code) ?? "\u{FFFD}")
        case _ where Self.isLineEnd(scalar): break
        default: text.append(scalar)
        }
    }

    /// The digits of `\u{1F333}`, behind the `u`.
    private mutating func codePoint(_ start: SourcePlace) throws(ArcadeError) -> Unicode.Scalar {
        index += 1
        var value: UInt32 = 0, digits = 0
        while let digit = peek()?.digit(radix: 16), value <= 0x10FFFF {
            value = (value << 4) + UInt32(digit)
            digits += 1
            index += 1
        }
        guard digits > 0, value <= 0x10FFFF, peek() == "}" else {
            throw failure("An escape in braces needs the hexadecimal digits of a code point.", at: start)
        }
        index += 1
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private mutating func hex(_ count: Int, _ start: SourcePlace) throws(ArcadeError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = peek()?.digit(radix: 16) else {
                throw failure("An escape needs \(count) hexadecimal digits.", at: start)
            }
            value = (value << 4) + UInt32(digit)
            index += 1
        }
        return value
    }

    private mutating func template(_ start: SourcePlace) throws(ArcadeError) -> Token.Kind {
        guard nesting < Self.maximumNesting else {
            throw failure("Templates are nested deeper than \(Self.maximumNesting) levels.", at: start)
        }
        index += 1
        var texts: [String] = [], parts: [[Token]] = [], text = String.UnicodeScalarView()
        while true {
            guard peek() != nil else { throw failure("The template is not closed; a ` is missing.", at: start) }
            let scalar = advance()
            switch scalar {
            case "`":
                texts.append(String(text))
                return .template(texts, parts)
            case "\\": try escape(into: &text)
            case "$" where peek() == "{":
                index += 1
                texts.append(String(text))
                text = String.UnicodeScalarView()
                var inner = Lexer(scalars, index: index, line: line, lineStart: lineStart, nesting: nesting + 1)
                parts.append(try inner.tokens(untilBrace: true))
                index = inner.index + 1
                line = inner.line
                lineStart = inner.lineStart
            default: text.append(scalar)
            }
        }
    }

    // MARK: Signs

    /// Longest first, by their first character.
    private static let signs: [Unicode.Scalar: [[Unicode.Scalar]]] = Dictionary(
        grouping: [
            ">>>", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "++", "--", "+=", "-=", "*=", "/=", "%=", "?.", "+",
            "-", "*",
            "/", "%", "=", "<", ">", "!", "&", "|", "^", "~", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "?",
        ].map { Array($0.unicodeScalars) }, by: { $0[0] })

    private mutating func sign(_ start: SourcePlace) throws(ArcadeError) -> Token.Kind {
        for sign in Self.signs[scalars[index]] ?? [] where sign.indices.allSatisfy({ peek($0) == sign[$0] }) {
            // `a?.5:b` is no member access, and no expression of the language either.
            if sign.count == 2, sign[0] == "?", peek(2).map(Self.isDigit) == true { continue }
            index += sign.count
            return .sign(sign.reduce(into: "") { $0.unicodeScalars.append($1) })
        }
        let scalar = scalars[index]
        throw failure("The character \"\(String(scalar))\" has no meaning here.", at: start)
    }
}

extension Unicode.Scalar {
    /// The value of an ASCII digit of that radix; nil for anything else.
    fileprivate func digit(radix: Int) -> Int? {
        let value: Int
        switch self {
        case "0"..."9": value = Int(self.value) - 48
        case "a"..."f": value = Int(self.value) - 87
        case "A"..."F": value = Int(self.value) - 55
        default: return nil
        }
        return value < radix ? value : nil
    }
}

extension String {
    /// Without a point at the end.
    fileprivate var trimmingDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
