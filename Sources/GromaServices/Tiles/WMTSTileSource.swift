// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
public import GromaMapping
import Synchronization

/// Tiles of a WMTS (OGC 07-057r7), found by its capabilities, asked for by path or by parameters.
public final class WMTSTileSource: TileSource {
    /// What the map says of the service.
    public let description: WMTSDescription
    /// Carries the requests.
    public let client: ServiceClient
    private let known = Mutex<Known?>(nil)

    private struct Known {
        var info: TileLayerInfo
        var matrices: [String]
        var template: String?
        var tileURL: URL
        var layer: String
        var matrixSet: String
        var style: String
        var format: String
    }

    /// Names a service; nothing is asked yet.
    public init(description: WMTSDescription, client: ServiceClient = .shared) {
        self.description = description
        self.client = client
    }

    /// Asks for the capabilities once. Throws `ServiceError`: `notFound` for a layer or tile matrix set that is not there.
    public func tileLayerInfo() async throws -> TileLayerInfo { try await ready().info }

    /// The address, and what is asked of it.
    public var keepingName: String? {
        [
            description.url.absoluteString, description.layerIdentifier, description.tileMatrixSet, description.style,
            description.format,
        ].joined(separator: "\n")
    }

    private func ready() async throws -> Known {
        if let found = known.withLock({ $0 }) { return found }
        let isDocument = description.url.pathExtension.lowercased() == "xml"
        let bytes = try await client.bytes(
            isDocument ? description.url : description.url.withoutOGCParameters,
            (isDocument ? [] : [("service", "WMTS"), ("request", "GetCapabilities"), ("version", "1.0.0")])
                + extraParameters)
        let capabilities: WMTSCapabilities
        do {
            capabilities = try WMTSCapabilities(try XMLTree(parsing: bytes))
        } catch {
            throw ServiceError(
                .unexpectedAnswer, "The WMTS did not describe itself; its capabilities could not be read.",
                url: description.url.withoutQuery, cause: error)
        }
        let found = try chosen(of: capabilities)
        known.withLock { $0 = found }
        return found
    }

    private func chosen(of capabilities: WMTSCapabilities) throws -> Known {
        func missing(_ what: String) -> ServiceError {
            ServiceError(.notFound, "The WMTS has no \(what).", url: description.url.withoutQuery)
        }
        let layer =
            description.layerIdentifier.isEmpty
            ? capabilities.layers.first : capabilities.layers.first { $0.identifier == description.layerIdentifier }
        guard let layer else { throw missing("layer \(description.layerIdentifier)") }
        let sets = capabilities.matrixSets.filter { layer.matrixSets.contains($0.identifier) }
        let set =
            description.tileMatrixSet.isEmpty
            ? sets.first { $0.scheme.spatialReference.isWebMercator } ?? sets.first
            : sets.first { $0.identifier == description.tileMatrixSet }
        guard let set else {
            throw missing("tile matrix set \(description.tileMatrixSet) that can be read for the layer")
        }
        var format = description.format
        if format.isEmpty { format = layer.formats.first { $0 == "image/png" } ?? layer.formats.first ?? "image/png" }
        let template = layer.templates.first { $0.format == format } ?? layer.templates.first
        let style =
            description.style.isEmpty
            ? (layer.styles.first { $0.isDefault } ?? layer.styles.first)?.identifier ?? "" : description.style
        var info = TileLayerInfo(name: layer.title, tileInfo: set.scheme, attribution: capabilities.title)
        info.fullExtent = layer.extent.flatMap { try? GeometryEngine.project($0, into: set.scheme.spatialReference) }
        return Known(
            info: info, matrices: set.matrices, template: template?.template,
            tileURL: capabilities.tileURL ?? description.url, layer: layer.identifier, matrixSet: set.identifier,
            style: style, format: format)
    }

    /// Asks for one tile; nil for HTTP 404, an empty body, and where the service says that the tile is out of range.
    /// Throws `ServiceError`.
    public func tile(at key: TileKey) async throws -> [UInt8]? {
        let found = try await ready()
        guard found.matrices.indices.contains(key.level) else { return nil }
        let matrix = found.matrices[key.level]
        do {
            let bytes: [UInt8]
            if let template = found.template {
                bytes = try await client.bytes(
                    try address(template, key, matrix, found), extraParameters)
            } else {
                bytes = try await client.bytes(
                    found.tileURL.withoutOGCParameters,
                    [
                        ("service", "WMTS"), ("request", "GetTile"), ("version", "1.0.0"), ("layer", found.layer),
                        ("style", found.style), ("format", found.format), ("tilematrixset", found.matrixSet),
                        ("tilematrix", matrix), ("tilerow", "\(key.row)"), ("tilecol", "\(key.column)"),
                    ] + extraParameters)
            }
            if let said = OGCException(in: bytes) {
                if said.text.contains("TileOutOfRange") { return nil }
                throw ServiceError(.refused, "The WMTS refused a tile: \(said.text)", url: found.tileURL.withoutQuery)
            }
            return bytes.isEmpty ? nil : bytes
        } catch let error as ServiceError where error.code == .notFound {
            return nil
        }
    }

    private func address(_ template: String, _ key: TileKey, _ matrix: String, _ found: Known) throws -> URL {
        var text = template
        let values = [
            "tilematrixset": found.matrixSet, "tilematrix": matrix, "tilerow": "\(key.row)", "tilecol": "\(key.column)",
            "style": found.style, "layer": found.layer,
        ]
        for (name, value) in values {
            // Identifiers hold colons, which may stand in a path as they are, and now and then blanks, which may not.
            let written = value.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.union([":"])) ?? value
            text = text.replacingOccurrences(of: "{\(name)}", with: written, options: .caseInsensitive)
        }
        guard let url = URL(string: text) else {
            throw ServiceError(.unexpectedAnswer, "\(template) does not make an address with a tile's numbers in it.")
        }
        return url
    }

    private var extraParameters: [(name: String, value: String)] {
        description.customParameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
