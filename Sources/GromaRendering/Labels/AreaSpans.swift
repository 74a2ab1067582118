// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// An area on the picture, cut by horizontals: where a name has room.
package struct AreaSpans {
    /// Rings in pixels, x and y in turn; holes need no orientation.
    private let rings: [[Double]]
    private let top: Double
    private let bottom: Double
    /// Vertices of an area that is searched for more places than one.
    private static let mostVertices = 4_000
    /// Horizontals that are tried.
    private static let horizontals = 9

    package init(rings: [[Double]]) {
        self.rings = rings
        var low = Double.infinity, high = -Double.infinity
        for ring in rings {
            for index in stride(from: 1, to: ring.count, by: 2) {
                low = min(low, ring[index])
                high = max(high, ring[index])
            }
        }
        top = low
        bottom = high
    }

    /// How wide the area is on the horizontal through a place inside of it; 0 where it is not inside.
    func width(x: Double, y: Double) -> Double { span(x: x, y: y).map { $0.right - $0.left } ?? 0 }

    /// A place inside of the area, moved along the horizontal to the middle where it lies near an end: text is centred on it.
    package func centered(x: Double, y: Double) -> LabelCandidate.AreaPlace {
        guard let span = span(x: x, y: y) else { return .init(x: x, y: y, width: 0) }
        let width = span.right - span.left
        let isNearEnd = min(x - span.left, span.right - x) < width * 0.35
        return .init(x: isNearEnd ? (span.left + span.right) / 2 : x, y: y, width: width)
    }

    private func span(x: Double, y: Double) -> (left: Double, right: Double)? {
        spans(y).first { $0.left <= x && x <= $0.right }
    }

    /// The middles of the widest spans of some horizontals, the widest first; none for areas that are small or have very
    /// many vertices.
    func places(besides first: LabelCandidate.AreaPlace) -> [LabelCandidate.AreaPlace] {
        let height = bottom - top
        guard height > 24, height < 1e5, rings.reduce(0, { $0 + $1.count / 2 }) <= Self.mostVertices else { return [] }
        var places: [LabelCandidate.AreaPlace] = []
        for index in 1...Self.horizontals {
            let y = top + height * Double(index) / Double(Self.horizontals + 1)
            guard let widest = spans(y).max(by: { $0.right - $0.left < $1.right - $1.left }) else { continue }
            let x = (widest.left + widest.right) / 2
            // As wide as a line of text has it above and below, so that no corner sticks out.
            let width = min(widest.right - widest.left, self.width(x: x, y: y - 12), self.width(x: x, y: y + 12)) * 0.75
            let place = LabelCandidate.AreaPlace(x: x, y: y, width: width)
            if width > 24, abs(place.y - first.y) + abs(place.x - first.x) > 6 { places.append(place) }
        }
        return places.sorted { ($0.width, $1.y) > ($1.width, $0.y) }
    }

    /// The parts of a horizontal that lie inside, by the even-odd rule.
    private func spans(_ y: Double) -> [(left: Double, right: Double)] {
        var crossings: [Double] = []
        for ring in rings where ring.count >= 6 {
            var (x0, y0) = (ring[ring.count - 2], ring[ring.count - 1])
            for index in stride(from: 0, to: ring.count - 1, by: 2) {
                let (x1, y1) = (ring[index], ring[index + 1])
                if (y0 > y) != (y1 > y) { crossings.append(x0 + (y - y0) / (y1 - y0) * (x1 - x0)) }
                (x0, y0) = (x1, y1)
            }
        }
        crossings.sort()
        return stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
    }
}
