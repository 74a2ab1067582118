// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
import GromaMapping
import GromaRendering
import Synchronization
import Testing

/// Pictures whose colour says where on earth a pixel lies: red grows with longitude, green with latitude.
private func painted(_ extent: Envelope, width: Int, height: Int) throws -> [UInt8] {
    var pixels: [UInt8] = []
    for row in 0..<height {
        for column in 0..<width {
            var x = extent.xMin + (Double(column) + 0.5) * extent.width / Double(width)
            var y = extent.yMax - (Double(row) + 0.5) * extent.height / Double(height)
            if extent.spatialReference?.isWebMercator == true {
                let place = try GeometryEngine.project(
                    Point(x: x, y: y, spatialReference: .webMercator), into: .wgs84)
                (x, y) = (place.x, place.y)
            }
            pixels += [UInt8((x + 180) / 360 * 255), UInt8((y + 90) / 180 * 255), 0, 255]
        }
    }
    return try Image(width: width, height: height, pixels: pixels).encoded(as: .png())
}

private final class Tiles: TileSource {
    let scheme: TileInfo
    init(_ scheme: TileInfo) { self.scheme = scheme }
    func tileLayerInfo() async throws -> TileLayerInfo { TileLayerInfo(name: "Earth", tileInfo: scheme) }
    func tile(at key: TileKey) async throws -> [UInt8]? {
        guard let extent = scheme.extent(of: key), extent.xMax <= 180.1 else { return nil }
        return try painted(extent, width: 256, height: 256)
    }
}

private final class Pictures: MapImageSource {
    let references: [SpatialReference]
    let most: Int
    let asked = Mutex<[MapImageRequest]>([])
    init(_ references: [SpatialReference], most: Int = 4_096) {
        self.references = references
        self.most = most
    }
    func mapImageInfo() async throws -> MapImageInfo {
        MapImageInfo(name: "Earth", supportedReferences: references, maximumWidth: most, maximumHeight: most)
    }
    func image(_ request: MapImageRequest) async throws -> MapImage? {
        asked.withLock { $0.append(request) }
        return MapImage(
            bytes: try painted(request.extent, width: request.width, height: request.height), extent: request.extent)
    }
}

@Suite("Rasters in other references")
struct RasterWarpTests {
    private func picture(_ content: LayerSnapshot.Content, _ viewport: Viewport) async throws -> MapPicture {
        let snapshot = MapSnapshot(
            spatialReference: viewport.spatialReference, layers: [LayerSnapshot(id: "r", name: "r", content: content)])
        return try await MapRenderer(threads: 1).picture(of: snapshot, viewport: viewport)
    }

    /// How far colours are from what their place asks for, at most, in 255ths.
    private func worst(_ picture: MapPicture, _ viewport: Viewport) throws -> Int {
        var worst = 0
        let pixels = picture.image.pixels
        for row in stride(from: 2, to: picture.image.height - 2, by: 7) {
            for column in stride(from: 2, to: picture.image.width - 2, by: 7) {
                let place = try GeometryEngine.project(
                    viewport.location(of: ScreenPoint(x: Double(column) + 0.5, y: Double(row) + 0.5)), into: .wgs84)
                let at = (row * picture.image.width + column) * 4
                worst = max(worst, abs(Int(pixels[at]) - Int((place.x + 180) / 360 * 255)))
                worst = max(worst, abs(Int(pixels[at + 1]) - Int((place.y + 90) / 180 * 255)))
            }
        }
        return worst
    }

    private let mercator = Viewport(
        width: 300, height: 220, center: Point(x: 1_000_000, y: 6_000_000, spatialReference: .webMercator), scale: 9e7)

    @Test("geographic tiles lie right on a web mercator map, also when it is turned", arguments: [0.0, 30])
    func tiles(rotation: Double) async throws {
        var view = mercator
        view.rotation = rotation
        let picture = try await picture(.tiles(Tiles(.wgs84())), view)
        #expect(picture.failures.isEmpty)
        #expect(try worst(picture, view) <= 2)
    }

    @Test("a server that does not draw in the map's reference is asked in its own")
    func image() async throws {
        let source = Pictures([.wgs84])
        let picture = try await picture(.image(MapImageContent(source: source)), mercator)
        #expect(try worst(picture, mercator) <= 2)
        #expect(source.asked.withLock { $0.allSatisfy { $0.extent.spatialReference == .wgs84 } })
    }

    @Test("a server's largest picture bounds each request; the parts meet", arguments: [0.0, 45])
    func parts(rotation: Double) async throws {
        var view = mercator
        view.rotation = rotation
        let source = Pictures([], most: 128)
        let picture = try await picture(.image(MapImageContent(source: source)), view)
        #expect(try worst(picture, view) <= 2)
        let asked = source.asked.withLock { $0 }
        #expect(asked.count > 1)
        #expect(asked.allSatisfy { $0.width <= 128 && $0.height <= 128 })
    }

    @Test("a place that the source's reference cannot hold stays clear; nothing fails")
    func beyond() async throws {
        let polar = Viewport(
            width: 200, height: 200, center: Point(x: 0, y: 0, spatialReference: SpatialReference(wkid: 3_995)),
            scale: 2e8)
        let picture = try await picture(.tiles(Tiles(.webMercator())), polar)
        #expect(picture.failures.isEmpty)
    }
}
