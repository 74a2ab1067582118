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
