// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

extension FeatureSet {
    /// Reads an Esri protocol buffer answer that holds features (`f=pbf`).
    ///
    /// - Throws: `FeatureError`; also when the answer is a count, ids or an extent (see `FeatureQueryAnswer`).
    public init(esriPBF bytes: [UInt8]) throws(FeatureError) {
        guard case .features(let set) = try FeatureQueryAnswer(esriPBF: bytes) else {
            throw FeatureError(.unsupported, "The protocol buffer holds a count, ids or an extent, no features.")
        }
        self = set
    }

    /// The set as an Esri protocol buffer (`f=pbf`).
    ///
    /// Coordinates are put on a grid: the one asked for, else one of 0.1 mm (1e-9 degrees). In `view` mode vertices that
    /// fall into the cell of the one before are left out, and parts that vanish so. Vertices that are NaN or infinite have
    /// no place on a grid and are left out; a missing height becomes 0, for which the format has no word.
    public func esriPBF(quantization parameters: QuantizationParameters? = nil) -> [UInt8] {
        PBFFeatureWriter(self, parameters).document()
    }
}

/// Encodes a feature set as Esri's FeatureCollectionPBuffer.
struct PBFFeatureWriter {
    private let set: FeatureSet
    private let quantization: Quantization
    private let thins: Bool
    /// True where some vertex is NaN or infinite.
    private let hasGaps: Bool

    init(_ set: FeatureSet, _ parameters: QuantizationParameters?) {
        self.set = set
        quantization =
            parameters.map { Quantization($0) }
            ?? (set.geometries ?? set.centroids).map { Quantization(keeping: $0) } ?? Quantization()
        thins = parameters?.mode == .view
        hasGaps = set.geometries?.coordinates.xy.contains { !$0.isFinite } ?? false
    }

    func document() -> [UInt8] {
        var writer = ProtobufWriter(capacity: 1_024 + set.count * 32 + (set.geometries?.coordinates.count ?? 0) * 6)
        writer.message(2) { result in
            result.message(1) { message in
                writeHeader(&message)
                for row in 0..<set.count {
                    message.message(15) { feature in
                        for (place, column) in set.columns.enumerated() {
                            feature.message(1) { write(column, row, set.fields[place].type, &$0) }
                        }
                        if let shapes = set.geometries, !shapes.nullRows.contains(row) {
                            feature.message(2) { writeGeometry(shapes, row, &$0) }
                        }
                        if let points = set.centroids, let vertex = points.vertexRange(ofRow: row).first {
                            feature.message(4) { geometry in
                                geometry.message(3) { write(CollectionOfOne(vertex), points, &$0) }
                            }
                        }
                    }
                }
            }
        }
        return writer.finish()
    }

    private func writeHeader(_ message: inout ProtobufWriter) {
        if let name = set.objectIDFieldName { message.write(1, name) }
        if let name = set.globalIDFieldName { message.write(3, name) }
        if let shapes = set.geometries, let number = PBFNames.geometryTypes.firstIndex(of: shapes.type) {
            message.write(7, varint: UInt64(number))
        } else if set.geometries?.type == .envelope {
            message.write(7, varint: 3)
        } else {
            message.write(7, varint: PBFNames.noGeometry)
        }
        if let reference = set.spatialReference {
            message.message(8) { PBFFeatureWriter.write(reference, to: &$0) }
        }
        if set.exceededTransferLimit { message.write(9, true) }
        if let shapes = set.geometries {
            if shapes.coordinates.z != nil { message.write(10, true) }
            if shapes.coordinates.m != nil { message.write(11, true) }
        }
        if set.geometries != nil || set.centroids != nil {
            message.message(12) { transform in
                transform.write(1, varint: quantization.isUpperLeft ? 0 : 1)
                transform.message(2) { writeFour(quantization.scales, &$0) }
                transform.message(3) { writeFour(quantization.translations, &$0) }
            }
        }
        for field in set.fields { message.message(13) { write(field, &$0) } }
    }

    static func write(_ reference: SpatialReference, to message: inout ProtobufWriter) {
        let ids = [
            reference.wkid, reference.latestWKID, reference.verticalWKID, reference.latestVerticalWKID,
        ]
        for (place, id) in ids.enumerated() where id != nil {
            message.write(place + 1, varint: UInt64(UInt32(truncatingIfNeeded: id ?? 0)))
        }
        if let text = reference.wkt { message.write(5, text) }
    }

    /// x, y, then m before z.
    private func writeFour(_ values: [Double], _ message: inout ProtobufWriter) {
        for (place, value) in [values[0], values[1], values[3], values[2]].enumerated() {
            message.write(place + 1, value)
        }
    }

    private func write(_ field: Field, _ message: inout ProtobufWriter) {
        message.write(1, field.name)
        message.write(2, varint: UInt64(PBFNames.fieldTypes.firstIndex(of: field.type) ?? 4))
        message.write(3, field.alias)
        if let name = field.unknownJSON["sqlType"]?.string,
            let number = PBFNames.sqlTypes.firstIndex(of: String(name.dropFirst("sqlType".count)))
        {
            message.write(4, varint: UInt64(number))
        }
        if let domain = field.domain { message.write(5, domain.json.text()) }
        if !field.defaultValue.isNull { message.write(6, field.defaultValue.json.text()) }
    }

    private func write(_ column: AttributeColumn, _ row: Int, _ type: FieldType, _ value: inout ProtobufWriter) {
        guard column.valid[row] else { return }
        switch column.values {
        case .integers(let values):
            switch type {
            case .oid where values[row] >= 0: value.write(7, varint: UInt64(values[row]))
            case .smallInteger, .integer: value.write(4, zigZag: values[row])
            default: value.write(8, zigZag: values[row])
            }
        case .doubles(let values):
            // A field of single precision may hold more digits than it says; none of them is lost.
            if type == .single, ColumnBuilder.double(Float(values[row])) == values[row] {
                value.write(2, Float(values[row]))
            } else {
                value.write(3, values[row])
            }
        case .strings(let values): value.write(1, values[row])
        case .blobs(let values): value.write(1, Base64.encode(values[row]))
        }
    }

    private func writeGeometry(_ shapes: GeometryColumn, _ row: Int, _ message: inout ProtobufWriter) {
        var ranges: [Range<Int>] = shapes.partRange(ofRow: row).map { shapes.vertexRange(ofPart: $0) }
        if shapes.type == .envelope { ranges = [] }
        if ranges.isEmpty { return }
        var kept: [[Int]]?
        if thins, shapes.type == .polyline || shapes.type == .polygon {
            kept = ranges.map { thinned($0, shapes) }.filter { !$0.isEmpty }
        } else if hasGaps {
            kept = ranges.map { range in range.filter { isPlace($0, shapes) } }.filter { !$0.isEmpty }
        }
        message.message(2) { lengths in
            for count in kept?.map(\.count) ?? ranges.map(\.count) { lengths.varint(UInt64(count)) }
        }
        message.message(3) { coordinates in
            if let kept {
                for part in kept { write(part, shapes, &coordinates) }
            } else {
                for range in ranges { write(range, shapes, &coordinates) }
            }
        }
    }

    private func write(
        _ vertices: some Sequence<Int>, _ shapes: GeometryColumn, _ coordinates: inout ProtobufWriter
    ) {
        var lastX: Int64 = 0, lastY: Int64 = 0
        let xy = shapes.coordinates.xy
        for vertex in vertices {
            let x = quantization.gridX(xy[2 * vertex]), y = quantization.gridY(xy[2 * vertex + 1])
            coordinates.zigZag(x &- lastX)
            coordinates.zigZag(y &- lastY)
            (lastX, lastY) = (x, y)
            if let z = shapes.coordinates.z { coordinates.zigZag(quantization.gridZ(z[vertex])) }
            if let m = shapes.coordinates.m { coordinates.zigZag(quantization.gridM(m[vertex])) }
        }
    }

    private func isPlace(_ vertex: Int, _ shapes: GeometryColumn) -> Bool {
        shapes.coordinates.xy[2 * vertex].isFinite && shapes.coordinates.xy[2 * vertex + 1].isFinite
    }

    /// The vertices of a part that differ on the grid from the one before; none when too few are left to draw.
    private func thinned(_ range: Range<Int>, _ shapes: GeometryColumn) -> [Int] {
        var kept: [Int] = []
        var last: (Int64, Int64)?
        for vertex in range where !hasGaps || isPlace(vertex, shapes) {
            let cell = (
                quantization.gridX(shapes.coordinates.xy[2 * vertex]),
                quantization.gridY(shapes.coordinates.xy[2 * vertex + 1])
            )
            if let last, last == cell { continue }
            last = cell
            kept.append(vertex)
        }
        return kept.count >= (shapes.type == .polygon ? 4 : 2) ? kept : []
    }
}
