// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaStorage

/// Making feature services over the wire: `createService` of the portal and `addToDefinition` of the server.
struct PublishingRoutes: Sendable {
    let context: RouteContext
    /// Most layers and tables of one request.
    private static let layerLimit = 200

    func add(to router: inout Router<RESTHandler>) {
        let content = "/portal/sharing/rest/content/users/{user}"
        for path in [content + "/createService", content + "/{folder}/createService"] {
            router.add(path) { try await createService($0) }
        }
        let admin = "/arcgis/rest/admin/services/{service*}/FeatureServer"
        router.add(admin + "/addToDefinition") { try await addToDefinition($0) }
    }

    // MARK: Services

    /// Makes an empty service and its item, both for their maker alone until they are shared.
    private func createService(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        let user = try publisher(request)
        let type = request.parameters["outputType"] ?? "featureService"
        guard HTTPHeaders.same(type, "featureService") else {
            throw HostingError(.unsupported, "Services of the type '\(type.prefix(40))' are not made by this server.")
        }
        guard let json = try request.parameters.json("createParameters"), json.object != nil else {
            throw HostingError(.invalidParameter, "The parameter 'createParameters' is missing.")
        }
        let name = try serviceName(json["name"]?.string ?? "")
        guard try await !context.store.services().contains(where: { HTTPHeaders.same($0.name, name) }) else {
            throw HostingError(.invalidParameter, "Service name '\(name)' already exists.")
        }
        var service = HostedService(name: name, kind: .features)
        service.access = ServiceAccess(read: .users([user.name]), edit: .users([user.name]))
        service.itemID = SecureRandom.bytes(16).hexadecimalText
        service.description = json["serviceDescription"]?.string ?? json["description"]?.string ?? ""
        service.copyrightText = json["copyrightText"]?.string ?? ""
        service.spatialReference = json["spatialReference"].flatMap { SpatialReference(json: $0) }
        service.initialExtent = json["initialExtent"].flatMap { Envelope(json: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        try await context.store.createService(service)
        let item = item(of: service, owner: user.name)
        try await context.store.savePortalItem(item, data: nil)
        let url = request.rootURL + "/rest/services/\(name)/FeatureServer"
        return request.answer([
            "encodedServiceURL": .string(url), "itemId": .string(item.id), "name": .string(name),
            "serviceItemId": .string(item.id), "serviceurl": .string(url), "size": -1, "success": true,
            "type": "Feature Service", "typeKeywords": .array(item.typeKeywords.map { .string($0) }), "isView": false,
        ])
    }

    private func item(of service: HostedService, owner: String) -> PortalItemRecord {
        var item = PortalItemRecord(
            id: service.itemID ?? "", owner: owner, title: service.name, type: "Feature Service")
        item.typeKeywords = [
            "ArcGIS Server", "Data", "Feature Access", "Feature Service", "Service", "Hosted Service",
        ]
        item.snippet = service.description
        item.url = "{server}/rest/services/\(service.name)/FeatureServer"
        item.created = Int64(Date().timeIntervalSince1970 * 1_000)
        item.modified = item.created
        item.access = "private"
        return item
    }

    /// Names stand in addresses and, with other letters, in file names.
    private func serviceName(_ name: String) throws(HostingError) -> String {
        let isPlain = name.utf8.allSatisfy {
            ($0 >= 48 && $0 <= 57) || ($0 >= 65 && $0 <= 90) || ($0 >= 97 && $0 <= 122) || $0 == UInt8(ascii: "_")
        }
        guard isPlain, (1...120).contains(name.utf8.count) else {
            throw HostingError(
                .invalidParameter,
                "The name of a service is 1 to 120 letters, digits and '_'; '\(name.prefix(60))' is not.")
        }
        return name
    }

    // MARK: Layers

    private func addToDefinition(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        let service = try await context.service(request.capture("service"), .features, for: request.caller)
        try await requireOwner(of: service, request)
        guard let json = try request.parameters.json("addToDefinition"), json.object != nil else {
            throw HostingError(.invalidParameter, "The parameter 'addToDefinition' is missing.")
        }
        let layers = try EditRequest.array(json["layers"], "layers"),
            tables = try EditRequest.array(json["tables"], "tables")
        guard layers.count + tables.count <= Self.layerLimit else {
            throw HostingError(.tooLarge, "At most \(Self.layerLimit) layers and tables are made at a time.")
        }
        let wanted =
            try layers.map { try description($0, isTable: false) } + tables.map { try description($0, isTable: true) }
        let taken = Set(try await context.store.layers(of: service.name).map(\.id))
        let ids = wanted.map(\.id).filter { $0 >= 0 }
        guard Set(ids).count == ids.count, taken.isDisjoint(with: ids) else {
            throw HostingError(.invalidParameter, "An id of a layer or table is there already.")
        }
        var made: [FeatureLayerInfo] = []
        for info in wanted { made.append(try await context.store.createLayer(info, in: service.name)) }
        func entries(_ isTable: Bool) -> JSONValue {
            .array(
                made.filter { $0.isTable == isTable }.map { ["name": .string($0.name), "id": .integer($0.id)] })
        }
        return request.answer(["success": true, "layers": entries(false), "tables": entries(true)])
    }

    /// A layer as it will be made: with object ids and GlobalIDs, which this server's edits rest on, and with editing unless
    /// the definition says otherwise.
    private func description(_ json: JSONValue, isTable: Bool) throws -> FeatureLayerInfo {
        var info = try FeatureLayerInfo(json: json)
        guard !info.name.isEmpty, info.name.utf8.count <= 250 else {
            throw HostingError(.invalidParameter, "A layer needs a name of at most 250 bytes.")
        }
        guard isTable == (info.geometryType == nil) else {
            throw HostingError(
                .invalidParameter,
                isTable ? "\(info.name) is among the tables and has shapes." : "\(info.name) names no 'geometryType'.")
        }
        info.isTable = isTable
        info.id = json["id"]?.int ?? -1
        info.maxRecordCount = min(max(info.maxRecordCount, 1), 100_000)
        info.addSystemFields()
        if json["capabilities"]?.string == nil {
            info.capabilities = ["Query", "Create", "Update", "Delete", "Editing", "Uploads"]
        }
        return info
    }

    // MARK: Rights

    /// The caller, who may make services and asks in the own name (administrators in any).
    private func publisher(_ request: RESTRequest) throws(HostingError) -> HostedUser {
        guard case .user(let user) = request.caller else { throw HostingError(.tokenRequired, "Token Required") }
        let mayPublish = user.role == .administrator || user.role == .publisher
        guard mayPublish, user.name == request.capture("user") || user.role == .administrator else {
            throw HostingError(
                .forbidden, "You do not have permissions to access this resource or perform this operation.",
                details: ["\(user.name) may not make services for \(request.capture("user").prefix(60))."])
        }
        return user
    }

    private func requireOwner(of service: HostedService, _ request: RESTRequest) async throws {
        guard case .user(let user) = request.caller else { throw HostingError(.tokenRequired, "Token Required") }
        if user.role == .administrator { return }
        var owner: String?
        if let id = service.itemID { owner = try await context.store.portalItem(id)?.owner }
        guard owner == user.name else {
            throw HostingError(
                .forbidden, "You do not have permissions to access this resource or perform this operation.",
                details: ["\(user.name) is not the owner of \(service.name)."])
        }
    }
}
