// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK
import GromaGeometry
import GromaLocation
import GromaMapping
import GromaView
import ScreenSupport
import XCTest

/// A map that nobody sees, and a device's location that is refused, lost and found.
final class MapPresenceTests: XCTestCase {
    @MainActor
    func testAHiddenWindowEndsUpdatesAndFramesAndAShownOneGoesOnInTheSameMode() async throws {
        let map = try await MapFixture.shown(furniture: [.standard, .locationButton])
        let display = map.mapView.locationDisplay, source = FixSource()
        display.dataSource = CustomLocationDataSource(provider: source)
        display.initialZoomScale = 0
        display.autoPanMode = .recenter
        try await display.start()
        source.fix(x: 40, y: 0)
        try await Screen.wait(for: "the first fix") { display.location != nil }
        let place = try XCTUnwrap(display.location?.position)
        let begin = ContinuousClock.now
        map.window.hide()
        try await Screen.wait(for: "the source to rest") { display.dataSource.status == .stopped }
        XCTAssertLessThan(begin.duration(to: .now), .seconds(1))
        XCTAssertTrue(map.mapView.model.isSuspended)
        XCTAssertTrue(display.isStarted)
        source.fix(x: 80, y: 0)
        map.points.isVisible = false
        await Screen.settle()
        XCTAssertEqual(display.location?.position ?? place, place)
        XCTAssertEqual(display.dataSource.status, .stopped)
        map.window.present()
        try await Screen.wait(for: "the source again") { display.dataSource.status == .started }
        XCTAssertFalse(map.mapView.model.isSuspended)
        XCTAssertEqual(display.autoPanMode, .recenter)
        source.fix(x: 300, y: 0)
        try await Screen.wait(for: "the next fix") { display.location.map { $0.position != place } ?? false }
        try await Screen.wait(for: "the map to follow") { map.viewport.center.x > 200 }
        // What changed meanwhile is drawn now.
        try await map.rests()
        XCTAssertEqual(try map.pixel(x: map.middle.x - 60, y: map.middle.y).green, 255)
        await display.stop()
        await map.close()
    }

    @MainActor
    func testASourceThatFloodsAndLiesHoldsUpNothingAndItsLastTrueFixCounts() async throws {
        let map = try await MapFixture.shown(furniture: [.standard, .locationButton])
        let display = map.mapView.locationDisplay, source = FixSource()
        let provided = CustomLocationDataSource(provider: source)
        display.dataSource = provided
        display.initialZoomScale = 0
        try await display.start()
        let count = 30_000
        source.flood(count, from: (0, 50))
        try await map.drag()
        let metre = 180 / (Double.pi * 6_378_137)
        let last = Double(count) * 0.01 * metre
        try await Screen.wait(for: "the last true fix", seconds: 60) {
            abs((display.location?.position.x ?? 0) - last) < metre * 0.001
        }
        XCTAssertEqual(provided.implausibleFixCount, count)
        XCTAssertEqual(map.mapView.locationButton?.isEnabled, true)
        try await map.rests()
        await display.stop()
        await map.close()
    }

    @MainActor
    func testTheLocationButtonGoesByTheFirstFixAndByErrors() async throws {
        let map = try await MapFixture.shown(furniture: [.standard, .locationButton])
        let display = map.mapView.locationDisplay, source = FixSource()
        display.dataSource = CustomLocationDataSource(provider: source)
        display.initialZoomScale = 0
        let button = try XCTUnwrap(map.mapView.locationButton)
        button.requiresFix = true
        try await Screen.wait(for: "the button to be off") { !button.isEnabled }
        try await display.start()
        await Screen.settle()
        XCTAssertFalse(button.isEnabled, "off until the first fix")
        source.fix(x: 0, y: 0)
        try await Screen.wait(for: "the button") { button.isEnabled }
        source.trouble(LocationError(.connectionLost, "gone"))
        try await Screen.wait(for: "the button off after an error") { !button.isEnabled }
        XCTAssertTrue(button.spokenName.contains("gone"))
        source.fix(x: 1, y: 0)
        try await Screen.wait(for: "the button on again") { button.isEnabled }
        await display.stop()
        await map.close()
    }

    @MainActor
    func testARefusedLocationSaysSoInTheWindowAndTheButtonStaysOff() async throws {
        let map = try await MapFixture.shown(furniture: [.standard, .locationButton])
        let display = map.mapView.locationDisplay
        let refusal = LocationError(.permissionDenied, "Location is switched off for this app.")
        display.dataSource = CustomLocationDataSource(provider: FixSource(refuses: refusal))
        let button = try XCTUnwrap(map.mapView.locationButton)
        Pointer.shared.click(button)
        try await Screen.wait(for: "the reason") {
            map.window.shownTexts.contains { $0.contains("Location is switched off for this app.") }
        }
        XCTAssertFalse(display.isStarted)
        // Pressed again it says what is wrong, and what can be done.
        var wishes = 0
        button.onPreferences = { wishes += 1 }
        map.window.banner = nil
        Pointer.shared.click(button)
        try await Screen.wait(for: "the ways on") { map.window.shownTexts.contains("Preferences") }
        XCTAssertTrue(map.window.shownTexts.contains("Location is switched off for this app."))
        try await Screen.wait(for: "the button") {
            map.window.find { $0.kind == "GtkButton" && $0.isDrawn && $0.isCalled("Preferences") } != nil
        }
        let ways = try XCTUnwrap(
            map.window.find { $0.kind == "GtkButton" && $0.isDrawn && $0.isCalled("Preferences") })
        ways.focus()
        Pointer.shared.key("Return")
        try await Screen.wait(for: "the preferences") { wishes == 1 }
        try await Screen.wait(for: "the popover to go") { !map.window.shownTexts.contains("Try Again") }
        // A new try fails anew, and the banner leads to the preferences as well.
        Pointer.shared.click(button)
        try await Screen.wait(for: "the ways on again") { map.window.shownTexts.contains("Try Again") }
        try XCTUnwrap(map.window.find { $0.kind == "GtkButton" && $0.isDrawn && $0.isCalled("Try Again") }).focus()
        Pointer.shared.key("Return")
        try await Screen.wait(for: "the banner") { map.window.banner?.button?.title == "Preferences" }
        XCTAssertEqual(map.window.banner?.detail, "Location is switched off for this app.")
        await Screen.settle()
        let inBanner = try XCTUnwrap(
            map.window.find { $0.kind == "GtkButton" && $0.isDrawn && $0.isCalled("Preferences") })
        try await Screen.rest(of: inBanner)
        Pointer.shared.click(inBanner)
        try await Screen.wait(for: "the preferences from the banner") { wishes == 2 }
        button.requiresFix = true
        try await Screen.wait(for: "the button to be off") { !button.isEnabled }
        await map.close()
    }

    @MainActor
    func testATapOnTheSymbolShowsTheAppsOwnWidgetAndTheProviderIsNotAsked() async throws {
        let map = try await MapFixture.shown(furniture: [.standard, .locationButton])
        let display = map.mapView.locationDisplay, source = FixSource()
        display.dataSource = CustomLocationDataSource(provider: source)
        display.initialZoomScale = 0
        display.autoPanMode = .recenter
        var asked = 0, taps = 0
        display.calloutProvider = { _, _ in
            asked += 1
            return CalloutContent(title: "From the provider")
        }
        map.mapView.onSingleTap { _ in taps += 1 }
        try await display.start()
        source.fix(x: 40, y: 40)
        try await Screen.wait(for: "the fix") { display.hasFix && abs(map.viewport.center.x - 40) < 1 }
        try await map.rests()
        Pointer.shared.click(map.mapView, x: map.middle.x, y: map.middle.y)
        try await Screen.wait(for: "the provider's words") { map.window.shownTexts.contains("From the provider") }
        XCTAssertEqual(display.autoPanMode, .recenter, "a tap leaves the mode alone")
        Pointer.shared.key("Escape")
        try await Screen.wait(for: "the callout to go") { map.mapView.callout == nil }
        let before = asked
        map.mapView.locationCalloutView = { _, _ in Label("From the app") }
        // Beside the first click, so that the two are no double click.
        Pointer.shared.click(map.mapView, x: map.middle.x + 12, y: map.middle.y)
        try await Screen.wait(for: "the app's widget") { map.window.shownTexts.contains("From the app") }
        XCTAssertEqual(asked, before)
        // Beside the symbol a tap is an ordinary one, and closes the callout.
        Pointer.shared.click(map.mapView, x: map.middle.x + 160, y: map.middle.y + 120)
        try await Screen.wait(for: "the tap") { taps == 1 && map.mapView.callout == nil }
        XCTAssertEqual(display.autoPanMode, .recenter)
        await display.stop()
        await map.close()
    }
}
