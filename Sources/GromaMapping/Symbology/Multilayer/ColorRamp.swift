// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// The colours of a gradient, from its beginning to its end.
package struct ColorRamp: Sendable {
    private struct Stop {
        var place: Double
        var color: Color
    }
    private var stops: [Stop]

    /// Reads a ramp of two colours, of a row of colours, or of several ramps one after another; nil for others.
    init?(cim json: JSONObject?) { self.init(json, depth: 0) }

    private init?(_ json: JSONObject?, depth: Int) {
        guard let json, depth < 4 else { return nil }
        switch json["type"]?.string {
        case "CIMMultipartColorRamp":
            let parts = (json["colorRamps"]?.array ?? []).prefix(64).compactMap {
                ColorRamp($0.object, depth: depth + 1)
            }
            let weights = json["weights"]?.array?.compactMap(\.double) ?? []
            guard !parts.isEmpty else { return nil }
            let shares = weights.count == parts.count && weights.allSatisfy { $0 > 0 } ? weights : parts.map { _ in 1 }
            let whole = shares.reduce(0, +)
            stops = []
            var start = 0.0
            for (part, share) in zip(parts, shares) {
                stops += part.stops.map { Stop(place: start + $0.place * share / whole, color: $0.color) }
                start += share / whole
            }
        case "CIMFixedColorRamp":
            let colors = (json["colors"]?.array ?? []).prefix(256).compactMap { Color(cim: $0) }
            guard !colors.isEmpty else { return nil }
            stops = colors.enumerated().map { index, color in
                Stop(place: colors.count == 1 ? 0 : Double(index) / Double(colors.count - 1), color: color)
            }
        default:
            guard let from = Color(cim: json["fromColor"]), let to = Color(cim: json["toColor"]) else { return nil }
            stops = [Stop(place: 0, color: from), Stop(place: 1, color: to)]
        }
    }

    /// The colour at a share of the way, 0 to 1.
    package func color(at share: Double) -> Color {
        guard let next = stops.firstIndex(where: { $0.place >= share }) else { return stops[stops.count - 1].color }
        guard next > 0 else { return stops[0].color }
        let a = stops[next - 1], b = stops[next], span = b.place - a.place
        return span > 0 ? a.color.mixed(with: b.color, fraction: (share - a.place) / span) : b.color
    }
}
