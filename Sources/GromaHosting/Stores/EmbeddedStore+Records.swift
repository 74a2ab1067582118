// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaStorage

extension HostedService {
    /// Reads what the store keeps of a service.
    init(record: ServiceRecord) {
        var rest = record.properties
        self.init(name: record.name, kind: record.kind == .features ? .features : .tiles)
        access = ServiceAccess(json: rest["access"])
        itemID = rest["itemId"]?.string
        description = rest["description"]?.string ?? ""
        copyrightText = rest["copyrightText"]?.string ?? ""
        spatialReference = rest["spatialReference"].flatMap { SpatialReference(json: $0) }
        initialExtent = rest["initialExtent"].flatMap { Envelope(json: $0) }
        for key in ["access", "itemId", "description", "copyrightText", "spatialReference", "initialExtent"] {
            rest[key] = nil
        }
        unknownJSON = rest
    }

    /// What the store keeps of a service: the inverse of `init(record:)`.
    var record: ServiceRecord {
        var properties = unknownJSON
        properties["access"] = access.json
        properties["itemId"] = itemID.map { .string($0) }
        properties["description"] = description.isEmpty ? nil : .string(description)
        properties["copyrightText"] = copyrightText.isEmpty ? nil : .string(copyrightText)
        properties["spatialReference"] = spatialReference?.json
        properties["initialExtent"] = initialExtent?.json
        return ServiceRecord(name: name, kind: kind == .features ? .features : .tiles, properties: properties)
    }
}

extension ServiceAccess {
    /// Reads `{"read":"everyone","edit":["admin"]}`. What is missing or cannot be read is the default: everybody reads,
    /// nobody edits; an audience that cannot be read is nobody.
    init(json: JSONValue?) {
        func audience(_ value: JSONValue?, _ defaultValue: Audience) -> Audience {
            switch value {
            case nil, .null?: defaultValue
            case .string("everyone")?: .everyone
            case .string("signedIn")?: .signedIn
            case .array(let names)?: .users(Set(names.compactMap(\.string)))
            default: .nobody
            }
        }
        self.init(read: audience(json?["read"], .everyone), edit: audience(json?["edit"], .nobody))
    }

    /// The rules as `init(json:)` reads them.
    var json: JSONValue {
        func word(_ audience: Audience) -> JSONValue {
            switch audience {
            case .nobody: "nobody"
            case .everyone: "everyone"
            case .signedIn: "signedIn"
            case .users(let names): .array(names.sorted().map { .string($0) })
            }
        }
        return ["read": word(read), "edit": word(edit)]
    }
}

extension HostedItem {
    /// Reads what the store keeps of an item.
    init(record: PortalItemRecord) {
        self.init(id: record.id, owner: record.owner, title: record.title, type: record.type)
        typeKeywords = record.typeKeywords
        snippet = record.snippet
        description = record.description
        tags = record.tags
        thumbnail = record.thumbnail
        extent = record.extent
        url = record.url
        created = record.created
        modified = record.modified
        access = record.access
        unknownJSON = record.properties
    }

    /// What the store keeps of an item.
    var record: PortalItemRecord {
        var record = PortalItemRecord(id: id, owner: owner, title: title, type: type)
        record.typeKeywords = typeKeywords
        record.snippet = snippet
        record.description = description
        record.tags = tags
        record.thumbnail = thumbnail
        record.extent = extent
        record.url = url
        record.created = created
        record.modified = modified
        record.access = access
        record.properties = unknownJSON
        return record
    }
}
