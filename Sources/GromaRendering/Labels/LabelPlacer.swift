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
    /// Names that stand there already.
    let ink: ReferenceInk

    package init(area: PixelRect, text: TextEngine) { self.init(area: area, text: text, ink: ReferenceInk()) }

    init(area: PixelRect, text: TextEngine, ink: ReferenceInk) {
        self.area = area
        self.text = text
        self.ink = ink
    }

    /// Clear space round each label, in pixels.
    private static let padding = 2.0
    /// A label that would cover this many markers is left out.
    private static let mostCovered = 3

    package func place(_ candidates: [LabelCandidate], avoiding obstacles: [LabelObstacle]) -> [PlacedLabel] {
        var taken = CollisionGrid()
        var markers = CollisionGrid()
        for obstacle in obstacles {
            let box = obstacle.marker
            markers.insert(
                .init(
                    left: obstacle.x + box.left, top: obstacle.y + box.top, right: obstacle.x + box.right,
                    bottom: obstacle.y + box.bottom))
        }
        var placed: [PlacedLabel] = []
        var linePlaces: [String: [(x: Double, y: Double)]] = [:]
        for candidate in candidates.sorted(by: Self.isBefore) {
            switch candidate.anchor {
            case .point(let x, let y, let marker):
                if let label = placePoint(candidate, x: x, y: y, marker, &taken, markers) { placed.append(label) }
            case .area(let places):
                if let label = placeArea(candidate, places, &taken, markers) { placed.append(label) }
            case .line(let line):
                placed += placeLine(candidate, line, &taken, markers, &linePlaces)
            }
        }
        return placed
    }

    /// A total order of what a candidate is, so that the order they come in does not matter.
    private static func isBefore(_ a: LabelCandidate, _ b: LabelCandidate) -> Bool {
        if a.priority != b.priority { return a.priority < b.priority }
        if a.style.size != b.style.size { return a.style.size > b.style.size }
        if a.order != b.order { return a.order < b.order }
        return a.text < b.text
    }

    /// The nearest pixel, halves upwards: the same one on grids that differ by whole pixels, also left of their corner.
    private static func whole(_ value: Double) -> Int { Int((value + 0.5).rounded(.down)) }

    private func isInside(_ box: CollisionGrid.Box) -> Bool {
        box.right > Double(area.x) && box.left < Double(area.maxX) && box.bottom > Double(area.y)
            && box.top < Double(area.maxY)
    }

    // MARK: - Points

    private func placePoint(
        _ candidate: LabelCandidate, x: Double, y: Double, _ marker: MarkerSprite.InkBox,
        _ taken: inout CollisionGrid, _ markers: CollisionGrid
    ) -> PlacedLabel? {
        let mask = text.mask(of: candidate.text, style: candidate.style)
        guard mask.width > 0 else { return nil }
        let gap = 1.5 + candidate.style.haloWidth
        let middle = (x: x + (marker.left + marker.right) / 2, y: y + (marker.top + marker.bottom) / 2)
        let own = CollisionGrid.Box(
            left: x + marker.left, top: y + marker.top, right: x + marker.right, bottom: y + marker.bottom)
        let isObstacle = markers.contains(own)
        let half = (x: (marker.right - marker.left) / 2, y: (marker.bottom - marker.top) / 2)
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
                guard taken.overlaps(box, limit: 1) == 0, !ink.isHidden(by: box) else { continue }
            }
            // Its own marker counts too when the label lies over it, as in the centre position, but not at its corners: markers
            // are mostly round.
            let touchesOwn = near < 1 && isObstacle && own.overlaps(bare)
            let covered = markers.overlaps(bare, limit: Self.mostCovered) - (touchesOwn ? 1 : 0)
            guard covered < Self.mostCovered || candidate.placement == .pointCenterCenter || candidate.isForced else {
                continue
            }
            let cost = max(0, covered) * 100 + rank
            if best.map({ cost < $0.cost }) ?? true { best = (cost, left, top + mask.ascent, box) }
            if cost == 0 || candidate.isForced { break }
        }
        guard let best else { return nil }
        taken.insert(best.box)
        return PlacedLabel(
            text: candidate.text, style: candidate.style, ink: candidate.ink, halo: candidate.halo, maximumWidth: 0,
            pieces: [.init(cluster: nil, x: Self.whole(best.x), y: Self.whole(best.y), degrees: 0)])
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
        _ candidate: LabelCandidate, _ places: [LabelCandidate.AreaPlace], _ taken: inout CollisionGrid,
        _ markers: CollisionGrid
    ) -> PlacedLabel? {
        var best: (cost: Int, place: (x: Double, y: Double, limit: Double), box: CollisionGrid.Box)?
        for (rank, place) in places.enumerated() {
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
                guard taken.overlaps(box, limit: 1) == 0, !ink.isHidden(by: box) else { continue }
            }
            let covered = markers.overlaps(box, limit: Self.mostCovered)
            guard covered < Self.mostCovered || candidate.isForced else { continue }
            let cost = covered * 100 + rank
            if best.map({ cost < $0.cost }) ?? true { best = (cost, (left, top + mask.ascent, limit), box) }
            if covered == 0 || candidate.isForced { break }
        }
        guard let best else { return nil }
        taken.insert(best.box)
        return PlacedLabel(
            text: candidate.text, style: candidate.style, ink: candidate.ink, halo: candidate.halo,
            maximumWidth: best.place.limit,
            pieces: [
                .init(cluster: nil, x: Self.whole(best.place.x), y: Self.whole(best.place.y), degrees: 0)
            ])
    }

    // MARK: - Lines

    private func placeLine(
        _ candidate: LabelCandidate, _ line: [Double], _ taken: inout CollisionGrid, _ markers: CollisionGrid,
        _ places: inout [String: [(x: Double, y: Double)]]
    ) -> [PlacedLabel] {
        let clusters = text.clusters(of: candidate.text, style: candidate.style)
        let length = clusters.last.map { $0.offset + $0.advance } ?? 0
        guard length > 0, let path = LinePath(line) else { return [] }
        var placed: [PlacedLabel] = []
        let centers = path.centers(
            textLength: length, repeatDistance: candidate.repeatDistance, position: Self.position(candidate.placement),
            overruns: candidate.overruns)
        // First where no marker is touched at all, then where few are.
        for (center, isStrict) in centers.map({ ($0, true) }) + centers.map({ ($0, false) }) {
            if !candidate.repeats, !placed.isEmpty { break }
            guard let run = path.run(center: center, clusters: clusters, length: length, lift: lift(candidate))
            else { continue }
            let middle = path.point(at: center)
            let near = places[candidate.text, default: []].contains {
                hypot($0.x - middle.x, $0.y - middle.y) < candidate.repeatDistance * 0.6
            }
            if near { continue }
            let boxes = run.map { piece -> CollisionGrid.Box in
                let half = max(piece.cluster.advance, candidate.style.size * 0.6) / 2 + Self.padding
                let cosine = cos(piece.radians), sine = sin(piece.radians)
                let x = piece.x + cosine * piece.cluster.advance / 2 + sine * candidate.style.size * 0.35
                let y = piece.y + sine * piece.cluster.advance / 2 - cosine * candidate.style.size * 0.35
                let tall = candidate.style.size * 0.45 + Self.padding
                return .init(
                    left: x - max(half, tall), top: y - max(half, tall), right: x + max(half, tall),
                    bottom: y + max(half, tall))
            }
            guard boxes.contains(where: isInside),
                candidate.isForced || boxes.allSatisfy({ taken.overlaps($0, limit: 1) == 0 })
            else { continue }
            // Letters are small against the squares of the ink: one that is touched is not yet a name that is hidden.
            guard boxes.reduce(0, { $0 + ink.share(of: $1) }) <= 0.12 * Double(boxes.count) else { continue }
            let touched = boxes.reduce(0) { $0 + markers.overlaps($1, limit: 2) }
            guard touched <= (isStrict ? 0 : max(1, boxes.count / 4)) else { continue }
            for box in boxes { taken.insert(box) }
            places[candidate.text, default: []].append(middle)
            placed.append(
                PlacedLabel(
                    text: candidate.text, style: candidate.style, ink: candidate.ink, halo: candidate.halo,
                    maximumWidth: 0,
                    pieces: run.filter { !$0.cluster.isBlank }.map {
                        .init(
                            cluster: $0.cluster, x: Self.whole($0.x), y: Self.whole($0.y),
                            degrees: ($0.radians * 180 / .pi / 2).rounded() * 2)
                    }))
        }
        return placed
    }

    /// Before a line's start and after its end there is no line to follow: these labels stand at the ends.
    private static func position(_ placement: LabelPlacement?) -> LinePath.Position {
        switch placement {
        case .lineAboveStart, .lineBelowStart, .lineCenterStart, .lineAboveBefore, .lineBelowBefore, .lineCenterBefore:
            .atStart
        case .lineAboveEnd, .lineBelowEnd, .lineCenterEnd, .lineAboveAfter, .lineBelowAfter, .lineCenterAfter: .atEnd
        default: .along
        }
    }

    /// How far the baseline lies from the line, upwards from the text: on it, above or below.
    private func lift(_ candidate: LabelCandidate) -> Double {
        let middle = -candidate.style.size * 0.35
        let clear = candidate.lineWidth / 2 + candidate.style.haloWidth + 2
        switch candidate.placement {
        case .lineAboveAfter, .lineAboveAlong, .lineAboveBefore, .lineAboveEnd, .lineAboveStart:
            return clear + candidate.style.size * 0.1 - candidate.offsetY
        case .lineBelowAfter, .lineBelowAlong, .lineBelowBefore, .lineBelowEnd, .lineBelowStart:
            return -(candidate.style.size * 0.76 + clear) - candidate.offsetY
        default: return middle - candidate.offsetY
        }
    }
}
