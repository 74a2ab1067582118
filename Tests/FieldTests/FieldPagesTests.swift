// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaFieldApp
import GromaGTK
import GromaGeometry
import GromaLocation
import GromaMapping
import GromaServices
import ScreenSupport
import Synchronization
import TestSupport
import XCTest

/// The pages of the app, used as a person uses them.
final class FieldPagesTests: XCTestCase {
    @MainActor
    func testTheSidebarsToggleFollowsItsTabAndTheTabTheToggle() async throws {
        try await TemporaryFolder.run { folder in
            let file = try folder.write(
                "map.json", #"{"operationalLayers":[],"baseMap":{"baseMapLayers":[]},"version":"2.0"}"#)
            let window = try await FieldScreen.shown(width: 1_200, height: 760)
            let page = MapPage(try MapPlace(file), ways: MapPage.Ways())
            page.show(in: window)
            window.isSidebarShown = true
            @MainActor func taken() -> [String] {
                window.findAll { $0.kind == "GtkToggleButton" && $0.isDrawn && $0.isActive }.map { $0.spokenName }
                    .filter { ["Layers", "Legend", "Features"].contains($0) }
            }
            try await Screen.wait(for: "the layers") { taken() == ["Layers"] }
            // From elsewhere, as the bar of a phone does it.
            page.show(.legend)
            await Screen.settle()
            XCTAssertEqual(taken(), ["Legend"])
            XCTAssertEqual(page.tab, .legend)
            try await FieldScreen.click("Features", in: window, kind: "GtkToggleButton")
            try await Screen.wait(for: "the features") { page.tab == .features }
            XCTAssertEqual(taken(), ["Features"])
            window.close()
            await Screen.settle()
        }
    }

    @MainActor
    func testAFileThatIsNoMapSaysSoInItsPlaceAndIsOpenedOnceItIsOne() async throws {
        try await TemporaryFolder.run { folder in
            let file = try folder.write("notes.json", "no map")
            let window = try await FieldScreen.shown()
            var isBack = false
            let page = MapPage(try MapPlace(file), ways: MapPage.Ways(back: { isBack = true }))
            page.show(in: window)
            try await FieldScreen.click("Choose Another Map", in: window)
            try await Screen.wait(for: "the way to another map") { isBack }
            let shown = FieldScreen.texts(window)
            XCTAssert(shown.contains("This Map Can't Be Opened"), "\(shown)")
            XCTAssert(shown.contains { $0.contains("notes.json is not a map") }, "\(shown)")
            _ = try folder.write(
                "notes.json", #"{"operationalLayers":[],"baseMap":{"baseMapLayers":[]},"version":"2.0"}"#)
            try await FieldScreen.click("Try Again", in: window)
            try await Screen.wait(for: "the map") {
                window.title == "notes" && !FieldScreen.texts(window).contains("This Map Can't Be Opened")
            }
            window.close()
            await Screen.settle()
        }
    }

    @MainActor
    func testSeveralLayersThatFailLeadToTheListOfLayers() async throws {
        try await TemporaryFolder.run { folder in
            let layers = ["a", "b"].map {
                #"{"id":"\#($0)","title":"\#($0)","layerType":"WebTiledLayer","templateUrl":"http://127.0.0.1:1/\#($0)/{level}/{row}/{col}.png"}"#
            }
            let file = try folder.write(
                "map.json",
                #"{"operationalLayers":[\#(layers.joined(separator: ","))],"baseMap":{"baseMapLayers":[]},"version":"2.0"}"#
            )
            let window = try await FieldScreen.shown()
            let page = MapPage(try MapPlace(file), ways: MapPage.Ways())
            page.show(in: window)
            try await Screen.wait(for: "the banner") { window.banner?.title == "2 layers can't be shown" }
            XCTAssertEqual(window.banner?.detail, "")
            page.show(.legend)
            try await FieldScreen.click("Details", in: window)
            try await Screen.wait(for: "the layers") { window.isSidebarShown && page.tab == .layers }
            window.close()
            await Screen.settle()
        }
    }

    @MainActor
    func testASourceOfLocationsIsChosenFilledInAndRemembered() async throws {
        let window = try await FieldScreen.shown()
        let file = FileManager.default.temporaryDirectory.appending(path: "field-\(UUID().uuidString)/state.json")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let memory = FieldMemory(file: file)
        var isBack = false
        let page = LocationPage(
            .automatic, display: nil,
            changed: { choice in
                memory.location = choice
                memory.save()
            }, back: { isBack = true })
        page.show(in: window)
        // A choice that needs nothing counts at once.
        try await FieldScreen.click("Desktop", in: window)
        try await Screen.wait(for: "the desktop's service") { page.choice == .geoClue }
        // One that needs to know where counts when that is filled in.
        try await FieldScreen.click("gpsd", in: window)
        try await FieldScreen.click("Port", in: window)
        try await FieldScreen.type("99999")
        try await FieldScreen.click("Use This Source", in: window)
        try await Screen.wait(for: "the error in words") {
            FieldScreen.texts(window).contains { $0.contains("65535") }
        }
        XCTAssertEqual(page.choice, .geoClue)
        try await FieldScreen.click("Port", in: window)
        try await FieldScreen.type("2950")
        try await FieldScreen.click("Use This Source", in: window)
        try await Screen.wait(for: "gpsd") { page.choice == .gpsd(host: "localhost", port: 2_950) }
        XCTAssertEqual(FieldMemory(file: file).location, .gpsd(host: "localhost", port: 2_950))
        try await FieldScreen.click("Back", in: window)
        try await Screen.wait(for: "the way back") { isBack }
        window.close()
    }

    @MainActor
    func testTheLastTenMapsAndWhereTheyWereLookedAtAreRemembered() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "field-\(UUID().uuidString)/state.json")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let memory = FieldMemory(file: file)
        let view = Viewpoint(center: Point(latitude: 47.5, longitude: 8.7), scale: 5_000)
        for number in 1...12 {
            memory.keep(view, of: "map \(number)")
            memory.opened("map \(number)", title: "Map \(number)")
        }
        memory.opened("map 5", title: "Map 5")
        let later = FieldMemory(file: file)
        XCTAssertEqual(
            later.recent.map(\.place), ["map 5"] + (3...12).reversed().filter { $0 != 5 }.map { "map \($0)" })
        XCTAssertEqual(later.viewpoint(of: "map 5")?.targetScale, 5_000)
        XCTAssertNil(later.viewpoint(of: "map 1"))
        try Data("{".utf8).write(to: file)
        XCTAssertTrue(FieldMemory(file: file).recent.isEmpty)
    }

    @MainActor
    func testEachSourceIsWrittenAsItIsRead() throws {
        for text in [
            "automatic", "geoclue", "simulated", "gpsd:localhost:2947", "gpsd:::1:2947", "serial:/dev/ttyUSB0:4800",
            "tcp:192.0.2.7:10110", "udp:10110", "nmea:/a b/log.nmea", "gpx:/tracks/a.gpx",
        ] { XCTAssertEqual(try LocationChoice(text).text, text) }
        for text in ["", "gpsd:", "gpsd:host", "tcp:host:0", "udp:70000", "udp:x", "serial:a:b", "what", "tcp::1"] {
            XCTAssertThrowsError(try LocationChoice(text), text)
        }
    }

    @MainActor
    func testAPersonSignsInInTheBrowserAndOut() async throws {
        let window = try await FieldScreen.shown()
        let server = try await FieldServer()
        let vault = MemoryVault()
        let accounts = Accounts(vault: { vault })
        let page = PortalPage(
            accounts: accounts, address: server.portal.absoluteString,
            ways: PortalPage.Ways(
                back: {}, show: { _ in }, openBrowser: { try await server.signIn(in: $0) }, remember: { _ in }))
        page.show(in: window)
        try await FieldScreen.click("Show Maps", in: window)
        try await Screen.wait(for: "nothing to see without a name") {
            FieldScreen.texts(window).contains("No maps here that you may see.")
        }
        XCTAssertTrue(accounts.names.isEmpty)
        try await FieldScreen.click("Sign In in the Browser", in: window)
        try await Screen.wait(for: "the name") { accounts.names[server.portal] == "jo" }
        try await Screen.wait(for: "the map that only they see") {
            FieldScreen.texts(window).contains("Jo’s own map")
        }
        // Without a keyring that is said.
        try await Screen.wait(for: "what that means") {
            FieldScreen.texts(window).contains { $0.hasPrefix("This desktop has no keyring") }
        }
        try await Screen.wait(for: "a drawn window") { savedPicture(of: window, "sign-in-done") }
        // The next start knows it without asking.
        let later = Accounts(vault: { vault })
        await later.restore(accounts.rememberedPortals)
        XCTAssertEqual(later.names[server.portal], "jo")
        guard case .oauth(let credential) = accounts.client.credentials.credential(for: server.portal) else {
            return XCTFail("no sign-in of a browser")
        }
        try await FieldScreen.click("Sign Out", in: window)
        try await Screen.wait(for: "nobody") { accounts.names.isEmpty }
        // The server takes what was given no longer, neither to go on nor to begin anew.
        try await FieldScreen.waitAsync(for: "the server to know") {
            do {
                _ = try await credential.refreshed()
                return false
            } catch {
                return (error as? ServiceError)?.code == .authenticationRequired
            }
        }
        // The access token is told of after the one that would give others.
        try await FieldScreen.waitAsync(for: "the access token to count no more") {
            let other = Portal(url: server.portal)
            other.signIn(token: credential.accessToken)
            do {
                _ = try await other.portalInfo()
                return false
            } catch {
                return (error as? ServiceError)?.code == .authenticationRequired
            }
        }
        let kept = try await vault.credential(for: server.portal)
        XCTAssertNil(kept)
        await server.stop()
        window.close()
    }

    @MainActor
    func testASignInThatRanOutIsSaidOnceAndLeadsToTheSignIn() async throws {
        let window = try await FieldScreen.shown()
        let server = try await FieldServer()
        let accounts = Accounts(vault: { MemoryVault() })
        var wanted: [URL] = []
        accounts.tellExpiry(in: window) { wanted.append($0) }
        try await accounts.signInInBrowser(at: server.portal) { try await server.signIn(in: $0) }
        XCTAssertEqual(accounts.names[server.portal], "jo")
        guard case .oauth(let credential) = accounts.client.credentials.credential(for: server.portal) else {
            return XCTFail("no sign-in of a browser")
        }
        try await server.end(credential)
        let portal = Portal(url: server.portal, client: accounts.client)
        for _ in 0..<3 { _ = try? await portal.portalInfo() }
        try await Screen.wait(for: "the words") {
            FieldScreen.texts(window).contains("Signed out of 127.0.0.1")
        }
        XCTAssertTrue(accounts.names.isEmpty)
        // What everybody may see is still there.
        let name = try await portal.userName()
        XCTAssertNil(name)
        try await FieldScreen.click("Sign In", in: window)
        try await Screen.wait(for: "the way to sign in") { wanted == [server.portal] }
        XCTAssertNil(window.banner)
        await server.stop()
        window.close()
    }

    @MainActor
    func testPreferencesCountAtOnceAndAreRemembered() async throws {
        let window = try await FieldScreen.shown()
        defer { Appearance.current = .light }
        let file = FileManager.default.temporaryDirectory.appending(path: "field-\(UUID().uuidString)/state.json")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let memory = FieldMemory(file: file)
        let mapView = MapView(map: Map())
        var isLocation = false, isBack = false
        PreferencesPage(
            memory.preferences,
            changed: { preferences in
                memory.preferences = preferences
                memory.save()
                preferences.apply(to: mapView)
            }, showLocation: { isLocation = true }, back: { isBack = true }
        ).show(in: window)
        XCTAssertTrue(mapView.model.isPinchRotationEnabled)
        try await FieldScreen.click("Turn map with two fingers", in: window, kind: "GtkSwitch")
        try await Screen.wait(for: "fingers that zoom only") { !mapView.model.isPinchRotationEnabled }
        try await FieldScreen.click("Zooming stops following", in: window, kind: "GtkSwitch")
        try await Screen.wait(for: "the strict way") {
            mapView.locationDisplay.autoPanEndsOn == .anyViewpointChange
        }
        try await FieldScreen.click("Dark", in: window)
        try await Screen.wait(for: "the dark") { memory.preferences.look == .dark }
        let later = FieldMemory(file: file).preferences
        XCTAssertEqual(later.look, .dark)
        XCTAssertTrue(!later.turnsWithFingers && later.zoomStopsFollowing)
        try await FieldScreen.click("Location Source…", in: window)
        try await Screen.wait(for: "the way to the source") { isLocation }
        try await FieldScreen.click("Back", in: window)
        try await Screen.wait(for: "the way back") { isBack }
        window.close()
    }

    @MainActor
    func testAClosedBrowserIsCancelledAndAWrongPasswordIsToldInWords() async throws {
        let window = try await FieldScreen.shown()
        let server = try await FieldServer()
        let accounts = Accounts(vault: { MemoryVault() })
        let flag = OpenedFlag()
        let page = PortalPage(
            accounts: accounts, address: server.portal.absoluteString,
            ways: PortalPage.Ways(
                back: {}, show: { _ in }, openBrowser: { _ in flag.set() }, remember: { _ in }))
        page.show(in: window)
        try await FieldScreen.click("Sign In in the Browser", in: window)
        try await Screen.wait(for: "the browser") { flag.isSet }
        try await FieldScreen.click("Cancel", in: window)
        try await Screen.wait(for: "the ways to sign in again") {
            window.find { $0.isDrawn && $0.isCalled("Sign In in the Browser") } != nil
        }
        XCTAssertTrue(accounts.names.isEmpty)
        try await FieldScreen.click("User name", in: window)
        try await FieldScreen.type("jo")
        try await FieldScreen.click("Password", in: window)
        try await FieldScreen.type("wrong")
        try await FieldScreen.key("Return")
        try await Screen.wait(for: "the refusal") {
            FieldScreen.texts(window).contains { $0.contains("did not accept the name jo") }
        }
        XCTAssertTrue(accounts.names.isEmpty)
        await server.stop()
        window.close()
    }

    /// False while the window has changed since it drew itself, and where the file can't be written.
    @MainActor
    private func savedPicture(of window: Window, _ name: String) -> Bool {
        let folder = FileManager.default.temporaryDirectory.appending(path: "field-pictures")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return window.savePicture(to: folder.appending(path: name + ".png").path)
    }
}

/// Set on any thread, read on another.
private final class OpenedFlag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
