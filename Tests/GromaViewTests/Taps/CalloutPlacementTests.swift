// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaView
import TestSupport
import Testing

@Suite("Callouts", .timeLimit(.minutes(10)))
struct CalloutPlacementTests {
    private let bounds = CalloutPlacement.Box(x: 0, y: 0, width: 360, height: 600)

    @Test("the bubble lies above its place, and below it where there is no room above")
    func sides() throws {
        let middle = try #require(
            CalloutPlacement(tip: ScreenPoint(x: 180, y: 300), width: 200, height: 60, within: bounds))
        #expect(middle.side == .above)
        #expect(middle.bubble.y + 60 + 10 == 300 && middle.bubble.x == 80)
        #expect(middle.foot == ScreenPoint(x: 180, y: 290))
        let top = try #require(
            CalloutPlacement(tip: ScreenPoint(x: 180, y: 40), width: 200, height: 60, within: bounds))
        #expect(top.side == .below && top.bubble.y == 50 && top.foot.y == 50)
        let flat = CalloutPlacement.Box(x: 0, y: 0, width: 600, height: 100)
        let side = try #require(
            CalloutPlacement(tip: ScreenPoint(x: 100, y: 50), width: 200, height: 70, within: flat))
        #expect(side.side == .right && side.bubble.x == 110)
        let other = try #require(
            CalloutPlacement(tip: ScreenPoint(x: 500, y: 50), width: 200, height: 70, within: flat))
        #expect(other.side == .left && other.bubble.x + 200 == 490)
    }

    @Test("the bubble and the leader's foot keep inside for every place, and no place outside has a bubble")
    func inside() throws {
        var random = SeededGenerator(seed: 20_261_130)
        for _ in 0..<2_000 {
            let tip = ScreenPoint(x: .random(in: -40...400, using: &random), y: .random(in: -40...640, using: &random))
            let width = Double.random(in: 40...300, using: &random),
                height = Double.random(in: 30...200, using: &random)
            let placed = CalloutPlacement(tip: tip, width: width, height: height, within: bounds)
            let isInside = tip.x >= 0 && tip.y >= 0 && tip.x <= 360 && tip.y <= 600
            #expect((placed != nil) == isInside)
            guard let placed else { continue }
            let box = placed.bubble
            #expect(box.x >= 0 && box.y >= 0 && box.x + width <= 360.001 && box.y + height <= 600.001)
            #expect(placed.foot.x >= box.x && placed.foot.x <= box.x + width)
            #expect(placed.foot.y >= box.y && placed.foot.y <= box.y + height)
        }
    }

    @Test("a callout follows a graphic that moves, and is gone where its place is out of sight")
    @MainActor
    func follows() async throws {
        let fixture = try ViewFixture()
        await fixture.placed()
        let view = fixture.view
        let van = Graphic(geometry: Point(x: 80, y: 60, spatialReference: .webMercator))
        view.callout = Callout(
            at: .geoElement(van), content: CalloutContent(title: "Van 7"), leaderOffset: (x: 0, y: -20))
        #expect(view.calloutTip == ScreenPoint(x: 200, y: 130))
        #expect(view.calloutPlacement(width: 100, height: 40)?.side == .above)
        van.geometry = Point(x: 100, y: 60, spatialReference: .webMercator)
        #expect((view.calloutTip?.x ?? 0) > 215)
        view.pan(byX: 1_000, y: 0)
        #expect(view.calloutPlacement(width: 100, height: 40) == nil)
        view.callout = Callout(at: .location(Point(latitude: 91, longitude: .nan)), content: CalloutContent(title: ""))
        #expect(view.calloutPlacement(width: 100, height: 40) == nil)
    }
}
