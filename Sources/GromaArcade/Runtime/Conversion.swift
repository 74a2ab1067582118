// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The casts between kinds of values.
enum Conversion {
    /// As operators and most functions cast: a date is no number.
    @inline(__always) static func number(_ value: Value) -> Double {
        if case .number(let number) = value { return number }
        return slowNumber(value)
    }

    private static func slowNumber(_ value: Value) -> Double {
        switch value {
        case .null: 0
        case .boolean(let value): value ? 1 : 0
        case .number(let value): value
        case .text(let text): NumberText.number(text)
        default: .nan
        }
    }

    /// A number without its fraction as 32 bits (ECMA-262, ToInt32).
    static func int32(_ value: Value) -> Int32 {
        let number = number(value)
        guard number.isFinite else { return 0 }
        if number.magnitude < 0x1p31 { return Int32(number) }
        let wrapped = number.rounded(.towardZero).truncatingRemainder(dividingBy: 0x1p32)
        return Int32(truncatingIfNeeded: Int64(wrapped))
    }

    /// A whole number within bounds; `nan` for what is none.
    static func integer(_ value: Value, nan: Int = 0) -> Int {
        let number = number(value)
        if number.isNaN { return nan }
        return Int(max(-1e15, min(1e15, number)))
    }

    static func text(_ value: Value, _ run: Run) throws -> String {
        switch value {
        case .null: return ""
        case .boolean(let value): return value ? "true" : "false"
        case .number(let number): return NumberText.plain(number)
        case .text(let text):
            // What functions do with a long text takes time, however they do it.
            let count = text.utf8.count
            if count > 4_096 { try run.steps(count / 64) }
            return text
        case .date(let date): return date.text
        case .dateOnly(let day): return day.text
        case .time(let time): return time.text
        case .function: return "object, Function"
        case .featureSet: return "object, FeatureSet"
        case .collection: return "object, FeatureSetCollection"
        case .portal: return "object, Portal"
        case .array, .dictionary, .feature, .geometry:
            var writer = JSONText(run)
            try writer.write(value)
            return writer.text
        }
    }
}

/// A text that grows by casts of values. Short ones stand in the evaluation's scratch until they are whole.
struct TextJoin {
    private let start: Int
    /// The text where it is too long for the scratch.
    private var long: String?

    @inline(__always) init(_ run: Run) { start = run.scratch.end }

    @inline(__always) mutating func append(_ value: Value, _ run: Run) throws {
        switch value {
        case .text(let more): try append(more, run)
        case .null: break
        case .number(let number): try append(number, run)
        default: try append(try Conversion.text(value, run), run)
        }
    }

    @inline(__always) mutating func append(_ more: String, _ run: Run) throws {
        if long == nil, run.scratch.append(more) { return }
        try appendLong(more, run)
    }

    @inline(__always) mutating func append(_ number: Double, _ run: Run) throws {
        if long == nil, let (digits, places) = NumberText.short(number),
            run.scratch.append(digits: digits, places: places, isNegative: number < 0)
        {
            return
        }
        try append(NumberText.plain(number), run)
    }

    @inline(__always) mutating func append(_ number: Int64, _ run: Run) throws {
        if long == nil, number.magnitude < 1 << 53,
            run.scratch.append(digits: number.magnitude, places: 0, isNegative: number < 0)
        {
            return
        }
        try append(NumberText.plain(Double(number)), run)
    }

    private mutating func appendLong(_ more: String, _ run: Run) throws {
        var text = long ?? run.scratch.take(from: start)
        // Let go of, so that the text grows in place.
        long = nil
        text += more
        if text.utf8.count > run.limits.textLength { try run.checkText(text.utf8.count) }
        long = text
    }

    /// The text, and the scratch as it was before.
    @inline(__always) mutating func finished(_ run: Run) throws -> Value {
        if let long { return try run.text(long) }
        return try run.text(run.scratch.take(from: start))
    }
}
