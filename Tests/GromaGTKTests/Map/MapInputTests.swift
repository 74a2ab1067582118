// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK
import GromaGeometry
import GromaMapping
import GromaView
import ScreenSupport
import XCTest

/// What mouse, wheel and keys do to the map: events go through the display, and what is on it is looked at.
final class MapInputTests: XCTestCase {
    @MainActor
    func testTheMapIsOnTheDisplay() async throws {
        let map = try await MapFixture.shown()
        let marker = try map.pixel(x: map.middle.x, y: map.middle.y)
        XCTAssertEqual(marker.red, 0xC0)
        XCTAssertEqual(marker.green, 0x1C)
        let ground = try map.pixel(x: map.middle.x + 40, y: map.middle.y + 40)
        XCTAssertEqual(ground.red, 255)
        await map.close()
    }

    @MainActor
    func testADragMovesTheGroundWithThePointer() async throws {
        let map = try await MapFixture.shown()
        let before = map.viewport
        Pointer.shared.move(to: map.mapView, x: map.middle.x, y: map.middle.y)
        Pointer.shared.press()
        for step in 1...10 {
            Pointer.shared.move(to: map.mapView, x: map.middle.x + Double(step) * 10, y: map.middle.y)
        }
        try await Screen.wait(for: "the drag") { map.viewport.center.x <= before.center.x - 99 }
        // Held still before it is let go, so that nothing glides on: the pointer's last move must be old by then.
        try await Screen.wait(for: "a pause") { map.mapView.drawStatus == .inProgress || map.viewport != before }
        Pointer.shared.release()
        try await map.rests()
        XCTAssertLessThanOrEqual(map.viewport.center.x, before.center.x - 99)
        XCTAssertEqual(map.viewport.scale, before.scale)
        await map.close()
    }

    @MainActor
    func testANotchOfTheWheelIsHalfALevelAtThePointer() async throws {
        let map = try await MapFixture.shown()
        let before = map.viewport
        let place = ScreenPoint(x: map.middle.x + 80, y: map.middle.y)
        let ground = try XCTUnwrap(map.mapView.model.location(fromScreenPoint: place))
        Pointer.shared.move(to: map.mapView, x: place.x, y: place.y)
        Pointer.shared.wheel(up: true)
        try await map.moves("the zoom", from: before)
        XCTAssertEqual(map.viewport.scale, before.scale / 2.0.squareRoot(), accuracy: 1e-6 * before.scale)
        let after = try XCTUnwrap(map.mapView.model.screenPoint(fromLocation: ground))
        XCTAssertEqual(after.x, place.x, accuracy: 1.5)
        XCTAssertEqual(after.y, place.y, accuracy: 1.5)
        await map.close()
    }

    @MainActor
    func testShiftAndTheWheelTurnAndTheCompassTurnsBack() async throws {
        let map = try await MapFixture.shown()
        let before = map.viewport
        Pointer.shared.move(to: map.mapView, x: map.middle.x, y: map.middle.y)
        Pointer.shared.hold("shift")
        Pointer.shared.wheel(up: false)
        Pointer.shared.letGo("shift")
        try await map.moves("the turn", from: before)
        XCTAssertEqual(map.viewport.rotation.truncatingRemainder(dividingBy: 360), 15, accuracy: 0.01)
        let compass = try XCTUnwrap(map.window.find { $0.isDrawn && $0.spokenName.hasPrefix("North is 15°") })
        Pointer.shared.click(compass)
        try await Screen.wait(for: "north up") { map.viewport.rotation == 0 }
        try await Screen.wait(for: "the compass to go") { !compass.isDrawn }
        await map.close()
    }

    @MainActor
    func testButtonsAndKeysMoveTheMap() async throws {
        let map = try await MapFixture.shown()
        var before = map.viewport
        let closer = try XCTUnwrap(map.window.find { $0.kind == "GtkButton" && $0.isCalled("Zoom in") })
        Pointer.shared.click(closer)
        try await map.moves("the zoom", from: before)
        XCTAssertEqual(map.viewport.scale, before.scale / 2, accuracy: 1)
        map.mapView.focus()
        await Screen.settle()
        before = map.viewport
        Pointer.shared.key("minus")
        try await map.moves("the key zooms out", from: before)
        XCTAssertEqual(map.viewport.scale, before.scale * 2, accuracy: 1)
        before = map.viewport
        Pointer.shared.key("Right")
        try await map.moves("the arrow", from: before)
        XCTAssertEqual(
            map.viewport.center.x - before.center.x, Double(map.mapView.size.width) / 4 * before.resolution, accuracy: 1
        )
        Pointer.shared.key("0")
        try await Screen.wait(for: "the whole map") { abs(map.viewport.center.x) < 1 }
        await map.close()
    }

    @MainActor
    func testADoubleClickZoomsInOneLevelAtThePoint() async throws {
        let map = try await MapFixture.shown()
        let before = map.viewport
        Pointer.shared.click(map.mapView, x: map.middle.x + 40, y: map.middle.y + 40)
        Pointer.shared.click(map.mapView, x: map.middle.x + 40, y: map.middle.y + 40)
        try await map.moves("the zoom", from: before)
        XCTAssertEqual(map.viewport.scale, before.scale / 2, accuracy: 1)
        await map.close()
    }
}
