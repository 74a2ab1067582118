// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

/// Decodes an Esri JSON feature set straight into columns.
///
/// Members may stand in any order. Where `features` comes before what says how to read it, it is passed over first and read
/// when the rest is known. Besides feature sets, a single feature, a single geometry and a `geometries` list are taken.
struct EsriFeatureSetReader {
    /// What the document says outside of its features.
    struct Header: Sendable {
        var fields: [Field] = []
        var geometryType: GeometryType?
        var spatialReference: SpatialReference?
        var hasZ = false
        var hasM = false
        var objectIDFieldName: String?
        var globalIDFieldName: String?
        var exceededTransferLimit = false
        var quantization: Quantization?
        /// True where shapes are of a kind that is passed over.
        var isMultipatch = false

        /// True when features can be read at once: what usually stands before them has been read.
        var isReadyForFeatures: Bool { !fields.isEmpty }
        /// True when features read by this header are as `other` wants them.
        func readsFeatures(like other: Header) -> Bool {
            fields == other.fields && geometryType == other.geometryType && hasZ == other.hasZ && hasM == other.hasM
                && quantization == other.quantization && isMultipatch == other.isMultipatch
        }
    }
    /// Where the rows stand.
    enum Rows { case none, features, geometries, singleFeature, singleGeometry }

    var header = Header()
    var rows = Rows.none
    /// The reader as it stood before the rows.
    private var rowsStart: JSONReader?
    /// The header by which features were read before the document's end.
    private var assumed: Header?
    var columns: [ColumnBuilder] = []
    private var places: [String: Int] = [:]
    private var names: [[UInt8]] = []
    /// Attributes that the document's fields do not name.
    private(set) var inferred = InferredColumns()
    var shapes = GeometryColumnBuilder(type: nil)
    /// The reference of the first shape that names one, where the set does not.
    var shapeReference: SpatialReference?
    var count = 0
    var centroids = CentroidReader()
    var padding = PaddingBudget(documentSize: 0)

    static func read(_ reader: inout JSONReader) throws(CodecError) -> FeatureSet {
        var document = EsriFeatureSetReader()
        document.padding = PaddingBudget(documentSize: reader.byteCount)
        return try document.readDocument(&reader)
    }

    private mutating func readDocument(_ reader: inout JSONReader) throws(CodecError) -> FeatureSet {
        let documentStart = reader
        try reader.beginObject()
        while try reader.nextKey() {
            if reader.keyEquals("features") {
                try refuseSecondRows(reader)
                rows = .features
                rowsStart = reader
                if header.isReadyForFeatures {
                    assumed = header
                    try readRows(&reader)
                } else {
                    try reader.skipValue()
                }
            } else if reader.keyEquals("geometries") {
                try refuseSecondRows(reader)
                rows = .geometries
                rowsStart = reader
                try reader.skipValue()
            } else {
                try readHeaderMember(&reader)
            }
        }
        if let assumed, assumed.readsFeatures(like: header) { return finish() }
        resetRows()
        var again = rowsStart ?? documentStart
        try readRows(&again)
        return finish()
    }

    /// Two lists of rows contradict each other, and so do two lists of fields; which of them was meant nobody can tell.
    private func refuseSecondRows(_ reader: JSONReader) throws(CodecError) {
        guard rowsStart == nil else {
            throw reader.error(.unsupported, "The document has a second list of features or geometries")
        }
    }

    // MARK: Header

    mutating func readHeaderMember(_ reader: inout JSONReader) throws(CodecError) {
        switch reader.key {
        case "fields": try readFields(&reader)
        case "geometryType": try readGeometryType(&reader)
        case "spatialReference": try readSpatialReference(&reader)
        case "hasZ": header.hasZ = try reader.readValue().bool ?? false
        case "hasM": header.hasM = try reader.readValue().bool ?? false
        case "objectIdFieldName":
            header.objectIDFieldName = try reader.readValue().string.flatMap { $0.isEmpty ? nil : $0 }
        case "globalIdFieldName":
            header.globalIDFieldName = try reader.readValue().string.flatMap { $0.isEmpty ? nil : $0 }
        case "exceededTransferLimit": header.exceededTransferLimit = try reader.readValue().bool ?? false
        case "transform": header.quantization = Quantization(json: try reader.readValue())
        case "error": try refuseErrorEnvelope(&reader)
        case "attributes", "geometry":
            if rows == .none { rows = .singleFeature }
            try reader.skipValue()
        case "x", "rings", "paths", "points", "curveRings", "curvePaths", "xmin":
            if rows == .none { rows = .singleGeometry }
            try reader.skipValue()
        default: try reader.skipValue()
        }
    }

    private mutating func readFields(_ reader: inout JSONReader) throws(CodecError) {
        if try reader.readNull() { return }
        guard header.fields.isEmpty else {
            throw reader.error(.unsupported, "The document has a second list of fields")
        }
        try reader.beginArray()
        while try reader.nextElement() {
            let place = reader
            let json = try reader.readValue()
            do throws(FeatureError) { header.fields.append(try Field(json: json)) } catch {
                throw place.error(.unsupported, error.message)
            }
        }
    }

    /// Null and an object without ids say that nothing is known; an id that is none would send the shapes elsewhere.
    private mutating func readSpatialReference(_ reader: inout JSONReader) throws(CodecError) {
        let place = reader
        let json = try reader.readValue()
        header.spatialReference = SpatialReference(json: json)
        guard header.spatialReference == nil, !json.isNull else { return }
        let ids = ["wkid", "latestWkid", "wkt"].compactMap { json[$0] }.filter { !$0.isNull && $0.string != "" }
        guard json.object != nil, ids.isEmpty else {
            throw place.error(.unsupported, "The spatialReference is none; it has a whole number wkid, or a text wkt")
        }
    }

    /// Takes the type by its name in any case, as `esriGeometryMultiPoint` is in use too. Multipatches are passed over: their rows have
    /// no shape, unless the service sends outlines in their place.
    private mutating func readGeometryType(_ reader: inout JSONReader) throws(CodecError) {
        let place = reader
        guard let name = try reader.readValue().string else { return }
        if let type = GeometryType.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() }) {
            header.geometryType = type
        } else if name.lowercased() == "esrigeometrymultipatch" {
            header.isMultipatch = true
        } else if name != "esriGeometryNull", name != "esriGeometryNone", !name.isEmpty {
            throw place.error(.unsupported, "Shapes of type \(name.prefix(40)) are not read")
        }
    }

    private func refuseErrorEnvelope(_ reader: inout JSONReader) throws(CodecError) {
        let place = reader
        let error = try reader.readValue()
        guard let message = error["message"]?.string else { return }
        throw place.error(
            .unsupported,
            "The document is a service's error \(error["code"]?.int ?? 0), no feature set: \(message.prefix(200))")
    }

    // MARK: Rows

    private mutating func resetRows() {
        columns = []
        inferred = InferredColumns()
        shapes = GeometryColumnBuilder(type: nil)
        centroids = CentroidReader()
        count = 0
    }

    /// Makes ready for rows as the header describes them, of a document of that many bytes.
    mutating func beginRows(documentSize: Int) {
        shapes.type = header.geometryType
        shapes.positions.reserve(documentSize: documentSize)
        shapes.closesRings = header.quantization == nil
        columns = header.fields.map { ColumnBuilder(field: $0) }
        names = header.fields.map { Array($0.name.utf8) }
        places = Dictionary(
            header.fields.enumerated().map { ($1.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        // Names that differ in their case alone are each its own.
        for (place, field) in header.fields.enumerated() { places[field.name] = place }
    }

    private mutating func readRows(_ reader: inout JSONReader) throws(CodecError) {
        beginRows(documentSize: reader.byteCount)
        switch rows {
        case .none:
            throw reader.error(.unsupported, "The document has no features; a feature set or a geometry is expected")
        case .features:
            if try reader.readNull() { return }
            try reader.beginArray()
            while try reader.nextElement() { try readFeature(&reader) }
        case .geometries:
            try reader.beginArray()
            while try reader.nextElement() {
                try readGeometry(&reader)
                try endRow(reader)
            }
        case .singleFeature: try readFeature(&reader)
        case .singleGeometry:
            try readGeometry(&reader)
            try endRow(reader)
        }
    }

    mutating func readFeature(_ reader: inout JSONReader) throws(CodecError) {
        try reader.beginObject()
        while try reader.nextKey() {
            if reader.keyEquals("attributes") {
                if try reader.readNull() { continue }
                if columns.isEmpty {
                    try inferred.appendRow(count, from: &reader, &padding)
                } else {
                    try readAttributes(&reader)
                }
            } else if reader.keyEquals("geometry"), shapes.count == count {
                try readGeometry(&reader)
            } else if reader.keyEquals("centroid") {
                try centroids.read(&reader, row: count)
            } else {
                try reader.skipValue()
            }
        }
        try endRow(reader)
    }

    private mutating func readAttributes(_ reader: inout JSONReader) throws(CodecError) {
        var expected = 0
        try reader.beginObject()
        while try reader.nextKey() {
            let place: Int
            if expected < names.count, reader.keyEquals(utf8: names[expected]) {
                place = expected
            } else if let found = places[reader.key] ?? places[reader.key.lowercased()] {
                place = found
            } else {
                try inferred.appendMember(of: count, from: &reader, &padding)
                continue
            }
            expected = place + 1
            if columns[place].count > count { try reader.skipValue() } else { try columns[place].append(from: &reader) }
        }
    }

    private mutating func endRow(_ reader: JSONReader) throws(CodecError) {
        if shapes.count == count { shapes.endRow(isNull: true) }
        for place in columns.indices where columns[place].count == count {
            guard padding.spend() else {
                throw reader.error(.tooLarge, "Too many features lack most of their attributes")
            }
            columns[place].appendNull()
        }
        try inferred.endRow(count, reader, &padding)
        count += 1
    }

    mutating func finish() -> FeatureSet {
        var set = FeatureSet()
        set.count = count
        set.objectIDFieldName = header.objectIDFieldName
        set.globalIDFieldName = header.globalIDFieldName
        if columns.isEmpty {
            for column in inferred.columns {
                let isID = column.name.lowercased() == header.objectIDFieldName?.lowercased()
                let (field, values) = column.finish(isObjectID: isID)
                set.fields.append(field)
                set.columns.append(values)
            }
        } else {
            set.fields = header.fields
            set.columns = columns.map { $0.finish() }
            for column in inferred.columns {
                let (field, values) = column.finish()
                set.fields.append(field)
                set.columns.append(values)
            }
        }
        set.objectIDFieldName = set.objectIDFieldName ?? set.fields.first { $0.type == .oid }?.name
        set.globalIDFieldName = set.globalIDFieldName ?? set.fields.first { $0.type == .globalID }?.name
        set.geometries = shapes.finish(hasZ: header.hasZ, hasM: header.hasM)
        if let quantization = header.quantization, set.geometries != nil {
            quantization.restore(&set.geometries)
        }
        set.centroids = centroids.finish(count: count)
        if set.centroids != nil { header.quantization?.restore(&set.centroids) }
        set.geometryType = set.geometries?.type
        set.spatialReference = header.spatialReference ?? shapeReference
        set.exceededTransferLimit = header.exceededTransferLimit
        return set
    }
}
