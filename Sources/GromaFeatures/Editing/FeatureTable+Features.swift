// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

extension FeatureTable {
    /// The rows that match, as objects. For many rows `queryFeatures` is the cheaper form.
    public func features(using parameters: QueryParameters) async throws -> [Feature] {
        let info = try await layerInfo()
        return try await queryFeatures(using: parameters).records.map {
            Feature(record: $0, table: self, layerInfo: info)
        }
    }

    /// The row with that id as an object. Throws `FeatureError` with `.notFound`.
    public func feature(withObjectID id: Int64) async throws -> Feature {
        var parameters = QueryParameters()
        parameters.objectIDs = [id]
        guard let feature = try await features(using: parameters).first else {
            throw FeatureError(.notFound, "\(try await layerInfo().name) has no feature with the object id \(id).")
        }
        return feature
    }

    /// A new feature in memory; the table has it after `add(_:)` and `applyEdits()`.
    public func makeFeature(
        attributes: [String: AttributeValue] = [:], geometry: (any Geometry)? = nil
    ) -> Feature {
        Feature(attributes: attributes, geometry: geometry, table: self)
    }

    /// A new feature that begins with a template's attributes.
    public func makeFeature(template: FeatureTemplate, geometry: (any Geometry)? = nil) -> Feature {
        makeFeature(attributes: template.prototypeAttributes, geometry: geometry)
    }

    /// A new feature of a type: its first template's attributes, its default values, and its value in the type field.
    public func makeFeature(type: FeatureType, geometry: (any Geometry)? = nil) async throws -> Feature {
        let info = try await layerInfo()
        var attributes = type.templates.first?.prototypeAttributes ?? [:]
        attributes.merge(type.defaultValues) { prototype, _ in prototype }
        let isOfTypes = info.featureTypes.contains { $0.id.isSameCode(as: type.id) }
        if let name = (isOfTypes ? info.typeIDFieldName : nil) ?? info.featureTypeFieldName {
            attributes[info.field(named: name)?.name ?? name] = type.id
        }
        return Feature(attributes: attributes, geometry: geometry, table: self, layerInfo: info)
    }

    /// A new feature of a subtype: its default values, and its code in the subtype field.
    public func makeFeature(subtype: FeatureSubtype, geometry: (any Geometry)? = nil) async throws -> Feature {
        let info = try await layerInfo()
        var attributes = subtype.defaultValues
        if let name = info.subtypeFieldName { attributes[info.field(named: name)?.name ?? name] = subtype.code }
        return Feature(attributes: attributes, geometry: geometry, table: self, layerInfo: info)
    }
}

extension EditableFeatureTable {
    /// True while edits wait for `applyEdits()`.
    public var hasPendingEdits: Bool { !pendingEdits.isEmpty }

    /// Notes a new feature. Where the table has GlobalIDs the feature gets one now, so that sending twice adds once.
    /// Throws when the table does not take features or the shape is of another type.
    public func add(_ feature: Feature) async throws {
        let info = try await prepare(feature)
        if let geometry = feature.geometry, let type = info.geometryType, geometry.geometryType != type {
            throw FeatureError(
                .invalidValue,
                "\(info.name) holds shapes of type \(type.rawValue), not \(geometry.geometryType.rawValue).")
        }
        if let name = info.globalIDFieldName, feature.globalID == nil {
            feature.setAttributeValue(.guid(AttributeValue.newGUID()), forKey: name)
        }
        pendingEdits.add(feature, .add)
    }

    /// Notes a changed feature. Throws `.notFound` when the table does not have it.
    public func update(_ feature: Feature) async throws {
        try await prepareKnown(feature)
        pendingEdits.add(feature, .update)
    }

    /// Notes that a feature is to go; its attachments go with it.
    public func delete(_ feature: Feature) async throws {
        try await prepareKnown(feature)
        pendingEdits.add(feature, .delete)
    }

    private func prepareKnown(_ feature: Feature) async throws {
        let info = try await prepare(feature)
        let isNew = pendingEdits.features.contains { $0.feature === feature }
        guard feature.objectID != nil || isNew else {
            throw FeatureError(.notFound, "The feature has no object id yet: add it to \(info.name) first.")
        }
    }

    @discardableResult
    private func prepare(_ feature: Feature) async throws -> FeatureLayerInfo {
        let info: FeatureLayerInfo
        if let known = feature.layerInfo { info = known } else { info = try await layerInfo() }
        feature.learn(info)
        guard feature.table.map({ $0 === self }) ?? true else {
            throw FeatureError(.invalidValue, "The feature belongs to another table than \(info.name).")
        }
        return info
    }
}

extension AttributeValue {
    /// A fresh random GUID in the spelling of geodatabases: upper case, in braces.
    package static func newGUID() -> String {
        var random = SystemRandomNumberGenerator()
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
        return "{" + groups.joined(separator: "-") + "}"
    }
}
