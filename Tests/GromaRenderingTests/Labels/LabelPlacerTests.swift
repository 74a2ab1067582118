// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaMapping
import GromaRaster
import GromaRendering
import TestSupport
import Testing

@Suite("Label places") struct LabelPlacerTests {
    let engine = TextEngine(fonts: .system)
    let style = TextStyle(family: "DejaVu Sans", size: 12)

    private func placer(width: Int = 400, height: Int = 300) -> LabelPlacer {
        LabelPlacer(area: PixelRect(x: 0, y: 0, width: width, height: height), text: engine)
    }

    /// A marker that reaches so far to all sides.
    private func box(_ reach: Double) -> MarkerSprite.InkBox {
        .init(left: -reach, top: -reach, right: reach, bottom: reach)
    }

    private func point(
        _ text: String, _ x: Double, _ y: Double, placement: LabelPlacement? = nil, priority: Double = 0,
        order: Int64 = 0, reach: Double = 4
    ) -> LabelCandidate {
        LabelCandidate(
            anchor: .point(x: x, y: y, marker: box(reach)), text: text, style: style, ink: .black, placement: placement,
            priority: priority, order: order)
    }

    /// The label's box from its mask.
    private func box(_ label: PlacedLabel) -> CollisionGrid.Box {
        let mask = engine.mask(of: label.text, style: label.style, maximumWidth: label.maximumWidth).ink
        let x = Double(label.pieces[0].x + mask.left), y = Double(label.pieces[0].y + mask.top)
        return .init(left: x, top: y, right: x + Double(mask.width), bottom: y + Double(mask.height))
    }

    @Test("a named position is taken where there is room")
    func positions() throws {
        let sides: [(LabelPlacement, Double, Double)] = [
            (.pointAboveLeft, -1, -1), (.pointAboveCenter, 0, -1), (.pointAboveRight, 1, -1), (.pointCenterLeft, -1, 0),
            (.pointCenterCenter, 0, 0), (.pointCenterRight, 1, 0), (.pointBelowLeft, -1, 1), (.pointBelowCenter, 0, 1),
            (.pointBelowRight, 1, 1),
        ]
        for (placement, dx, dy) in sides {
            let label = try #require(placer().place([point("Hxd", 200, 150, placement: placement)], avoiding: []).first)
            let box = box(label)
            let x = (box.left + box.right) / 2 - 200, y = (box.top + box.bottom) / 2 - 150
            #expect(dx == 0 ? abs(x) < 2 : x * dx > 8, "\(placement) lies \(x) to the right")
            #expect(dy == 0 ? abs(y) < 3 : y * dy > 4, "\(placement) lies \(y) below")
            if dx > 0 { #expect(box.left >= 204) }
            if dx < 0 { #expect(box.right <= 196) }
        }
    }

    @Test("no label lies over another one", arguments: [11, 12, 13] as [UInt64])
    func apart(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let candidates = (0..<120).map { index in
            point(
                "Name \(index)", .random(in: 0...400, using: &numbers), .random(in: 0...300, using: &numbers),
                order: Int64(index))
        }
        let placed = placer().place(candidates, avoiding: []).map(box)
        #expect(placed.count > 20)
        for (index, first) in placed.enumerated() {
            for second in placed[..<index] { #expect(!first.overlaps(second), "seed \(seed)") }
        }
        let mixed = placer().place(candidates.shuffled(using: &numbers), avoiding: []).map(box)
        #expect(mixed == placed, "the order of candidates changes the picture, seed \(seed)")
    }

    @Test("the better priority wins the place")
    func priority() {
        let weak = point("Lane", 200, 150, placement: .pointCenterCenter, priority: 5, order: 1)
        let strong = point("Town", 202, 150, placement: .pointCenterCenter, priority: 1, order: 2)
        #expect(placer().place([weak, strong], avoiding: []).map(\.text) == ["Town"])
    }

    @Test("a label moves out of the way of a marker, and is left out among many")
    func markers() throws {
        let right = LabelObstacle(x: 225, y: 140, marker: box(6))
        let free = try #require(placer().place([point("Mill", 200, 150)], avoiding: []).first)
        let moved = try #require(placer().place([point("Mill", 200, 150)], avoiding: [right]).first)
        #expect(free.pieces[0].y < 150)
        #expect(moved.pieces[0].x != free.pieces[0].x || moved.pieces[0].y != free.pieces[0].y)
        let crowd = (0..<400).map {
            LabelObstacle(x: 150 + Double($0 % 20) * 5, y: 100 + Double($0 / 20) * 5, marker: box(3))
        }
        #expect(placer().place([point("Mill", 200, 150)], avoiding: crowd).isEmpty)
    }

    @Test("labels wholly outside are not placed, those that reach in are")
    func outside() {
        #expect(placer().place([point("Far", 900, 900)], avoiding: []).isEmpty)
        #expect(placer().place([point("Near", -6, 150, placement: .pointCenterRight)], avoiding: []).count == 1)
    }

    @Test("a line repeats its name at the distance asked for")
    func repetition() {
        func count(_ distance: Double) -> Int {
            let line = LabelCandidate(
                anchor: .line([0, 150, 2_000, 150]), text: "River", style: style, ink: .black, repeatDistance: distance)
            return placer(width: 2_000).place([line], avoiding: []).count
        }
        #expect(count(2_000) < count(400))
        #expect(count(400) < count(150))
    }

    @Test("a name far wider than its area is left out, one with blanks is broken")
    func areas() throws {
        func area(_ text: String, _ width: Double) -> PlacedLabel? {
            let candidate = LabelCandidate(
                anchor: .area([.init(x: 200, y: 150, width: width)]), text: text, style: style, ink: .black)
            return placer().place([candidate], avoiding: []).first
        }
        #expect(area("Uninhabitedness", 20) == nil)
        #expect(area("Uninhabitedness", 120)?.maximumWidth == 0)
        let broken = try #require(area("Long Meadow of the Mill", 70))
        #expect(broken.maximumWidth > 0)
        #expect(box(broken).bottom - box(broken).top > 24)
    }

    @Test("empty texts and places that are no numbers are left out")
    func degenerate() {
        #expect(
            placer().place([point("", 10, 10), point("x", .nan, 10), point("x", .infinity, 1)], avoiding: []).isEmpty)
        let line = LabelCandidate(anchor: .line([.nan, .nan]), text: "x", style: style, ink: .black)
        let area = LabelCandidate(
            anchor: .area([.init(x: 10, y: 10, width: .nan)]), text: "x", style: style, ink: .black)
        #expect(placer().place([line, area], avoiding: []).isEmpty)
    }
}
