// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaCodecs
import GromaFieldApp
import GromaGTK
import GromaServices
import TestSupport
import XCTest

/// The app's pages on dense displays and with large texts: everything that is written there can be read.
final class LegibilityTests: XCTestCase {
    /// Each page of the app that needs no map, by its name.
    @MainActor
    private func pages(_ window: Window) -> [(name: String, show: @MainActor () -> Void)] {
        let accounts = Accounts(vault: { MemoryVault() })
        return [
            (
                "preferences",
                { PreferencesPage(FieldPreferences(), changed: { _ in }, showLocation: {}, back: {}).show(in: window) }
            ),
            (
                "location",
                {
                    LocationPage(
                        .serial(port: "/dev/ttyUSB0", baudRate: 9_600), display: nil, changed: { _ in }, back: {}
                    ).show(in: window)
                }
            ),
            (
                "portal",
                {
                    PortalPage(
                        accounts: accounts, address: "https://city.example/portal",
                        ways: PortalPage.Ways(back: {}, show: { _ in }, remember: { _ in })
                    ).show(in: window)
                }
            ),
        ]
    }

    @MainActor
    private func picture(_ window: Window, _ name: String) async throws -> Image {
        let folder = FileManager.default.temporaryDirectory.appending(path: "field-pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: name + ".png")
        try await FieldScreen.wait(for: "a drawn window") { window.savePicture(to: file.path) }
        return try Image(decoding: [UInt8](try Data(contentsOf: file)))
    }

    @MainActor
    func testNothingIsCutOffWithTextsTwiceAsLargeOnAPhoneAndOnADesk() async throws {
        guard MainLoop.prepare() else { throw XCTSkip("no display: run through Scripts/headless") }
        Window.setTextScale(2)
        defer { Window.setTextScale(1) }
        for (width, height) in [(360, 720), (1_200, 800)] {
            let window = try await FieldScreen.shown(width: width, height: height)
            for page in pages(window) {
                page.show()
                await FieldScreen.settle()
                _ = try await picture(window, "large-\(page.name)-\(width)")
                XCTAssertLessThanOrEqual(window.size.width, width, "\(page.name) makes the window wider than it may be")
                XCTAssertEqual(window.cutTexts, [], "\(page.name) at \(width)")
            }
            let rows = window.findAll { $0.kind == "GtkLabel" && $0.text == "User name" && $0.isDrawn }
            XCTAssertGreaterThan(rows.first?.size.height ?? 0, 20, "the texts are large in fact")
            window.close()
            await FieldScreen.settle()
        }
    }

    /// Starts the app on an empty map of 360 by 480, and answers the picture of its window.
    @MainActor
    private func picture(with environment: [String: String]) async throws -> Image {
        try await TemporaryFolder.run { folder in
            let map = try folder.write(
                "map.json", #"{"operationalLayers":[],"baseMap":{"baseMapLayers":[]},"version":"2.0"}"#)
            let outcome = try await Program.run(
                [map, "--size", "360x480"],
                of: Program.groma.deletingLastPathComponent().appending(path: "groma-field"),
                environment: environment.merging(
                    ["GROMA_PICTURE": folder.path("app.png"), "XDG_STATE_HOME": folder.url.path]) { $1 })
            XCTAssertEqual(outcome.status, 0, outcome.errors)
            return try Image(decoding: [UInt8](try Data(contentsOf: URL(filePath: folder.path("app.png")))))
        }
    }

    @MainActor
    func testADenseDisplayGetsAllItsPixels() async throws {
        guard MainLoop.prepare() else { throw XCTSkip("no display: run through Scripts/headless") }
        let usual = try await picture(with: [:]), dense = try await picture(with: ["GDK_SCALE": "2"])
        XCTAssertEqual(dense.width, 2 * usual.width)
        XCTAssertEqual(dense.height, 2 * usual.height)
        // Letters and lines that were only blown up would have both pixels of each pair the same.
        var differing = 0
        for y in stride(from: 0, to: dense.height, by: 2) {
            for x in stride(from: 0, to: dense.width - 1, by: 2) where dense[x, y] != dense[x + 1, y] {
                differing += 1
            }
        }
        XCTAssertGreaterThan(differing, 500)
    }

    /// The app as it starts for somebody who asked the desktop for strong contrasts, which it reads once, and for everybody else.
    @MainActor
    func testControlsOverTheMapHaveAnEdgeForThoseWhoAskForStrongContrasts() async throws {
        guard MainLoop.prepare() else { throw XCTSkip("no display: run through Scripts/headless") }
        var edges: [Double] = []
        for contrast in ["0", "1"] {
            let image = try await picture(with: ["ADW_DEBUG_HIGH_CONTRAST": contrast])
            // The map is white; the zoom buttons, 48 wide, end 12 before its end. Nothing else is drawn along their edge.
            var darkest = 1.0
            for y in 120..<300 {
                for x in 296..<304 {
                    let pixel = image[x, y]
                    darkest = min(
                        darkest, 0.2126 * part(pixel.red) + 0.7152 * part(pixel.green) + 0.0722 * part(pixel.blue))
                }
            }
            edges.append(1.05 / (darkest + 0.05))
        }
        XCTAssertLessThan(edges[0], 2)
        XCTAssertGreaterThanOrEqual(edges[1], 3, "shapes are told from the ground at 3:1")
    }

    /// A part of a colour as light (WCAG 2.1, relative luminance).
    private func part(_ value: UInt8) -> Double {
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
}
