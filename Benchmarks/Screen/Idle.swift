// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import GromaMapping
import GromaView

/// What a map costs that nobody touches.
@MainActor
struct Idle {
    private let program: ScreenBenchmark
    private let window: Window

    init(_ program: ScreenBenchmark, _ window: Window) {
        self.program = program
        self.window = window
    }

    func run(seconds: Double) async throws {
        let scene = try BusyMap(symbolCount: 500)
        program.mapView.map = scene.map
        program.mapView.graphicsOverlays = [scene.symbols]
        try await program.rests(window)
        // What a start leaves for later, such as the toolkit's own caches.
        try await Task.sleep(for: .seconds(2))
        let before = Self.processorTime(), begin = ContinuousClock.now
        try await Task.sleep(for: .seconds(seconds))
        let used = Self.processorTime() - before, passed = begin.duration(to: .now) / .seconds(1)
        program.report(
            "idle processor time", 100 * used / passed, "%", goal: 0.5, more: String(format: "over %.0f s", passed))
    }

    /// Seconds that all threads of this process have worked.
    private static func processorTime() -> Double {
        var now = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
