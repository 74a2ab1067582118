// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping
import GromaView
import Testing

@Suite("Moving the view", .timeLimit(.minutes(10)))
@MainActor
struct NavigationTests {
    private func isClose(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }

    @Test("the first view is the map's own, before anything is drawn")
    func initialViewpoint() async throws {
        let fixture = try ViewFixture()
        await fixture.placed()
        let viewpoint = try #require(fixture.view.viewpoint)
        #expect((viewpoint.targetGeometry as? Point)?.x == 80)
        #expect(viewpoint.targetScale == 4_000)
        #expect(fixture.view.frame()?.viewport.scale == 4_000)
    }

    @Test("screen and ground are each other's opposite, turned or not", arguments: [0.0, 30, 90, 211])
    func screenAndGround(rotation: Double) async throws {
        let fixture = try ViewFixture()
        await fixture.placed()
        await fixture.view.setViewpointRotation(rotation)
        for point in [ScreenPoint(x: 0, y: 0), ScreenPoint(x: 123, y: 45), ScreenPoint(x: 400, y: 300)] {
            let place = try #require(fixture.view.location(fromScreenPoint: point))
            let back = try #require(fixture.view.screenPoint(fromLocation: place))
            #expect(isClose(back.x, point.x) && isClose(back.y, point.y))
        }
    }

    @Test("a drag keeps the place under the finger, and wheel and twist the place under the pointer")
    func anchors() async throws {
        let fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        let finger = ScreenPoint(x: 100, y: 80)
        let place = try #require(view.location(fromScreenPoint: finger))
        view.beginPan()
        view.pan(byX: 30, y: -12)
        let moved = try #require(view.screenPoint(fromLocation: place))
        #expect(isClose(moved.x, 130) && isClose(moved.y, 68))
        view.endPan()
        view.zoom(by: 3, anchor: moved)
        view.rotate(by: 77, anchor: moved)
        let still = try #require(view.screenPoint(fromLocation: place))
        #expect(isClose(still.x, 130) && isClose(still.y, 68))
        #expect(isClose(view.viewport?.scale ?? 0, 4_000 / 3))
        #expect(view.viewport?.rotation == 77)
    }

    @Test("a thrown map glides on, slower and slower, and comes to rest")
    func kinetic() async throws {
        var fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        let start = try #require(view.viewport)
        view.beginPan()
        view.pan(byX: 5, y: 0)
        view.endPan(velocityX: 900, velocityY: 0)
        #expect(view.isNavigating)
        var ways: [Double] = []
        var last = try #require(view.viewport).center.x
        _ = fixture.tick()
        while fixture.tick(), ways.count < 1_000 {
            let x = try #require(view.viewport).center.x
            ways.append(last - x)
            last = x
        }
        #expect(ways.count > 20 && ways.count < 300)
        #expect(zip(ways.dropFirst(), ways.dropFirst(2)).allSatisfy { $0.0 >= $0.1 - 1e-9 }, "it never gets faster")
        #expect(!view.isNavigating)
        let way = (start.center.x - last) / start.resolution
        #expect(way > 200 && way < 310, "about a third of a second of its speed: \(way)")
    }

    @Test("an animated viewpoint tells that it came there, and is exactly there")
    func animation() async throws {
        var fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        let goal = Viewpoint(
            center: Point(x: 5_000, y: -3_000, spatialReference: .webMercator), scale: 9_000, rotation: 350)
        let arrival = Task { await view.setViewpoint(goal, duration: .milliseconds(500)) }
        while !view.isNavigating { await Task.yield() }
        var scales: [Double] = []
        while fixture.tick() { scales.append(view.viewport?.scale ?? 0) }
        #expect(await arrival.value)
        #expect(scales.count >= 30, "half a second has 31 frames")
        #expect(scales.max() ?? 0 > 9_000, "a longer way goes out and in again")
        let end = try #require(view.viewport)
        #expect(isClose(end.center.x, 5_000) && isClose(end.center.y, -3_000))
        #expect(end.scale == 9_000 && end.rotation == 350)
    }

    @Test("a zoom that a drag breaks off says so, and the drag's view stays")
    func interrupted() async throws {
        var fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        let arrival = Task { await view.setViewpointScale(500, duration: .seconds(1)) }
        while !view.isNavigating { await Task.yield() }
        for _ in 0..<10 { _ = fixture.tick() }
        let before = try #require(view.viewport)
        #expect(before.scale < 4_000 && before.scale > 500)
        view.beginPan()
        view.pan(byX: 10, y: 0)
        let dragged = try #require(view.viewport)
        view.endPan()
        #expect(await arrival.value == false)
        for _ in 0..<100 { _ = fixture.tick() }
        #expect(view.viewport == dragged)
    }

    @Test("a task that ends stops its animation")
    func cancelled() async throws {
        var fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        let arrival = Task { await view.setViewpointScale(500, duration: .seconds(1)) }
        while !view.isNavigating { await Task.yield() }
        _ = fixture.tick()
        arrival.cancel()
        #expect(await arrival.value == false)
        #expect(!view.isNavigating)
    }

    @Test(
        "zooming to an envelope shows it whole and in the middle, in a window of any shape",
        arguments: [(400.0, 300.0), (120, 900), (1_600, 200), (333, 333)])
    func envelope(width: Double, height: Double) async throws {
        let fixture = try ViewFixture(width: width, height: height)
        let view = fixture.view
        await fixture.placed()
        let box = Envelope(xMin: 700, yMin: -50, xMax: 1_500, yMax: 350, spatialReference: .webMercator)
        for rotation in [0.0, 40] {
            await view.setViewpoint(Viewpoint(boundingGeometry: box, rotation: rotation))
            let corners = [(box.xMin, box.yMin), (box.xMax, box.yMax), (box.xMin, box.yMax), (box.xMax, box.yMin)]
            for corner in corners {
                let at = try #require(
                    view.screenPoint(
                        fromLocation: Point(x: corner.0, y: corner.1, spatialReference: .webMercator)))
                #expect(at.x > -0.01 && at.y > -0.01 && at.x < width + 0.01 && at.y < height + 0.01)
            }
            let middle = try #require(view.screenPoint(fromLocation: box.center))
            #expect(isClose(middle.x, width / 2, 0.5) && isClose(middle.y, height / 2, 0.5))
        }
    }

    @Test("room taken from the lower edge lifts the middle by its half, and the place in it stays there")
    func insets() async throws {
        let fixture = try ViewFixture(height: 600)
        let view = fixture.view
        await fixture.placed()
        view.contentInsets = EdgeInsets(bottom: 200)
        let place = Point(x: 80, y: 60, spatialReference: .webMercator)
        let at = try #require(view.screenPoint(fromLocation: place))
        #expect(isClose(at.x, 200) && isClose(at.y, 200), "300 less 100")
        #expect((view.viewpoint?.targetGeometry as? Point).map { isClose($0.x, 80) && isClose($0.y, 60) } == true)
        await view.setViewpointRotation(45)
        let turned = try #require(view.screenPoint(fromLocation: place))
        #expect(isClose(turned.x, 200) && isClose(turned.y, 200))
        let box = Envelope(xMin: 0, yMin: 0, xMax: 100, yMax: 100, spatialReference: .webMercator)
        await view.setViewpoint(Viewpoint(boundingGeometry: box))
        let low = try #require(
            view.screenPoint(fromLocation: Point(x: 0, y: 0, spatialReference: .webMercator)))
        #expect(isClose(low.y, 400), "the box ends where the inset begins")
        view.contentInsets = .zero
        let back = try #require(view.screenPoint(fromLocation: box.center))
        #expect(isClose(back.y, 300))
    }

    @Test("a window of another size keeps middle and scale")
    func resizing() async throws {
        let fixture = try ViewFixture()
        await fixture.placed()
        fixture.view.resize(width: 900, height: 200, pixelScale: 2)
        let viewpoint = try #require(fixture.view.viewpoint)
        #expect((viewpoint.targetGeometry as? Point).map { isClose($0.x, 80) && isClose($0.y, 60) } == true)
        #expect(viewpoint.targetScale == 4_000)
        #expect(fixture.view.viewport?.pixelWidth == 1_800)
    }

    @Test("scales and places beyond the constraints are not reached by anybody")
    func constraints() async throws {
        let fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        view.constraints = ViewpointConstraints(
            minScale: 20_000, maxScale: 1_000,
            maxExtent: Envelope(xMin: -500, yMin: -500, xMax: 500, yMax: 500, spatialReference: .webMercator))
        view.zoom(by: 1_000)
        #expect(view.viewport?.scale == 1_000)
        view.zoom(by: 1e-6)
        #expect(view.viewport?.scale == 20_000)
        #expect(
            view.viewport.map { isClose($0.center.x, 0) && isClose($0.center.y, 0) } == true, "larger: in the middle")
        view.zoom(by: 20)
        view.pan(byX: -1e7, y: 1e7)
        let seen = try #require(view.viewport).extent
        #expect(seen.xMax <= 500.001 && seen.yMax <= 500.001 && seen.xMax > 499)
        for strange in [Double.nan, .infinity, -1, 0] {
            view.zoom(by: strange)
            view.pan(byX: strange, y: .nan)
            view.rotate(by: strange.isFinite ? 0 : strange)
        }
        #expect(view.viewport?.scale == 1_000)
    }

    @Test("east of the world's end lies its beginning")
    func wrapAround() async throws {
        let fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        await view.setViewpointCenter(Point(latitude: 0, longitude: 179.5), scale: 10_000_000)
        view.pan(byX: -100, y: 0)
        let center = try #require(view.viewport).center
        #expect(center.x < 0, "the middle is past the end")
        let west = try #require(view.location(fromScreenPoint: ScreenPoint(x: 0, y: 150)))
        #expect(west.x > 0, "the left edge is still before it")
        let home = try #require(view.screenPoint(fromLocation: Point(latitude: 0, longitude: 179.5)))
        #expect(isClose(home.x, 100, 0.01))
        view.wrapsAround = false
        await view.setViewpointCenter(Point(latitude: 0, longitude: 179.5))
        view.pan(byX: -1e9, y: 0)
        #expect(view.viewport.map { isClose($0.center.x, 20_037_508.342789, 0.001) } == true)
    }

    @Test("wheel steps add up while they run, and no animation means at once")
    func wheel() async throws {
        var fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        let pointer = ScreenPoint(x: 50, y: 60)
        let place = try #require(view.location(fromScreenPoint: pointer))
        view.zoom(levels: 0.5, anchor: pointer)
        _ = fixture.tick()
        _ = fixture.tick()
        view.zoom(levels: 0.5, anchor: pointer)
        while fixture.tick() {}
        #expect(view.viewport.map { isClose($0.scale, 2_000) } == true)
        let at = try #require(view.screenPoint(fromLocation: place))
        #expect(isClose(at.x, 50, 1e-3) && isClose(at.y, 60, 1e-3))
        view.animatesGestures = false
        view.doubleTap(at: pointer)
        #expect(view.viewport.map { isClose($0.scale, 1_000) } == true)
        #expect(!view.isNavigating)
    }

    @Test("two fingers turn the map from 12 degrees on, and near north it goes to north")
    func twist() async throws {
        var fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        let middle = ScreenPoint(x: 200, y: 150)
        view.beginPinch()
        view.pinch(scale: 1.2, rotation: 8, anchor: middle)
        #expect(view.viewport?.rotation == 0)
        view.pinch(scale: 1.2, rotation: 13, anchor: middle)
        view.pinch(scale: 1.5, rotation: 18, anchor: middle)
        #expect(view.viewport.map { isClose($0.rotation, 5) && isClose($0.scale, 4_000 / 1.5) } == true)
        view.endPinch(anchor: middle)
        while fixture.tick() {}
        #expect(view.viewport?.rotation == 0)
        view.isRotationEnabled = false
        view.beginPinch()
        view.pinch(scale: 1, rotation: 60, anchor: middle)
        view.pinch(scale: 1, rotation: 90, anchor: middle)
        view.endPinch()
        #expect(view.viewport?.rotation == 0)
    }

    @Test("those who listen learn who moved the view")
    func causes() async throws {
        let fixture = try ViewFixture()
        let view = fixture.view
        await fixture.placed()
        var causes: [ViewpointChangeCause] = []
        let number = view.listen { causes.append($0) }
        view.pan(byX: 1, y: 1)
        view.zoom(by: 2)
        view.rotate(by: 5)
        await view.setViewpointScale(3_000)
        view.contentInsets = EdgeInsets(top: 20)
        view.stopListening(number)
        view.zoom(by: 2)
        #expect(causes == [.pan, .zoom, .rotation, .viewpoint, .layout])
    }
}
