// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaMapping
package import GromaRaster

/// Gives labels their places: the most important first, none over another.
///
/// The answer depends on the candidates only, not on their order and not on threads, so that neighbouring tiles that see the
/// same candidates agree.
package struct LabelPlacer {
    /// Where labels may lie, on the picture's grid.
    let area: PixelRect
    let text: TextEngine
    /// True where a label that the edge would cut is left out; tiles and views that move show the part that lies inside.
    var keepsWhole = false
    /// True where a line without a free place among the usual ones is searched from end to end. Not for tiles: neighbours
    /// that see different parts of a line could not agree.
    var fillsGaps = true

    package init(area: PixelRect, text: TextEngine, keepsWhole: Bool = false, fillsGaps: Bool = true) {
        self.fillsGaps = fillsGaps
        self.area = area
        self.text = text
        self.keepsWhole = keepsWhole
    }

    /// Clear space round each label, in pixels.
    static let padding = 2.0
    /// A label that would cover this many markers is left out.
    private static let mostCovered = 3

    /// What is placed already.
    struct Taken {
        var boxes = CollisionGrid()
        /// Where each name stands, for repetitions along lines.
        var linePlaces: [String: [(x: Double, y: Double)]] = [:]
        fileprivate var names: [NameScope: [(x: Double, y: Double)]] = [:]
        /// Where lines meet that are named but not drawn.
        let named: NamedLines
        /// The kinds of duplicates that any candidate asks for: others need not be remembered.
        fileprivate var scopes: Set<LabelDefinition.DuplicateRemoval> = []
    }
    /// A text among those that may not repeat it.
    fileprivate enum NameScope: Hashable {
        case labelClass(layer: Int, index: Int, text: String)
        case featureType(Kind, text: String)
        case all(text: String)
    }
    fileprivate enum Kind: Hashable { case point, line, area }

    package func place(_ candidates: [LabelCandidate], avoiding obstacles: [LabelObstacle]) -> [PlacedLabel] {
        var ground = LabelGround(area: area)
        for obstacle in obstacles { ground.add(obstacle) }
        return place(candidates, on: ground)
    }

    func place(_ candidates: [LabelCandidate], on ground: LabelGround) -> [PlacedLabel] {
        var taken = Taken(named: NamedLines(candidates, placer: self))
        var placed: [PlacedLabel] = []
        for candidate in candidates where candidate.duplicates != .none { taken.scopes.insert(candidate.duplicates) }
        for index in Self.order(of: candidates) {
            let candidate = candidates[index]
            switch candidate.anchor {
            case .point(let x, let y, let marker):
                if let label = placePoint(candidate, x: x, y: y, marker, &taken, ground) { placed.append(label) }
            case .area(let places):
                if let label = placeArea(candidate, places, &taken, ground) { placed.append(label) }
            case .line(let line):
                placed += placeLine(candidate, line, &taken, ground)
            }
        }
        return placed
    }

    /// What candidates are ordered by before their texts.
    private struct Rank {
        var isOfBasemap: Bool
        var priority: Double
        var size: Double
        var order: Int64
        var index: Int
    }

    /// The candidates' numbers in a total order of what they are, so that the order they come in does not matter.
    private static func order(of candidates: [LabelCandidate]) -> [Int] {
        let ranks = candidates.enumerated().map { index, candidate in
            Rank(
                isOfBasemap: candidate.isOfBasemap, priority: candidate.priority, size: candidate.style.size,
                order: candidate.order, index: index)
        }
        let sorted = ranks.sorted { a, b in
            if a.isOfBasemap != b.isOfBasemap { return b.isOfBasemap }
            if a.priority != b.priority { return a.priority < b.priority }
            if a.size != b.size { return a.size > b.size }
            if a.order != b.order { return a.order < b.order }
            return candidates[a.index].text < candidates[b.index].text
        }
        return sorted.map(\.index)
    }

    /// The nearest pixel, halves upwards: the same one on grids that differ by whole pixels, also left of their corner.
    static func whole(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }

    func isInside(_ box: CollisionGrid.Box) -> Bool {
        keepsWhole
            ? box.left >= Double(area.x) && box.right <= Double(area.maxX) && box.top >= Double(area.y)
                && box.bottom <= Double(area.maxY)
            : box.right > Double(area.x) && box.left < Double(area.maxX) && box.bottom > Double(area.y)
                && box.top < Double(area.maxY)
    }

    // MARK: - Points

    private func placePoint(
        _ candidate: LabelCandidate, x: Double, y: Double, _ marker: MarkerSprite.InkBox,
        _ taken: inout Taken, _ ground: LabelGround
    ) -> PlacedLabel? {
        guard !isDuplicate(candidate, x, y, taken) else { return nil }
        let mask = text.mask(of: candidate.text, style: candidate.style)
        guard mask.width > 0 else { return nil }
        let gap = 1.5 + candidate.style.haloWidth
        let middle = (x: x + (marker.left + marker.right) / 2, y: y + (marker.top + marker.bottom) / 2)
        let own = CollisionGrid.Box(
            left: x + marker.left, top: y + marker.top, right: x + marker.right, bottom: y + marker.bottom)
        let half = (x: (marker.right - marker.left) / 2, y: (marker.bottom - marker.top) / 2)
        let isCentered = candidate.placement == .pointCenterCenter
        var best: (cost: Int, x: Double, y: Double, box: CollisionGrid.Box)?
        for (rank, position) in Self.positions(candidate.placement).enumerated() {
            // Beside a corner the label comes nearer: markers are mostly round.
            let near = position.dx != 0 && position.dy != 0 ? 0.7 : 1
            let left =
                middle.x + candidate.offsetX + Double(position.dx) * (half.x + gap) * near
                + (Double(position.dx) - 1) * mask.width / 2
            let edge = middle.y + candidate.offsetY + Double(position.dy) * (half.y + gap) * near
            let height = mask.ascent + mask.descent
            // The visible height of a line is about that of its capitals: the logical box is too generous to lean on.
            let top = edge + (Double(position.dy) - 1) * height / 2 + Double(position.dy) * -0.1 * height
            let bare = CollisionGrid.Box(
                left: left, top: top + height * 0.1, right: left + mask.width, bottom: top + height * 0.9)
            let box = CollisionGrid.Box(
                left: bare.left - Self.padding, top: bare.top - Self.padding, right: bare.right + Self.padding,
                bottom: bare.bottom + Self.padding)
            guard isInside(box) else { continue }
            if !candidate.isForced {
                guard taken.boxes.overlaps(box, limit: 1) == 0, !ground.ink.isHidden(by: box) else { continue }
            }
            let covered = ground.covered(by: bare, limit: Self.mostCovered, besides: own)
            guard
                isCentered || candidate.isForced
                    || covered.isBearable(most: Self.mostCovered, ofBasemap: candidate.isOfBasemap)
            else { continue }
            // A line through the letters is worse than a place that was not wished for, and so is another marker close by; a
            // label that names the wrong thing is worse than none.
            var reading = LabelGround.Reading.own
            if !isCentered { reading = ground.reading(of: bare, own: own, reach: candidate.style.size * 0.9) }
            guard reading != .foreign || candidate.isForced else { continue }
            let cost = covered.all * 100 + (reading == .own ? 0 : 40) + ground.strikeCost(bare) + rank
            if best.map({ cost < $0.cost }) ?? true { best = (cost, left, top + mask.ascent, box) }
            if cost == 0 || candidate.isForced { break }
        }
        guard let best else { return nil }
        taken.boxes.insert(best.box)
        remember(candidate, x, y, &taken)
        return PlacedLabel(
            text: candidate.text, style: candidate.style, ink: candidate.ink, halo: candidate.halo, maximumWidth: 0,
            pieces: [.init(cluster: nil, x: Self.whole(best.x), y: Self.whole(best.y), degrees: 0, mask: mask)])
    }

    /// Directions from the marker, x to the right and y down, the best first. A class that names a position tries it first.
    private static func positions(_ placement: LabelPlacement?) -> [(dx: Int, dy: Int)] {
        let usual = [(1, -1), (1, 1), (-1, -1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1)]
        let wished: (Int, Int)? =
            switch placement {
            case .pointAboveCenter: (0, -1)
            case .pointAboveLeft: (-1, -1)
            case .pointAboveRight: (1, -1)
            case .pointBelowCenter: (0, 1)
            case .pointBelowLeft: (-1, 1)
            case .pointBelowRight: (1, 1)
            case .pointCenterLeft: (-1, 0)
            case .pointCenterRight: (1, 0)
            case .pointCenterCenter: (0, 0)
            default: nil
            }
        guard let wished else { return usual }
        return wished == (0, 0) ? [wished] : [wished] + usual.filter { $0 != wished }
    }

    // MARK: - Areas

    private func placeArea(
        _ candidate: LabelCandidate, _ places: [LabelCandidate.AreaPlace], _ taken: inout Taken, _ ground: LabelGround
    ) -> PlacedLabel? {
        var best: (cost: Int, place: (x: Double, y: Double, limit: Double), box: CollisionGrid.Box)?
        for (rank, place) in places.enumerated() where !isDuplicate(candidate, place.x, place.y, taken) {
            var limit = 0.0
            var mask = text.mask(of: candidate.text, style: candidate.style)
            if mask.width > place.width * 0.9, candidate.isStacked, candidate.text.contains(" ") {
                limit = max(place.width * 0.9, candidate.style.size * 4)
                mask = text.mask(of: candidate.text, style: candidate.style, maximumWidth: limit)
            }
            // A name much wider than its area would seem to belong to a neighbour.
            guard mask.width > 0, mask.width <= place.width * 1.3 + candidate.style.size else { continue }
            let left = place.x + candidate.offsetX - mask.width / 2
            let top = place.y + candidate.offsetY - (mask.ascent + mask.descent) / 2
            let box = CollisionGrid.Box(
                left: left - Self.padding, top: top - Self.padding, right: left + mask.width + Self.padding,
                bottom: top + mask.ascent + mask.descent + Self.padding)
            guard isInside(box) else { continue }
            if !candidate.isForced {
                guard taken.boxes.overlaps(box, limit: 1) == 0, !ground.ink.isHidden(by: box) else { continue }
            }
            let covered = ground.covered(by: box, limit: Self.mostCovered)
            guard
                candidate.isForced || covered.isBearable(most: Self.mostCovered, ofBasemap: candidate.isOfBasemap)
            else { continue }
            let cost = covered.all * 100 + ground.strikeCost(box) + rank
            if best.map({ cost < $0.cost }) ?? true { best = (cost, (left, top + mask.ascent, limit), box) }
            if cost == rank || candidate.isForced { break }
        }
        guard let best else { return nil }
        taken.boxes.insert(best.box)
        remember(candidate, (best.box.left + best.box.right) / 2, (best.box.top + best.box.bottom) / 2, &taken)
        return PlacedLabel(
            text: candidate.text, style: candidate.style, ink: candidate.ink, halo: candidate.halo,
            maximumWidth: best.place.limit,
            pieces: [
                .init(cluster: nil, x: Self.whole(best.place.x), y: Self.whole(best.place.y), degrees: 0)
            ])
    }
}

extension LabelPlacer {
    /// True where the same text stands already among those that the candidate is not repeated beside.
    func isDuplicate(_ candidate: LabelCandidate, _ x: Double, _ y: Double, _ taken: Taken) -> Bool {
        guard let scope = Self.scope(candidate, candidate.duplicates), let places = taken.names[scope] else {
            return false
        }
        let distance = candidate.duplicateDistance
        return distance <= 0 || places.contains { hypot($0.x - x, $0.y - y) < distance }
    }

    /// The texts among which a candidate's is one; nil where it may be repeated.
    private static func scope(
        _ candidate: LabelCandidate, _ removal: LabelDefinition.DuplicateRemoval
    ) -> NameScope? {
        switch removal {
        case .none: nil
        case .labelClass:
            .labelClass(layer: candidate.layer, index: candidate.labelClass, text: candidate.text)
        case .featureType: .featureType(candidate.kind, text: candidate.text)
        case .all: .all(text: candidate.text)
        }
    }

    /// Notes where a text stands now, for those that are not to repeat it.
    func remember(_ candidate: LabelCandidate, _ x: Double, _ y: Double, _ taken: inout Taken) {
        for removal in taken.scopes {
            guard let scope = Self.scope(candidate, removal) else { continue }
            taken.names[scope, default: []].append((x, y))
        }
    }
}

extension LabelCandidate {
    fileprivate var kind: LabelPlacer.Kind {
        switch anchor {
        case .point: .point
        case .line: .line
        case .area: .area
        }
    }
}
