// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGTK
import GromaGeometry
import GromaMapping
import GromaView
import ScreenSupport
import Synchronization
import XCTest

/// Tiles of one grey in a scheme, from a server that may be away.
private final class GreyTiles: TileSource {
    struct Away: Error {}
    private let info: TileLayerInfo
    private let isAway: Mutex<Bool>
    private let tile: [UInt8]

    init(_ scheme: TileInfo = .webMercator(), grey: UInt8, isAway: Bool = false) {
        info = TileLayerInfo(name: "Grey", tileInfo: scheme)
        self.isAway = Mutex(isAway)
        tile = (try? Image(width: 256, height: 256, red: grey, green: grey, blue: grey, alpha: 255).encoded()) ?? []
    }
    func comeBack() { isAway.withLock { $0 = false } }
    func tileLayerInfo() async throws -> TileLayerInfo {
        if isAway.withLock({ $0 }) { throw Away() }
        return info
    }
    func tile(at key: TileKey) async throws -> [UInt8]? { tile }
    @MainActor
    func basemap(_ name: String) -> Basemap {
        Basemap(name: name, baseLayers: [ArcGISTiledLayer(tileSource: self, name: name)])
    }
}

/// The choice of the ground a map stands on, pressed and seen on the display.
final class BasemapSwitcherTests: XCTestCase {
    @MainActor
    private func press(_ name: String, in map: MapFixture) throws {
        Pointer.shared.click(try tile(name, in: map))
    }
    @MainActor
    private func tile(_ name: String, in map: MapFixture) throws -> FoundWidget {
        try XCTUnwrap(
            map.window.find { $0.kind == "GtkToggleButton" && $0.spokenName.hasPrefix(name) && $0.isDrawn }, name)
    }
    @MainActor
    private func ground(_ map: MapFixture) -> UInt8? { try? map.pixel(x: 3, y: 3).red }

    @MainActor
    func testOnePressSwitchesAndWhatCannotBeHadLeavesTheGroundAsItIs() async throws {
        let map = try await MapFixture.shown(width: 1_100, height: 700)
        map.map.basemap = GreyTiles(grey: 200).basemap("Streets")
        let imagery = GreyTiles(grey: 60, isAway: true)
        let switcher = BasemapSwitcher(
            map.mapView,
            basemaps: [
                imagery.basemap("Imagery"), GreyTiles(.wgs84(), grey: 90).basemap("Old sheet"),
                GreyTiles(grey: 20).basemap("Night"),
            ])
        map.window.sidebar = ScrollView(switcher)
        map.window.isSidebarShown = true
        try await Screen.wait(for: "the streets") { ground(map) == 200 }
        try await map.rests()

        // One of another projection is listed, says why, and cannot be pressed.
        try await Screen.wait(for: "the reason") {
            map.window.shownTexts.contains("Uses another projection (EPSG:4326)")
        }
        XCTAssertFalse(try tile("Old sheet", in: map).isEnabled)
        XCTAssertEqual(try tile("Old sheet", in: map).spokenName, "Old sheet, Uses another projection (EPSG:4326)")

        try press("Imagery", in: map)
        try await Screen.wait(for: "the words") {
            map.window.shownTexts.contains("Imagery can't be loaded. Streets is still shown.")
        }
        XCTAssertEqual(map.map.basemap.name, "Streets")
        XCTAssertTrue(try tile("Streets", in: map).isActive)
        XCTAssertFalse(try tile("Imagery", in: map).isActive)
        XCTAssertEqual(ground(map), 200)

        // Pressed again, it is asked again.
        imagery.comeBack()
        try press("Imagery", in: map)
        try await Screen.wait(for: "the imagery") { ground(map) == 60 }
        XCTAssertTrue(try tile("Imagery", in: map).isActive)
        try await map.rests()

        // The key goes from one to the next that goes with the map.
        Pointer.shared.click(map.mapView, x: 20, y: 20)
        Pointer.shared.key("b")
        try await Screen.wait(for: "the night") { ground(map) == 20 }
        await map.close()
    }

    @MainActor
    func testWithoutMovementTheNextGroundIsThereAtOnce() async throws {
        let map = try await MapFixture.shown()
        XCTAssertTrue(map.mapView.model.fadesPictures && map.mapView.model.animatesGestures)
        Window.setAnimations(false)
        defer { Window.setAnimations(true) }
        try await Screen.wait(for: "the wish") { !map.mapView.model.fadesPictures }
        XCTAssertFalse(map.mapView.model.animatesGestures)
        map.map.basemap = GreyTiles(grey: 70).basemap("Streets")
        var seen: Set<UInt8> = []
        try await Screen.wait(for: "the streets") {
            if let now = ground(map) { seen.insert(now) }
            return ground(map) == 70
        }
        XCTAssertEqual(seen, [255, 70])
        await map.close()
    }
}
