// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaMapping
import GromaRaster

extension LabelPlacer {
    /// A place along a line, and what a label there would lie over.
    private struct LinePlace {
        var run: LinePath.Run
        var middle: (x: Double, y: Double)
        var boxes: [CollisionGrid.Box]
        var covered: LabelGround.Covered
        /// Letters that other lines run through.
        var struck: Int
    }

    func placeLine(
        _ candidate: LabelCandidate, _ line: [Double], _ taken: inout Taken, _ ground: LabelGround
    ) -> [PlacedLabel] {
        let clusters = text.clusters(of: candidate.text, style: candidate.style)
        let length = clusters.last.map { $0.offset + $0.advance } ?? 0
        guard length > 0, let path = LinePath(line) else { return [] }
        let centers = path.centers(
            textLength: length, repeatDistance: candidate.repeatDistance, position: Self.position(candidate.placement),
            overruns: candidate.overruns, repeats: candidate.repeats)
        let searches = fillsGaps && !centers.isEmpty && Self.position(candidate.placement) == .along
        for isFar in [false, true] {
            let sides = isFar ? farLifts(candidate) : lifts(candidate)
            // A line among others of its kind is a street; a river's name has no business on the land.
            if isFar, sides.isEmpty || !taken.named.cross(candidate, path) { break }
            var placed = placeLine(candidate, path, clusters, length, centers, most: .max, sides, &taken, ground)
            if placed.isEmpty, searches {
                placed = placeLine(
                    candidate, path, clusters, length, path.closeCenters(textLength: length), most: Self.mostPlaces,
                    sides, &taken, ground)
            }
            if !placed.isEmpty { return placed }
        }
        return []
    }

    private func placeLine(
        _ candidate: LabelCandidate, _ path: LinePath, _ clusters: [TextCluster], _ length: Double, _ all: [Double],
        most: Int, _ sides: [Double], _ taken: inout Taken, _ ground: LabelGround
    ) -> [PlacedLabel] {
        // No letter reaches farther from the middle.
        let reach = length / 2 + candidate.style.size * 2 + (sides.map(abs).max() ?? 0)
        let seen = all.map { (center: $0, middle: path.point(at: $0)) }.filter { isNearby($0.middle, reach) }
        let places = seen.prefix(most)
        let centers = places.map(\.center), middles = places.map(\.middle)
        // What was found of each place on each side; places are looked at only when it comes to them.
        var known = [Found?](repeating: nil, count: sides.count * centers.count)
        var isCrossed = [Bool?](repeating: nil, count: centers.count)
        var placed: [PlacedLabel] = []
        // First where nothing is touched at all, then where a line runs through, then where few markers are; on the
        // other side of the line rather than over something.
        for strictness in 0..<3 {
            for (side, lift) in sides.enumerated() {
                for (index, center) in centers.enumerated() {
                    if !candidate.repeats, !placed.isEmpty { return placed }
                    guard !isNear(candidate, middles[index], taken) else { continue }
                    if strictness == 0 {
                        let crossed =
                            isCrossed[index] ?? taken.named.cross(candidate, path, center: center, length: length)
                        isCrossed[index] = crossed
                        if crossed { continue }
                    }
                    let found: Found
                    if let before = known[side * centers.count + index] {
                        found = before
                    } else {
                        let run = path.run(
                            center: center, clusters: clusters, length: length, size: candidate.style.size, lift: lift)
                        let looked = run.flatMap { self.place(of: $0, middle: middles[index], candidate, ground) }
                        found = looked.map(Found.place) ?? .nothing
                        known[side * centers.count + index] = found
                    }
                    guard case .place(let place) = found, isBearable(place, candidate, strictness) else { continue }
                    if let label = take(place, candidate, &taken) { placed.append(label) }
                }
            }
        }
        return placed
    }

    /// Places along a line in the picture that a search from end to end looks at.
    private static let mostPlaces = 24
    /// Radians that the letters of a name turn in all and are still read at a glance.
    private static let easyBend = 0.9

    private enum Found {
        case nothing
        case place(LinePlace)
    }

    /// True for a place from where something that reaches so far may be seen.
    private func isNearby(_ place: (x: Double, y: Double), _ reach: Double) -> Bool {
        place.x > Double(area.x) - reach && place.x < Double(area.maxX) + reach && place.y > Double(area.y) - reach
            && place.y < Double(area.maxY) + reach
    }

    /// True where the name stands too close already.
    private func isNear(_ candidate: LabelCandidate, _ middle: (x: Double, y: Double), _ taken: Taken) -> Bool {
        taken.linePlaces[candidate.text, default: []].contains {
            hypot($0.x - middle.x, $0.y - middle.y) < candidate.repeatDistance * 0.6
        } || isDuplicate(candidate, middle.x, middle.y, taken)
    }

    private func place(
        of run: LinePath.Run, middle: (x: Double, y: Double), _ candidate: LabelCandidate, _ ground: LabelGround
    ) -> LinePlace? {
        var struck = 0
        let boxes = run.pieces.map { piece -> CollisionGrid.Box in
            let half = max(piece.cluster.advance, candidate.style.size * 0.6) / 2 + Self.padding
            let cosine = cos(piece.radians), sine = sin(piece.radians)
            let x = piece.x + cosine * piece.cluster.advance / 2 + sine * candidate.style.size * 0.35
            let y = piece.y + sine * piece.cluster.advance / 2 - cosine * candidate.style.size * 0.35
            let tall = candidate.style.size * 0.45 + Self.padding
            if ground.lines.isStruck(x: x, y: y) { struck += 1 }
            return .init(
                left: x - max(half, tall), top: y - max(half, tall), right: x + max(half, tall),
                bottom: y + max(half, tall))
        }
        guard keepsWhole ? boxes.allSatisfy(isInside) : boxes.contains(where: isInside) else { return nil }
        // Letters are small against the squares of the ink: one that is touched is not yet a name that is hidden.
        guard boxes.reduce(0, { $0 + ground.ink.share(of: $1) }) <= 0.12 * Double(boxes.count) else { return nil }
        let covered = boxes.reduce(LabelGround.Covered()) { $0 + ground.covered(by: $1, limit: 2) }
        return LinePlace(run: run, middle: middle, boxes: boxes, covered: covered, struck: struck)
    }

    private func isBearable(_ place: LinePlace, _ candidate: LabelCandidate, _ strictness: Int) -> Bool {
        let letters = place.boxes.count
        // A name that winds is read with trouble.
        if strictness == 0, place.run.bend > Self.easyBend { return false }
        if place.covered.all > 0 {
            guard strictness == 2,
                place.covered.isBearable(most: max(1, letters / 4) + 1, ofBasemap: candidate.isOfBasemap)
            else { return false }
        }
        // A street's name may be crossed, but not struck through along its length by what lies in the street.
        return place.struck == 0 || (strictness > 0 && (!candidate.isOfBasemap || place.struck * 4 <= letters))
    }

    private func take(_ place: LinePlace, _ candidate: LabelCandidate, _ taken: inout Taken) -> PlacedLabel? {
        let middle = place.middle
        guard candidate.isForced || place.boxes.allSatisfy({ taken.boxes.overlaps($0, limit: 1) == 0 }) else {
            return nil
        }
        for box in place.boxes { taken.boxes.insert(box) }
        taken.linePlaces[candidate.text, default: []].append(middle)
        remember(candidate, middle.x, middle.y, &taken)
        return PlacedLabel(
            text: candidate.text, style: candidate.style, ink: candidate.ink, halo: candidate.halo, maximumWidth: 0,
            pieces: place.run.pieces.filter { !$0.cluster.isBlank }.map { piece in
                // The name as a whole stands on whole pixels, its letters to it on quarters of them: a map that is moved
                // needs the same masks of letters again.
                let x = Self.quarters(piece.x, from: middle.x), y = Self.quarters(piece.y, from: middle.y)
                return .init(
                    cluster: piece.cluster, x: x >> 2, y: y >> 2,
                    degrees: (piece.radians * 180 / .pi / 2).rounded() * 2, quarter: [x & 3, y & 3])
            })
    }

    private static func quarters(_ value: Double, from middle: Double) -> Int {
        4 * whole(middle) + Int(((value - middle) * 4 + 0.5 + 1e-6).rounded(.down))
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

    /// How far the baseline may lie from the line, upwards from the text: on it, above or below; then the other side. A name of the
    /// base map for which there is no room in the street stands beside it, but never so far that it would seem to be its neighbour's.
    private func lifts(_ candidate: LabelCandidate) -> [Double] {
        let (above, below) = besides(candidate)
        let middle = -candidate.style.size * 0.35 - candidate.offsetY
        switch candidate.placement {
        case .lineAboveAlong: return [above, below]
        case .lineBelowAlong: return [below, above]
        case .lineAboveAfter, .lineAboveBefore, .lineAboveEnd, .lineAboveStart: return [above]
        case .lineBelowAfter, .lineBelowBefore, .lineBelowEnd, .lineBelowStart: return [below]
        default: return candidate.isOfBasemap ? [middle, above, below] : [middle]
        }
    }

    /// Where markers line both sides of a street, its name stands behind them, a line of text farther away or a little more: names of the
    /// base map only, which come last and find the places in the street taken.
    private func farLifts(_ candidate: LabelCandidate) -> [Double] {
        guard candidate.isOfBasemap, lifts(candidate).count == 3 else { return [] }
        let (above, below) = besides(candidate)
        return [1, 1.5].flatMap { [above + candidate.style.size * $0, below - candidate.style.size * $0] }
    }

    /// The lifts of a text close above its line and close below.
    private func besides(_ candidate: LabelCandidate) -> (above: Double, below: Double) {
        let clear = candidate.lineWidth / 2 + candidate.style.haloWidth + 2
        return (
            clear + candidate.style.size * 0.1 - candidate.offsetY,
            -(candidate.style.size * 0.76 + clear) - candidate.offsetY
        )
    }
}
