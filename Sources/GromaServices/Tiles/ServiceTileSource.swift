// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
public import GromaMapping
import Synchronization

/// The tiles of a cached map service (`…/MapServer` with `singleFusedMapCache`), asked over HTTP.
public final class ServiceTileSource: TileSource {
    /// The service's address.
    public let url: URL
    /// Carries the requests.
    public let client: ServiceClient
    private let known = Mutex<TileLayerInfo?>(nil)

    /// Names a service; nothing is asked yet.
    public init(url: URL, client: ServiceClient = .shared) {
        self.url = url
        self.client = client
    }

    /// The address.
    public var keepingName: String? { url.absoluteString }

    /// Asks once. Throws `ServiceError`: `unsupported` for a service without tiles.
    public func tileLayerInfo() async throws -> TileLayerInfo {
        if let info = known.withLock({ $0 }) { return info }
        let json = try await client.json(url)
        guard let scheme = json["tileInfo"], !scheme.isNull else {
            throw ServiceError(
                .unsupported, "This map service has no tiles; only cached services can be drawn as a tiled layer.",
                url: url.withoutQuery)
        }
        do {
            var info = TileLayerInfo(
                name: json["mapName"]?.string ?? url.deletingLastPathComponent().lastPathComponent,
                tileInfo: try TileInfo(json: scheme))
            info.fullExtent = (json["fullExtent"] ?? json["initialExtent"]).flatMap { Envelope(json: $0) }
            info.minScale = json["minScale"]?.double ?? 0
            info.maxScale = json["maxScale"]?.double ?? 0
            info.attribution = json["copyrightText"]?.string ?? ""
            info.resamples = json["resampling"]?.bool ?? false
            known.withLock { $0 = info }
            return info
        } catch {
            throw ServiceError(
                .unexpectedAnswer, "The service's tiling scheme could not be read.", url: url.withoutQuery, cause: error
            )
        }
    }

    /// Asks for one tile; nil for HTTP 404 and an empty body. Throws `ServiceError`.
    public func tile(at key: TileKey) async throws -> [UInt8]? {
        do {
            let bytes = try await client.bytes(url.appending(path: "tile/\(key.level)/\(key.row)/\(key.column)"))
            return bytes.isEmpty ? nil : bytes
        } catch let error as ServiceError where error.code == .notFound {
            return nil
        }
    }
}
