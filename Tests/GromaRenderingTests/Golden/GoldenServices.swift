// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping

/// The services that golden cases name: tiles drawn by rule, so that a pixel's colour follows from its place.
struct GoldenServices: ServiceLoader {
    func featureTable(at url: URL) async throws -> any FeatureTable {
        throw MappingError(.unsupported, "golden cases carry their features")
    }

    /// `tiles://NAME`: see `GoldenTiles.Kind`.
    func tileSource(at url: URL) async throws -> any TileSource {
        guard let kind = url.host.flatMap(GoldenTiles.Kind.init(rawValue:)) else {
            throw MappingError(.unsupported, "\(url) is no source of golden tiles")
        }
        return GoldenTiles(kind)
    }
}

/// Tiles of 64 pixels, level 0 at 2 map units a pixel, level 1 at 1, origin at (0, 256).
final class GoldenTiles: TileSource {
    enum Kind: String {
        /// Level 0 is grey; in level 1 red is 40 a column, green 40 a row, blue 200.
        case ruled
        /// The same, but level 1 lacks the tile in row 1 and column 1, and the source resamples.
        case holes
        /// The same hole, and the source does not resample.
        case gap
        case failing
    }
    struct Failure: Error {}
    private let kind: Kind
    init(_ kind: Kind) { self.kind = kind }

    static let scheme = TileInfo(
        rows: 64, columns: 64, origin: Point(x: 0, y: 256, spatialReference: .webMercator),
        spatialReference: .webMercator,
        levelsOfDetail: [
            LevelOfDetail(level: 0, resolution: 2, scale: 7559.05),
            LevelOfDetail(level: 1, resolution: 1, scale: 3779.53),
        ])

    func tileLayerInfo() async throws -> TileLayerInfo {
        TileLayerInfo(
            name: kind.rawValue, tileInfo: Self.scheme, attribution: "Golden tiles", resamples: kind == .holes)
    }

    func tile(at key: TileKey) async throws -> [UInt8]? {
        if kind == .failing { throw Failure() }
        if kind != .ruled, key.level == 1, key.row == 1, key.column == 1 { return nil }
        guard key.level == 1 else {
            return try Image(width: 64, height: 64, red: 128, green: 128, blue: 128, alpha: 255).encoded()
        }
        return try Image(
            width: 64, height: 64, red: UInt8(40 * key.column), green: UInt8(40 * key.row), blue: 200, alpha: 255
        ).encoded()
    }
}
