// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Changes seeds at random, for the short rounds that run without the compiler's coverage: the same numbers give the
/// same inputs.
public struct InputMutator {
    private let seeds: [[UInt8]]
    private let words: [[UInt8]]
    private let mostBytes: Int

    /// Works on `seeds`, at least one; `words` are texts that the format gives a meaning to.
    public init(seeds: [[UInt8]], words: [[UInt8]], mostBytes: Int) {
        self.seeds = seeds.isEmpty ? [[]] : seeds
        self.words = words + Self.oddTexts.map { Array($0.utf8) } + Self.oddBytes
        self.mostBytes = mostBytes
    }

    private static let oddTexts = [
        "0", "-1", "1e308", "-1e999", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "NaN",
        "null", "[", "[[[[[[[[", "{", "\"", "'", "(", "\\u0000", "%", "\u{0301}", "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}",
    ]
    private static let oddBytes: [[UInt8]] = [
        [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0], [0, 0, 0, 0x80], [0xFF, 0xFF, 0xFF, 0x7F],
        [0, 0, 0xF0, 0x7F], [0, 0, 0xF8, 0x7F], [0xC0], [0xED, 0xA0, 0x80],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
    ]

    /// The next input: a seed with one to six changes.
    public func next(using random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
        for _ in 0..<Int.random(in: 1...6, using: &random) { change(&bytes, &random) }
        return Array(bytes.prefix(mostBytes))
    }

    private func change(_ bytes: inout [UInt8], _ random: inout some RandomNumberGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + (1 << Int.random(in: 0...6, using: &random)))
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &random)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes.insert(contentsOf: words[Int.random(in: 0..<words.count, using: &random)], at: place)
        case 5: bytes.replaceSubrange(place..<end, with: words[Int.random(in: 0..<words.count, using: &random)])
        case 6:
            let other = seeds[Int.random(in: 0..<seeds.count, using: &random)]
            let from = Int.random(in: 0...other.count, using: &random)
            bytes.replaceSubrange(place..<end, with: other[from..<min(other.count, from + end - place + 8)])
        default: bytes.removeSubrange(place...)
        }
        if bytes.count > mostBytes { bytes.removeSubrange(mostBytes...) }
    }
}
