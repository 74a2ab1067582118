// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures

/// The resources of a feature service: the service, all its layers, one layer or table.
struct FeatureServiceRoutes: Sendable {
    let context: RouteContext
    /// Where feature services lie.
    static let root = "/arcgis/rest/services/{service*}/FeatureServer"

    func add(to router: inout Router<RESTHandler>) {
        router.add(Self.root) { request in
            let target = try await context.features(of: request)
            return request.answer(ServiceDescription.service(target.service, target.layers, for: request.caller))
        }
        router.add(Self.root + "/layers") { request in
            let target = try await context.features(of: request)
            let describe = { (layer: FeatureLayerInfo) in
                ServiceDescription.layer(layer, in: target.service, for: request.caller)
            }
            return request.answer([
                "layers": .array(target.layers.filter { !$0.isTable }.map(describe)),
                "tables": .array(target.layers.filter(\.isTable).map(describe)),
            ])
        }
        router.add(Self.root + "/info/itemInfo") { request in
            let target = try await context.features(of: request)
            return request.answer([
                "name": .string(target.service.name), "title": .string(target.service.name),
                "description": .string(target.service.description), "type": "Feature Service",
            ])
        }
        router.add(Self.root + "/relationships") { request in
            let target = try await context.features(of: request)
            return request.answer(["relationships": ServiceDescription.relationships(target.layers)])
        }
        router.add(Self.root + "/{layer}/fieldgroups") { request in
            let layer = try await context.layer(of: request).info
            let definition = layer.contingentValues ?? ContingentValuesDefinition(fieldGroups: [])
            return request.answer(definition.fieldGroupsAnswer)
        }
        router.add(Self.root + "/{layer}/contingentValues") { request in
            let layer = try await context.layer(of: request).info
            let definition = layer.contingentValues ?? ContingentValuesDefinition(fieldGroups: [])
            return request.answer(definition.contingentValuesAnswer(layer: layer))
        }
        router.add(Self.root + "/{layer}") { request in
            let target = try await context.layer(of: request)
            return request.answer(ServiceDescription.layer(target.info, in: target.service, for: request.caller))
        }
    }
}

/// A feature service with its layers.
struct FeatureTarget: Sendable {
    var service: HostedService
    var layers: [FeatureLayerInfo]
}

/// A layer or table of a feature service.
struct LayerTarget: Sendable {
    var service: HostedService
    var info: FeatureLayerInfo

    /// Throws when the caller may not do `capability` with the layer.
    func require(_ capability: String, for caller: Caller, to act: String) throws(HostingError) {
        let offered = ServiceDescription.capabilities(of: info, in: service, for: caller)
        if offered.contains(capability) { return }
        if info.capabilities.contains(capability) { try caller.require(service.access.edit, to: act) }
        throw HostingError(
            .forbidden, "You do not have permissions to access this resource or perform this operation.",
            details: ["\(info.name) does not allow \(capability)."])
    }
}

extension RouteContext {
    /// The feature service that the request's path names.
    func features(of request: RESTRequest) async throws -> FeatureTarget {
        let service = try await service(request.capture("service"), .features, for: request.caller)
        return FeatureTarget(service: service, layers: try await store.layers(of: service.name))
    }

    /// The layer or table that the request's path names.
    func layer(of request: RESTRequest) async throws -> LayerTarget {
        let service = try await service(request.capture("service"), .features, for: request.caller)
        let table = try await store.table(try request.number("layer"), of: service.name)
        return LayerTarget(service: service, info: try await table.layerInfo())
    }
}

extension FeatureTarget {
    /// The layer or table with that id.
    func layer(_ id: Int) throws(HostingError) -> LayerTarget {
        guard let info = layers.first(where: { $0.id == id }) else {
            throw HostingError.noLayer(id, in: service.name)
        }
        return LayerTarget(service: service, info: info)
    }
}

extension HostingError {
    /// The service lacks a layer.
    static func noLayer(_ id: Int, in service: String) -> HostingError {
        HostingError(.notFound, "Invalid URL", details: ["\(service) has no layer or table with the id \(id)."])
    }
}
