// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import GromaGeometry
import GromaLocation
import GromaMapping
import GromaView

/// How long a frame keeps the main thread while the map is moved, with 500 symbols and ten fixes a second.
@MainActor
struct Frames {
    private let program: ScreenBenchmark
    private let window: Window
    /// False where the renderer is not the one that the toolkit gets here by itself: then it is only reported.
    private let isJudged: Bool

    init(_ program: ScreenBenchmark, _ window: Window, isJudged: Bool) {
        self.program = program
        self.window = window
        self.isJudged = isJudged
    }

    func run() async throws {
        let scene = try BusyMap(symbolCount: 500)
        let view = program.mapView, model = view.model
        view.map = scene.map
        view.graphicsOverlays = [scene.symbols]
        var pace = SimulationParameters()
        pace.interval = .milliseconds(100)
        pace.repeats = true
        pace.horizontalAccuracy = 8
        let east = Point(x: scene.center.x + 400, y: scene.center.y + 200, spatialReference: .webMercator)
        view.locationDisplay.dataSource = .simulated(
            along: Polyline(points: [scene.center, east], spatialReference: .webMercator), parameters: pace)
        view.locationDisplay.initialZoomScale = 0
        try await program.rests(window)
        try await view.locationDisplay.start()
        _ = await window.wait(seconds: 10) { view.locationDisplay.location != nil }
        guard let meter = FrameMeter(window) else { return }
        let size = model.viewSize, name = window.rendererName
        program.say("# \(name), map of \(Int(size.width)) x \(Int(size.height))")
        let anchor = ScreenPoint(x: size.width * 0.4, y: size.height * 0.6)
        let start = model.viewpoint
        let movements: [(String, Double, (Int) -> Void)] = [
            ("panning", 16, { model.pan(byX: 6 * cos(Double($0) / 40), y: 5 * sin(Double($0) / 25)) }),
            ("zooming", 16, { model.zoom(by: $0 / 60 % 2 == 0 ? 1.02 : 1 / 1.02, anchor: anchor) }),
            ("rotating", 33, { _ in model.rotate(by: 1.5, anchor: anchor) }),
        ]
        for (movement, goal, move) in movements {
            if let start { await model.setViewpoint(start, duration: .zero) }
            // At rest but for the fixes, which go on.
            await window.frames(30)
            model.beginPan()
            meter.reset()
            let begin = ContinuousClock.now
            var frame = 0
            await window.eachFrame {
                move(frame)
                frame += 1
                return frame < 300
            }
            let seconds = begin.duration(to: .now) / .seconds(1)
            model.endPan()
            let times = meter.milliseconds.sorted(), worked = meter.worked.sorted()
            guard !times.isEmpty else { throw ScreenBenchmark.Failure(description: "no frame was drawn") }
            func share(_ part: Double, of times: [Double]) -> Double {
                times[min(times.count - 1, Int(Double(times.count) * part))]
            }
            program.report(
                "\(name) p95 \(movement)", share(0.95, of: times), "ms", goal: isJudged ? goal : nil,
                more: String(
                    format: "p50 %.2f; work p50 %.2f, p95 %.2f; %.0f frames a second", share(0.5, of: times),
                    share(0.5, of: worked), share(0.95, of: worked), Double(times.count) / seconds))
        }
    }
}
