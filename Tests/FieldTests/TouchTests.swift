// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import TestSupport
import Testing

/// Fingers on a real touch device: the app runs in the toolkit's web backend, and what it remembers of its map when it is closed tells where
/// the fingers took it.
@Suite(
    "Touch in the web backend", .serialized, .enabled(if: BrowserDisplay.daemon != nil, "there is no gtk4-broadwayd"),
    .timeLimit(.minutes(5)))
struct TouchTests {
    struct View: Sendable {
        var scale: Double
        var rotation: Double
        var x: Double
        var y: Double
    }
    /// Where a map of a square kilometre begins in a window of 1000 by 700.
    private static let map = """
        {"operationalLayers":[],"baseMap":{"baseMapLayers":[]},"version":"2.0","spatialReference":{"wkid":102100},
        "initialState":{"viewpoint":{"scale":5000,"targetGeometry":{"x":500,"y":500,"spatialReference":{"wkid":102100}}}}}
        """

    /// Runs the app, lets `fingers` do something round the middle of its map, closes it, and answers what it shows then.
    private func shown(after fingers: (BrowserDisplay, _ x: Double, _ y: Double) -> Void) async throws -> View {
        try await TemporaryFolder.run { folder in
            let map = try folder.write("map.json", Self.map)
            let display = try await BrowserDisplay(in: folder.url)
            var surroundings = display.environment
            surroundings["XDG_STATE_HOME"] = folder.url.path
            let app = try ChildProcess(
                Program.groma.deletingLastPathComponent().appending(path: "groma-field"), [map, "--size", "1000x700"],
                environment: surroundings)
            let state = folder.url.appending(path: "groma-field/state.json")
            let deadline = ContinuousClock.now + .seconds(60)
            // Its title is remembered when it has been loaded.
            func isLoaded() -> Bool {
                (try? String(contentsOf: state, encoding: .utf8))?.contains("\"title\"") ?? false
            }
            while display.firstWindow == nil || !isLoaded() {
                try #require(ContinuousClock.now < deadline, "the app did not open its map")
                await Task.yield()
            }
            let window = try #require(display.firstWindow)
            // A sidebar of 300 is at the start side of the map.
            fingers(display, Double(window.width) / 2 + 150, Double(window.height) / 2)
            display.key("q", control: true)
            #expect(await app.status() == 0)
            await display.stop()
            let kept = try JSONValue(parsing: [UInt8](try Data(contentsOf: state)))
            let text = try #require(kept["viewpoints"]?[map]?.string)
            let json = try JSONValue(parsing: Array(text.utf8))
            return View(
                scale: try #require(json["scale"]?.double), rotation: try #require(json["rotation"]?.double),
                x: try #require(json["targetGeometry"]?["x"]?.double),
                y: try #require(json["targetGeometry"]?["y"]?.double))
        }
    }

    /// Two fingers, opposite each other, from a distance and angle to others.
    private func twoFingers(
        _ display: BrowserDisplay, _ x: Double, _ y: Double, spread: Double, degrees: Double
    ) {
        func place(_ finger: Double, _ part: Double) -> (x: Double, y: Double) {
            let radius = 60 * (1 + (spread - 1) * part), angle = degrees * part * .pi / 180
            return (x + finger * radius * cos(angle), y + finger * radius * sin(angle))
        }
        func both(_ touch: BrowserDisplay.Touch, _ part: Double) {
            for (number, side) in [(1, 1.0), (2, -1.0)] {
                let there = place(side, part)
                display.touch(touch, finger: number, x: there.x, y: there.y)
            }
        }
        both(.begin, 0)
        for step in 1...20 { both(.update, Double(step) / 20) }
        both(.end, 1)
    }

    @Test("two fingers that spread bring the map as much closer, and do not turn it")
    func pinch() async throws {
        let view = try await shown { twoFingers($0, $1, $2, spread: 2.5, degrees: 5) }
        #expect(abs(view.scale - 2_000) < 60, "\(view)")
        #expect(view.rotation == 0)
    }

    @Test("two fingers that turn by 72 degrees turn the map by what is beyond the first 12")
    func turn() async throws {
        let view = try await shown { twoFingers($0, $1, $2, spread: 1, degrees: 72) }
        #expect(abs(view.rotation - 60) < 6, "\(view)")
        #expect(abs(view.scale - 5_000) < 150)
    }

    @Test("one finger moves the map along and neither zooms nor turns it")
    func pan() async throws {
        let view = try await shown { display, x, y in
            display.touch(.begin, finger: 1, x: x, y: y)
            for step in 1...20 { display.touch(.update, finger: 1, x: x - Double(step) * 5, y: y) }
            // It rests before it leaves, so that the map does not glide on.
            for _ in 0..<20 { display.touch(.update, finger: 1, x: x - 100, y: y) }
            display.touch(.end, finger: 1, x: x - 100, y: y)
        }
        // 100 pixels, a 96th of an inch each, at 1:5000.
        #expect(abs(view.x - 500 - 100 * 5_000 * 0.0254 / 96) < 12, "\(view)")
        #expect(abs(view.y - 500) < 5 && view.rotation == 0 && view.scale == 5_000)
    }
}
