// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK
import GromaGeometry
import GromaLocation
import GromaMapping
import GromaView
import ScreenSupport
import Testing
import XCTest

@Suite("State of the location button") struct LocationButtonStateTests {
    @Test("state of the source times mode")
    func kinds() {
        func kind(_ started: Bool, _ fix: Bool, _ error: Bool, _ mode: AutoPanMode) -> LocationButtonState.Kind {
            LocationButtonState(isStarted: started, hasFix: fix, isStale: false, hasError: error, mode: mode).kind
        }
        #expect(kind(false, false, false, .off) == .stopped)
        #expect(kind(true, false, false, .recenter) == .acquiring)
        #expect(kind(true, true, false, .off) == .off)
        #expect(kind(true, true, false, .recenter) == .recenter)
        #expect(kind(true, true, false, .navigation) == .navigation)
        #expect(kind(true, true, false, .compassNavigation) == .compass)
        #expect(kind(true, true, true, .recenter) == .error)
    }

    @Test("presses go round, and past what the source can't do")
    func cycle() {
        func next(_ mode: AutoPanMode, course: Bool, heading: Bool) -> AutoPanMode {
            LocationButtonState.mode(after: mode, hasCourse: course, hasHeading: heading)
        }
        #expect(next(.off, course: true, heading: true) == .recenter)
        #expect(next(.recenter, course: true, heading: true) == .navigation)
        #expect(next(.navigation, course: true, heading: true) == .compassNavigation)
        #expect(next(.compassNavigation, course: true, heading: true) == .off)
        #expect(next(.recenter, course: false, heading: true) == .compassNavigation)
        #expect(next(.recenter, course: false, heading: false) == .off)
        #expect(next(.navigation, course: true, heading: false) == .off)
    }
}

/// The button on the map, pressed.
final class LocationButtonTests: XCTestCase {
    @MainActor
    func testPressesStartFollowAndAPanOffersTheWayBack() async throws {
        let map = try await MapFixture.shown(furniture: [.standard, .locationButton])
        let display = map.mapView.locationDisplay
        let way = Polyline(
            points: [Point(latitude: 0.0005, longitude: 0.0005), Point(latitude: 0.002, longitude: 0.002)],
            spatialReference: .wgs84)
        var pace = SimulationParameters()
        pace.interval = .milliseconds(100)
        display.dataSource = SimulatedLocationDataSource(polyline: way, parameters: pace)
        display.initialZoomScale = 0
        let button = try XCTUnwrap(map.mapView.locationButton)
        XCTAssertTrue(button.isCalled("Show my location"))
        Pointer.shared.click(button)
        try await Screen.wait(for: "the first fix") { display.hasFix }
        try await Screen.wait(for: "following") { button.isCalled("Following") }
        XCTAssertEqual(display.autoPanMode, .recenter)
        Pointer.shared.click(button)
        try await Screen.wait(for: "the next mode") { display.autoPanMode == .navigation }
        try await Screen.wait(for: "its name") { button.isCalled("Following, direction of travel up") }
        // A pan ends following and offers to come back.
        Pointer.shared.move(to: map.mapView, x: map.middle.x, y: map.middle.y)
        Pointer.shared.press()
        for step in 1...6 { Pointer.shared.move(to: map.mapView, x: map.middle.x, y: map.middle.y - Double(step) * 10) }
        Pointer.shared.release()
        try await Screen.wait(for: "the end of following") { display.autoPanMode == .off }
        try await Screen.wait(for: "the chip") { map.window.find { $0.isDrawn && $0.isCalled("Recenter") } != nil }
        let chip = try XCTUnwrap(map.window.find { $0.isDrawn && $0.isCalled("Recenter") })
        Pointer.shared.click(chip)
        try await Screen.wait(for: "following again") { display.autoPanMode == .navigation }
        await display.stop()
        await map.close()
    }
}
