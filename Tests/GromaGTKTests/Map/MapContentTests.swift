// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGTK
import GromaGeometry
import GromaMapping
import GromaPopups
import GromaView
import ScreenSupport
import XCTest

/// What stands on and beside the map: popups, layers, callouts, names for those who don't see it.
final class MapContentTests: XCTestCase {
    @MainActor
    func testAClickOnAFeatureShowsItsPopupAndTheCrossClosesIt() async throws {
        let map = try await MapFixture.shown(width: 1_100, height: 700)
        Pointer.shared.click(map.mapView, x: map.middle.x, y: map.middle.y)
        try await Screen.wait(for: "the popup") { map.window.shownTexts.contains("Point P4") }
        let close = try XCTUnwrap(
            map.window.panel?.find { $0.kind == "GtkButton" && $0.isDrawn && $0.isCalled("Close") })
        Pointer.shared.click(close)
        try await Screen.wait(for: "the panel to go") { !map.window.isPanelShown }
        XCTAssertTrue(map.popups.popups.isEmpty)
        await map.close()
    }

    @MainActor
    func testOnAPhoneThePopupIsASheetAndTheMapsMiddleIsWhatIsSeen() async throws {
        let map = try await MapFixture.shown(width: 370, height: 730)
        XCTAssertTrue(map.window.isNarrow)
        Pointer.shared.click(map.mapView, x: map.middle.x, y: map.middle.y)
        try await Screen.wait(for: "the sheet") { map.window.shownTexts.contains("Point P4") }
        try await Screen.wait(for: "the map to make room") { map.mapView.model.contentInsets.bottom > 200 }
        try await map.rests()
        let place = try XCTUnwrap(
            map.mapView.model.screenPoint(fromLocation: Point(x: 0, y: 0, spatialReference: .webMercator)))
        XCTAssertLessThan(place.y, Double(map.mapView.size.height) - map.mapView.model.contentInsets.bottom)
        await map.close()
    }

    @MainActor
    func testTheSwitchOfALayerTakesItOffTheDisplay() async throws {
        let map = try await MapFixture.shown(width: 1_100, height: 700)
        map.window.sidebar = ScrollView(LayerList(map.mapView))
        map.window.isSidebarShown = true
        try await Screen.wait(for: "the list") { map.window.shownTexts.contains("Points") }
        try await map.rests()
        let toggle = try XCTUnwrap(map.window.find { $0.kind == "GtkSwitch" && $0.isCalled("Points") })
        XCTAssertTrue(toggle.isActive)
        XCTAssertEqual(try map.pixel(x: map.middle.x, y: map.middle.y).green, 0x1C)
        Pointer.shared.click(toggle)
        try await Screen.wait(for: "the layer off") { !map.points.isVisible }
        try await map.rests()
        XCTAssertEqual(try map.pixel(x: map.middle.x, y: map.middle.y).green, 255)
        XCTAssertFalse(toggle.isActive)
        await map.close()
    }

    @MainActor
    func testACalloutStandsBesideItsPlaceAndGoesWithIt() async throws {
        let map = try await MapFixture.shown()
        map.mapView.callout = Callout(
            at: .location(Point(x: 0, y: 0, spatialReference: .webMercator)),
            content: CalloutContent(title: "Here it is", detail: "and nowhere else"))
        try await Screen.wait(for: "the callout") { map.window.shownTexts.contains("Here it is") }
        await Screen.settle()
        // The leader's light foot covers the ground above the marker.
        let label = try XCTUnwrap(map.window.find { $0.text == "Here it is" })
        let first = try XCTUnwrap(label.screenPlace(x: 0, y: 0))
        let before = map.viewport
        map.mapView.focus()
        Pointer.shared.key("Left")
        try await map.moves("the arrow", from: before)
        try await Screen.wait(for: "the callout to follow") { (label.screenPlace(x: 0, y: 0)?.x ?? 0) > first.x + 100 }
        Pointer.shared.key("Escape")
        try await Screen.wait(for: "the callout to go") { map.mapView.callout == nil }
        XCTAssertFalse(map.window.shownTexts.contains("Here it is"))
        await map.close()
    }

    @MainActor
    func testAnEditThroughATableThatTheMapShowsIsDrawnByItself() async throws {
        let map = try await MapFixture.shown()
        XCTAssertEqual(try map.pixel(x: map.middle.x, y: map.middle.y).red, 0xC0)
        let table = try XCTUnwrap(map.points.featureTable as? any EditableFeatureTable)
        try await table.delete(try await map.feature(5))
        try await table.applyEdits()
        try await Screen.wait(for: "the map to notice") { map.mapView.drawStatus == .inProgress }
        try await map.rests()
        XCTAssertEqual(try map.pixel(x: map.middle.x, y: map.middle.y).green, 255)
        await map.close()
    }

    @MainActor
    func testEveryControlHasANameForAScreenReader() async throws {
        let map = try await MapFixture.shown(width: 1_100, height: 700, furniture: [.standard, .locationButton])
        map.window.sidebar = ScrollView(Stack(.vertical, [LayerList(map.mapView), Legend(map.mapView)]))
        map.window.isSidebarShown = true
        try await Screen.wait(for: "the list") { map.window.shownTexts.contains("Points") }
        try await map.rests()
        Pointer.shared.click(map.mapView, x: map.middle.x, y: map.middle.y)
        try await Screen.wait(for: "the popup") { map.window.isPanelShown }
        await Screen.settle()
        let nameless = map.window.findAll { widget in
            ["GtkButton", "GtkToggleButton", "GtkSwitch"].contains(widget.kind) && widget.isDrawn
                && widget.spokenName.isEmpty
        }
        let ours = nameless.filter {
            !["minimize", "maximize", "close", "titlebutton"].contains($0.name) && $0.tooltip.isEmpty
        }
        XCTAssertEqual(ours.map(\.name), [], "controls without a name")
        XCTAssertNotNil(map.window.find { $0.spokenName.hasPrefix("Map, Nine points, 1:") })
        XCTAssertNotNil(map.window.find { $0.isCalled("Show my location") })
        await map.close()
    }

    @MainActor
    func testEnterAsksAtTheMiddleAndAFeatureListGoesToItsRows() async throws {
        let map = try await MapFixture.shown(width: 1_100, height: 700)
        map.mapView.focus()
        await Screen.settle()
        Pointer.shared.key("Return")
        try await Screen.wait(for: "the popup") { map.popups.currentPopup?.title == "Point P4" }
        map.popups.removeAll()
        map.window.sidebar = ScrollView(FeatureList(map.points, on: map.mapView, popups: map.popups))
        map.window.isSidebarShown = true
        try await Screen.wait(for: "the rows") { map.window.shownTexts.contains("Point P8") }
        let before = map.viewport
        let row = try XCTUnwrap(map.window.find { $0.text == "Point P8" && $0.isDrawn })
        Pointer.shared.click(row)
        try await map.moves("the way there", from: before)
        XCTAssertEqual(map.points.selectedObjectIDs, [9])
        XCTAssertEqual(map.popups.currentPopup?.title, "Point P8")
        await map.close()
    }

    @MainActor
    func testViewsComeAndGoWithoutLeavingAnythingBehind() async throws {
        try Screen.require()
        weak var last: MapView?
        for _ in 0..<20 {
            let map = try await MapFixture.shown(width: 500, height: 400)
            last = map.mapView
            await map.close()
        }
        try await Screen.wait(for: "the last one to go") { last == nil }
    }
}
