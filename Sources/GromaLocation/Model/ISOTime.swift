// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation

/// Times as documents have them: "2026-11-30T12:00:00.250Z".
package enum ISOTime {
    /// The moment; nil where the text is none. Without a zone it is taken as UTC.
    package static func date(_ text: String) -> Date? {
        guard text.utf8.count <= 40 else { return nil }
        let hasZone = text.hasSuffix("Z") || text.dropFirst(11).contains { $0 == "+" || $0 == "-" }
        let whole = hasZone ? text : text + "Z"
        let isFine = whole.contains(".")
        let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: isFine).parse(whole)
        // Years of five digits are nobody's recording, and would overflow what counts in milliseconds.
        return date.flatMap { abs($0.timeIntervalSince1970) < 1e11 ? $0 : nil }
    }

    /// The moment in UTC, with thousandths where it has some.
    package static func text(_ date: Date) -> String {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        // The format cuts off, and a thousandth has no exact place among the numbers: a quarter of one keeps it.
        let rounded = Date(timeIntervalSince1970: (milliseconds + 0.25) / 1_000)
        let hasFraction = milliseconds.truncatingRemainder(dividingBy: 1_000) != 0
        return rounded.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }
}
