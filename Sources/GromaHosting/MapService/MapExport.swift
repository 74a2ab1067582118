// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping

/// An `export` of a map service, read from its parameters and checked.
struct MapExport: Sendable {
    /// `image`, `json` or `pjson`.
    let form: String
    let viewport: Viewport
    let encoding: ImageEncoding
    let contentType: String
    let isTransparent: Bool
    /// Clauses by layer id.
    var definitions: [Int: String] = [:]
    let time: TimeExtent?
    private let layers: LayerChoice

    /// `show:1,2`, `hide:…`, `include:…`, `exclude:…`.
    private enum LayerChoice: Sendable {
        case own
        case only(Set<Int>)
        case without(Set<Int>)
        case ownAnd(Set<Int>)
        case ownWithout(Set<Int>)
    }

    init(_ parameters: RequestParameters, _ target: FeatureTarget) throws(HostingError) {
        form = (parameters["f"] ?? "image").lowercased()
        guard ["image", "json", "pjson"].contains(form) else {
            throw HostingError(.unsupported, "The form '\(form.prefix(40))' is not supported; ask for image or json.")
        }
        for name in ["dynamicLayers", "gdbVersion", "historicMoment", "mapRangeValues"] where parameters[name] != nil {
            throw HostingError(.unsupported, "'\(name)' is not supported by this server.")
        }
        viewport = try Self.viewport(parameters, target)
        isTransparent = try parameters.bool("transparent")
        switch (parameters["format"] ?? "png").lowercased() {
        case "png", "png8", "png24", "png32": (encoding, contentType) = (.png(), "image/png")
        case "jpg", "jpeg": (encoding, contentType) = (.jpeg(), "image/jpeg")
        case let other:
            throw HostingError(
                .unsupported, "The format '\(other.prefix(40))' is not supported; ask for png, png24, png32 or jpg.")
        }
        layers = try Self.choice(parameters)
        time = try TimeParameter.read(parameters)
        if parameters["layerDefs"] != nil {
            for (id, definition) in try LayerDefinitions.read(parameters, layers: target.layers) {
                guard target.layers.contains(where: { $0.id == id }) else {
                    throw HostingError(.invalidParameter, "'layerDefs' names the layer \(id), which does not exist.")
                }
                definitions[id] = definition.whereClause
            }
        }
    }

    /// True for a layer that the request asks for, or leaves to the service.
    func shows(_ layer: FeatureLayerInfo) -> Bool {
        let own = layer.unknownJSON["defaultVisibility"]?.bool ?? true
        return switch layers {
        case .own: own
        case .only(let ids): ids.contains(layer.id)
        case .without(let ids): !ids.contains(layer.id)
        case .ownAnd(let ids): own || ids.contains(layer.id)
        case .ownWithout(let ids): own && !ids.contains(layer.id)
        }
    }

    private static func choice(_ parameters: RequestParameters) throws(HostingError) -> LayerChoice {
        guard let text = parameters["layers"]?.trimmed else { return .own }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var ids: Set<Int> = []
        for part in parts.count > 1 ? parts[1].split(separator: ",") : [] {
            guard let id = Int(String(part).trimmed) else { throw invalidLayers }
            ids.insert(id)
        }
        switch parts[0].lowercased() {
        case "show": return .only(ids)
        case "hide": return .without(ids)
        case "include": return .ownAnd(ids)
        case "exclude": return .ownWithout(ids)
        default: throw invalidLayers
        }
    }

    private static var invalidLayers: HostingError {
        HostingError(.invalidParameter, "'layers' must be show, hide, include or exclude, a colon, and ids.")
    }

    /// The box grows to the picture's shape, as map services do it.
    private static func viewport(_ parameters: RequestParameters, _ target: FeatureTarget) throws(HostingError)
        -> Viewport
    {
        let size = (try parameters.list("size")).map { Int($0) ?? 0 }
        let width = size.isEmpty ? 400 : size[0], height = size.isEmpty ? 400 : size.count > 1 ? size[1] : 0
        let most = MapServiceRoutes.mostPixels
        guard (1...most).contains(width), (1...most).contains(height) else {
            throw HostingError(.invalidParameter, "'size' must be width,height of 1 to \(most) pixels.")
        }
        let dpi = try parameters.double("dpi") ?? 96
        guard (24...960).contains(dpi) else { throw HostingError(.invalidParameter, "'dpi' must be 24 to 960.") }
        let own =
            target.service.spatialReference ?? target.layers.lazy.compactMap(\.spatialReference).first ?? .webMercator
        let reference = try parameters.spatialReference("bboxSR") ?? own
        let numbers = try parameters.list("bbox").map { Double($0) ?? .nan }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > numbers[0], numbers[3] > numbers[1]
        else { throw HostingError(.invalidParameter, "'bbox' must be xmin,ymin,xmax,ymax.") }
        var box = Envelope(
            xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3], spatialReference: reference)
        if let wanted = try parameters.spatialReference("imageSR"), wanted != reference {
            do { box = try GeometryEngine.project(box, into: wanted) } catch {
                throw HostingError(.invalidParameter, "'bbox' has no place in 'imageSR'.", cause: error)
            }
        }
        let ratio = dpi / 96
        return Viewport(
            width: Double(width) / ratio, height: Double(height) / ratio, extent: box, pixelRatio: ratio)
    }
}
