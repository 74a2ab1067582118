// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaCodecs
import GromaFieldApp
import GromaGTK
import GromaServices
import ScreenSupport
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
        try await Screen.wait(for: "a drawn window") { window.savePicture(to: file.path) }
        return try Image(decoding: [UInt8](try Data(contentsOf: file)))
    }

    @MainActor
    func testNothingIsCutOffWithTextsTwiceAsLargeOnAPhoneAndOnADesk() async throws {
        try Screen.require()
        Window.setTextScale(2)
        defer { Window.setTextScale(1) }
        for (width, height) in [(360, 720), (1_200, 800)] {
            let window = try await FieldScreen.shown(width: width, height: height)
            for page in pages(window) {
                page.show()
                await Screen.settle()
                _ = try await picture(window, "large-\(page.name)-\(width)")
                XCTAssertLessThanOrEqual(window.size.width, width, "\(page.name) makes the window wider than it may be")
                XCTAssertEqual(window.cutTexts, [], "\(page.name) at \(width)")
            }
            let rows = window.findAll { $0.kind == "GtkLabel" && $0.text == "User name" && $0.isDrawn }
            XCTAssertGreaterThan(rows.first?.size.height ?? 0, 20, "the texts are large in fact")
            window.close()
            await Screen.settle()
        }
    }

    /// Starts the app on a map, an empty one unless told otherwise, and answers the picture of its window.
    @MainActor
    private func picture(
        with environment: [String: String], size: String = "360x480",
        map: String = #"{"operationalLayers":[],"baseMap":{"baseMapLayers":[]},"version":"2.0"}"#
    ) async throws -> Image {
        try await TemporaryFolder.run { folder in
            let map = try folder.write("map.json", map)
            let outcome = try await Program.run(
                [map, "--size", size],
                of: Program.groma.deletingLastPathComponent().appending(path: "groma-field"),
                environment: environment.merging(
                    ["GROMA_PICTURE": folder.path("app.png"), "XDG_STATE_HOME": folder.url.path]) { $1 })
            XCTAssertEqual(outcome.status, 0, outcome.errors)
            return try Image(decoding: [UInt8](try Data(contentsOf: URL(filePath: folder.path("app.png")))))
        }
    }

    @MainActor
    func testADenseDisplayGetsAllItsPixels() async throws {
        try Screen.require()
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
        try Screen.require()
        var edges: [Double] = []
        for contrast in ["0", "1"] {
            let image = try await picture(with: ["ADW_DEBUG_HIGH_CONTRAST": contrast])
            // The map is white; the zoom buttons, 48 wide, end 12 before its end. Nothing else is drawn along their edge.
            var darkest = 1.0
            for y in 120..<300 {
                for x in 296..<304 {
                    let pixel = image[x, y]
                    darkest = min(darkest, light([pixel.red, pixel.green, pixel.blue]))
                }
            }
            edges.append(1.05 / (darkest + 0.05))
        }
        XCTAssertLessThan(edges[0], 2)
        XCTAssertGreaterThanOrEqual(edges[1], 3, "shapes are told from the ground at 3:1")
    }

    /// A layer that is not drawn at the map's scale, whose name is one field of the colour of its letters.
    private static let mapOfFarLayer = """
        {"operationalLayers":[{"id":"far","title":"\(String(repeating: "\u{2588}", count: 12))","minScale":500,"featureCollection":{"layers":[{
        "layerDefinition":{"geometryType":"esriGeometryPoint","objectIdField":"OBJECTID","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}]},
        "featureSet":{"features":[{"attributes":{"OBJECTID":1},"geometry":{"x":500,"y":500,"spatialReference":{"wkid":102100}}}]}}]}}],
        "baseMap":{"baseMapLayers":[]},"version":"2.0","spatialReference":{"wkid":102100},
        "initialState":{"viewpoint":{"scale":50000,"targetGeometry":{"x":500,"y":500,"spatialReference":{"wkid":102100}}}}}
        """

    @MainActor
    func testRowsOfLayersThatAreNotDrawnAreDimAndCanBeReadByThoseWhoAskForStrongContrasts() async throws {
        try Screen.require()
        for isDark in [false, true] {
            var contrasts: [Double] = []
            for contrast in ["0", "1"] {
                let image = try await picture(
                    with: [
                        "ADW_DEBUG_HIGH_CONTRAST": contrast,
                        "ADW_DEBUG_COLOR_SCHEME": isDark ? "prefer-dark" : "default",
                    ],
                    size: "1200x700", map: Self.mapOfFarLayer)
                // The sidebar is 300 wide. Most of it below its tabs are two grounds, its own and the row's; then comes the name.
                var counts: [[UInt8]: Int] = [:]
                for y in 110..<image.height {
                    for x in 0..<290 {
                        let pixel = image[x, y]
                        counts[[pixel.red, pixel.green, pixel.blue], default: 0] += 1
                    }
                }
                let ranked = counts.sorted { $0.value > $1.value }
                let ground = light(ranked[1].key)
                let name = try XCTUnwrap(ranked.dropFirst(2).first { ratio(light($0.key), ground) > 2 })
                XCTAssertGreaterThan(name.value, 600, "the name is drawn: \(ranked.prefix(5))")
                contrasts.append(ratio(light(name.key), ground))
            }
            XCTAssertGreaterThanOrEqual(contrasts[1], 4.5, isDark ? "dark" : "light")
            XCTAssertLessThan(contrasts[0], contrasts[1], "dim for everybody else")
        }
    }

    /// How much light a colour gives (WCAG 2.1, relative luminance).
    private func light(_ color: [UInt8]) -> Double {
        0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2])
    }
    private func ratio(_ one: Double, _ other: Double) -> Double { (max(one, other) + 0.05) / (min(one, other) + 0.05) }

    /// A part of a colour as light (WCAG 2.1, relative luminance).
    private func part(_ value: UInt8) -> Double {
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
}
