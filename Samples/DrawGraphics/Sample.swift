// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// Shapes, symbols and a renderer on an empty map, without any server: `DrawGraphics FILE.png`.
@main
struct DrawGraphics {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { return print("DrawGraphics FILE.png") }
        let path = Polyline(
            points: [(7.05, 46.90), (7.25, 47.02), (7.45, 46.95), (7.60, 47.08)].map {
                Point(latitude: $0.1, longitude: $0.0)
            }, spatialReference: .wgs84)
        let route = try GeometryEngine.project(path, into: .webMercator)

        let shapes = GraphicsOverlay()
        shapes.addGraphic(
            Graphic(
                geometry: try GeometryEngine.geodeticBuffer(around: path, distance: 5_000),
                symbol: SimpleFillSymbol(
                    color: Color(red: 42, green: 111, blue: 151, alpha: 70),
                    outline: SimpleLineSymbol(style: .dash, color: Color(hex: 0x2A6F97), width: 1.5))))
        shapes.addGraphic(
            Graphic(geometry: route, symbol: SimpleLineSymbol(color: Color(hex: 0x14213D), width: 4)))

        // Markers by value: graphics without a symbol of their own are drawn by the overlay's renderer.
        let stops = GraphicsOverlay(
            renderer: UniqueValueRenderer(
                fieldNames: ["KIND"],
                uniqueValues: [
                    UniqueValue(label: "Stop", symbol: marker(.circle, 0xFFFFFF), values: ["stop"]),
                    UniqueValue(label: "End", symbol: marker(.square, 0xC0392B), values: ["end"]),
                ]))
        let coordinates = path.parts.coordinates
        for index in 0..<coordinates.count {
            let isEnd = index == 0 || index == coordinates.count - 1
            stops.addGraphic(
                Graphic(
                    geometry: coordinates.point(at: index, in: .wgs84),
                    attributes: ["KIND": isEnd ? "end" : "stop"]))
        }

        let map = Map(spatialReference: .webMercator)
        map.backgroundColor = Color(hex: 0xF4F1EA)
        let view = Viewpoint(boundingGeometry: try GeometryEngine.buffer(around: route, distance: 12_000))
        let viewport = Viewport(width: 640, height: 360, fitting: view)
        let image = try await MapRenderer().image(of: map.snapshot(overlays: [shapes, stops]), viewport: viewport)
        try image.pngData().write(to: URL(filePath: CommandLine.arguments[1]))
    }

    static func marker(_ style: SimpleMarkerSymbol.Style, _ color: UInt32) -> SimpleMarkerSymbol {
        SimpleMarkerSymbol(
            style: style, color: Color(hex: color), size: 12,
            outline: SimpleLineSymbol(color: Color(hex: 0x14213D), width: 2))
    }
}
