// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
import GromaMapping
import GromaRendering
import Observation

/// How long frames take while a map of tiles with symbols above it is moved: what stands between a hand and the screen.
@MainActor
package struct FrameBenchmark {
    /// Milliseconds of one kind of movement: from the clock's tick to the finished picture.
    package struct Figures: Sendable {
        /// What moved.
        package let name: String
        /// Rising.
        package let milliseconds: [Double]
        /// The time below which that share of frames stays.
        package func percentile(_ share: Double) -> Double {
            guard !milliseconds.isEmpty else { return .nan }
            return milliseconds[min(milliseconds.count - 1, Int(Double(milliseconds.count) * share))]
        }
        /// One line for people.
        package var text: String {
            func shown(_ share: Double) -> String { String(format: "%.2f", percentile(share)) }
            return
                "\(name): p50 \(shown(0.5)) ms, p95 \(shown(0.95)) ms, p99 \(shown(0.99)) ms of \(milliseconds.count) frames"
        }
    }
    /// Frames of each movement.
    package var frameCount = 240
    /// Graphics above the map.
    package var symbolCount = 500
    /// Size of the view.
    package var width = 1_200.0, height = 800.0

    /// Makes a benchmark of 240 frames a movement, with 500 symbols, at 1200 by 800.
    package init() {}

    /// Runs every movement. Frames come 16.7 ms apart, as on a screen; `pause` waits for the next one.
    package func run(pause: @MainActor (Duration) async -> Void) async throws -> [Figures] {
        let scene = try BusyMap(symbolCount: symbolCount)
        let center = scene.center
        let device = GraphicsOverlay()
        let position = Graphic(geometry: center, symbol: SimpleMarkerSymbol(color: Color(hex: 0x3584E4), size: 15))
        device.addGraphic(position)
        let view = MapViewModel(map: scene.map, graphicsOverlays: [scene.symbols, device])
        view.resize(width: width, height: height)
        let anchor = ScreenPoint(x: width * 0.4, y: height * 0.6)
        let movements: [(String, (Int) -> Void)] = [
            ("pan", { view.pan(byX: 6 * cos(Double($0) / 40), y: 5 * sin(Double($0) / 25)) }),
            ("zoom", { view.zoom(by: $0 / 60 % 2 == 0 ? 1.02 : 1 / 1.02, anchor: anchor) }),
            ("rotate", { _ in view.rotate(by: 1.5, anchor: anchor) }),
        ]
        var figures: [Figures] = []
        for (name, movement) in movements {
            for await status in Observations({ view.drawStatus }) where status == .completed { break }
            view.beginPan()
            var times: [Double] = []
            let clock = ContinuousClock(), start = clock.now
            for frame in 0..<frameCount {
                if frame % 6 == 0 {
                    position.geometry = Point(
                        x: center.x + Double(frame), y: center.y, spatialReference: .webMercator)
                }
                movement(frame)
                let begin = clock.now
                _ = view.tick(at: start.duration(to: begin))
                guard view.frame() != nil else { continue }
                let parts = begin.duration(to: clock.now).components
                times.append(Double(parts.seconds) * 1_000 + Double(parts.attoseconds) * 1e-15)
                await pause(clock.now.duration(to: start.advanced(by: .microseconds(16_667 * (frame + 1)))))
            }
            view.endPan()
            figures.append(Figures(name: name, milliseconds: times.sorted()))
        }
        return figures
    }
}
