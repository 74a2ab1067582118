// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaFieldApp
import GromaGTK
import GromaServices
import ScreenSupport
import TestSupport
import XCTest

/// The app without a pointer: T278.
final class FieldKeyboardTests: XCTestCase {
    @MainActor
    func testTheTabKeyReachesEveryControlOfEachPage() async throws {
        let window = try await FieldScreen.shown()
        let accounts = Accounts(vault: { MemoryVault() })
        let pages: [(String, @MainActor () -> Void)] = [
            (
                "preferences",
                { PreferencesPage(FieldPreferences(), changed: { _ in }, showLocation: {}, back: {}).show(in: window) }
            ),
            (
                "location",
                {
                    LocationPage(
                        .gpsd(host: "localhost", port: 2_947), display: nil, changed: { _ in }, back: {}
                    ).show(in: window)
                }
            ),
            (
                "portal",
                {
                    PortalPage(
                        accounts: accounts, address: "",
                        ways: PortalPage.Ways(back: {}, show: { _ in }, remember: { _ in })
                    ).show(in: window)
                }
            ),
        ]
        for (name, show) in pages {
            show()
            await Screen.settle()
            let unreached = try await Screen.unreachedControls(of: window) { try await FieldScreen.key("Tab") }
            XCTAssertEqual(unreached, [], name)
        }
        window.close()
    }

    /// The program itself: Ctrl+comma, the Tab key and the space bar change a preference, which is in its file then.
    @MainActor
    func testKeysLeadToThePreferencesOfTheRunningApp() async throws {
        try Screen.require()
        try await TemporaryFolder.run { folder in
            let map = try folder.write(
                "map.json", #"{"operationalLayers":[],"baseMap":{"baseMapLayers":[]},"version":"2.0"}"#)
            var surroundings = ProcessInfo.processInfo.environment
            surroundings["XDG_STATE_HOME"] = folder.url.path
            let app = try ChildProcess(
                Program.groma.deletingLastPathComponent().appending(path: "groma-field"), [map, "--size", "420x760"],
                environment: surroundings)
            let window = try await FieldScreen.window(of: app.processIdentifier)
            try await FieldScreen.send("windowfocus", "--sync", window)
            let state = folder.url.appending(path: "groma-field/state.json")
            func turns() -> Bool? {
                guard let data = try? Data(contentsOf: state), let kept = try? JSONSerialization.jsonObject(with: data),
                    let preferences = (kept as? [String: Any])?["preferences"] as? [String: Any]
                else { return nil }
                return preferences["turnsWithFingers"] as? Bool
            }
            func holds(_ word: String) -> Bool {
                (try? String(contentsOf: state, encoding: .utf8))?.contains(word) ?? false
            }
            try await Screen.wait(for: "the map") { holds("\"title\"") }
            try await FieldScreen.send("key", "ctrl+comma")
            // What is open is noted as the page of preferences comes.
            try await Screen.wait(for: "the preferences") { holds("openMap") }
            // Past the way to the source of locations to the first switch, and turned.
            try await FieldScreen.send("key", "Tab", "Tab", "space")
            try await Screen.wait(for: "the preference in the file") { turns() == false }
            try await FieldScreen.send("key", "alt+Left", "ctrl+q")
            let status = await FieldScreen.status(of: app)
            XCTAssertEqual(status, 0)
            XCTAssertEqual(turns(), false)
        }
    }
}
