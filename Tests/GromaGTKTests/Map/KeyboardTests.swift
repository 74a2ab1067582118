// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK
import GromaGeometry
import GromaLocation
import GromaMapping
import GromaPopups
import GromaView
import ScreenSupport
import XCTest

/// Everything without a pointer: T278.
final class KeyboardTests: XCTestCase {
    @MainActor
    func testTheTabKeyReachesEveryControlRoundAMapAndBack() async throws {
        let map = try await MapFixture.shown(width: 1_100, height: 760, furniture: [.standard, .locationButton])
        map.window.toolbar = [
            MenuButton("Menu", icon: .menu, items: [MenuItem("One") {}]), Button("Add", icon: .add) {},
        ]
        map.window.sidebar = ScrollView(
            Stack(
                .vertical, spacing: 12,
                [
                    ToggleGroup(["Layers", "Legend"]) { _ in }, LayerList(map.mapView),
                    FeatureList(map.points, on: map.mapView, popups: map.popups),
                ]))
        map.window.isSidebarShown = true
        map.window.banner = Banner("Something is wrong", button: ("Mend", {}))
        try await Screen.wait(for: "the rows") { map.window.shownTexts.contains("Point P8") }
        map.mapView.model.rotate(by: 30)
        map.mapView.focus()
        await Screen.settle()
        Pointer.shared.key("Return")
        try await Screen.wait(for: "the popup") { map.window.isPanelShown }
        try await map.rests()
        let unreached = try await Screen.unreachedControls(of: map.window) { Pointer.shared.key("Tab") }
        XCTAssertEqual(unreached, [])
        await map.close()
    }

    @MainActor
    func testDotAndCommaGoFromFeatureToFeatureAndSayItsPopupsTitle() async throws {
        let map = try await MapFixture.shown(width: 1_100, height: 700)
        map.mapView.focus()
        await Screen.settle()
        Pointer.shared.key("period")
        try await Screen.wait(for: "the nearest") { map.window.announcement == "Point P4, 1 of 9" }
        XCTAssertEqual(map.points.selectedObjectIDs, [5])
        let spoken = try XCTUnwrap(map.window.find { $0.name == "announcement" })
        XCTAssertEqual(spoken.text, "Point P4, 1 of 9")
        XCTAssertTrue(spoken.isStatus, "a screen reader says it by itself")
        try await map.rests()
        let before = map.viewport
        Pointer.shared.key("period")
        try await Screen.wait(for: "the next") { map.window.announcement.hasSuffix(", 2 of 9") }
        let title = map.window.announcement.replacing(", 2 of 9", with: "")
        XCTAssertNotEqual(title, "Point P4")
        XCTAssertEqual(map.points.selectedObjectIDs.count, 1)
        XCTAssertEqual(map.viewport, before, "the map stays where it is")
        try await map.rests()
        // Enter asks there, and not in the middle.
        Pointer.shared.key("Return")
        try await Screen.wait(for: "its popup") { map.popups.currentPopup?.title == title }
        map.popups.removeAll()
        try await map.rests()
        map.mapView.focus()
        await Screen.settle()
        // Back to the first one, and on from there to the last.
        for _ in 0..<3 where !map.window.announcement.hasSuffix(", 9 of 9") {
            let before = map.window.announcement
            Pointer.shared.key("comma")
            try await Screen.wait(for: "the one before") { map.window.announcement != before }
        }
        XCTAssertTrue(map.window.announcement.hasSuffix(", 9 of 9"), map.window.announcement)
        Pointer.shared.key("Escape")
        try await Screen.wait(for: "nothing to be marked") { map.points.selectedObjectIDs.isEmpty }
        // Where nothing is, that is said, too.
        await map.mapView.setViewpoint(
            Viewpoint(center: Point(x: 90_000, y: 0, spatialReference: .webMercator), scale: 2_000))
        try await map.rests()
        Pointer.shared.key("period")
        try await Screen.wait(for: "words") { map.window.announcement == "No features here" }
        await map.close()
    }

    @MainActor
    func testKeysOfTheWindowGoThroughItsPartsCloseWhatIsOpenAndAreListed() async throws {
        let map = try await MapFixture.shown(width: 1_100, height: 700)
        map.window.sidebar = Button("Side") {}
        var presses = 0
        map.window.keyCommands = [KeyCommand("Do a thing", keys: "<Control>comma", group: "Mine") { presses += 1 }]
        map.mapView.focus()
        await Screen.settle()
        Pointer.shared.key("ctrl+comma")
        try await Screen.wait(for: "the command") { presses == 1 }
        Pointer.shared.key("F9")
        try await Screen.wait(for: "the sidebar") { map.window.isSidebarShown }
        try await map.rests()
        Pointer.shared.key("shift+F6")
        try await Screen.wait(for: "the part before") { map.window.focusedWidget?.isCalled("Side") == true }
        Pointer.shared.key("F6")
        try await Screen.wait(for: "the map") {
            map.window.focusedWidget?.spokenName.hasPrefix("Map, Nine points") == true
        }
        Pointer.shared.key("Return")
        try await Screen.wait(for: "the popup") { map.window.isPanelShown }
        Pointer.shared.key("Escape")
        try await Screen.wait(for: "the panel to go") { !map.window.isPanelShown }
        Pointer.shared.key("ctrl+question")
        try await Screen.wait(for: "the list") { map.window.keyListTexts.contains("Do a thing") }
        let texts = map.window.keyListTexts
        XCTAssertTrue(texts.contains("Mine") && texts.contains("Next feature from the middle"), "\(texts)")
        Pointer.shared.key("Escape")
        try await Screen.wait(for: "the list to go") { map.window.keyListTexts.isEmpty }
        await map.close()
    }
}
