// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGTK
import GromaGeometry
import GromaMapping
import GromaRendering
import GromaView
import ScreenSupport
import XCTest

/// What the display shows, read back from it.
final class ScreenTests: XCTestCase {
    /// The part of the display's picture where the map is.
    @MainActor
    private func shown(_ map: MapFixture) throws -> Image {
        let all = try XCTUnwrap(map.window.screenPixels, "a display that can't be read")
        let scale = map.mapView.model.pixelScale
        let corner = try XCTUnwrap(map.mapView.screenPlace(x: 0, y: 0))
        let (left, top) = (Int(corner.x * scale), Int(corner.y * scale))
        let width = Int(Double(map.mapView.size.width) * scale), height = Int(Double(map.mapView.size.height) * scale)
        var pixels: [UInt8] = []
        for row in top..<top + height {
            let start = (row * all.width + left) * 4
            pixels += all.pixels[start..<start + width * 4]
        }
        return Image(width: width, height: height, pixels: pixels)
    }

    /// The same map drawn without a screen.
    @MainActor
    private func headless(_ map: MapFixture) async throws -> Image {
        var snapshot = try await map.map.snapshot(overlays: map.mapView.graphicsOverlays)
        snapshot.wrapsAround = true
        return try await MapRenderer().image(of: snapshot, viewport: map.viewport)
    }

    /// T275
    @MainActor
    func testTheDisplayShowsTheBytesThatAreDrawnWithoutOne() async throws {
        for scale in [1, 2] {
            try Screen.require()
            guard Window.setDisplayScale(scale) else { throw XCTSkip("the display decides its scale itself") }
            defer { Window.setDisplayScale(1) }
            let map = try await MapFixture.shown(width: 660, height: 460, furniture: [])
            let overlay = GraphicsOverlay()
            overlay.addGraphic(
                Graphic(
                    geometry: Envelope(xMin: -150, yMin: -60, xMax: 33, yMax: 71, spatialReference: .webMercator),
                    symbol: SimpleFillSymbol(style: .diagonalCross, color: Color(hex: 0x22_8822))))
            map.mapView.graphicsOverlays = [overlay]
            await map.mapView.model.setViewpointRotation(17)
            try await map.rests()
            let expected = try await headless(map)
            XCTAssertEqual(expected.width, map.mapView.size.width * scale, "as many pixels as the display has there")
            XCTAssertEqual(expected.height, map.mapView.size.height * scale)
            try await Screen.wait(for: "the picture on the display, \(scale)x") { (try? shown(map)) == expected }
            let again = try await headless(map)
            XCTAssertEqual(again, expected)
            XCTAssertGreaterThan(
                Set(stride(from: 0, to: expected.pixels.count, by: 4).map { expected.pixels[$0] }).count, 3)
            await map.close()
        }
    }

    @MainActor
    func testWhatIsSelectedStandsOutFromDarkWindowsToo() async throws {
        let map = try await MapFixture.shown(furniture: [])
        defer { Appearance.current = .light }
        map.points.selectFeatures([try await map.feature(5)])
        // Across the ring to the right of the marker in the middle.
        func ring() throws -> [UInt32] {
            let picture = try map.picture()
            return (0..<24).map {
                let pixel = picture[Int(map.middle.x) + $0, Int(map.middle.y)]
                return UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue)
            }
        }
        try await Screen.wait(for: "the ring of light windows") { (try? ring().contains(0xC6_4600)) == true }
        Appearance.current = .dark
        try await Screen.wait(for: "the ring of dark windows") { (try? ring().contains(0xFF_A348)) == true }
        let pixels = try ring()
        XCTAssertTrue(pixels.contains(0), "cased in black: \(pixels.map { String($0, radix: 16) })")
        XCTAssertFalse(pixels.contains(0xC6_4600))
        XCTAssertGreaterThan(Contrast.ratio(0xFF_A348, 0), 3)
        XCTAssertGreaterThan(Contrast.ratio(0xC6_4600, 0xFF_FFFF), 3)
        Appearance.current = .light
        try await Screen.wait(for: "the ring of light windows again") { (try? ring().contains(0xC6_4600)) == true }
        await map.close()
    }
}

/// How far two colours are apart for an eye (WCAG 2.1, 1.4.3).
enum Contrast {
    static func ratio(_ first: UInt32, _ second: UInt32) -> Double {
        let (a, b) = (luminance(first), luminance(second))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }
    private static func luminance(_ color: UInt32) -> Double {
        func part(_ shift: UInt32) -> Double {
            let value = Double(color >> shift & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    }
}
