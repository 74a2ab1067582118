// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping

/// Tiled map services: their description and their tiles.
struct TileRoutes: Sendable {
    let context: RouteContext
    private static let root = "/arcgis/rest/services/{service*}/MapServer"

    func add(to router: inout Router<RESTHandler>) {
        // A feature service that has no tiles of its name is drawn at the same place.
        let drawn = MapServiceRoutes(context: context)
        router.add(Self.root) { request in
            try await isDrawn(request) ? drawn.describe(request) : describe(request)
        }
        router.add(Self.root + "/layers") { request in
            if try await isDrawn(request) { return try await drawn.layers(request) }
            _ = try await context.service(request.capture("service"), .tiles, for: request.caller)
            return request.answer(["layers": [], "tables": []])
        }
        router.add(Self.root + "/legend") { request in
            if try await isDrawn(request) { return try await drawn.legend(request) }
            _ = try await context.service(request.capture("service"), .tiles, for: request.caller)
            return request.answer(["layers": []])
        }
        router.add(Self.root + "/tile/{level}/{row}/{column}") { try await tile($0) }
        for operation in ["export", "identify", "find", "exportTiles"] {
            router.add(Self.root + "/" + operation) { request in
                if operation == "export", try await isDrawn(request) { return try await drawn.export(request) }
                let service = try await context.service(request.capture("service"), .tiles, for: request.caller)
                throw HostingError(
                    .unsupported, "'\(operation)' is not supported by the tiled service \(service.name): ask for tiles."
                )
            }
        }
        // Last: it would take the operations of a service for layers.
        router.add(Self.root + "/{layer}/query") { try await FeatureQueryRoutes(context: context).queryLayer($0) }
        router.add(Self.root + "/{layer}") { try await drawn.layer($0) }
    }

    private func isDrawn(_ request: RESTRequest) async throws -> Bool {
        let name = request.capture("service")
        let named = try await context.store.services().filter { HTTPHeaders.same($0.name, name) }
        return !named.contains { $0.kind == .tiles } && named.contains { $0.kind == .features }
    }

    private func describe(_ request: RESTRequest) async throws -> HTTPResponse {
        let service = try await context.service(request.capture("service"), .tiles, for: request.caller)
        let info = try await context.store.tileSource(of: service.name).tileLayerInfo()
        let scheme = info.tileInfo
        let full = info.fullExtent ?? Envelope.empty(in: scheme.spatialReference)
        let scales = scheme.levelsOfDetail.map(\.scale)
        var json = service.unknownJSON
        json["currentVersion"] = InfoRoutes.version
        json["serviceDescription"] = .string(service.description)
        json["mapName"] = .string(service.name)
        json["description"] = .string(service.description)
        json["copyrightText"] = .string(service.copyrightText.isEmpty ? info.attribution : service.copyrightText)
        json["supportsDynamicLayers"] = false
        json["layers"] = []
        json["tables"] = []
        json["spatialReference"] = scheme.spatialReference.json
        json["singleFusedMapCache"] = true
        json["tileInfo"] = scheme.json
        json["initialExtent"] = (service.initialExtent ?? full).json
        json["fullExtent"] = full.json
        json["minScale"] = .double(info.minScale > 0 ? info.minScale : scales.max() ?? 0)
        json["maxScale"] = .double(info.maxScale > 0 ? info.maxScale : scales.min() ?? 0)
        json["units"] = scheme.spatialReference.isWGS84 ? "esriDecimalDegrees" : "esriMeters"
        json["supportedImageFormatTypes"] = "PNG32,PNG24,PNG,JPG"
        json["capabilities"] = "Map,TilesOnly"
        json["exportTilesAllowed"] = false
        json["maxImageHeight"] = .integer(scheme.rows)
        json["maxImageWidth"] = .integer(scheme.columns)
        json["resampling"] = .bool(info.resamples)
        json["serviceItemId"] = service.itemID.map { .string($0) }
        return request.answer(.object(json))
    }

    private func tile(_ request: RESTRequest) async throws -> HTTPResponse {
        let service = try await context.service(request.capture("service"), .tiles, for: request.caller)
        let key = TileKey(
            level: try request.number("level"), row: try request.number("row"), column: try request.number("column"))
        let source = try await context.store.tileSource(of: service.name)
        let info = try await source.tileLayerInfo()
        let known = info.tileInfo
        let isThere = Self.isPlace(key, of: info)
        if isThere, let bytes = try await source.tile(at: key) {
            let type = ImageFormat(sniffing: bytes)?.contentType ?? "application/octet-stream"
            return Self.picture(bytes, contentType: type)
        }
        guard isThere, try request.parameters.bool("blankTile") else {
            return ErrorEnvelope.response(
                HostingError(.notFound, "There is no tile \(key.level)/\(key.row)/\(key.column) in \(service.name)."),
                httpStatus: 404)
        }
        let size = (width: min(max(known.columns, 1), 4_096), height: min(max(known.rows, 1), 4_096))
        return Self.picture(try Image(width: size.width, height: size.height).encoded(), contentType: "image/png")
    }

    /// False for a tile of no level, or one that lies outside of the world, or far outside of what the service covers.
    private static func isPlace(_ key: TileKey, of info: TileLayerInfo) -> Bool {
        let scheme = info.tileInfo
        guard key.row >= 0, key.column >= 0, let level = scheme.levelOfDetail(key.level) else { return false }
        let width = level.resolution * Double(scheme.columns), height = level.resolution * Double(scheme.rows)
        let x = scheme.origin.x + Double(key.column) * width, y = scheme.origin.y - Double(key.row) * height
        // A thousandth of a tile of tolerance: origins are written with fewer digits than the world's edge has.
        let reference = scheme.spatialReference
        if reference.isWGS84 { return x < 180 - width / 1_000 && y > -90 + height / 1_000 }
        if reference.isWebMercator { return x < 20_037_508 - width / 1_000 && y > -20_037_508 + height / 1_000 }
        guard let full = info.fullExtent, !full.isEmpty else { return true }
        return x < full.xMax + full.width + width && y > full.yMin - full.height - height
    }

    /// A picture that a client may keep, if it asks each time whether it is still the same.
    private static func picture(_ bytes: [UInt8], contentType: String) -> HTTPResponse {
        var response = HTTPResponse(contentType: contentType, body: .bytes(bytes))
        response.headers["ETag"] = "\"\(Digest.sha256(bytes).prefix(12).map { $0 }.hexadecimalText)\""
        response.headers["Cache-Control"] = "no-cache"
        return response
    }
}
