// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import CPango
import Synchronization

/// Shapes text and makes its masks, once each: drawing then only stamps.
///
/// Pango and FreeType are not made for several threads, so one lock guards them; masks come from a cache that any number
/// of threads may ask. The cache holds some thousand texts and starts anew when it is full.
package final class TextEngine: Sendable {
    private struct Key: Hashable {
        var text: String
        var style: TextStyle
        var degrees: Double
        var maximumWidth: Double
        var cluster: Int?
        var quarter = SIMD2<Int>(0, 0)
    }
    private struct State {
        var masks: [Key: TextMask] = [:]
        var lines: [Key: [TextCluster]] = [:]
        var bytes = 0
    }
    private let shaper: Mutex<TextShaper>
    private let state = Mutex(State())
    /// Bytes of masks kept before the cache starts anew.
    private static let cacheLimit = 64 << 20
    /// Longer texts are cut: no map names a thing in more letters.
    private static let lengthLimit = 2_000

    package init(fonts: FontCollection) { shaper = Mutex(TextShaper(fonts: fonts)) }

    /// The masks of a text, turned clockwise by `degrees` round its anchor.
    ///
    /// Line ends in the text break it; with a `maximumWidth` it is also broken between words. An empty text has empty masks.
    package func mask(
        of text: String, style: TextStyle, degrees: Double = 0, maximumWidth: Double = 0
    ) -> TextMask {
        let degrees = degrees.isFinite ? degrees : 0
        let key = Key(
            text: Self.bounded(text), style: style, degrees: degrees, maximumWidth: maximumWidth, cluster: nil)
        return cached(key) { shaper in
            shaper.layoutMask(of: key.text, style: style, degrees: degrees, maximumWidth: maximumWidth)
        }
    }

    /// The clusters of a text set in one line, from left to right.
    package func clusters(of text: String, style: TextStyle) -> [TextCluster] {
        let key = Key(text: Self.bounded(text), style: style, degrees: 0, maximumWidth: 0, cluster: nil)
        if let known = state.withLock({ $0.lines[key] }) { return known }
        let made = shaper.withLock { $0.clusters(of: key.text, style: style) }
        state.withLock { $0.lines[key] = made }
        return made
    }

    /// The masks of one cluster of a line, turned clockwise by `degrees` round the left end of its baseline, and moved by so
    /// many quarters of a pixel right and down, 0 to 3: on whole pixels the distances of letters along a line look uneven.
    package func mask(
        of cluster: TextCluster, in text: String, style: TextStyle, degrees: Double, quarter: SIMD2<Int> = [0, 0]
    ) -> TextMask {
        let degrees = degrees.isFinite ? degrees : 0
        let key = Key(
            text: Self.bounded(text), style: style, degrees: degrees, maximumWidth: 0, cluster: cluster.index,
            quarter: quarter)
        return cached(key) { shaper in
            shaper.clusterMask(cluster.index, of: key.text, style: style, degrees: degrees, quarter: quarter)
        }
    }

    private func cached(_ key: Key, _ make: (inout TextShaper) -> TextMask) -> TextMask {
        if let known = state.withLock({ $0.masks[key] }) { return known }
        let made = shaper.withLock { make(&$0) }
        state.withLock { state in
            let size = made.ink.coverage.count + (made.halo?.coverage.count ?? 0) + 256
            if state.bytes + size > Self.cacheLimit { state = State() }
            state.masks[key] = made
            state.bytes += size
        }
        return made
    }

    private static func bounded(_ text: String) -> String {
        let clean = text.utf8.contains(0) ? text.replacing("\0", with: " ") : text
        // No text has more letters than bytes, which are told without a look at them.
        guard clean.utf8.count > lengthLimit, clean.count > lengthLimit else { return clean }
        return String(clean.prefix(lengthLimit))
    }
}
