// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// Draws a portal's web map to a picture, without a window: `RenderWebMap ITEM_URL FILE.png`.
@main
struct RenderWebMap {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let url = URL(string: arguments[1]), let item = PortalItem(url: url) else {
            return print("RenderWebMap PORTAL/home/item.html?id=ID FILE.png")
        }
        let map = Map(item: item)
        let snapshot = try await map.snapshot()
        let viewport = Viewport(width: 800, height: 560, fitting: snapshot.initialViewpoint)

        let picture = try await MapRenderer().picture(of: snapshot, viewport: viewport)
        for failure in picture.failures { print("not drawn: \(failure.layerName): \(failure.error)") }
        try picture.image.pngData().write(to: URL(filePath: arguments[2]))
        print("\(map.name), 1:\(Int(viewport.scale.rounded())). \(picture.attributions.joined(separator: ", "))")
    }
}
