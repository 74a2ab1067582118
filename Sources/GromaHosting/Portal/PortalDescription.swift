// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaStorage

/// The JSON by which the portal, its items and its users describe themselves.
enum PortalDescription {
    /// An item; `{server}` in its address stands for `rootURL`.
    static func item(_ item: PortalItemRecord, rootURL: String) -> JSONValue {
        var json = JSONObject()
        json["id"] = .string(item.id)
        json["owner"] = .string(item.owner)
        json["created"] = .integer(item.created)
        json["modified"] = .integer(item.modified)
        json["guid"] = .null
        json["name"] = .null
        json["title"] = .string(item.title)
        json["type"] = .string(item.type)
        json["typeKeywords"] = .array(item.typeKeywords.map { .string($0) })
        json["description"] = .string(item.description)
        json["tags"] = .array(item.tags.map { .string($0) })
        json["snippet"] = .string(item.snippet)
        json["thumbnail"] = item.thumbnail.map { .string($0) } ?? .null
        json["documentation"] = .null
        json["extent"] =
            item.extent.count == 4
            ? [
                [.double(item.extent[0]), .double(item.extent[1])], [.double(item.extent[2]), .double(item.extent[3])],
            ] : []
        json["categories"] = []
        json["url"] = item.url.map { .string($0.replacing("{server}", with: rootURL)) } ?? .null
        json["access"] = .string(item.access)
        json["size"] = 0
        json["numComments"] = 0
        json["numRatings"] = 0
        json["avgRating"] = 0
        json["numViews"] = 0
        for (key, value) in item.unknownJSON.members where json[key] == nil || json[key] == .null { json[key] = value }
        return .object(json)
    }

    /// A user, without what only the server may know.
    static func user(_ user: HostedUser) -> JSONValue {
        [
            "username": .string(user.name), "fullName": .string(user.fullName), "email": .string(user.email),
            "role": .string(user.role.rawValue), "access": "org", "created": .integer(user.created),
            "privileges": .array(privileges(user.role).map { .string($0) }), "groups": [], "culture": "en",
            "units": "metric",
        ]
    }

    private static func privileges(_ role: HostedUser.Role) -> [String] {
        switch role {
        case .viewer: []
        case .editor: ["features:user:edit", "portal:user:createItem"]
        case .publisher: ["features:user:edit", "portal:user:createItem", "portal:publisher:publishFeatures"]
        case .administrator:
            [
                "features:user:edit", "features:user:fullEdit", "portal:user:createItem",
                "portal:publisher:publishFeatures", "portal:admin:viewUsers",
            ]
        }
    }

    /// True for those who may keep items of their own.
    static func mayCreateItems(_ role: HostedUser.Role) -> Bool { privileges(role).contains("portal:user:createItem") }

    /// What a portal says of itself where its store says nothing.
    static let defaults: [(key: String, value: JSONValue)] = [
        ("id", "0123456789ABCDEF"), ("name", "Groma"), ("portalName", "Groma"), ("portalMode", "singletenant"),
        ("access", "public"), ("currentVersion", "2024.1"), ("culture", "en"), ("region", "WO"), ("units", "metric"),
        ("supportsHostedServices", true), ("useVectorBasemaps", false), ("helperServices", .object(JSONObject())),
        ("basemapGalleryGroupQuery", ""), ("featuredGroups", []), ("authorizedCrossOriginDomains", []),
    ]
}

/// Small pages for people who open an address in a browser.
enum PortalPage {
    static func item(_ item: PortalItemRecord, _ request: RESTRequest) -> String {
        let rest = "\(request.serverURL)/portal/sharing/rest/content/items/\(item.id)"
        return page(
            item.title,
            """
            <p>\(escape(item.snippet))</p>
            <dl><dt>Type</dt><dd>\(escape(item.type))</dd><dt>Owner</dt><dd>\(escape(item.owner))</dd></dl>
            <ul><li><a href="\(escape(rest))?f=pjson">Description</a></li>
            <li><a href="\(escape(rest))/data?f=json">Data</a></li></ul>
            """)
    }

    static func home(_ name: String, _ items: [PortalItemRecord], _ request: RESTRequest) -> String {
        let list = items.map { item in
            "<li><a href=\"\(escape(request.serverURL))/portal/home/item.html?id=\(escape(item.id))\">\(escape(item.title))</a> "
                + "(\(escape(item.type)))</li>"
        }
        return page(name, "<ul>\n\(list.joined(separator: "\n"))\n</ul>")
    }

    private static func page(_ title: String, _ body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>\(escape(title))</title></head>
        <body><h1>\(escape(title))</h1>
        \(body)
        </body></html>

        """
    }

    /// Text as it stands in HTML, between tags and in attributes.
    static func escape(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
