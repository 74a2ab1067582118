// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
package import GromaGeometry
package import GromaMapping

/// A map that is as hard to show as a real one: tiles that no picture is simpler than, and symbols above them.
@MainActor
package struct BusyMap {
    /// Tiles alone, at one of their own scales.
    package let map: Map
    /// Symbols within 900 m of the middle.
    package let symbols: GraphicsOverlay
    /// Where the map starts.
    package let center = Point(x: 960_000, y: 6_000_000, spatialReference: .webMercator)

    /// Makes the map with so many symbols.
    package init(symbolCount: Int) throws {
        symbols = GraphicsOverlay()
        let kinds = [0xC01C28, 0x2EC27E, 0x3584E4].map {
            SimpleMarkerSymbol(color: Color(hex: $0), size: 10, outline: SimpleLineSymbol(color: .white, width: 1.5))
        }
        for index in 0..<symbolCount {
            let angle = Double(index) * 2.399_963, way = 900 * (Double(index) / Double(symbolCount)).squareRoot()
            symbols.addGraphic(
                Graphic(
                    geometry: Point(
                        x: center.x + way * cos(angle), y: center.y + way * sin(angle),
                        spatialReference: .webMercator), symbol: kinds[index % kinds.count]))
        }
        map = Map(
            layers: [ArcGISTiledLayer(tileSource: try NoiseTiles())],
            initialViewpoint: Viewpoint(center: center, scale: 4_513.988_705), spatialReference: .webMercator)
    }

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
}
