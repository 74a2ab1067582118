// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

/// Decodes the FeatureResult message of Esri's protocol buffers straight into columns.
///
/// The message is walked twice: first for what says how to read features, then for the features, as protocol buffers
/// promise no order of fields.
struct PBFFeatureReader {
    private var set = FeatureSet()
    private var hasZ = false
    private var hasM = false
    private var quantization = Quantization()
    private var grid = VertexGrid(origin: (0, 0), size: (1, 1))
    private var columns: [ColumnBuilder] = []
    private var shapes = GeometryColumnBuilder(type: nil)
    private var lengths: [Int] = []
    private var padding: PaddingBudget
    private var centroids = CentroidReader()
    /// True where shapes are of a kind that is passed over.
    private var isMultipatch = false

    private init(padding: PaddingBudget) { self.padding = padding }

    static func read(_ message: ProtobufReader) throws(CodecError) -> FeatureSet {
        var decoder = PBFFeatureReader(padding: PaddingBudget(documentSize: message.remaining))
        var header = message
        try decoder.readHeader(&header)
        var features = message
        try decoder.readFeatures(&features)
        return decoder.finish()
    }

    // MARK: Header

    private mutating func readHeader(_ message: inout ProtobufReader) throws(CodecError) {
        while try message.nextField() {
            switch message.field {
            case 1: set.objectIDFieldName = PBFFeatureReader.nonEmpty(try message.readText())
            case 3: set.globalIDFieldName = PBFFeatureReader.nonEmpty(try message.readText())
            case 7: try readGeometryType(&message)
            case 8:
                var inner = try message.readEmbedded()
                set.spatialReference = try PBFFeatureReader.readSpatialReference(&inner)
            case 9: set.exceededTransferLimit = try message.readNumber() != 0
            case 10: hasZ = try message.readNumber() != 0
            case 11: hasM = try message.readNumber() != 0
            case 12:
                var inner = try message.readEmbedded()
                try readTransform(&inner)
            case 13:
                var inner = try message.readEmbedded()
                set.fields.append(try readField(&inner))
            default: try message.skip()
            }
        }
        // The first value of an enumeration, point, is left out on the wire; a set with a transform has shapes.
        if !statesGeometryType, hasTransform { shapes.type = .point }
        columns = set.fields.map { ColumnBuilder(field: $0) }
        let scale = quantization.scale, translate = quantization.translate
        grid = VertexGrid(
            origin: (translate.x, translate.y), size: (scale.x, quantization.isUpperLeft ? -scale.y : scale.y))
    }
    private var statesGeometryType = false
    private var hasTransform = false

    private static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

    private mutating func readGeometryType(_ message: inout ProtobufReader) throws(CodecError) {
        let number = try message.readNumber()
        statesGeometryType = true
        if number == PBFNames.noGeometry { return }
        if number == PBFNames.multipatch {
            isMultipatch = true
            return
        }
        guard number < PBFNames.geometryTypes.count else {
            throw message.error(.unsupported, "Shapes of geometry type \(number) are not read")
        }
        shapes.type = PBFNames.geometryTypes[Int(number)]
    }

    static func readSpatialReference(_ message: inout ProtobufReader) throws(CodecError) -> SpatialReference? {
        var numbers: [Int: Int] = [:]
        var texts: [Int: String] = [:]
        while try message.nextField() {
            switch (message.field, message.wireType) {
            case (1...4, .varint): numbers[message.field] = Int(truncatingIfNeeded: try message.readVarint())
            case (5...6, .bytes): texts[message.field] = try message.readString()
            default: try message.skip()
            }
        }
        let text = texts[5] ?? texts[6]
        guard let id = numbers[1] ?? numbers[2], id != 0 else {
            return text.flatMap { $0.isEmpty ? nil : SpatialReference(wkt: $0) }
        }
        func known(_ number: Int?) -> Int? { number == 0 ? nil : number }
        var reference = SpatialReference(
            wkid: id, latestWKID: known(numbers[2]), verticalWKID: known(numbers[3]),
            latestVerticalWKID: known(numbers[4]))
        reference.wkt = text.flatMap { $0.isEmpty ? nil : $0 }
        return reference
    }

    private mutating func readTransform(_ message: inout ProtobufReader) throws(CodecError) {
        hasTransform = true
        while try message.nextField() {
            switch message.field {
            case 1: quantization.isUpperLeft = try message.readNumber() == 0
            case 2:
                var inner = try message.readEmbedded()
                try PBFFeatureReader.readFour(&inner, into: &quantization.scales)
            case 3:
                var inner = try message.readEmbedded()
                try PBFFeatureReader.readFour(&inner, into: &quantization.translations)
            default: try message.skip()
            }
        }
    }

    /// Scale and Translate: x, y, then m before z.
    private static func readFour(_ message: inout ProtobufReader, into values: inout [Double]) throws(CodecError) {
        let places = [0, 0, 1, 3, 2]
        while try message.nextField() {
            guard (1...4).contains(message.field) else {
                try message.skip()
                continue
            }
            try message.expect(.fixed64)
            let place = places[message.field]
            let value = try message.readDouble()
            guard value.isFinite else { throw message.error(.malformed, "A transform must be of finite numbers") }
            values[place] = value
        }
    }

    private func readField(_ message: inout ProtobufReader) throws(CodecError) -> Field {
        var json = JSONObject()
        var type = FieldType.smallInteger
        while try message.nextField() {
            switch message.field {
            case 1: json["name"] = .string(try message.readText())
            case 2:
                let number = try message.readNumber()
                guard number < PBFNames.fieldTypes.count else {
                    throw message.error(.unsupported, "Fields of type \(number) are not read")
                }
                type = PBFNames.fieldTypes[Int(number)]
            case 3: json["alias"] = .string(try message.readText())
            case 4:
                let number = try message.readNumber()
                if number < PBFNames.sqlTypes.count {
                    json["sqlType"] = .string("sqlType" + PBFNames.sqlTypes[Int(number)])
                }
            case 5:
                let text = try message.readText()
                if !text.isEmpty { json["domain"] = try? JSONValue(parsing: text) }
            case 6:
                let text = try message.readText()
                if !text.isEmpty { json["defaultValue"] = (try? JSONValue(parsing: text)) ?? .string(text) }
            default: try message.skip()
            }
        }
        json["type"] = .string(type.rawValue)
        do throws(FeatureError) { return try Field(json: .object(json)) } catch {
            throw message.error(.malformed, error.message)
        }
    }

    // MARK: Features

    private mutating func readFeatures(_ message: inout ProtobufReader) throws(CodecError) {
        shapes.closesRings = false
        // Coordinates on a grid take about three bytes each, far less than in text.
        shapes.positions.reserve(documentSize: message.remaining * 6)
        while try message.nextField() {
            guard message.field == 15 else {
                try message.skip()
                continue
            }
            var feature = try message.readEmbedded()
            try readFeature(&feature)
        }
    }

    private mutating func readFeature(_ feature: inout ProtobufReader) throws(CodecError) {
        var place = 0
        while try feature.nextField() {
            switch feature.field {
            case 1:
                guard place < columns.count else {
                    throw feature.error(.malformed, "Feature \(set.count + 1) has more values than there are fields")
                }
                var value = try feature.readEmbedded()
                try columns[place].append(from: &value)
                place += 1
            case 2 where !isMultipatch:
                var geometry = try feature.readEmbedded()
                if shapes.count == set.count { try readGeometry(&geometry) }
            case 4:
                var geometry = try feature.readEmbedded()
                try readCentroid(&geometry)
            case 3 where !isMultipatch, 7 where !isMultipatch:
                throw feature.error(
                    .unsupported, feature.field == 3 ? "Shape buffers are not read" : "True curves are not read")
            default: try feature.skip()
            }
        }
        while place < columns.count {
            guard padding.spend() else { throw feature.error(.tooLarge, "Too many features lack most of their values") }
            columns[place].appendNull()
            place += 1
        }
        if shapes.count == set.count { shapes.endRow(isNull: true) }
        set.count += 1
    }

    private mutating func readGeometry(_ message: inout ProtobufReader) throws(CodecError) {
        lengths.removeAll(keepingCapacity: true)
        var coordinates: ProtobufReader?
        while try message.nextField() {
            switch message.field {
            case 2:
                try message.forEachVarint { [end = message.remaining] number throws(CodecError) in
                    lengths.append(Int(clamping: try number.readVarint()))
                    if lengths.count > end + 1 { throw number.error(.malformed, "A shape has too many parts") }
                }
            case 3: coordinates = try message.readEmbedded()
            default: try message.skip()
            }
        }
        if shapes.type == nil { shapes.type = .point }
        if var coordinates {
            if lengths.isEmpty {
                while !coordinates.isAtEnd { try readVertices(1, &coordinates, restarts: false) }
                shapes.endPart()
            } else {
                for length in lengths {
                    try readVertices(length, &coordinates, restarts: true)
                    shapes.endPart()
                }
                guard coordinates.isAtEnd else {
                    throw coordinates.error(.malformed, "A shape has more coordinates than its parts say")
                }
            }
        }
        shapes.endRow()
    }

    private mutating func readCentroid(_ message: inout ProtobufReader) throws(CodecError) {
        while try message.nextField() {
            guard message.field == 3, message.wireType == .bytes else {
                try message.skip()
                continue
            }
            var coordinates = try message.readMessage()
            if coordinates.isAtEnd { continue }
            let x = try coordinates.readZigZag(), y = try coordinates.readZigZag()
            let scaleY = quantization.isUpperLeft ? -quantization.scale.y : quantization.scale.y
            centroids.add(
                x: quantization.translate.x + Double(x) * quantization.scale.x,
                y: quantization.translate.y + Double(y) * scaleY, row: set.count)
        }
    }

    private var lastVertex: (x: Int64, y: Int64) = (0, 0)

    /// Reads vertices of a part: x and y relative to the vertex before, z and m as they are.
    private mutating func readVertices(
        _ count: Int, _ coordinates: inout ProtobufReader, restarts: Bool
    ) throws(CodecError) {
        if restarts || shapes.openVertices == 0 { lastVertex = (0, 0) }
        // Each vertex takes two bytes at least.
        guard count <= coordinates.remaining / 2 else {
            throw coordinates.error(.malformed, "A part has fewer coordinates than it says")
        }
        guard hasZ || hasM else {
            return try coordinates.readVertices(count, from: &lastVertex, on: grid, into: &shapes.positions)
        }
        for _ in 0..<count {
            try coordinates.readVertices(1, from: &lastVertex, on: grid, into: &shapes.positions)
            try readHeightAndMeasure(&coordinates)
        }
    }

    private mutating func readHeightAndMeasure(_ coordinates: inout ProtobufReader) throws(CodecError) {
        let last = shapes.positions.count - 1
        if hasZ {
            let raw = try coordinates.readZigZag()
            shapes.positions.padThird()
            shapes.positions.third?[last] = quantization.translate.z + Double(raw) * quantization.scale.z
        }
        if hasM {
            let raw = try coordinates.readZigZag()
            shapes.positions.padFourth()
            // Raw 0 means "no measure" where 0 itself is written otherwise.
            let isMissing = raw == 0 && quantization.translate.m != 0
            shapes.positions.fourth?[last] =
                isMissing ? .nan : quantization.translate.m + Double(raw) * quantization.scale.m
        }
    }

    private mutating func finish() -> FeatureSet {
        set.columns = columns.map { $0.finish() }
        set.geometries = shapes.finish(hasZ: hasZ, hasM: hasM)
        set.geometryType = set.geometries?.type
        set.centroids = centroids.finish(count: set.count)
        return set
    }
}

extension ColumnBuilder {
    /// Appends the Value message: whichever member is set, converted by the field's type; none set, or null, is null.
    mutating func append(from message: inout ProtobufReader) throws(CodecError) {
        var value = AttributeValue.null
        let first = message
        if try appendPlainValue(&message) { return }
        message = first
        while try message.nextField() {
            switch (message.field, message.wireType) {
            case (1, .bytes): value = .string(try message.readString())
            case (2, .fixed32): value = ColumnBuilder.finite(ColumnBuilder.double(try message.readFloat()))
            case (3, .fixed64): value = ColumnBuilder.finite(try message.readDouble())
            case (4, .varint), (8, .varint): value = .integer(try message.readZigZag())
            case (5, .varint), (6, .varint), (7, .varint), (9, .varint): value = .integer(try message.readInt64())
            case (10, .varint):
                _ = try message.readVarint()
                value = .null
            default: try message.skip()
            }
        }
        if append(value) { return }
        guard let converted = try? AttributeValue(json: value.json, type: field.type), append(converted) else {
            throw message.error(
                .malformed, "The value of field \(field.name) does not fit its type \(field.type.rawValue)")
        }
    }

    /// Appends a message of one member that is of the column's own kind, as nearly all are, without a value in between.
    private mutating func appendPlainValue(_ message: inout ProtobufReader) throws(CodecError) -> Bool {
        guard try message.nextField() else { return false }
        switch (kind, message.field, message.wireType) {
        case (.strings, 1, .bytes):
            let text = try message.readString()
            guard message.isAtEnd else { return false }
            append(text)
        case (.doubles, 3, .fixed64):
            let number = try message.readDouble()
            guard message.isAtEnd, number.isFinite else { return false }
            append(number)
        case (.integers, 4, .varint), (.integers, 8, .varint):
            let number = try message.readZigZag()
            guard message.isAtEnd else { return false }
            append(number)
        case (.integers, 5, .varint), (.integers, 6, .varint), (.integers, 7, .varint), (.integers, 9, .varint):
            let number = try message.readInt64()
            guard message.isAtEnd else { return false }
            append(number)
        default: return false
        }
        return true
    }

    private static func finite(_ value: Double) -> AttributeValue { value.isFinite ? .double(value) : .null }
    /// The double whose decimals are the float's: 0.1 as a float is 0.1, as it is in a JSON answer.
    static func double(_ value: Float) -> Double {
        value == value.rounded() ? Double(value) : Double(value.description) ?? Double(value)
    }
}
