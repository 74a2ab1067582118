import Foundation
import GromaCodecs
import GromaGeometry
import GromaMapping
import GromaRaster
import GromaRendering
import SampleTown
import Testing
@Suite struct ScratchPicture {
    @Test func pictures() throws {
        let town = Town(size: .small)
        let scheme = TileInfo.webMercator()
        for palette in ["light", "dark"] {
        let painter = StreetsPainter(town: town, style: try BasemapStyle(palette: palette))
        for (level, w, h, dx, dy) in [(14, 1000.0, 700.0, 0.0, 0.0), (16, 1100, 760, 2000, 2500), (18, 1000, 700, -8000, 9000), (12, 700, 500, 0, 0), (17, 800, 500, 0,0)] {
            let res = 156543.03392800014 / pow(2, Double(level))
            let cx = 7236000 + dx * 0.015, cy = 6138000 + dy * 0.015
            let e = Envelope(xMin: cx - w/2*res, yMin: cy - h/2*res, xMax: cx + w/2*res, yMax: cy + h/2*res, spatialReference: .webMercator)
            let tiles = try #require(scheme.tiles(covering: e, level: level))
            let window = try #require(MapWindow(scheme: scheme, tiles: tiles))
            let buffer = try PixelBuffer(width: window.width, height: window.height)
            let t = ContinuousClock().measure { painter.draw(window, into: buffer) }
            print("TIME", level, window.width, window.height, t)
            try Data(Image(buffer).encoded()).write(to: URL(filePath: "/tmp/w/town-scratch/\(palette)-\(level).png"))
        }
        }
    }
}
