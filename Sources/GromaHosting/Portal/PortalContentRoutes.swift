// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaStorage

/// What people keep in the portal: making, changing, sharing and deleting items (portal API, user content).
struct PortalContentRoutes: Sendable {
    let context: RouteContext
    private static let root = "/portal/sharing/rest/content/users/{user}"
    /// Characters of a title or a word at most.
    private static let longestText = 4_000
    /// Bytes of what an item holds at most.
    private static let mostBytes = 64 << 20

    func add(to router: inout Router<RESTHandler>) {
        router.add(Self.root) { try await list($0) }
        router.add(Self.root + "/addItem") { try await addItem($0) }
        router.add(Self.root + "/items/{item}/update") { try await update($0) }
        router.add(Self.root + "/items/{item}/delete") { try await delete($0) }
        router.add(Self.root + "/items/{item}/share") { try await share($0) }
    }

    private func list(_ request: RESTRequest) async throws -> HTTPResponse {
        let owner = request.capture("user")
        try request.caller.require(.users([owner]), to: "see the content of \(owner.prefix(60))")
        let items = try await context.store.portalItems().filter { $0.owner == owner }
        return request.answer([
            "username": .string(owner), "total": .integer(items.count), "start": 1, "num": .integer(items.count),
            "nextStart": -1, "currentFolder": .null, "folders": [],
            "items": .array(items.map { PortalDescription.item($0, rootURL: request.rootURL) }),
        ])
    }

    private func addItem(_ request: RESTRequest) async throws -> HTTPResponse {
        try request.requirePost()
        let owner = request.capture("user")
        try request.caller.require(.users([owner]), to: "make items for \(owner.prefix(60))")
        guard case .user(let user) = request.caller, PortalDescription.mayCreateItems(user.role) else {
            throw HostingError(
                .forbidden, "You do not have permissions to access this resource or perform this operation.",
                details: ["\(request.caller.name ?? "This caller") may not make items."])
        }
        let bytes = SecureRandom.bytes(16)
        let id = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var item = PortalItemRecord(
            id: id, owner: owner, title: try request.parameters.required("title"),
            type: try request.parameters.required("type"))
        item.access = "private"
        item.created = Self.now
        try change(&item, by: request)
        try await context.store.savePortalItem(item, data: try content(of: request, type: item.type))
        return request.answer(["success": true, "id": .string(id), "folder": .null])
    }

    private func update(_ request: RESTRequest) async throws -> HTTPResponse {
        var item = try await owned(request, to: "change this item")
        try change(&item, by: request)
        try await context.store.savePortalItem(item, data: try content(of: request, type: item.type))
        return request.answer(["success": true, "id": .string(item.id)])
    }

    private func delete(_ request: RESTRequest) async throws -> HTTPResponse {
        let item = try await owned(request, to: "delete this item")
        try await context.store.deletePortalItem(item.id)
        return request.answer(["success": true, "itemId": .string(item.id)])
    }

    private func share(_ request: RESTRequest) async throws -> HTTPResponse {
        var item = try await owned(request, to: "share this item")
        let forEveryone = try request.parameters.bool("everyone")
        let forOrganization = try request.parameters.bool("org")
        item.access = forEveryone ? "public" : forOrganization ? "org" : "private"
        item.modified = Self.now
        if var service = try await context.store.services().first(where: { $0.itemID == item.id }) {
            // Who sees the item of a service sees the service.
            service.access.read = item.readers
            try await context.store.updateService(service)
        }
        try await context.store.savePortalItem(item, data: nil)
        return request.answer(["notSharedWith": [], "itemId": .string(item.id)])
    }

    /// The item of the path, which its owner and administrators may change.
    private func owned(_ request: RESTRequest, to act: String) async throws -> PortalItemRecord {
        try request.requirePost()
        let owner = request.capture("user")
        try request.caller.require(.users([owner]), to: act)
        guard let item = try await context.store.portalItem(request.capture("item")), item.owner == owner else {
            throw HostingError(.notFound, "Item does not exist or is inaccessible.")
        }
        return item
    }

    /// Takes over what the request says of the item; what it does not name stays.
    private func change(_ item: inout PortalItemRecord, by request: RESTRequest) throws {
        let parameters = request.parameters
        func text(_ name: String, _ path: WritableKeyPath<PortalItemRecord, String>) throws {
            guard let value = parameters[name] else { return }
            guard value.count <= Self.longestText else {
                throw HostingError(
                    .tooLarge, "'\(name)' has \(value.count) characters; \(Self.longestText) are the most.")
            }
            item[keyPath: path] = value
        }
        try text("title", \.title)
        try text("snippet", \.snippet)
        try text("description", \.description)
        guard !item.title.trimmingCharacters(in: .whitespaces).isEmpty else {
            throw HostingError(.invalidParameter, "'title' must be specified.", details: ["An item needs a title."])
        }
        if parameters["tags"] != nil { item.tags = try parameters.list("tags") }
        if parameters["typeKeywords"] != nil { item.typeKeywords = try parameters.list("typeKeywords") }
        if let url = parameters["url"] { item.url = url.replacing(request.rootURL, with: "{server}") }
        if parameters["extent"] != nil {
            let numbers = try parameters.list("extent").compactMap(Double.init)
            guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0] <= numbers[2], numbers[1] <= numbers[3]
            else {
                throw HostingError(
                    .invalidParameter, "'extent' must be west, south, east, north in degrees.",
                    details: ["Four numbers with commas between them."])
            }
            item.extent = numbers
        }
        item.modified = Self.now
    }

    /// What the request says that the item holds; nil where it says nothing.
    private func content(of request: RESTRequest, type: String) throws -> HostedContent? {
        if let text = request.parameters["text"] {
            guard text.utf8.count <= Self.mostBytes else {
                throw HostingError(.tooLarge, "'text' is larger than an item may be (64 MB).")
            }
            let isJSON = (try? JSONValue(parsing: text)) != nil
            guard isJSON || type != "Web Map" else {
                throw HostingError(.invalidParameter, "A web map's 'text' must be JSON.")
            }
            // The server's own address may change, a stored document's must not.
            let kept = text.replacing(request.rootURL, with: "{server}")
            return HostedContent(.bytes(Array(kept.utf8)), contentType: isJSON ? "application/json" : "text/plain")
        }
        guard let file = request.files.first(where: { $0.field == "file" }) else { return nil }
        return HostedContent(.bytes(file.data), contentType: file.contentType)
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}
