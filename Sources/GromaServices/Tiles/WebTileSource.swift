// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry
public import GromaMapping

/// Tiles behind an address with `{level}`, `{col}` and `{row}` in it.
public final class WebTileSource: TileSource {
    /// Where the tiles are.
    public let template: WebTileTemplate
    /// Carries the requests.
    public let client: ServiceClient

    /// Names the tiles; nothing is asked yet.
    public init(template: WebTileTemplate, client: ServiceClient = .shared) {
        self.template = template
        self.client = client
    }

    /// The address with its places for numbers.
    public var keepingName: String? { template.urlTemplate }

    /// What the template says; never asks.
    public func tileLayerInfo() async throws -> TileLayerInfo {
        TileLayerInfo(name: template.urlTemplate, tileInfo: template.tileInfo, attribution: template.attribution)
    }

    /// Asks for one tile; nil for HTTP 404 and an empty body. Throws `ServiceError`.
    public func tile(at key: TileKey) async throws -> [UInt8]? {
        let address = template.address(of: key)
        guard let url = URL(string: address) else {
            throw ServiceError(
                .unsupported, "\(template.urlTemplate) does not make an address with a tile's numbers in it.")
        }
        do {
            let bytes = try await client.bytes(url)
            return bytes.isEmpty ? nil : bytes
        } catch let error as ServiceError where error.code == .notFound {
            return nil
        }
    }
}

extension WebTileTemplate {
    /// The address of one tile; sub-domains take turns by place, so that a tile always has the same address.
    func address(of key: TileKey) -> String {
        var address = urlTemplate
        let subdomain = subdomains.isEmpty ? "" : subdomains[(key.row &+ key.column) % subdomains.count]
        for (names, value) in [
            (["{level}", "{z}"], String(key.level)), (["{col}", "{x}"], String(key.column)),
            (["{row}", "{y}"], String(key.row)),
            // Rows counted from the south, as the Tile Map Service Specification has them.
            (["{-y}", "{-row}"], String((1 << min(max(key.level, 0), 60)) - 1 - key.row)),
            (["{subDomain}", "{s}"], subdomain),
        ] {
            for name in names { address = address.replacingOccurrences(of: name, with: value) }
        }
        return address
    }
}
