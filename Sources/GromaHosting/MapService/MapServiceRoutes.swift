// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping
import GromaRendering

/// A feature service as a map service: its description, its legend, and pictures of it.
struct MapServiceRoutes: Sendable {
    let context: RouteContext
    /// Pixels of a picture at most, across and down.
    static let mostPixels = 4_096
    /// Keeps shaped letters between pictures.
    private static let renderer = MapRenderer()

    func describe(_ request: RESTRequest) async throws -> HTTPResponse {
        let target = try await context.features(of: request)
        var json = ServiceDescription.service(target.service, target.layers, for: request.caller).object ?? JSONObject()
        json["mapName"] = .string(target.service.name)
        json["capabilities"] = "Map,Query,Data"
        json["supportsDynamicLayers"] = false
        json["singleFusedMapCache"] = false
        json["supportedImageFormatTypes"] = "PNG32,PNG24,PNG,JPG"
        json["maxImageWidth"] = .integer(Self.mostPixels)
        json["maxImageHeight"] = .integer(Self.mostPixels)
        json["minScale"] = 0
        json["maxScale"] = 0
        for key in ["allowGeometryUpdates", "syncEnabled", "supportsApplyEditsWithGlobalIds"] { json[key] = nil }
        return request.answer(.object(json))
    }

    func layers(_ request: RESTRequest) async throws -> HTTPResponse {
        let target = try await context.features(of: request)
        return request.answer([
            "layers": .array(target.layers.filter { !$0.isTable }.map { description($0, target, request) }),
            "tables": .array(target.layers.filter(\.isTable).map { description($0, target, request) }),
        ])
    }

    func layer(_ request: RESTRequest) async throws -> HTTPResponse {
        let target = try await context.features(of: request)
        let layer = try target.layer(try request.number("layer")).info
        return request.answer(description(layer, target, request))
    }

    /// Sublayers of a map service are read, never edited.
    private func description(_ layer: FeatureLayerInfo, _ target: FeatureTarget, _ request: RESTRequest) -> JSONValue {
        var json =
            ServiceDescription.layer(layer, in: target.service, for: request.caller).object ?? JSONObject()
        json["capabilities"] = "Map,Query,Data"
        return .object(json)
    }

    func legend(_ request: RESTRequest) async throws -> HTTPResponse {
        let target = try await context.features(of: request)
        var layers: [JSONValue] = []
        for layer in target.layers where !layer.isTable {
            let renderer = layer.drawingInfo?["renderer"]?.object.map(Renderers.renderer(from:))
            var lines: [JSONValue] = []
            for line in (renderer?.legendInfos ?? []).prefix(1_000) {
                let picture = try await Self.renderer.swatch(of: line.symbol, width: 20, height: 20).encoded()
                lines.append([
                    "label": .string(line.name), "contentType": "image/png", "width": 20, "height": 20,
                    "imageData": .string(Base64.encode(picture)),
                ])
            }
            layers.append([
                "layerId": .integer(layer.id), "layerName": .string(layer.name), "layerType": "Feature Layer",
                "minScale": layer.unknownJSON["minScale"] ?? 0, "maxScale": layer.unknownJSON["maxScale"] ?? 0,
                "legend": .array(lines),
            ])
        }
        return request.answer(["layers": .array(layers)])
    }

    // MARK: - Pictures

    func export(_ request: RESTRequest) async throws -> HTTPResponse {
        let target = try await context.features(of: request)
        let export = try MapExport(request.parameters, target)
        if ["json", "pjson"].contains(export.form) {
            // The same request again, for the picture this time.
            let query = request.http.query.filter { !HTTPHeaders.same($0.name, "f") } + [(name: "f", value: "image")]
            let text = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(
                separator: "&")
            return request.answer([
                "href": .string("\(request.serverURL)\(request.http.path)?\(text)"),
                "width": .integer(export.viewport.pixelWidth), "height": .integer(export.viewport.pixelHeight),
                "extent": export.viewport.extent.json, "scale": .double(export.viewport.scale),
            ])
        }
        var snapshot = MapSnapshot(
            spatialReference: export.viewport.spatialReference, background: export.isTransparent ? .clear : .white)
        // A map service lists its layers from the top down.
        for info in target.layers.reversed() where !info.isTable && export.shows(info) {
            let table = try await context.store.table(info.id, of: target.service.name)
            guard var layer = LayerSnapshot(table: table, layerInfo: info, id: String(info.id)) else { continue }
            if case .features(var content) = layer.content {
                content.definitionExpression = export.definitions[info.id] ?? ""
                layer.content = .features(content)
            }
            layer.filter(by: export.time)
            snapshot.layers.append(layer)
        }
        let picture = try await Self.renderer.picture(of: snapshot, viewport: export.viewport)
        if let failure = picture.failures.first(where: { !($0.error is RenderingError) }) { throw failure.error }
        let bytes = try picture.image.encoded(as: export.encoding)
        return HTTPResponse(contentType: export.contentType, body: .bytes(bytes))
    }
}
