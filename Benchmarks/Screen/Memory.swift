// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import GromaMapping
import GromaView

/// Whether memory stays level while a map is moved, and while views come and go.
@MainActor
struct Memory {
    private let program: ScreenBenchmark
    private let window: Window

    init(_ program: ScreenBenchmark, _ window: Window) {
        self.program = program
        self.window = window
    }

    /// Pans for a time, slowly over new ground and back, and compares the last third with the one before it.
    ///
    /// Tiles are kept until they take what they may, which a short run does not reach. They are counted, a little
    /// below what their pages take, so they are told apart, and what is judged is everything else.
    func pan(seconds: Double) async throws {
        let scene = try BusyMap(symbolCount: 500)
        let model = program.mapView.model
        program.mapView.map = scene.map
        program.mapView.graphicsOverlays = [scene.symbols]
        try await program.rests(window)
        model.beginPan()
        let begin = ContinuousClock.now
        var samples: [(all: Double, tiles: Double)] = []
        var frame = 0
        await window.eachFrame {
            let passed = begin.duration(to: .now) / .seconds(1)
            model.pan(byX: 24 * cos(Double(frame) / 200), y: 18 * sin(Double(frame) / 130))
            if Int(passed * 4) >= samples.count {
                samples.append((Self.residentMegabytes(), Double(model.tileMemoryUse) / 1e6))
            }
            frame += 1
            return passed < seconds
        }
        model.endPan()
        let third = samples.count / 3
        let middle = samples[third..<(2 * third)], last = samples.suffix(third)
        let before = Self.median(middle.map { $0.all - $0.tiles }), after = Self.median(last.map { $0.all - $0.tiles })
        program.report(
            "memory gained while panning", after - before, "MB", goal: max(4, before * 0.02),
            more: String(
                format: "%.0f s, %.0f to %.0f MB beside the tiles, which went from %.0f to %.0f of 134 MB", seconds,
                before, after, Self.median(middle.map(\.tiles)), Self.median(last.map(\.tiles))))
        let most = samples.map(\.tiles).max() ?? .nan
        program.report("most memory of tiles", most, "MB", goal: 128 * 1.048_576)
    }

    /// Makes views of the map, shows each until it is drawn, and lets it go.
    func views(count: Int) async throws {
        let scene = try BusyMap(symbolCount: 50)
        var samples: [Double] = []
        weak var last: MapView?
        for _ in 0..<count {
            let overlay = GraphicsOverlay()
            for graphic in scene.symbols.graphics { overlay.addGraphic(Graphic(geometry: graphic.geometry)) }
            let view = MapView(map: scene.map, graphicsOverlays: [overlay], furniture: [.standard, .locationButton])
            window.content = view
            guard await window.wait(seconds: 30, until: { view.drawStatus == .completed && view.model.viewport != nil })
            else { throw ScreenBenchmark.Failure(description: "a view was not drawn") }
            await window.frames(1)
            window.content = nil
            last = view
            samples.append(Self.residentMegabytes())
        }
        await window.frames(10)
        guard last == nil else { throw ScreenBenchmark.Failure(description: "the last view is still there") }
        let half = samples.suffix(count / 2)
        program.report(
            "memory gained by a view", Self.slope(half) * 1_000, "kB", goal: 30,
            more: String(format: "%d views, %.0f to %.0f MB", count, samples.first ?? 0, samples.last ?? 0))
    }

    private static func residentMegabytes() -> Double {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
    }

    private static func median(_ values: some Collection<Double>) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }

    /// The least squares' slope a step.
    private static func slope(_ values: some Collection<Double>) -> Double {
        let count = Double(values.count), middle = (count - 1) / 2, mean = values.reduce(0, +) / count
        let (above, below) = values.enumerated().reduce((0.0, 0.0)) { sums, entry in
            let x = Double(entry.offset) - middle
            return (sums.0 + x * (entry.element - mean), sums.1 + x * x)
        }
        return above / below
    }
}
