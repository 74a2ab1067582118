// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
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

    /// Noise in tiles, so that no picture is simpler than a real one.
    private final class NoiseTiles: TileSource {
        private let bytes: [[UInt8]]
        init() throws {
            var state: UInt64 = 88_172_645_463_325_252
            bytes = try (0..<8).map { _ in
                var image = Image(width: 256, height: 256, red: 255, green: 255, blue: 255, alpha: 255)
                for y in 0..<256 {
                    for x in 0..<256 {
                        state ^= state << 13
                        state ^= state >> 7
                        state ^= state << 17
                        let value = UInt8(truncatingIfNeeded: state >> 32)
                        image[x, y] = (value / 2 + UInt8(x / 4), value / 3 + UInt8(y / 4), value, 255)
                    }
                }
                return try image.encoded()
            }
        }
        func tileLayerInfo() async throws -> TileLayerInfo { TileLayerInfo(name: "Noise", tileInfo: .webMercator()) }
        func tile(at key: TileKey) async throws -> [UInt8]? { bytes[(key.row &* 3 &+ key.column) & 7] }
    }

    /// Runs every movement. Frames come 16.7 ms apart, as on a screen; `pause` waits for the next one.
    package func run(pause: @MainActor (Duration) async -> Void) async throws -> [Figures] {
        let center = Point(x: 960_000, y: 6_000_000, spatialReference: .webMercator)
        let overlay = GraphicsOverlay()
        let symbols = [0xC01C28, 0x2EC27E, 0x3584E4].map {
            SimpleMarkerSymbol(
                color: Color(hex: $0), size: 10, outline: SimpleLineSymbol(color: .white, width: 1.5))
        }
        for index in 0..<symbolCount {
            let angle = Double(index) * 2.399_963, way = 900 * (Double(index) / Double(symbolCount)).squareRoot()
            overlay.addGraphic(
                Graphic(
                    geometry: Point(
                        x: center.x + way * cos(angle), y: center.y + way * sin(angle),
                        spatialReference: .webMercator), symbol: symbols[index % symbols.count]))
        }
        let device = GraphicsOverlay()
        let position = Graphic(geometry: center, symbol: SimpleMarkerSymbol(color: Color(hex: 0x3584E4), size: 15))
        device.addGraphic(position)
        let map = Map(
            layers: [ArcGISTiledLayer(tileSource: try NoiseTiles())],
            initialViewpoint: Viewpoint(center: center, scale: 4_513.988_705), spatialReference: .webMercator)
        let view = MapViewModel(map: map, graphicsOverlays: [overlay, device])
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
