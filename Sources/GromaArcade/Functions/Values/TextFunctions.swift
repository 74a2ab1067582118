// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Texts. Places and lengths count UTF-16 units, as the language does.
enum TextFunctions {
    /// Functions whose value is a text whatever they are given.
    static let alwaysText: Set<String> = [
        "Text", "Left", "Right", "Mid", "Lower", "Upper", "Proper", "Trim", "Concatenate", "Replace", "UrlEncode",
        "Guid",
        "StandardizeGuid", "StandardizeFilename", "ToHex", "FromCharCode", "FromCodePoint", "TypeOf",
    ]

    static let all: [BuiltIn] = [
        .many("Concatenate", .text, .core, 0...BuiltIn.anyCount) { run, values in try concatenate(values, run) },
        .many("Find", .text, .core, 2...3) { run, values in
            if values[1].isNull { return .number(-1) }
            let needle = try Conversion.text(values[0], run), text = try Conversion.text(values[1], run)
            return .number(Double(find(needle, in: text, from: values.count > 2 ? Conversion.integer(values[2]) : 0)))
        },
        .many("FromCharCode", .text, .core, 1...BuiltIn.anyCount) { run, values in
            let units = values.map { UInt16(truncatingIfNeeded: Conversion.integer($0)) }
            return try run.text(String(decoding: units, as: UTF16.self))
        },
        .many("FromCodePoint", .text, .core, 1...BuiltIn.anyCount) { run, values in
            var text = String.UnicodeScalarView()
            for value in values {
                let number = Conversion.number(value)
                guard number >= 0, number <= 0x10FFFF, number == number.rounded() else {
                    throw ArcadeError(.wrongType, "\(NumberText.plain(number)) is no code point.")
                }
                text.append(Unicode.Scalar(UInt32(number)) ?? "\u{FFFD}")
            }
            return try run.text(String(text))
        },
        .two("ToCharCode", .text) { run, value, index in
            let units = try Conversion.text(value, run).utf16
            guard let place = place(index, in: units) else { return .null }
            return .number(Double(units[place]))
        },
        .two("ToCodePoint", .text) { run, value, index in
            let units = try Conversion.text(value, run).utf16
            guard let place = place(index, in: units) else { return .null }
            let high = units[place], next = units.index(after: place)
            if UTF16.isLeadSurrogate(high), next < units.endIndex, UTF16.isTrailSurrogate(units[next]) {
                return .number(Double(0x10000 + (Int(high) - 0xD800) * 1024 + Int(units[next]) - 0xDC00))
            }
            return .number(Double(high))
        },
        .one("ToHex", .text) { _, value in .text(NumberText.hexadecimal(Conversion.number(value))) },
        .many("Guid", .text, .core, 0...1) { run, values in
            .text(
                guid(UUID().uuidString.lowercased(), format: values.isEmpty ? "" : try Conversion.text(values[0], run)))
        },
        .two("StandardizeGuid", .text, least: 2) { run, value, format in
            let digits = try Conversion.text(value, run).filter { !"{}()-".contains($0) }
            guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit) else { return .text("") }
            let upper = Array(digits.uppercased())
            let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(upper[$0]) }
            return .text(guid(parts.joined(separator: "-"), format: try Conversion.text(format ?? .null, run)))
        },
        .two("StandardizeFilename", .text) { run, value, _ in
            try run.text(fileName(try Conversion.text(value, run)))
        },
        .two("Left", .text, least: 2) { run, value, count in
            try run.text(slice(try Conversion.text(value, run), 0, Conversion.integer(count ?? .null)))
        },
        .two("Right", .text, least: 2) { run, value, count in
            let text = try Conversion.text(value, run), count = max(0, Conversion.integer(count ?? .null))
            let length = text.utf16.count
            return try run.text(slice(text, max(0, length - count), count))
        },
        .many("Mid", .text, .core, 2...3) { run, values in
            let text = try Conversion.text(values[0], run)
            return try run.text(
                slice(text, Conversion.integer(values[1]), values.count > 2 ? Conversion.integer(values[2]) : .max))
        },
        .one("Lower", .text) { run, value in try run.text(try Conversion.text(value, run).lowercased()) },
        .one("Upper", .text) { run, value in try run.text(try Conversion.text(value, run).uppercased()) },
        .two("Proper", .text) { run, value, mode in
            let isFirstOnly = try mode.map { try Conversion.text($0, run).lowercased() == "firstword" } ?? false
            return try run.text(proper(try Conversion.text(value, run), isFirstOnly: isFirstOnly))
        },
        .one("Trim", .text) { run, value in try run.text(try Conversion.text(value, run).trimmingBlanks) },
        .many("Replace", .text, .core, 3...4) { run, values in try replace(values, run) },
        .many("Split", .text, .core, 2...4) { run, values in try split(values, run) },
        .two("Text", .text) { run, value, format in
            guard let format, !format.isEmpty else { return try run.text(try Conversion.text(value, run)) }
            return try run.text(try formatted(value, try Conversion.text(format, run), run))
        },
        .one("UrlEncode", .text) { run, value in
            guard case .dictionary(let box) = value else {
                return try run.text(percentEncoded(try Conversion.text(value, run)))
            }
            // In the order of the names, as the reference's sample shows, whatever order they were given in.
            let entries = box.entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            let pairs = try entries.map { entry in
                percentEncoded(entry.key) + "=" + percentEncoded(try Conversion.text(entry.value, run))
            }
            return try run.text(pairs.joined(separator: "&"))
        },
    ]

    // MARK: Parts

    private static func place(_ index: Value?, in units: String.UTF16View) -> String.UTF16View.Index? {
        let index = index.map { Conversion.integer($0) } ?? 0
        guard index >= 0, index < 1 << 40,
            let place = units.index(units.startIndex, offsetBy: index, limitedBy: units.endIndex),
            place < units.endIndex
        else { return nil }
        return place
    }

    /// So many units from a place; what lies outside does not count.
    static func slice(_ text: String, _ start: Int, _ count: Int) -> String {
        // The view's own arithmetic overflows on numbers far beyond a text's length.
        let units = text.utf16, start = min(start, text.utf8.count), count = min(count, text.utf8.count)
        guard count > 0,
            let from = units.index(units.startIndex, offsetBy: max(0, start), limitedBy: units.endIndex)
        else { return "" }
        let to = units.index(from, offsetBy: count, limitedBy: units.endIndex) ?? units.endIndex
        return String(units[from..<to]) ?? String(decoding: units[from..<to], as: UTF16.self)
    }

    private static func find(_ needle: String, in text: String, from start: Int) -> Int {
        let units = text.utf16, start = min(start, text.utf8.count)
        guard let from = units.index(units.startIndex, offsetBy: max(0, start), limitedBy: units.endIndex) else {
            return -1
        }
        if needle.isEmpty { return max(0, start) }
        let bytes = Array(text.utf8), first = text.utf8.distance(from: text.startIndex, to: from)
        guard let place = ByteSearch(Array(needle.utf8)).places(in: bytes, from: first, limit: 1).first else {
            return -1
        }
        return units.distance(from: units.startIndex, to: text.utf8.index(text.startIndex, offsetBy: place))
    }

    private static func proper(_ text: String, isFirstOnly: Bool) -> String {
        var result = "", isStart = true
        for character in text.lowercased() {
            if character.isWhitespace {
                result.append(character)
                if !isFirstOnly { isStart = true }
            } else {
                result += isStart ? character.uppercased() : String(character)
                isStart = false
            }
        }
        return result
    }

    private static func replace(_ values: [Value], _ run: Run) throws -> Value {
        let text = try Conversion.text(values[0], run), old = Array(try Conversion.text(values[1], run).utf8)
        let new = Array(try Conversion.text(values[2], run).utf8)
        var all = true
        if values.count > 3, case .boolean(let truth) = values[3] { all = truth }
        guard !old.isEmpty else { return .text(text) }
        let bytes = Array(text.utf8)
        let places = ByteSearch(old).places(in: bytes, limit: all ? .max : 1)
        try run.steps(bytes.count / 64 + places.count)
        guard !places.isEmpty else { return .text(text) }
        try run.checkText(bytes.count + places.count * (new.count - old.count))
        var result: [UInt8] = [], start = 0
        for place in places {
            result += bytes[start..<place]
            result += new
            start = place + old.count
        }
        result += bytes[start...]
        return .text(String(decoding: result, as: UTF8.self))
    }

    private static func split(_ values: [Value], _ run: Run) throws -> Value {
        let text = try Conversion.text(values[0], run), separator = try Conversion.text(values[1], run)
        let limit = values.count > 2 && !values[2].isNull ? Conversion.integer(values[2]) : -1
        var dropsEmpty = false
        if values.count > 3, case .boolean(let truth) = values[3] { dropsEmpty = truth }
        try run.charge(text.utf8.count)
        try run.steps(text.utf8.count / 16)
        var pieces =
            separator.isEmpty ? text.unicodeScalars.map { String($0) } : text.components(separatedByText: separator)
        if dropsEmpty { pieces.removeAll(where: \.isEmpty) }
        if limit >= 0 { pieces = Array(pieces.prefix(limit)) }
        return try run.array(pieces.map { .text($0) })
    }

    private static func concatenate(_ values: [Value], _ run: Run) throws -> Value {
        var parts = values[...], separator = "", format = ""
        if case .array(let box)? = values.first, values.count <= 3 {
            parts = box.elements[...]
            if values.count > 1 {
                // An array as separator: its elements with commas between them.
                if case .array(let list) = values[1] {
                    separator = try list.elements.map { try Conversion.text($0, run) }.joined(separator: ",")
                } else {
                    separator = try Conversion.text(values[1], run)
                }
            }
            if values.count > 2 { format = try Conversion.text(values[2], run) }
        }
        try run.steps(parts.count)
        var text = ""
        for (index, part) in parts.enumerated() {
            if index > 0 { text += separator }
            text += format.isEmpty ? try Conversion.text(part, run) : try formatted(part, format, run)
            if text.utf8.count > 1_000 { try run.checkText(separator.utf8.count + 64) }
            guard text.utf8.count <= run.limits.textLength else { try run.checkText(text.utf8.count); break }
        }
        return try run.text(text)
    }

    // MARK: Forms

    static func formatted(_ value: Value, _ format: String, _ run: Run) throws -> String {
        try run.walk(pattern: format)
        let locale = run.environment.locale
        switch value {
        case .number(let number): return try run.numberFormat(format)?.text(number, locale) ?? NumberText.plain(number)
        case .date(let date):
            return DateFormatting.text(date.local, date: date, kind: .date, pattern: format, locale)
        case .dateOnly(let day):
            return DateFormatting.text(Int64(day.days) * 86_400_000, date: nil, kind: .day, pattern: format, locale)
        case .time(let time):
            return DateFormatting.text(Int64(time.milliseconds), date: nil, kind: .time, pattern: format, locale)
        default: return try Conversion.text(value, run)
        }
    }

    private static func guid(_ hyphened: String, format: String) -> String {
        switch format.lowercased() {
        case "digits": hyphened.filter { $0 != "-" }
        case "digits-hyphen": hyphened
        case "digits-hyphen-parentheses": "(" + hyphened + ")"
        default: "{" + hyphened + "}"
        }
    }

    /// A name that every file system takes.
    private static func fileName(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "/", "\\": result += "-"
            case ":": result += ", "
            case "*", "?", "\"", "<", ">", "|": result += "_"
            case _ where character.unicodeScalars.allSatisfy({ $0.value < 32 }): result += "_"
            default: result.append(character)
            }
        }
        while result.hasSuffix(".") || result.hasSuffix(" ") { result.removeLast() }
        return result
    }

    /// Every byte but letters, digits and `-_.!~*'()` as `%XX` (ECMA-262, encodeURIComponent).
    static func percentEncoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        let plain = Set("-_.!~*'()".utf8), digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122: bytes.append(byte)
            case _ where plain.contains(byte): bytes.append(byte)
            default: bytes += [37, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
