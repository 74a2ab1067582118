// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// The server itself: `/arcgis/rest/info` and the list of services.
struct InfoRoutes: Sendable {
    /// The version of the REST interface that answers follow.
    static let version: JSONValue = 11.3
    let context: RouteContext

    func add(to router: inout Router<RESTHandler>) {
        router.add("/arcgis/rest/info") { request in
            request.answer([
                "currentVersion": Self.version, "fullVersion": "11.3.0",
                "owningSystemUrl": .string(request.serverURL + "/portal"),
                "authInfo": [
                    "isTokenBasedSecurity": true,
                    "tokenServicesUrl": .string(request.serverURL + "/portal/sharing/rest/generateToken"),
                ],
            ])
        }
        router.add("/arcgis/rest/services") { try await list($0, folder: "") }
        router.add("/arcgis/rest/services/{folder}") { try await list($0, folder: $0.capture("folder")) }
    }

    private func list(_ request: RESTRequest, folder: String) async throws -> HTTPResponse {
        let services = try await context.store.services().filter { request.caller.isIn($0.access.read) }
        var folders: [String] = []
        var listed: [JSONValue] = []
        for service in services {
            let parts = service.name.split(separator: "/").map(String.init)
            if folder.isEmpty, parts.count > 1, !folders.contains(parts[0]) { folders.append(parts[0]) }
            let isHere = folder.isEmpty ? parts.count == 1 : parts.count > 1 && HTTPHeaders.same(parts[0], folder)
            guard isHere else { continue }
            listed.append(["name": .string(service.name), "type": .string(service.kind.rawValue)])
            // A feature service is drawn under the same name, unless tiles have that.
            let isTiled = services.contains { $0.kind == .tiles && HTTPHeaders.same($0.name, service.name) }
            if service.kind == .features, !isTiled {
                let drawn = HostedService.Kind.tiles.rawValue
                listed.append(["name": .string(service.name), "type": .string(drawn)])
            }
        }
        if !folder.isEmpty, listed.isEmpty {
            throw HostingError(.notFound, "Folder \(folder.prefix(60)) not found")
        }
        return request.answer([
            "currentVersion": Self.version, "folders": .array(folders.map { .string($0) }), "services": .array(listed),
        ])
    }
}
