// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures

/// Sets of rows made of others.
enum FeatureSetFunctions {
    static func set(_ value: Value, _ name: String) throws -> FeatureSetBox {
        guard case .featureSet(let set) = value else {
            throw ArcadeError(.wrongType, "\(name) needs a feature set, not \(value.shown).")
        }
        return set
    }

    static let all: [BuiltIn] = [
        .two("OrderBy", .featureSet, .dataAccess, least: 2, isPure: false) { run, value, order in
            .featureSet(
                try set(value, "OrderBy").ordered(try SQLText.order(try Conversion.text(order ?? .null, run))))
        },
        .many("GroupBy", .featureSet, .dataAccess, 3...3, mayWait: true) { run, values in
            .featureSet(try RowGroups.grouped(try set(values[0], "GroupBy"), values[1], values[2], run))
        },
        .one("Memorize", .featureSet, .dataAccess, isPure: false, mayWait: true) { run, value in
            let box = try set(value, "Memorize")
            return .featureSet(FeatureSetBox(rows: try box.rows(run), info: try box.info(run)))
        },
        .two("GetFeatureSet", .featureSet, .dataAccess, isPure: false, mayWait: true) { run, value, kind in
            let feature = try FeatureFunctions.feature(value, "GetFeatureSet")
            guard let source = feature.source else { return .null }
            switch try kind.map({ try Conversion.text($0, run).lowercased() }) ?? "datasource" {
            case "parent": return .featureSet(source)
            case "root": return source.rootLayer.map { .featureSet(FeatureSetBox(layer: $0)) } ?? .featureSet(source)
            default:
                guard var layer = source.rootLayer else { return .featureSet(source) }
                layer.whereClause = ""
                return .featureSet(FeatureSetBox(layer: layer))
            }
        },
        .one("GetFeatureSetInfo", .featureSet, .dataAccess, isPure: false) { run, value in
            let layer = try set(value, "GetFeatureSetInfo").rootLayer
            func text(_ text: String?) -> Value { text.flatMap { $0.isEmpty ? nil : .text($0) } ?? .null }
            return try run.dictionary([
                ("layerName", layer?.url == nil ? .null : text(layer?.title)),
                ("layerId", text(layer?.info.map { String($0.id) })), ("itemId", text(layer?.itemID)),
                ("serviceLayerUrl", text(layer?.url)), ("webMapLayerId", text(layer?.id)),
                ("webMapLayerTitle", text(layer?.title)), ("className", .null), ("datasetName", .null),
                ("objectClassId", .null),
            ])
        },
    ]
}

/// Where sets of rows come from.
enum FeatureSetSources {
    private static func collection(_ value: Value, _ name: String) throws -> LayerCollection {
        guard case .collection(let collection) = value else {
            throw ArcadeError(.wrongType, "\(name) needs $map or $datastore, not \(value.shown).")
        }
        return collection
    }

    /// The set with the fields and shapes that the arguments from `place` on ask for.
    private static func set(_ layer: ArcadeLayer?, _ values: [Value], from place: Int, _ run: Run) throws -> Value {
        guard let layer else { return .null }
        var fields: [String] = []
        if values.count > place, case .array(let list) = values[place] {
            fields = try list.elements.map { try Conversion.text($0, run) }
        }
        var includesGeometry = true
        if values.count > place + 1, case .boolean(let truth) = values[place + 1] { includesGeometry = truth }
        if fields.contains("*") { fields = [] }
        let box = FeatureSetBox(layer: layer)
        return .featureSet(fields.isEmpty && includesGeometry ? box : box.selecting(fields, geometry: includesGeometry))
    }

    private static func services(_ run: Run, _ name: String) throws -> any ArcadeServices {
        guard let services = run.context.services else {
            throw ArcadeError(.notAvailable, "\(name) is not available here: no portal or service is at hand.")
        }
        return services
    }

    static let all: [BuiltIn] = [
        .many("FeatureSet", .featureSet, .dataAccess, 1...2) { run, values in
            let json: [UInt8]
            switch values[0] {
            case .text(let text): json = Array(text.utf8)
            case .dictionary: json = try JSONReading.json(values[0], run).serialized()
            case .featureSet, .null: return values[0]
            default: throw ArcadeError(.wrongType, "A feature set cannot be made of \(values[0].shown).")
            }
            try run.charge(json.count * 4)
            var set = try GromaFeatures.FeatureSet(esriJSON: json)
            if set.geometries != nil, set.spatialReference == nil { set.spatialReference = run.environment.reference }
            try run.chargeRows(set.count)
            return .featureSet(FeatureSetBox(rows: set))
        },
        .many("FeatureSetByName", .featureSet, .dataAccess, 2...4, mayWait: true) { run, values in
            let title = try Conversion.text(values[1], run)
            return try set(
                try collection(values[0], "FeatureSetByName").layer(named: title), values, from: 2, run)
        },
        .many("FeatureSetById", .featureSet, .dataAccess, 2...4, mayWait: true) { run, values in
            let id = try Conversion.text(values[1], run)
            return try set(try collection(values[0], "FeatureSetById").layer(id: id), values, from: 2, run)
        },
        .many("FeatureSetByPortalItem", .featureSet, .portalAccess, 2...5, mayWait: true) { run, values in
            let services = try services(run, "FeatureSetByPortalItem")
            var portal: String?
            if case .portal(let reference) = values[0] { portal = reference.url }
            let item = try Conversion.text(values[1], run), owner = portal
            let number = values.count > 2 ? Conversion.integer(values[2]) : 0
            let layer = try run.wait("The layer of the item \(item.prefix(40))") {
                try await services.layer(portal: owner, itemID: item, layerID: number)
            }
            return try set(layer, values, from: 3, run)
        },
        .many("FeatureSetByRelationshipName", .featureSet, .dataAccess, 2...4, mayWait: true) { run, values in
            let services = try services(run, "FeatureSetByRelationshipName")
            let box = try FeatureFunctions.feature(values[0], "FeatureSetByRelationshipName")
            guard let feature = box.feature else { return .null }
            let name = try Conversion.text(values[1], run)
            let layer = try run.wait("The rows of the relationship \"\(name.prefix(40))\"") {
                try await services.related(to: feature, relationship: name)
            }
            return try set(layer, values, from: 2, run)
        },
        .many("GetUser", .service, .portalAccess, 0...2, mayWait: true) { run, values in
            let services = try services(run, "GetUser")
            var portal: String?, user = values.count > 1 ? try Conversion.text(values[1], run) : nil
            if case .portal(let reference)? = values.first { portal = reference.url }
            if case .text(let text)? = values.first, user == nil { user = text }
            let owner = portal, wanted = user
            return try run.imported(
                try run.wait("The user's profile") { try await services.user(portal: owner, name: wanted) })
        },
        .one("Portal", .service, .portalAccess, isPure: false) { run, value in
            .portal(PortalReference(url: try Conversion.text(value, run)))
        },
    ]
}
