// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// One sentence of NMEA 0183: a talker, a kind, and fields between commas.
package struct NMEASentence: Sendable, Hashable {
    /// Who speaks: "GP", "GN"; empty for proprietary sentences.
    package var talker: String
    /// What it is: "GGA", "RMC"; the whole address for proprietary sentences.
    package var kind: String
    /// What stands after the address, with empty fields kept.
    package var fields: [String]

    /// Splits what stands between the start mark and the checksum. Nil without an address of letters and digits.
    package init?(body: some Collection<UInt8>) {
        var parts = body.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let address = parts.first, (3...10).contains(address.utf8.count),
            address.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
        else { return nil }
        parts.removeFirst()
        fields = parts
        if address.utf8.first == UInt8(ascii: "P") || address.utf8.count != 5 {
            talker = ""
            kind = address
        } else {
            talker = String(address.prefix(2))
            kind = String(address.dropFirst(2))
        }
    }

    /// The field at `index` counted from 0; nil when it is missing or empty.
    package func text(_ index: Int) -> String? {
        guard fields.indices.contains(index), !fields[index].isEmpty else { return nil }
        return fields[index]
    }
    /// A number with a point, as the format has them; nil for anything else, also for words such as "inf".
    package func number(_ index: Int) -> Double? {
        guard let text = text(index)?.trimmingSpaces, text.utf8.count <= 24,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D || $0 == 0x2B })
        else { return nil }
        return Double(text)
    }
    /// A whole number.
    package func integer(_ index: Int) -> Int? { text(index)?.trimmingSpaces.flatMap { Int($0) } }

    /// Degrees from a field of degrees and minutes and the one with its hemisphere after it; nil where it is none, or beyond its range.
    package func degrees(_ index: Int, most: Double) -> Double? {
        guard let value = number(index), value >= 0, let hemisphere = text(index + 1) else { return nil }
        let whole = (value / 100).rounded(.down)
        let minutes = value - whole * 100
        let degrees = whole + minutes / 60
        guard minutes < 60, degrees <= most else { return nil }
        switch hemisphere {
        case "N", "E": return degrees
        case "S", "W": return -degrees
        default: return nil
        }
    }

    /// Seconds since midnight from "hhmmss" with or without fractions; nil where it is none. A leap second counts as itself.
    package func timeOfDay(_ index: Int) -> Double? {
        guard let value = number(index), value >= 0, let text = text(index),
            text.split(separator: ".", omittingEmptySubsequences: false).first?.utf8.count == 6
        else { return nil }
        let hours = (value / 10_000).rounded(.down)
        let minutes = ((value - hours * 10_000) / 100).rounded(.down)
        // Thousandths are what receivers give; more would be noise of the binary form.
        let seconds = ((value - hours * 10_000 - minutes * 100) * 1_000).rounded() / 1_000
        guard hours < 24, minutes < 60, seconds < 61 else { return nil }
        return hours * 3_600 + minutes * 60 + seconds
    }
}

extension String {
    /// Receivers pad numbers.
    fileprivate var trimmingSpaces: String? {
        let trimmed = self.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        return trimmed.isEmpty ? nil : String(trimmed)
    }
}
