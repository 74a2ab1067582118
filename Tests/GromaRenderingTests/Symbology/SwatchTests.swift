// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaMapping
import GromaRendering
import Testing

@Suite("Legend pictures") struct SwatchTests {
    private func alpha(_ image: Image) -> Double {
        stride(from: 3, to: image.pixels.count, by: 4).reduce(0) { $0 + Double(image.pixels[$1]) / 255 }
    }

    @Test("markers in the middle, lines across, areas inside, at any pixel ratio", arguments: [1.0, 2])
    func forms(ratio: Double) async throws {
        let renderer = MapRenderer()
        func swatch(_ symbol: any Symbol) async throws -> Image {
            try await renderer.swatch(of: symbol, width: 30, height: 20, pixelRatio: ratio)
        }
        let marker = try await swatch(SimpleMarkerSymbol(style: .square, color: .red, size: 7.5))
        #expect(marker.width == Int(30 * ratio) && marker.height == Int(20 * ratio))
        #expect(abs(alpha(marker) - 100 * ratio * ratio) < 2)
        #expect(marker[marker.width / 2, marker.height / 2] == (255, 0, 0, 255))
        #expect(marker[0, 0].alpha == 0)
        var line = SimpleLineSymbol(color: .blue, width: 3)
        line.cap = .butt
        #expect(abs(alpha(try await swatch(line)) - 24 * 4 * ratio * ratio) < 2)
        let area = try await swatch(SimpleFillSymbol(color: .green))
        #expect(abs(alpha(area) - 24 * 14 * ratio * ratio) < 2)
    }

    @Test("a symbol that is not drawn gives an empty picture")
    func unknown() async throws {
        let image = try await MapRenderer().swatch(of: Symbols.symbol(from: JSONObject()))
        #expect(alpha(image) == 0)
    }
}
