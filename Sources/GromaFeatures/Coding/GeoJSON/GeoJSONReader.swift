// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

/// Decodes GeoJSON (RFC 7946, and its predecessor's `crs`) straight into columns.
///
/// Members may stand in any order. A feature collection, a single feature and a single geometry are taken.
struct GeoJSONReader {
    private enum Rows { case none, features, singleFeature, singleGeometry }

    private var rows = Rows.none
    private var rowsStart: JSONReader?
    private var reference = SpatialReference.wgs84
    private var exceededTransferLimit = false
    private var properties = InferredColumns()
    private var ids = InferredColumn(name: "id", rows: 0)
    private var hasIDs = false
    var shapes = GeometryColumnBuilder(type: nil)
    private var count = 0
    private var padding: PaddingBudget

    private init(documentSize: Int) { padding = PaddingBudget(documentSize: documentSize) }

    static func read(_ reader: inout JSONReader) throws(CodecError) -> FeatureSet {
        var document = GeoJSONReader(documentSize: reader.byteCount)
        return try document.readDocument(&reader)
    }

    private mutating func readDocument(_ reader: inout JSONReader) throws(CodecError) -> FeatureSet {
        let documentStart = reader
        try reader.beginObject()
        while try reader.nextKey() {
            switch reader.key {
            case "features":
                guard rowsStart == nil else {
                    throw reader.error(.unsupported, "The document has a second list of features")
                }
                rows = .features
                rowsStart = reader
                try reader.skipValue()
            case "geometry", "properties":
                if rows == .none, reader.key == "geometry" { rows = .singleFeature }
                try readCollectionProperties(&reader)
            case "coordinates":
                if rows == .none { rows = .singleGeometry }
                try reader.skipValue()
            case "crs":
                let place = reader
                try readReference(try reader.readValue(), place)
            case "exceededTransferLimit": exceededTransferLimit = try reader.readValue().bool ?? false
            case "geometries":
                throw reader.error(.unsupported, "Geometry collections have no counterpart among features; split them")
            default: try reader.skipValue()
            }
        }
        var again = rowsStart ?? documentStart
        try readRows(&again)
        return finish()
    }

    /// Services tell of their page limit in the collection's properties.
    private mutating func readCollectionProperties(_ reader: inout JSONReader) throws(CodecError) {
        let start = reader
        try reader.skipValue()
        guard start.keyEquals("properties"), reader.offset - start.offset < 10_000 else { return }
        var again = start
        if try again.readValue()["exceededTransferLimit"]?.bool == true { exceededTransferLimit = true }
    }

    /// The reference of a `crs` member (GeoJSON 2008, section 3): an EPSG name or URN, or CRS84.
    private mutating func readReference(_ json: JSONValue, _ reader: JSONReader) throws(CodecError) {
        if json.isNull { return }
        let properties = json["properties"]
        if let code = properties?["code"]?.int ?? properties?["code"]?.string.flatMap({ Int($0) }) {
            reference = SpatialReference(wkid: code)
            return
        }
        let name = properties?["name"]?.string ?? ""
        let parts = name.uppercased().split(separator: ":")
        if name.uppercased().hasSuffix("CRS84") || name.uppercased().hasSuffix("CRS84H") {
            reference = .wgs84
        } else if parts.contains(where: { $0 == "EPSG" || $0 == "ESRI" }), let id = parts.last.flatMap({ Int($0) }) {
            reference = id == 4326 ? .wgs84 : SpatialReference(wkid: id)
        } else {
            throw reader.error(.unsupported, "The crs \"\(name.prefix(60))\" is not known; use an EPSG name")
        }
    }

    // MARK: Rows

    private mutating func readRows(_ reader: inout JSONReader) throws(CodecError) {
        switch rows {
        case .none: throw reader.error(.malformed, "The document has no features, geometry or coordinates")
        case .features:
            try reader.beginArray()
            while try reader.nextElement() { try readFeature(&reader) }
        case .singleFeature: try readFeature(&reader)
        case .singleGeometry:
            try readGeometry(&reader)
            count += 1
        }
    }

    private mutating func readFeature(_ reader: inout JSONReader) throws(CodecError) {
        try reader.beginObject()
        while try reader.nextKey() {
            if reader.keyEquals("properties") {
                if try reader.readNull() { continue }
                try properties.appendRow(count, from: &reader, &padding)
            } else if reader.keyEquals("geometry"), shapes.count == count {
                try readGeometry(&reader)
            } else if reader.keyEquals("id"), ids.count == count {
                try ids.append(from: &reader)
                hasIDs = true
            } else if reader.keyEquals("type"), try reader.peek() == .string {
                // A geometry, or a collection inside of the collection, would become a row of nothing.
                let place = reader
                let type = try reader.readString()
                guard !Self.otherTypes.contains(type) else {
                    throw place.error(.malformed, "Feature \(count + 1) is a \(type), no Feature")
                }
            } else {
                try reader.skipValue()
            }
        }
        if shapes.count == count { shapes.endRow(isNull: true) }
        if ids.count == count { ids.appendNull() }
        try properties.endRow(count, reader, &padding)
        count += 1
    }

    private static let otherTypes: Set<String> = [
        "FeatureCollection", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
        "GeometryCollection",
    ]

    // MARK: Geometry

    private mutating func readGeometry(_ reader: inout JSONReader) throws(CodecError) {
        if try reader.readNull() { return shapes.endRow(isNull: true) }
        let start = reader
        var type = ""
        var coordinates: JSONReader?
        try reader.beginObject()
        while try reader.nextKey() {
            if reader.keyEquals("type") {
                type = try reader.readString()
            } else if reader.keyEquals("coordinates"), coordinates == nil {
                coordinates = reader
                if type.isEmpty {
                    try reader.skipValue()
                } else {
                    try readCoordinates(&reader, type)
                    shapes.endRow()
                }
            } else if reader.keyEquals("geometries") {
                throw reader.error(.unsupported, "Geometry collections have no counterpart among features; split them")
            } else {
                try reader.skipValue()
            }
        }
        if shapes.count > count { return }
        guard var coordinates else { throw start.error(.unsupported, "The geometry has no coordinates") }
        try readCoordinates(&coordinates, type)
        shapes.endRow()
    }

    private mutating func readCoordinates(_ reader: inout JSONReader, _ type: String) throws(CodecError) {
        let first = shapes.positions.count
        let place = reader
        switch type {
        case "Point":
            try expectType(.point, reader)
            try reader.readPosition(into: &shapes.positions)
            shapes.endPart()
        case "MultiPoint":
            try expectType(.multipoint, reader)
            try reader.readPositions(into: &shapes.positions)
            shapes.endPart()
        case "LineString":
            try expectType(.polyline, reader)
            try reader.readPositions(into: &shapes.positions)
            shapes.endPart()
        case "MultiLineString":
            try expectType(.polyline, reader)
            try readParts(&reader)
        case "Polygon":
            try expectType(.polygon, reader)
            try readRings(&reader)
        case "MultiPolygon":
            try expectType(.polygon, reader)
            try reader.beginArray()
            while try reader.nextElement() { try readRings(&reader) }
        default: throw reader.error(.unsupported, "Geometries of type \"\(type.prefix(40))\" are not read")
        }
        for vertex in first..<shapes.positions.count
        where shapes.positions.xy[2 * vertex].isNaN || shapes.positions.xy[2 * vertex + 1].isNaN {
            throw place.error(.unsupported, "A coordinate of the geometry is no number")
        }
    }

    /// The column's type is that of the first shape; single points become multipoints where both occur.
    private mutating func expectType(_ type: GeometryType, _ reader: JSONReader) throws(CodecError) {
        switch (shapes.type, type) {
        case (nil, _), (.point, .multipoint): shapes.type = type
        case (.multipoint, .point): break
        case (let expected?, _):
            guard expected == type else {
                throw reader.error(
                    .unsupported,
                    "Feature \(count + 1) is of type \(type.rawValue), those before of \(expected.rawValue); one table holds one type"
                )
            }
        }
    }

    private mutating func readParts(_ reader: inout JSONReader) throws(CodecError) {
        try reader.beginArray()
        while try reader.nextElement() {
            try reader.readPositions(into: &shapes.positions)
            shapes.endPart()
        }
    }

    /// Outer ring first, then holes: turned so that the outer one runs clockwise and holes do not, as our polygons have it.
    private mutating func readRings(_ reader: inout JSONReader) throws(CodecError) {
        var isOuter = true
        try reader.beginArray()
        while try reader.nextElement() {
            let first = shapes.positions.count
            try reader.readPositions(into: &shapes.positions)
            shapes.endPart()
            shapes.orientRing(from: first, clockwise: isOuter)
            isOuter = false
        }
    }

    // MARK: Result

    private mutating func finish() -> FeatureSet {
        var set = FeatureSet()
        set.count = count
        for column in properties.columns {
            let (field, values) = column.finish()
            set.fields.append(field)
            set.columns.append(values)
        }
        addIDs(to: &set)
        set.geometries = shapes.finish(hasZ: false, hasM: false)
        set.geometries?.coordinates.m = nil
        set.geometryType = set.geometries?.type
        set.spatialReference = reference
        set.exceededTransferLimit = exceededTransferLimit
        return set
    }

    /// Whole-number ids are object ids: the property that repeats them, where one does, else a field of their own.
    private func addIDs(to set: inout FeatureSet) {
        guard hasIDs else { return }
        let (idField, column) = ids.finish(isObjectID: true)
        var field = idField
        let twin = set.columns.indices.first { set.columns[$0].holdsSame(as: column) }
        if let twin {
            if field.type == .oid {
                set.fields[twin].type = .oid
                set.fields[twin].isNullable = false
                set.fields[twin].isEditable = false
                set.objectIDFieldName = set.fields[twin].name
            }
            return
        }
        if field.type == .oid { field.name = "OBJECTID" }
        while set.fieldIndex(named: field.name) != nil { field.name += "_1" }
        field.alias = field.name
        if field.type == .oid { set.objectIDFieldName = field.name }
        set.fields.insert(field, at: 0)
        set.columns.insert(column, at: 0)
    }
}

extension AttributeColumn {
    /// True when both columns have the same packing, the same nulls and the same values.
    fileprivate func holdsSame(as other: AttributeColumn) -> Bool {
        guard valid == other.valid else { return false }
        switch (values, other.values) {
        case (.integers(let a), .integers(let b)): return a == b
        case (.strings(let a), .strings(let b)): return a == b
        default: return false
        }
    }
}
