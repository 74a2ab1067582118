// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaGeometry
public import GromaMapping
import Synchronization

/// Pictures that a WMS draws (OGC Web Map Service 1.1.1 and 1.3.0, GetMap).
public final class WMSImageSource: MapImageSource {
    /// What the map says of the service.
    public let description: WMSDescription
    /// Carries the requests.
    public let client: ServiceClient
    private let known = Mutex<Known?>(nil)

    /// What requests need, once found out.
    private struct Known {
        var info: MapImageInfo
        var address: URL
        var version: String
        var layerNames: [String]
    }

    /// Names a service; nothing is asked yet.
    public init(description: WMSDescription, client: ServiceClient = .shared) {
        self.description = description
        self.client = client
    }

    /// Asks for the capabilities once, unless the description says all that is needed. Throws `ServiceError`.
    public func mapImageInfo() async throws -> MapImageInfo { try await ready().info }

    private func ready() async throws -> Known {
        if let found = known.withLock({ $0 }) { return found }
        let found: Known
        if !description.layerNames.isEmpty, !description.spatialReferences.isEmpty, !description.version.isEmpty {
            found = Known(
                info: MapImageInfo(
                    name: description.title, supportedReferences: description.spatialReferences,
                    attribution: description.attribution),
                address: description.mapURL ?? description.url, version: description.version,
                layerNames: description.layerNames)
        } else {
            found = try await asked()
        }
        known.withLock { $0 = found }
        return found
    }

    private func asked() async throws -> Known {
        let bytes = try await client.bytes(
            description.url.withoutOGCParameters,
            [("service", "WMS"), ("request", "GetCapabilities"), ("version", description.version)]
                + description.extraParameters)
        let capabilities: WMSCapabilities
        do {
            capabilities = try WMSCapabilities(try XMLTree(parsing: bytes))
        } catch {
            throw ServiceError(
                .unexpectedAnswer, "The WMS did not describe itself; its capabilities could not be read.",
                url: description.url.withoutQuery, cause: error)
        }
        var names = description.layerNames
        if names.isEmpty { names = capabilities.layers.filter(\.isTopmost).map(\.name).reversed() }
        let layers = try names.map { name in
            guard let layer = capabilities.layers.first(where: { $0.name == name }) else {
                throw ServiceError(
                    .notFound,
                    "The WMS has no layer \(name); it has \(capabilities.layers.prefix(12).map(\.name).joined(separator: ", ")).",
                    url: description.url.withoutQuery)
            }
            return layer
        }
        guard let first = layers.first else {
            throw ServiceError(.unsupported, "The WMS has no layer to draw.", url: description.url.withoutQuery)
        }
        // Only references that every layer is drawn in.
        let shared = first.references.filter { reference in layers.allSatisfy { $0.references.contains(reference) } }
        var info = MapImageInfo(
            name: description.title.isEmpty ? first.title : description.title,
            supportedReferences: description.spatialReferences.isEmpty ? shared : description.spatialReferences,
            attribution: description.attribution.isEmpty ? first.attribution : description.attribution)
        info.fullExtent = layers.compactMap(\.extent).reduce(nil) { box, next in box?.union(next) ?? next }
        info.maximumWidth = capabilities.maximumWidth ?? info.maximumWidth
        info.maximumHeight = capabilities.maximumHeight ?? info.maximumHeight
        return Known(
            info: info, address: description.mapURL ?? capabilities.mapURL ?? description.url,
            version: capabilities.version, layerNames: names)
    }

    /// Asks for one picture. Throws `ServiceError`: the service's own words where it answers with an exception report.
    public func image(_ request: MapImageRequest) async throws -> MapImage? {
        let found = try await ready()
        let extent = request.extent
        let isNew = !found.version.hasPrefix("1.1") && !found.version.hasPrefix("1.0")
        let reference = extent.spatialReference ?? .wgs84
        let code = reference.isWebMercator ? "EPSG:3857" : "EPSG:\(reference.wkid ?? 4_326)"
        // Since 1.3.0 a box is written in the axis order of its reference (06-042, 6.7.2).
        let isNorthingFirst = isNew && ((try? ReferenceFrame(of: reference))?.isNorthingFirst ?? false)
        let box =
            isNorthingFirst
            ? [extent.yMin, extent.xMin, extent.yMax, extent.xMax]
            : [extent.xMin, extent.yMin, extent.xMax, extent.yMax]
        let bytes = try await client.bytes(
            found.address.withoutOGCParameters,
            [
                ("service", "WMS"), ("request", "GetMap"), ("version", found.version),
                ("layers", found.layerNames.joined(separator: ",")), (isNew ? "crs" : "srs", code),
                ("bbox", box.map { "\($0)" }.joined(separator: ",")), ("width", "\(request.width)"),
                ("height", "\(request.height)"), ("format", description.format), ("transparent", "TRUE"),
            ] + description.extraParameters + [("dpi", "\(Int(request.dpi.rounded()))")])
        if let said = OGCException(in: bytes) {
            throw ServiceError(
                .refused, "The WMS refused the picture: \(said.text)", url: found.address.withoutQuery)
        }
        return bytes.isEmpty ? nil : MapImage(bytes: bytes, extent: extent)
    }
}

extension WMSDescription {
    fileprivate var extraParameters: [(name: String, value: String)] {
        customParameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension URL {
    /// The address without parameters that every OGC request sets itself; others, such as a map's name, stay.
    var withoutOGCParameters: URL {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true), let items = parts.queryItems else {
            return self
        }
        let own: Set = ["service", "request", "version"]
        let kept = items.filter { !own.contains($0.name.lowercased()) && !$0.name.isEmpty }
        parts.queryItems = kept.isEmpty ? nil : kept
        return parts.url ?? self
    }
}

/// What an OGC service says instead of an answer, with HTTP 200 more often than not.
struct OGCException {
    let text: String

    /// Nil where the bytes are no exception report.
    init?(in bytes: [UInt8]) {
        guard bytes.count < 256 << 10, bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<"),
            let tree = try? XMLTree(parsing: bytes)
        else { return nil }
        func texts(_ part: XMLTree) -> [String] { [part.text].filter { !$0.isEmpty } + part.children.flatMap(texts) }
        let said = texts(tree).joined(separator: " ")
        text = said.isEmpty ? "it answered with <\(tree.name)> instead" : String(said.prefix(300))
    }
}
