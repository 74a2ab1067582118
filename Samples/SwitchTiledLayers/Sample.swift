// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// Three tiled layers of which one shows, a pin, and a view round it: `SwitchTiledLayers SERVER_URL INDEX FILE.png`.
@main
struct SwitchTiledLayers {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let server = URL(string: arguments[1]), let index = Int(arguments[2]) else {
            return print("SwitchTiledLayers SERVER_URL 0|1|2 FILE.png")
        }
        let layers = ["Streets", "StreetsDark", "Relief"].map { name in
            ArcGISTiledLayer(url: server.appending(path: "arcgis/rest/services/\(name)/MapServer"), name: name)
        }
        for (position, layer) in layers.enumerated() { layer.isVisible = position == index }
        let map = Map(layers: layers)
        try await map.load()

        let pins = GraphicsOverlay()
        let here = Point(latitude: 48.1884, longitude: 65.0041)
        pins.addGraphic(
            Graphic(
                geometry: here,
                symbol: SimpleMarkerSymbol(
                    style: .diamond, color: Color(hex: 0xC0392B), size: 16,
                    outline: SimpleLineSymbol(color: .white, width: 2))))

        let envelope = try GeometryEngine.project(
            Envelope(center: here, width: 0.05, height: 0.03), into: map.spatialReference ?? .webMercator)
        let viewport = Viewport(width: 640, height: 480, fitting: Viewpoint(boundingGeometry: envelope))
        let image = try await MapRenderer().image(of: map.snapshot(overlays: [pins]), viewport: viewport)
        try image.pngData().write(to: URL(filePath: arguments[3]))
    }
}
