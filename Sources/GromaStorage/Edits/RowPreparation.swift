// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// A row ready to be written: column names with the values to bind.
struct PreparedRow {
    var columns: [(name: String, value: SQLValue)] = []
    /// The box of the shape written, where one is.
    var extent: Envelope?
}

/// Turns records into rows: defaults, checks, editor tracking, computed fields, geometry blobs. Refusals are `EditError`s in the
/// numbers of feature services.
struct RowPreparation {
    private let layout: TableLayout
    private let editor: String?
    private let moment: Int64
    /// Fields that the store fills and clients can't.
    private let ownFields: Set<String>

    init(layout: TableLayout, editor: String?, moment: Int64) {
        self.layout = layout
        self.editor = editor
        self.moment = moment
        let tracking = layout.info.editFieldsInfo
        let own = [
            layout.info.globalIDFieldName, tracking?.creatorField, tracking?.creationDateField, tracking?.editorField,
            tracking?.editDateField, layout.areaField, layout.lengthField,
        ]
        ownFields = Set(own.compactMap { $0?.lowercased() })
    }

    /// A whole new row.
    func newRow(_ record: FeatureRecord, globalID: String?) throws -> PreparedRow {
        var row = PreparedRow()
        let given = lowercased(record.attributes)
        for field in layout.storedFields where !ownFields.contains(field.name.lowercased()) {
            let value = field.isEditable ? given[field.name.lowercased()] ?? field.defaultValue : field.defaultValue
            try append(value, field, given, to: &row)
        }
        if let name = layout.info.globalIDFieldName, let globalID { row.columns.append((name, .text(globalID))) }
        try appendTracking(isNew: true, to: &row)
        try appendShape(record.geometry, to: &row)
        return row
    }

    /// The changes to a row; `current` reads its values where a rule of another field needs them.
    func changedRow(_ record: FeatureRecord, current: () throws -> [String: AttributeValue]) throws -> PreparedRow {
        var row = PreparedRow()
        let given = lowercased(record.attributes)
        var whole = given
        if layout.info.featureTypeFieldName != nil {
            whole = lowercased(try current()).merging(given) { $1 }
        }
        for field in layout.storedFields where field.isEditable && !ownFields.contains(field.name.lowercased()) {
            guard let value = given[field.name.lowercased()] else { continue }
            try append(value, field, whole, to: &row)
        }
        if let geometry = record.geometry { try appendShape(geometry, to: &row) }
        if !row.columns.isEmpty { try appendTracking(isNew: false, to: &row) }
        return row
    }

    private func lowercased(_ attributes: [String: AttributeValue]) -> [String: AttributeValue] {
        Dictionary(attributes.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Values

    private func append(
        _ value: AttributeValue, _ field: Field, _ attributes: [String: AttributeValue], to row: inout PreparedRow
    ) throws {
        let value = Self.fitted(value, to: field.type)
        if case .string(let text) = value, text.utf8.contains(0) {
            // SQLite, and every client in C, would end the text there.
            throw EditError(code: 1016, message: "Field \(field.name) does not take a text with the character NUL.")
        }
        guard isKnownType(value, field) else {
            throw EditError(
                code: 1016,
                message: "Field \(field.name) does not take the value: it is the id of no type of the layer.")
        }
        do {
            try field.validate(value, domain: layout.info.domain(ofField: field.name, attributes: attributes))
        } catch FieldViolation.nullNotAllowed {
            throw EditError(code: 1001, message: "Field \(field.name) must have a value.")
        } catch {
            throw EditError(
                code: 1016, message: "Field \(field.name) does not take the value: \(Self.words(for: error)).")
        }
        do {
            row.columns.append((field.name, try ColumnMapping.sqlValue(value, type: field.type)))
        } catch let error as StorageError {
            throw EditError(code: 1016, message: "Field \(field.name): \(error.message)")
        }
    }

    /// False for an id that none of the layer's types has, where these say which there are.
    private func isKnownType(_ value: AttributeValue, _ field: Field) -> Bool {
        let info = layout.info
        guard let name = info.typeIDFieldName, name.lowercased() == field.name.lowercased(), field.domain == nil,
            !info.featureTypes.isEmpty, !value.isNull
        else { return true }
        return info.featureTypes.contains { $0.id.isSameCode(as: value) }
    }

    /// A value in the kind its field has, where nothing is lost by it: clients send whole numbers for doubles and texts for GUIDs.
    static func fitted(_ value: AttributeValue, to type: FieldType) -> AttributeValue {
        switch (type, value) {
        case (.smallInteger, .double(let number)), (.integer, .double(let number)), (.bigInteger, .double(let number)):
            Int64(exactly: number).map { .integer($0) } ?? value
        case (.date, .integer(let number)): .date(number)
        case (.date, .double(let number)): Int64(exactly: number).map { .date($0) } ?? value
        case (.guid, .string(let text)), (.globalID, .string(let text)): .guid(text)
        case (.dateOnly, .string(let text)): .dateOnly(text)
        case (.timeOnly, .string(let text)): .timeOnly(text)
        case (.timestampOffset, .string(let text)): .timestampOffset(text)
        case (.guid, .guid(let text)): text.isEmpty ? .null : value
        default: value
        }
    }

    private static func words(for violation: FieldViolation) -> String {
        switch violation {
        case .nullNotAllowed: "it must not be empty"
        case .incorrectValueType(let type): "it is no \(type.rawValue)"
        case .outOfTypeRange(let low, let high): "it is not between \(low) and \(high)"
        case .exceedsMaximumLength(let most, let actual): "\(actual) characters are more than \(most)"
        case .notInCodedValueDomain(let name): "it is no code of the domain \(name)"
        case .exceedsMaximum, .lessThanMinimum: "it is outside of its range"
        }
    }

    /// A GUID in our spelling; refuses text that is none.
    static func guidText(_ value: AttributeValue, field: String) throws -> String {
        switch value {
        case .guid(let text), .string(let text):
            guard AttributeValue.isGUID(text) else {
                throw EditError(code: 1016, message: "\(field): \"\(text.prefix(60))\" is no GUID.")
            }
            return ColumnMapping.canonicalGUID(text)
        default: throw EditError(code: 1016, message: "\(field) must be a GUID.")
        }
    }

    private func appendTracking(isNew: Bool, to row: inout PreparedRow) throws {
        guard let tracking = layout.info.editFieldsInfo else { return }
        var values: [(String?, AttributeValue)] = [
            (tracking.editorField, editor.map { .string($0) } ?? .null), (tracking.editDateField, .date(moment)),
        ]
        if isNew {
            values.append((tracking.creatorField, editor.map { .string($0) } ?? .null))
            values.append((tracking.creationDateField, .date(moment)))
        }
        for (name, value) in values {
            guard let name, let field = layout.info.field(named: name) else { continue }
            row.columns.append((field.name, try ColumnMapping.sqlValue(value, type: field.type)))
        }
    }

    // MARK: Shapes

    private func appendShape(_ geometry: (any Geometry)?, to row: inout PreparedRow) throws {
        guard let column = layout.geometryColumn, let type = layout.info.geometryType else { return }
        guard let geometry, !geometry.isEmpty else {
            row.columns.append((column, .null))
            appendMeasures(nil, to: &row)
            return
        }
        let shape = try ShapePreparation(type: type, hasZ: layout.info.hasZ, hasM: layout.info.hasM)
            .prepare(geometry, reference: layout.spatialReference)
        row.extent = shape.extent
        row.columns.append((column, .blob(GeometryBlob.bytes(of: shape, srsID: Int32(clamping: layout.srsID)))))
        appendMeasures(shape, to: &row)
    }

    /// Area and length fields follow the shape, planar in the layer's reference.
    private func appendMeasures(_ shape: (any Geometry)?, to row: inout PreparedRow) {
        let parts = (shape as? Polygon)?.parts ?? (shape as? Polyline)?.parts
        for (name, isArea) in [(layout.areaField, true), (layout.lengthField, false)] {
            guard let name, let field = layout.info.field(named: name) else { continue }
            let value = parts.map { isArea ? abs(ShapePreparation.area($0)) : ShapePreparation.length($0) }
            row.columns.append((field.name, .optional(value)))
        }
    }
}

extension TableLayout {
    /// The field that holds a shape's area, as the service's `geometryProperties` says.
    var areaField: String? { info.unknownJSON["geometryProperties"]?["shapeAreaFieldName"]?.string }
    /// The field that holds a shape's length.
    var lengthField: String? { info.unknownJSON["geometryProperties"]?["shapeLengthFieldName"]?.string }
}
