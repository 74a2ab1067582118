// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaGTK

/// Three base maps of which one shows, and a button that goes to where the device is: `TiledLayersAndLocation [SERVER]`.
@main
final class TiledLayersAndLocation: Application {
    static let id = "dev.groma.samples.TiledLayersAndLocation"

    let layers = ["Streets", "Imagery", "Relief"].compactMap { name in
        let server = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:6080"
        return URL(string: "\(server)/arcgis/rest/services/\(name)/MapServer").map {
            ArcGISTiledLayer(url: $0, name: name)
        }
    }
    let pins = GraphicsOverlay()
    let gps = SystemLocationDataSource(desiredAccuracy: 10)
    let start = Envelope(xRange: 64.985...65.019, yRange: 48.176...48.198, spatialReference: .wgs84)
    lazy var mapView = MapView(
        map: Map(layers: layers, initialViewpoint: Viewpoint(boundingGeometry: start)), graphicsOverlays: [pins])

    func makeWindow() -> Window {
        show(0)
        let locate = Button("Locate", icon: .locate) { [unowned self] in await showLocation() }
            .enabled { [gps] in gps.hasFix }  // off until the first fix, off again after a failure
        return Window(
            "River town", content: mapView,
            bottomBar: [ToggleGroup(layers.map(\.name)) { [unowned self] in show($0) }, locate])
    }

    func run() async throws { try await gps.start() }

    func show(_ index: Int) {
        for (position, layer) in layers.enumerated() { layer.isVisible = position == index }
    }

    func showLocation() async {
        guard let position = gps.location?.position else { return }
        let envelope = Envelope(center: position, width: 0.1, height: 0.1)
        pins.removeAllGraphics()
        pins.addGraphic(Graphic(geometry: position, symbol: SimpleMarkerSymbol(color: Color(hex: 0xC64600), size: 14)))
        await mapView.setViewpoint(Viewpoint(boundingGeometry: envelope), duration: .milliseconds(500))
    }
}
