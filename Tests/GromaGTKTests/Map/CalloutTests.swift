// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGTK
import GromaGeometry
import GromaMapping
import GromaPopups
import GromaView
import ScreenSupport
import XCTest

/// Bubbles beside places and features, popovers beside widgets.
final class CalloutTests: XCTestCase {
    @MainActor
    func testTheButtonInACalloutOpensThePopupOfItsFeature() async throws {
        let map = try await MapFixture.shown(width: 1_100, height: 700)
        map.mapView.callout = Callout(
            at: .geoElement(try await map.feature(5)),
            content: CalloutContent(title: "A point", detail: "of nine"),
            accessory: PopupAction("More") { [popups = map.popups] popup in popups.append(popup) })
        try await Screen.wait(for: "the callout") { map.window.shownTexts.contains("A point") }
        await Screen.settle()
        let button = try XCTUnwrap(
            map.window.find { $0.kind == "GtkButton" && $0.isDrawn && $0.isCalled("More") })
        // 44 with the padding, which the toolkit leaves out of a widget's size.
        XCTAssertGreaterThanOrEqual(button.size.width, 34)
        XCTAssertGreaterThanOrEqual(button.size.height, 34)
        Pointer.shared.click(button)
        try await Screen.wait(for: "the popup") { map.window.shownTexts.contains("Point P4") }
        XCTAssertEqual(map.popups.popups.count, 1)
        await map.close()
    }

    @MainActor
    func testACalloutFollowsAFeatureThatMovesAndFlipsAtTheUpperEdge() async throws {
        let map = try await MapFixture.shown()
        let overlay = GraphicsOverlay()
        let graphic = Graphic(
            geometry: Point(x: 0, y: 0, spatialReference: .webMercator),
            symbol: SimpleMarkerSymbol(color: Color(hex: 0x26A269), size: 12))
        overlay.addGraphic(graphic)
        map.mapView.graphicsOverlays = [overlay]
        map.mapView.callout = Callout(at: .geoElement(graphic), content: CalloutContent(title: "It moves"))
        try await Screen.wait(for: "the callout") { map.window.shownTexts.contains("It moves") }
        try await map.rests()
        let label = try XCTUnwrap(map.window.find { $0.text == "It moves" })
        let first = try XCTUnwrap(label.screenPlace(x: 0, y: 0))
        let tip = try XCTUnwrap(map.mapView.screenPlace(x: map.middle.x, y: map.middle.y))
        XCTAssertLessThan(first.y, tip.y, "above its place")
        graphic.geometry = Point(x: 100, y: 0, spatialReference: .webMercator)
        try await Screen.wait(for: "the callout to follow") {
            abs((label.screenPlace(x: 0, y: 0)?.x ?? 0) - first.x - 100) < 2
        }
        // Close to the upper edge there is no room above.
        graphic.geometry = Point(x: 0, y: map.middle.y - 20, spatialReference: .webMercator)
        try await Screen.wait(for: "the callout below its place") {
            let place = label.screenPlace(x: 0, y: 0)
            return (place?.y ?? 0) > tip.y - map.middle.y + 20
        }
        XCTAssertTrue(isInside(label, map.mapView))
        await map.close()
    }

    @MainActor
    func testACalloutOfTheAppsOwnWidgetTakesItsPresses() async throws {
        let map = try await MapFixture.shown()
        var presses = 0
        map.mapView.callout = Callout(
            at: .location(Point(x: 0, y: 0, spatialReference: .webMercator)),
            content: Stack(.vertical, spacing: 6, [Label("Own"), Button("Press") { presses += 1 }]))
        try await Screen.wait(for: "the callout") { map.window.shownTexts.contains("Own") }
        await Screen.settle()
        let before = map.viewport
        Pointer.shared.click(try XCTUnwrap(map.window.find { $0.kind == "GtkButton" && $0.isCalled("Press") }))
        try await Screen.wait(for: "the press") { presses == 1 }
        XCTAssertEqual(map.viewport, before)
        XCTAssertTrue(map.popups.popups.isEmpty, "the map below was not tapped")
        await map.close()
    }

    @MainActor
    func testARowOfAListOpensThePopupThatATapOpens() async throws {
        let map = try await MapFixture.shown(width: 1_100, height: 700)
        Pointer.shared.click(map.mapView, x: map.middle.x, y: map.middle.y)
        try await Screen.wait(for: "the popup") { map.popups.currentPopup?.title == "Point P4" }
        let tapped = try XCTUnwrap(map.popups.currentPopup)
        map.popups.removeAll()
        map.window.sidebar = ScrollView(FeatureList(map.points, on: map.mapView, popups: map.popups))
        map.window.isSidebarShown = true
        try await Screen.wait(for: "the rows") { map.window.shownTexts.contains("Point P4") }
        Pointer.shared.click(try XCTUnwrap(map.window.find { $0.text == "Point P4" && $0.isDrawn }))
        try await Screen.wait(for: "the popup again") { map.popups.currentPopup?.title == "Point P4" }
        try await map.rests()
        let opened = try XCTUnwrap(map.popups.currentPopup)
        XCTAssertEqual(opened.definition.title, tapped.definition.title)
        XCTAssertEqual((opened.geoElement as? Feature)?.objectID, (tapped.geoElement as? Feature)?.objectID)
        await map.close()
    }

    @MainActor
    func testAPopoverStaysInsideTheWindowForEveryAnchor() async throws {
        let map = try await MapFixture.shown(width: 700, height: 500)
        map.window.toolbar = [Button("Right") {}]
        map.window.leadingToolbar = [Button("Left") {}]
        await Screen.settle()
        for name in ["Zoom in", "Zoom out", "Right", "Left"] {
            let button = try XCTUnwrap(map.window.find { $0.kind == "GtkButton" && $0.isCalled(name) })
            let label = Label("A long line that stands beside \(name)")
            map.window.present(Stack(.vertical, [label]), as: .popover(from: button))
            try await Screen.wait(for: "the popover") { label.isDrawn }
            await Screen.settle()
            let place = try XCTUnwrap(label.placeInWindow)
            XCTAssertGreaterThanOrEqual(place.x, 0, name)
            XCTAssertGreaterThanOrEqual(place.y, 0, name)
            XCTAssertLessThanOrEqual(place.x + Double(label.size.width), Double(map.window.size.width), name)
            XCTAssertLessThanOrEqual(place.y + Double(label.size.height), Double(map.window.size.height), name)
            Pointer.shared.key("Escape")
            try await Screen.wait(for: "the popover to go") { !label.isDrawn }
        }
        await map.close()
    }

    @MainActor
    private func isInside(_ widget: Widget, _ outer: Widget) -> Bool {
        guard let place = widget.screenPlace(x: 0, y: 0), let corner = outer.screenPlace(x: 0, y: 0) else {
            return false
        }
        return place.x >= corner.x && place.y >= corner.y
            && place.x + Double(widget.size.width) <= corner.x + Double(outer.size.width)
            && place.y + Double(widget.size.height) <= corner.y + Double(outer.size.height)
    }
}
