// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaGeometry

extension FeatureSet {
    /// The place of the field of that name, in any case; nil when there is none. Linear in the number of fields.
    public func fieldIndex(named name: String) -> Int? {
        fields.firstIndex { $0.name == name } ?? fields.firstIndex { $0.name.lowercased() == name.lowercased() }
    }
    /// The field of that name, in any case.
    public func field(named name: String) -> Field? { fieldIndex(named: name).map { fields[$0] } }

    /// The object id of every row; nil when the answer has no column of them.
    public var objectIDs: [Int64]? {
        guard let name = objectIDFieldName, let place = fields.firstIndex(where: { $0.name == name }),
            case .integers(let ids) = columns[place].values
        else { return nil }
        return ids
    }

    /// The value of the field at `field` in a row.
    public func value(at row: Int, field: Int) -> AttributeValue {
        columns[field].value(at: row, type: fields[field].type)
    }
    /// The value of the field of that name, in any case; nil when there is no such field.
    public func value(at row: Int, field name: String) -> AttributeValue? {
        fieldIndex(named: name).map { value(at: row, field: $0) }
    }

    /// A row's object id; nil when the set has no object id field or the row's is null.
    public func objectID(at row: Int) -> Int64? {
        guard let place = objectIDFieldIndex, case .integer(let id) = value(at: row, field: place) else { return nil }
        return id
    }
    /// The place of the object id field: the one named, else the first of its type.
    public var objectIDFieldIndex: Int? {
        objectIDFieldName.flatMap { fieldIndex(named: $0) } ?? fields.firstIndex { $0.type == .oid }
    }

    /// A row's shape; nil when it is null or the set has none.
    public func geometry(at row: Int) -> (any Geometry)? { geometries?.geometry(at: row, in: spatialReference) }

    /// A row as a value, with every field named as in `fields`.
    public func record(at row: Int) -> FeatureRecord {
        var attributes: [String: AttributeValue] = [:]
        attributes.reserveCapacity(fields.count)
        for (place, field) in fields.enumerated() { attributes[field.name] = value(at: row, field: place) }
        return FeatureRecord(attributes: attributes, geometry: geometry(at: row))
    }
    /// Every row as a value, one at a time.
    public var records: some Sequence<FeatureRecord> { (0..<count).lazy.map { record(at: $0) } }

    /// The box round all shapes, in the set's reference; empty when there are none. Linear.
    public var extent: Envelope { geometries?.coordinates.extent(in: spatialReference) ?? .empty(in: spatialReference) }

    /// An empty set with a column for each field, and for shapes where there is a type.
    public init(
        fields: [Field], geometryType: GeometryType? = nil, spatialReference: SpatialReference? = nil,
        objectIDFieldName: String? = nil, globalIDFieldName: String? = nil
    ) {
        self.init()
        self.fields = fields
        columns = fields.map { AttributeColumn(type: $0.type) }
        self.geometryType = geometryType
        geometries = geometryType.map { GeometryColumn(type: $0) }
        self.spatialReference = spatialReference
        self.objectIDFieldName = objectIDFieldName ?? fields.first { $0.type == .oid }?.name
        self.globalIDFieldName = globalIDFieldName ?? fields.first { $0.type == .globalID }?.name
    }

    /// Gathers records into columns. Attributes are matched to fields without regard to case; an absent one is null, and
    /// one without a field is left out.
    ///
    /// - Throws: `FeatureError` with `.invalidValue` for a value or shape that its column cannot hold.
    public init(
        records: some Sequence<FeatureRecord>, fields: [Field], geometryType: GeometryType? = nil,
        spatialReference: SpatialReference? = nil, objectIDFieldName: String? = nil, globalIDFieldName: String? = nil
    ) throws(FeatureError) {
        self.init(
            fields: fields, geometryType: geometryType, spatialReference: spatialReference,
            objectIDFieldName: objectIDFieldName, globalIDFieldName: globalIDFieldName)
        for record in records { try append(record) }
    }

    /// Appends a row; see `init(records:…)` for the rules.
    public mutating func append(_ record: FeatureRecord) throws(FeatureError) {
        try geometries?.append(record.geometry)
        let lowercased: [String: AttributeValue]? =
            fields.allSatisfy { record.attributes[$0.name] != nil }
            ? nil
            : Dictionary(
                record.attributes.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
        var unfitting: Field?
        for (place, field) in fields.enumerated() {
            let value = record.attributes[field.name] ?? lowercased?[field.name.lowercased()] ?? .null
            if !columns[place].append(value) { unfitting = field }
        }
        count += 1
        if let unfitting {
            throw FeatureError(
                .invalidValue, "Row \(count): the value of \(unfitting.name) is no \(unfitting.type.rawValue).")
        }
    }
}
