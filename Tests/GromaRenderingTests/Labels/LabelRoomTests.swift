// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import GromaRaster
import GromaRendering
import TestSupport
import Testing

@Suite("Labels make room") struct LabelRoomTests {
    let engine = TextEngine(fonts: .system)
    let style = TextStyle(family: "DejaVu Sans", size: 12)

    private func placer(keepsWhole: Bool = false) -> LabelPlacer {
        LabelPlacer(area: PixelRect(x: 0, y: 0, width: 400, height: 300), text: engine, keepsWhole: keepsWhole)
    }

    private func marker(_ reach: Double) -> MarkerSprite.InkBox {
        .init(left: -reach, top: -reach, right: reach, bottom: reach)
    }

    private func point(
        _ text: String, _ x: Double, _ y: Double, placement: LabelPlacement? = nil, order: Int64 = 0
    ) -> LabelCandidate {
        LabelCandidate(
            anchor: .point(x: x, y: y, marker: marker(6)), text: text, style: style, ink: .black, placement: placement,
            order: order)
    }

    private func line(_ text: String, _ xy: [Double], placement: LabelPlacement? = nil) -> LabelCandidate {
        LabelCandidate(anchor: .line(xy), text: text, style: style, ink: .black, placement: placement)
    }

    /// The box round a label of one piece.
    private func box(_ label: PlacedLabel) -> CollisionGrid.Box {
        let mask = engine.mask(of: label.text, style: label.style).ink
        let x = Double(label.pieces[0].x + mask.left), y = Double(label.pieces[0].y + mask.top)
        return .init(left: x, top: y, right: x + Double(mask.width), bottom: y + Double(mask.height))
    }

    // MARK: - The edge

    @Test("a still picture has whole labels only: at the edge they go inwards, or are left out")
    func edge() throws {
        let near = point("Near the edge", 390, 150, placement: .pointCenterRight)
        let moved = try #require(placer(keepsWhole: true).place([near], avoiding: []).first)
        #expect(box(moved).right <= 400 && box(moved).left < 390)
        #expect(box(try #require(placer().place([near], avoiding: []).first)).right > 400)
        let beyond = point(
            "Wide as the whole of the picture is, and some more beside that, so that it never fits", 200, 150)
        #expect(placer(keepsWhole: true).place([beyond], avoiding: []).isEmpty)
        let across = line("River", [-20, 100, 30, 100])
        #expect(placer(keepsWhole: true).place([across], avoiding: []).isEmpty)
        #expect(placer().place([across], avoiding: []).count == 1)
    }

    // MARK: - Markers

    @Test("no label covers a marker that is read by itself, wherever both lie", arguments: [21, 22, 23] as [UInt64])
    func heavy(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let places = (0..<60).map { _ in
            (x: Double.random(in: 20...380, using: &numbers), y: Double.random(in: 20...280, using: &numbers))
        }
        let obstacles = places.map { LabelObstacle(x: $0.x, y: $0.y, marker: marker(6), weight: .heavy) }
        let placed = placer().place(
            places.enumerated().map { point("No \($0.offset)", $0.element.x, $0.element.y, order: Int64($0.offset)) },
            avoiding: obstacles)
        #expect(placed.count > 10)
        for label in placed {
            let bare = box(label)
            for place in places {
                // Round the own marker's corner a label comes near; what is meant is over.
                let middle = CollisionGrid.Box(
                    left: place.x - 4, top: place.y - 4, right: place.x + 4, bottom: place.y + 4)
                #expect(!bare.overlaps(middle), "\(label.text) covers a marker, seed \(seed)")
            }
        }
    }

    @Test("beside another marker a label takes the side where nobody takes it for the other's")
    func ambiguity() throws {
        // The other marker is near where the label would go first, but not under it.
        let other = LabelObstacle(x: 262, y: 138, marker: marker(6), weight: .heavy)
        let own = LabelObstacle(x: 200, y: 150, marker: marker(6), weight: .heavy)
        let free = try #require(placer().place([point("Gauge", 200, 150)], avoiding: [own]).first)
        #expect(box(free).left > 200)
        let width = box(free).right - box(free).left
        let close = LabelObstacle(x: box(free).right + 9, y: 138, marker: other.marker, weight: .heavy)
        let moved = try #require(placer().place([point("Gauge", 200, 150)], avoiding: [own, close]).first)
        #expect(box(moved).right < 200 + width / 2 || box(moved).top > 150)
    }

    @Test("a label that a reader would take for another marker's goes elsewhere, or is left out")
    func foreign() throws {
        // Two outfalls face each other: the second lies where the first one's label would hang under it.
        let own = LabelObstacle(x: 200, y: 150, marker: marker(6), isNamed: true)
        func place(_ others: [LabelObstacle], _ placement: LabelPlacement) -> PlacedLabel? {
            placer().place([point("Outfall 1", 200, 150, placement: placement)], avoiding: [own] + others).first
        }
        let other = LabelObstacle(x: 175, y: 147, marker: marker(5), isNamed: true)
        let alone = try #require(place([], .pointBelowLeft))
        #expect(box(alone).right < 205 && box(alone).top > 150)
        let moved = try #require(place([other], .pointBelowLeft))
        #expect(box(moved).left > 195, "it would stand under the other one's middle")
        // Small markers without labels are no rivals.
        let small = LabelObstacle(x: 175, y: 147, marker: marker(5))
        #expect(box(try #require(place([small], .pointBelowLeft))).right < 205)
        // Half way between two it would name either.
        let below = box(try #require(place([], .pointBelowCenter)))
        let mirrored = LabelObstacle(x: 200, y: below.bottom + (below.top - 150), marker: marker(6), isNamed: true)
        #expect(place([mirrored], .pointBelowCenter).map { box($0).top != below.top } ?? true)
        // Others on all sides, each as near as its own: what stood there would be anybody's.
        let around = [(-1.0, -1.0), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)].map {
            LabelObstacle(x: 200 + $0.0 * 30, y: 150 + $0.1 * 24, marker: marker(5), isNamed: true)
        }
        #expect(place(around, .pointAboveRight) == nil)
    }

    @Test("a name whose usual places are taken finds a free one along its line")
    func gaps() throws {
        var street = line("Bridge Street", [0, 150, 1_200, 150])
        street.repeatDistance = 2_000
        let gap = 380.0...495
        // Markers all along, but for one gap that none of the usual places lies in.
        let crowd = stride(from: 0.0, through: 1_200, by: 8).filter { !gap.contains($0) }.map {
            LabelObstacle(x: $0, y: 150, marker: marker(3), weight: .heavy)
        }
        func place(fillsGaps: Bool) -> PlacedLabel? {
            LabelPlacer(area: PixelRect(x: 0, y: 0, width: 1_200, height: 300), text: engine, fillsGaps: fillsGaps)
                .place([street], avoiding: crowd).first
        }
        let placed = try #require(place(fillsGaps: true))
        #expect(placed.pieces.allSatisfy { gap.contains(Double($0.x)) })
        #expect(place(fillsGaps: false) == nil, "the gap is one of the usual places")
    }

    @Test("names of the base map come last and cover no marker at all")
    func basemap() {
        var name = point("Street", 200, 150, order: 1)
        name.isOfBasemap = true
        name.priority = -5
        let label = point("Outfall", 203, 150, order: 2)
        #expect(placer().place([name, label], avoiding: []).map(\.text).first == "Outfall")
        // Rows closer than a line is high, columns closer than the name is wide: one or two are always under it.
        let crowd = (0..<60).map {
            LabelObstacle(x: 100 + Double($0 % 6) * 40, y: 100 + Double($0 / 6) * 12, marker: marker(3))
        }
        #expect(placer().place([name], avoiding: crowd).isEmpty)
        #expect(placer().place([label], avoiding: crowd).count == 1)
    }

    @Test("a name beside its line goes to the other side where the first is taken")
    func otherSide() throws {
        let quay = line("Quay", [150, 150, 250, 150], placement: .lineAboveAlong)
        let free = try #require(placer().place([quay], avoiding: []).first)
        #expect(free.pieces.allSatisfy { $0.y < 150 })
        let above = (0..<12).map { LabelObstacle(x: 145 + Double($0) * 10, y: 142, marker: marker(3), weight: .heavy) }
        let moved = try #require(placer().place([quay], avoiding: above).first)
        #expect(moved.pieces.allSatisfy { $0.y > 152 })
    }

    @Test("a street's name stands in the street, else close beside it, else nowhere")
    func inTheStreet() throws {
        var street = line("Ash Row", [100, 150, 300, 150], placement: .lineCenterAlong)
        street.isOfBasemap = true
        /// Rows of markers at these heights, with no room for a letter between them.
        func place(markersAt heights: [Double]) -> PlacedLabel? {
            let row = heights.flatMap { y in
                stride(from: 90.0, through: 310, by: 6).map {
                    LabelObstacle(x: $0, y: y, marker: marker(2), weight: .heavy)
                }
            }
            return placer().place([street], avoiding: row).first
        }
        let size = Double(style.size)
        func lift(_ label: PlacedLabel) -> Double { 150 - Double(label.pieces[0].y) }
        #expect(abs(lift(try #require(place(markersAt: []))) + size * 0.35) < 1.5)
        let beside = lift(try #require(place(markersAt: [154])))
        #expect(beside > 0 && beside < size * 0.6, "above, and no farther than its own height: \(beside)")
        #expect(place(markersAt: [120, 130, 138, 144, 150, 156, 162, 170]) == nil)
    }

    @Test("between two rows of markers along a street its name stands behind one, but a river's does not")
    func behindMarkers() throws {
        var street = line("Ash Row", [100, 150, 300, 150], placement: .lineCenterAlong)
        let rows = [142.0, 150, 158].flatMap { y in
            stride(from: 90.0, through: 310, by: 6).map {
                LabelObstacle(x: $0, y: y, marker: marker(2), weight: .heavy)
            }
        }
        var lane = line("Lane", [120, 20, 120, 280], placement: .lineCenterAlong)
        lane.priority = 1
        #expect(
            Set(placer().place([street, lane], avoiding: rows).map(\.text)) == ["Lane"], "not of the base map")
        street.isOfBasemap = true
        #expect(placer().place([street], avoiding: rows).isEmpty, "no line among others")
        let placed = try #require(placer().place([street, lane], avoiding: rows).first { $0.text == "Ash Row" })
        #expect(placed.pieces.allSatisfy { (130..<140).contains($0.y) })
    }

    @Test("a street's name keeps off the streets that cross its own, but not off lines of another kind")
    func crossings() throws {
        let walk = line("Quince Walk", [200, 20, 200, 280], placement: .lineCenterAlong)
        var road = line("Foundry Road", [20, 150, 380, 150], placement: .lineCenterAlong)
        road.priority = 1
        func reach(_ label: PlacedLabel) -> ClosedRange<Int> {
            let heights = label.pieces.map(\.y)
            return (heights.min() ?? 0)...(heights.max() ?? 0)
        }
        #expect(reach(try #require(placer().place([walk], avoiding: []).first)).contains(150))
        let placed = placer().place([walk, road], avoiding: [])
        #expect(Set(placed.map(\.text)) == ["Foundry Road", "Quince Walk"])
        #expect(!reach(try #require(placed.first { $0.text == "Quince Walk" })).contains(150))
        road.layer = 1
        let bridge = placer().place([walk, road], avoiding: [])
        #expect(reach(try #require(bridge.first { $0.text == "Quince Walk" })).contains(150))
        let lane = line("Foundry Lane", [20, 150, 200, 150], placement: .lineCenterAlong)
        let mouth = placer().place([walk, lane], avoiding: [])
        #expect(reach(try #require(mouth.first { $0.text == "Quince Walk" })).contains(150), "a side street's mouth")
        // Where there is no stretch without a crossing a name is better than none.
        let lanes = (0..<13).map { line("Lane \($0)", [180, 20 + Double($0) * 20, 220, 20 + Double($0) * 20]) }
        #expect(placer().place([walk] + lanes, avoiding: []).contains { $0.text == "Quince Walk" })
    }

    @Test("a place near the end of an area is moved to the middle of it, one near the middle stays")
    func centered() {
        let spans = AreaSpans(rings: [[0, 0, 200, 0, 200, 60, 0, 60, 0, 0]])
        #expect(spans.centered(x: 50, y: 20).x == 100 && spans.centered(x: 50, y: 20).width == 200)
        #expect(spans.centered(x: 90, y: 20).x == 90)
        #expect(spans.centered(x: 300, y: 20).width == 0)
    }

    // MARK: - The same text twice

    private func twins(_ removal: LabelDefinition.DuplicateRemoval, distance: Double = 0) -> [LabelCandidate] {
        let places = [(60.0, 60.0), (160, 60), (340, 260)]
        var candidates = places.enumerated().map { point("Mill", $0.element.0, $0.element.1, order: Int64($0.offset)) }
        candidates[1].labelClass = 1
        candidates[2].layer = 1
        candidates.append(line("Mill", [40, 180, 140, 180]))
        candidates.append(point("Mill", 60, 260, order: 9))
        for index in candidates.indices {
            candidates[index].duplicates = removal
            candidates[index].duplicateDistance = distance
        }
        return candidates
    }

    @Test("the same text is drawn once for a class, for a kind of shape, or for all")
    func duplicates() {
        func count(_ removal: LabelDefinition.DuplicateRemoval, _ distance: Double = 0) -> Int {
            placer().place(twins(removal, distance: distance), avoiding: []).count
        }
        #expect(count(.none) == 5)
        // One class of one layer has two points and the line; the others are of another class and of another layer.
        #expect(count(.labelClass) == 3)
        #expect(count(.featureType) == 2)
        #expect(count(.all) == 1)
        #expect(count(.all, 130) > 1, "far enough apart the text may stand again")
        #expect(count(.all, 130) < 5)
    }

    @Test("a label class says how far apart the same text may stand")
    func document() {
        var definition = LabelDefinition(text: "{NAME}", symbol: TextSymbol(json: ["type": "esriTS"]))
        #expect(definition.duplicateRemoval == .none && definition.duplicateRemovalDistance == 0)
        definition.duplicateRemoval = .labelClass
        definition.duplicateRemovalDistance = 120
        #expect(definition.json["removeDuplicates"]?.string == "labelClass")
        #expect(definition.json["removeDuplicatesDistance"]?.double == 120)
    }
}
