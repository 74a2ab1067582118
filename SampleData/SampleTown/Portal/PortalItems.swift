// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaStorage

/// Writes the portal's items and users. Documents name the server {server}; it puts its own address there.
struct PortalItems {
    let schema: SampleSchema
    let portal: PortalDatabase
    let thumbnails: SampleThumbnails

    /// The stable 32 hexadecimal digits of an item.
    static func identifier(_ name: String) -> String {
        let key = Chance.fieldKey(name)
        return [208, 219].map { kind in
            let digits = String(Chance(kind, key).bits, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    func write() async throws {
        var properties = JSONObject()
        properties["id"] = "lindenford"
        properties["name"] = "Lindenford"
        properties["description"] = "The sample portal of Groma: a fictional town on a fictional river."
        try await portal.setProperties(properties)
        for user in SamplePortal.users {
            try await portal.setUser(
                PortalUserRecord(
                    name: user.name, fullName: user.fullName, email: user.name + "@lindenford.example", role: user.role,
                    passwordHash: try PasswordHash(password: user.password).text, created: SampleDate.now))
        }
        try await writeServices()
        try await writeMaps()
    }

    private func item(_ key: String, _ title: String, _ type: String) -> PortalItemRecord {
        var item = PortalItemRecord(id: PortalItems.identifier(key), owner: "admin", title: title, type: type)
        item.tags = ["sample", "Lindenford"]
        item.created = SampleDate.midnight(2025, 1, 15)
        item.modified = SampleDate.midnight(2025, 11, 28)
        item.extent = [64.975145, 48.168901, 65.029043, 48.204835]
        return item
    }

    private func writeServices() async throws {
        for service in schema.document["services"]?.array ?? [] {
            guard let name = service["name"]?.string else { continue }
            var item = item(name + "/FeatureServer", name, "Feature Service")
            item.typeKeywords = [
                "ArcGIS Server", "Data", "Feature Access", "Feature Service", "Service", "Hosted Service",
            ]
            item.snippet = "The \(name.lowercased()) of Lindenford."
            item.url = "{server}/rest/services/\(name)/FeatureServer"
            try await portal.setItem(item)
            // What people know a service by is a map of it.
            let file = name == "Town" ? "streets-imagery-relief" : "stormwater-inspection"
            try await setThumbnail(
                try await thumbnails.thumbnail(of: try SampleSchema.resource("webmaps/\(file).json")), of: item)
        }
        for service in SampleTileService.allCases {
            var item = item(service.rawValue + "/MapServer", service.title, "Map Service")
            item.typeKeywords = ["ArcGIS Server", "Data", "Map Service", "Service", "Tiled"]
            item.snippet = "Base map of Lindenford."
            item.url = "{server}/rest/services/\(service.rawValue)/MapServer"
            try await portal.setItem(item)
            try await setThumbnail(try thumbnails.thumbnail(of: service), of: item)
        }
    }

    private func writeMaps() async throws {
        for map in schema.document["webMaps"]?.array ?? [] {
            guard let file = map["file"]?.string, let title = map["title"]?.string else { continue }
            let name = file.split(separator: "/").last.map(String.init) ?? file
            try await write(
                try SampleSchema.resource(file), key: name, title: title, snippet: map["snippet"]?.string ?? "",
                tags: (map["tags"]?.array ?? []).compactMap(\.string))
        }
        try await write(
            try NightMap.night(of: try SampleSchema.resource("webmaps/stormwater-inspection.json")),
            key: "night-inspection.json", title: "Night inspection, Lindenford",
            snippet: "The stormwater map in colours for the dark.", tags: ["sample", "Lindenford"])
        for basemap in SampleBasemap.offered {
            try await write(
                basemap.document, key: "basemap-\(basemap.rawValue).json", title: basemap.title,
                snippet: "Base map of Lindenford, with names that make room for what is drawn on it.",
                tags: ["sample", "Lindenford", "basemap"])
        }
    }

    private func write(_ bare: JSONValue, key: String, title: String, snippet: String, tags: [String]) async throws {
        let document = try SampleBasemap.addingNames(to: bare, town: thumbnails.town)
        var item = item(key, title, "Web Map")
        item.typeKeywords = ["ArcGIS Online", "Explorer Web Map", "Map", "Online Map", "Web Map"]
        item.snippet = snippet
        item.tags = tags
        try await portal.setItem(item)
        try await portal.setItemData(
            StoredContent(bytes: document.serialized(), contentType: "application/json"), of: item.id)
        try await setThumbnail(try await thumbnails.thumbnail(of: document), of: item)
    }

    private func setThumbnail(_ picture: StoredContent, of item: PortalItemRecord) async throws {
        var item = item
        item.thumbnail = "thumbnail/thumbnail.png"
        try await portal.setItem(item)
        try await portal.setItemThumbnail(picture, of: item.id)
    }
}
