// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaStorage

/// The portal: itself, its users, and its items.
struct PortalRoutes: Sendable {
    let context: RouteContext
    private static let root = "/portal/sharing/rest"

    func add(to router: inout Router<RESTHandler>) {
        router.add(Self.root) { $0.answer(["currentVersion": "2024.1"]) }
        router.add(Self.root + "/info") { request in
            request.answer([
                "owningSystemUrl": .string(request.serverURL + "/portal"),
                "authInfo": [
                    "tokenServicesUrl": .string(request.serverURL + Self.root + "/generateToken"),
                    "isTokenBasedSecurity": true,
                    // Ours: a program that finds its id here may let people sign in in their browser.
                    "oauthClientIds": [.string(OAuthApp.field.clientID)],
                ],
            ])
        }
        router.add(Self.root + "/portals/self") { try await portal($0) }
        router.add(Self.root + "/community/self") { request in
            guard case .user(let user) = request.caller else { throw HostingError(.tokenRequired, "Token Required") }
            return request.answer(PortalDescription.user(user))
        }
        router.add(Self.root + "/community/users/{user}") { try await user($0) }
        router.add(Self.root + "/search") { try await search($0) }
        router.add(Self.root + "/content/items/{item}") { request in
            request.answer(PortalDescription.item(try await item(request), rootURL: request.rootURL))
        }
        router.add(Self.root + "/content/items/{item}/data") { try await data($0) }
        router.add(Self.root + "/content/items/{item}/info/{name*}") { try await thumbnail($0) }
        router.add(Self.root + "/content/items/{item}/resources") { request in
            _ = try await item(request)
            return request.answer(["total": 0, "start": 1, "num": 0, "nextStart": -1, "resources": []])
        }
        router.add("/") { request in
            var response = HTTPResponse(status: 302)
            response.headers["Location"] = request.serverURL + "/portal/home"
            return response
        }
        router.add("/portal/home/item.html") { try await page($0) }
        router.add("/portal/home") { try await home($0) }
        router.add("/portal/home/index.html") { try await home($0) }
        router.add("/portal") { try await home($0) }
    }

    private func portal(_ request: RESTRequest) async throws -> HTTPResponse {
        var json = try await context.store.portalProperties()
        for (key, value) in PortalDescription.defaults where json[key] == nil { json[key] = value }
        json["portalHostname"] = .string(String(request.serverURL.split(separator: "/").last ?? "") + "/portal")
        json["isPortal"] = true
        json["allSSL"] = .bool(request.serverURL.hasPrefix("https:"))
        if case .user(let user) = request.caller { json["user"] = PortalDescription.user(user) }
        return request.answer(.object(json))
    }

    private func user(_ request: RESTRequest) async throws -> HTTPResponse {
        guard case .user = request.caller else { throw HostingError(.tokenRequired, "Token Required") }
        guard let user = try await context.store.portalUser(request.capture("user")) else {
            throw HostingError(.notFound, "User does not exist or is inaccessible.")
        }
        return request.answer(PortalDescription.user(user))
    }

    /// The item of the path or of the parameter `id`, which the caller may see.
    private func item(_ request: RESTRequest) async throws -> PortalItemRecord {
        let id = request.captures["item"] ?? request.parameters["id"] ?? ""
        guard let item = try await context.store.portalItem(id) else {
            throw HostingError(.notFound, "Item does not exist or is inaccessible.")
        }
        try request.caller.require(item.readers, to: "see this item")
        return item
    }

    private func search(_ request: RESTRequest) async throws -> HTTPResponse {
        let parameters = request.parameters
        let text = parameters["q"] ?? ""
        let condition = try ItemSearch.parse(text + (parameters["filter"].map { " (\($0))" } ?? ""))
        let start = max(1, try parameters.integer("start", in: 0...1_000_000) ?? 1)
        let most = min(100, try parameters.integer("num", in: 0...1_000_000) ?? 10)
        var found = try await context.store.portalItems().filter {
            request.caller.isIn($0.readers) && condition.matches($0)
        }
        try ItemSearch.sort(
            &found, by: parameters["sortField"], descending: parameters["sortOrder"]?.lowercased() == "desc")
        let first = min(start - 1, found.count)
        let last = min(first + most, found.count)
        return request.answer([
            "query": .string(text), "total": .integer(found.count), "start": .integer(start),
            "num": .integer(last - first), "nextStart": .integer(last < found.count && last > first ? last + 1 : -1),
            "results": .array(found[first..<last].map { PortalDescription.item($0, rootURL: request.rootURL) }),
        ])
    }

    private func data(_ request: RESTRequest) async throws -> HTTPResponse {
        let item = try await item(request)
        guard let content = try await context.store.portalItemData(item.id) else { return HTTPResponse() }
        guard case .bytes(let bytes) = content.source, content.contentType.hasPrefix("application/json") else {
            return content.response
        }
        // Stored documents name this server `{server}`, because its address is not known before it runs.
        let url = Array(request.rootURL.utf8)
        return .json(bytes.replacing(Array("{server}".utf8), with: url))
    }

    private func thumbnail(_ request: RESTRequest) async throws -> HTTPResponse {
        let item = try await item(request)
        let name = request.capture("name")
        guard let known = item.thumbnail, name == known || "thumbnail/" + name == known || name == "thumbnail/" + known,
            let content = try await context.store.portalItemThumbnail(item.id)
        else {
            return ErrorEnvelope.response(
                HostingError(.notFound, "The item has no file '\(name.prefix(100))'."), httpStatus: 404)
        }
        return content.response
    }

    private func page(_ request: RESTRequest) async throws -> HTTPResponse {
        let item = try await item(request)
        return .text(PortalPage.item(item, request), contentType: "text/html; charset=utf-8")
    }

    private func home(_ request: RESTRequest) async throws -> HTTPResponse {
        let items = try await context.store.portalItems().filter { request.caller.isIn($0.readers) }
        let name = try await context.store.portalProperties()["name"]?.string ?? "Groma"
        return .text(PortalPage.home(name, items, request), contentType: "text/html; charset=utf-8")
    }
}

extension HostedContent {
    /// The content as it is.
    var response: HTTPResponse {
        switch source {
        case .bytes(let bytes): HTTPResponse(contentType: contentType, body: .bytes(bytes))
        case .file(let url): HTTPResponse(contentType: contentType, body: .file(url))
        }
    }
}

/// Pictures that the sample's data name by address.
struct PictureRoutes: Sendable {
    let context: RouteContext

    func add(to router: inout Router<RESTHandler>) {
        for path in ["/sample/pictures/{name}", "/arcgis/sample/pictures/{name}"] {
            router.add(path) { request in
                let name = request.capture("name")
                let isPlain =
                    name.utf8.count <= 100 && !name.hasPrefix(".")
                    && name.utf8.allSatisfy {
                        ($0 >= 48 && $0 <= 57) || ($0 >= 65 && $0 <= 90) || ($0 >= 97 && $0 <= 122)
                            || "-_.".utf8.contains($0)
                    }
                guard isPlain, let folder = context.picturesFolder else {
                    return HTTPResponse.text("There is no such picture.\n", status: 404)
                }
                let type = name.lowercased().hasSuffix(".jpg") ? "image/jpeg" : "image/png"
                return HTTPResponse(contentType: type, body: .file(folder.appending(path: name)))
            }
        }
    }
}
