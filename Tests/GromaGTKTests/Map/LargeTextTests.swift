// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK
import GromaGeometry
import GromaMapping
import GromaView
import ScreenSupport
import XCTest

/// What stands round a map, with texts twice as large.
final class LargeTextTests: XCTestCase {
    @MainActor
    func testPanelsPopupsAndControlsOfAMapStayWhole() async throws {
        try Screen.require()
        Window.setTextScale(2)
        defer { Window.setTextScale(1) }
        for (width, height) in [(360, 720), (1_200, 800)] {
            let map = try await MapFixture.shown(
                width: width, height: height, furniture: [.standard, .locationButton])
            map.window.toolbar = [MenuButton("Menu", icon: .menu, items: [MenuItem("One") {}])]
            map.window.bottomBar = ["Layers", "Legend", "Features"].map { BarButton($0, icon: .layers) {} }
            for button in map.window.bottomBar { button.isVisible = map.window.isNarrow }
            try await map.rests()
            XCTAssertLessThanOrEqual(map.window.size.width, width)
            XCTAssertEqual(map.window.cutTexts, [], "the map at \(width)")
            Pointer.shared.click(map.mapView, x: map.middle.x, y: map.middle.y)
            try await Screen.wait(for: "the popup") { map.window.shownTexts.contains("Point P4") }
            try await Screen.rest(of: try XCTUnwrap(map.window.find { $0.text == "Point P4" }))
            try await map.rests()
            XCTAssertEqual(map.window.cutTexts, [], "the popup at \(width)")
            map.popups.removeAll()
            map.window.sidebar = ScrollView(
                Stack(
                    .vertical, spacing: 12,
                    [LayerList(map.mapView), FeatureList(map.points, on: map.mapView, popups: map.popups)]))
            map.window.isSidebarShown = true
            try await Screen.wait(for: "the rows") { map.window.shownTexts.contains("Point P8") }
            try await Screen.rest(of: try XCTUnwrap(map.window.find { $0.text == "Point P8" }))
            try await map.rests()
            XCTAssertLessThanOrEqual(map.window.size.width, width)
            XCTAssertEqual(map.window.cutTexts, [], "the sidebar at \(width)")
            map.mapView.callout = Callout(
                at: .location(Point(x: 0, y: 0, spatialReference: .webMercator)),
                content: CalloutContent(title: "Your location", detail: "51.50312, −0.11951 · ±4 m"))
            map.window.isSidebarShown = false
            try await Screen.wait(for: "the callout") { map.window.shownTexts.contains("Your location") }
            try await map.rests()
            XCTAssertEqual(map.window.cutTexts, [], "the callout at \(width)")
            await map.close()
        }
    }
}
