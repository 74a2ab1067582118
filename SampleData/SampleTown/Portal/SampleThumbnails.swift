// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering
import GromaStorage

/// The small pictures of the portal's items, drawn from what the items show.
struct SampleThumbnails: Sendable {
    let town: Town
    let services: PackageServices
    private static let width = 200
    private static let height = 133

    /// A web map as it opens.
    func thumbnail(of document: JSONValue) async throws -> StoredContent {
        let centre = Point(x: 7_236_040, y: 6_138_050, spatialReference: .webMercator)
        let map = try await PackageServices.map(document, services: services)
        let reference = await map.spatialReference ?? .webMercator
        let viewport = Viewport(
            width: Double(SampleThumbnails.width), height: Double(SampleThumbnails.height),
            center: try GeometryEngine.project(centre, into: reference), scale: 18_055.954822)
        let picture = try await MapRenderer(resourceLoader: nil).picture(
            of: try await map.snapshot(), viewport: viewport)
        return try SampleThumbnails.content(picture.image)
    }

    /// A tile service round the bridge.
    func thumbnail(of service: SampleTileService) throws -> StoredContent {
        let level = service == .streetLabels ? 17 : 15
        let image = try SampleTileSource(service, town: town).picture(
            of: TownPoint(2_000, 2_500), level: service == .streetsWGS84 ? level - 1 : level,
            width: SampleThumbnails.width, height: SampleThumbnails.height)
        return try SampleThumbnails.content(image)
    }

    private static func content(_ image: Image) throws -> StoredContent {
        StoredContent(bytes: try image.encoded(as: .png(level: 6)), contentType: "image/png")
    }
}

/// The sample's services read from their files, for maps that name them by {server}.
struct PackageServices: ServiceLoader {
    let directory: StoreDirectory

    /// A live map of one of the sample's documents.
    @MainActor
    static func map(_ document: JSONValue, services: PackageServices) throws -> Map {
        let text = document.text().replacing("{server}", with: "http://sample.invalid")
        return Map(webMap: WebMap(json: try JSONValue(parsing: text).object ?? JSONObject()), services: services)
    }

    func featureTable(at url: URL) async throws -> any FeatureTable {
        let parts = url.pathComponents
        guard let layer = parts.last.flatMap({ Int($0) }), parts.count > 3 else { throw PackageServices.unknown(url) }
        return try await directory.featureService(named: parts[parts.count - 3]).featureTable(id: layer)
    }

    func tileSource(at url: URL) async throws -> any TileSource {
        let parts = url.pathComponents
        guard parts.count > 2 else { throw PackageServices.unknown(url) }
        return try await directory.tileService(named: parts[parts.count - 2])
    }

    private static func unknown(_ url: URL) -> SampleTownError {
        SampleTownError(.missingResource, "\(url.path) names no service of the sample.")
    }
}
