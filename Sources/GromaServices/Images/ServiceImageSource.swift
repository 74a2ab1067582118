// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
public import GromaMapping
import Synchronization

/// Pictures that a map service (`…/MapServer/export`) or an image service (`…/ImageServer/exportImage`) draws.
public final class ServiceImageSource: MapImageSource {
    /// The service's address.
    public let url: URL
    /// What kind of service it is.
    public let kind: MapImageServiceKind
    /// Carries the requests.
    public let client: ServiceClient
    private let known = Mutex<MapImageInfo?>(nil)

    /// Names a service; nothing is asked yet.
    public init(url: URL, kind: MapImageServiceKind, client: ServiceClient = .shared) {
        self.url = url
        self.kind = kind
        self.client = client
    }

    /// Asks once. Throws `ServiceError`: `unsupported` for a service that has ready-made tiles only.
    public func mapImageInfo() async throws -> MapImageInfo {
        if let info = known.withLock({ $0 }) { return info }
        let json = try await client.json(url)
        let capabilities = json["capabilities"]?.string?.lowercased() ?? ""
        guard !capabilities.split(separator: ",").contains("tilesonly") else {
            throw ServiceError(
                .unsupported, "This service has ready-made tiles only; use it as a tiled layer.", url: url.withoutQuery)
        }
        var info = MapImageInfo(
            name: json["mapName"]?.string ?? json["name"]?.string ?? url.deletingLastPathComponent().lastPathComponent)
        info.fullExtent = (json["fullExtent"] ?? json["extent"]).flatMap { Envelope(json: $0) }
        info.spatialReference =
            json["spatialReference"].flatMap(SpatialReference.init(json:)) ?? info.fullExtent?.spatialReference
        info.minScale = json["minScale"]?.double ?? 0
        info.maxScale = json["maxScale"]?.double ?? 0
        info.attribution = json["copyrightText"]?.string ?? ""
        info.maximumWidth = max(json["maxImageWidth"]?.int ?? 4_096, 1)
        info.maximumHeight = max(json["maxImageHeight"]?.int ?? 4_096, 1)
        info.sublayers = (json["layers"]?.array ?? []).compactMap(Self.sublayer)
        known.withLock { $0 = info }
        return info
    }

    private static func sublayer(_ json: JSONValue) -> MapSublayerInfo? {
        guard let id = json["id"]?.int else { return nil }
        let parent = json["parentLayerId"]?.int ?? -1
        return MapSublayerInfo(
            id: id, name: json["name"]?.string ?? "", parentID: parent < 0 ? nil : parent,
            isVisibleByDefault: json["defaultVisibility"]?.bool ?? true, minScale: json["minScale"]?.double ?? 0,
            maxScale: json["maxScale"]?.double ?? 0, isGroup: json["subLayerIds"]?.array != nil)
    }

    /// Asks for one picture. Throws `ServiceError`.
    public func image(_ request: MapImageRequest) async throws -> MapImage? {
        if let ids = request.visibleSublayerIDs, ids.isEmpty { return nil }
        let extent = request.extent
        var parameters: [(name: String, value: String)] = [
            ("bbox", [extent.xMin, extent.yMin, extent.xMax, extent.yMax].map { "\($0)" }.joined(separator: ",")),
            ("size", "\(request.width),\(request.height)"), ("f", "image"),
        ]
        if let reference = extent.spatialReference {
            let text = (reference.json["wkid"]?.int).map(String.init) ?? reference.json.text()
            parameters += [("bboxSR", text), ("imageSR", text)]
        }
        if let time = request.timeExtent {
            let sides = [time.startMilliseconds, time.endMilliseconds].map { $0.map(String.init) ?? "null" }
            parameters.append(("time", sides.joined(separator: ",")))
        }
        switch kind {
        case .mapImage:
            parameters += [("dpi", "\(Int(request.dpi.rounded()))"), ("format", "png32"), ("transparent", "true")]
            if let ids = request.visibleSublayerIDs {
                parameters.append(("layers", "show:" + ids.map(String.init).joined(separator: ",")))
            }
            if !request.definitionExpressions.isEmpty {
                var filters = JSONObject()
                for (id, filter) in request.definitionExpressions.sorted(by: { $0.key < $1.key }) {
                    filters[String(id)] = .string(filter)
                }
                parameters.append(("layerDefs", JSONValue.object(filters).text()))
            }
        case .imageService(let renderingRule, let mosaicRule):
            parameters.append(("format", "jpgpng"))
            if let renderingRule, !renderingRule.isNull { parameters.append(("renderingRule", renderingRule.text())) }
            if let mosaicRule, !mosaicRule.isNull { parameters.append(("mosaicRule", mosaicRule.text())) }
        }
        let operation = kind == .mapImage ? "export" : "exportImage"
        let bytes = try await client.bytes(url.appending(path: operation), parameters)
        // The request has the extent's shape, so the answer's extent is the one asked for.
        return bytes.isEmpty ? nil : MapImage(bytes: bytes, extent: extent)
    }
}
