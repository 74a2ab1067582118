// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

extension FeatureSet {
    /// The set as an Esri JSON document (`f=json`), UTF-8.
    ///
    /// Curves are written as they were read. A null shape is written `null`, an empty one with its empty member; NaN in z and m is `null`.
    /// With a grid coordinates are its whole numbers, each vertex of a part relative to the one before, and the document says so in `transform`; in `view` mode vertices
    /// that fall into the cell of the one before are left out, and parts that vanish so.
    public func esriJSON(quantization parameters: QuantizationParameters? = nil) -> [UInt8] {
        if let parameters, geometries != nil || centroids != nil { return quantizedJSON(parameters) }
        return document(transform: nil)
    }

    private func quantizedJSON(_ parameters: QuantizationParameters) -> [UInt8] {
        var grid = Quantization(parameters)
        // Heights and measures stay as they are.
        (grid.scales[2], grid.scales[3], grid.translations[2], grid.translations[3]) = (1, 1, 0, 0)
        var set = self
        set.geometries = geometries?.onGrid(grid, thins: parameters.mode == .view)
        set.centroids = centroids?.onGrid(grid, thins: false)
        return set.document(transform: grid)
    }

    private func document(transform: Quantization?) -> [UInt8] {
        var writer = JSONWriter(capacity: 1_024 + count * 64 + (geometries?.coordinates.count ?? 0) * 34)
        writer.beginObject()
        writeHeader(&writer)
        if let transform {
            writer.key("transform")
            writer.write(transform.json)
        }
        writer.key("features")
        writer.beginArray()
        let rows = EsriRowWriter(self)
        for row in 0..<count { rows.write(row, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    func writeHeader(_ writer: inout JSONWriter) {
        if let name = objectIDFieldName {
            writer.key("objectIdFieldName")
            writer.write(name)
        }
        if let name = globalIDFieldName {
            writer.key("globalIdFieldName")
            writer.write(name)
        }
        if let type = geometries?.type ?? geometryType {
            writer.key("geometryType")
            writer.write(type.rawValue)
        }
        if let spatialReference {
            writer.key("spatialReference")
            writer.write(spatialReference.json)
        }
        if geometries?.coordinates.z != nil {
            writer.key("hasZ")
            writer.write(true)
        }
        if geometries?.coordinates.m != nil {
            writer.key("hasM")
            writer.write(true)
        }
        writer.key("fields")
        writer.write(.array(fields.map(\.json)))
        if exceededTransferLimit {
            writer.key("exceededTransferLimit")
            writer.write(true)
        }
    }
}

/// Writes rows as Esri JSON features.
struct EsriRowWriter {
    private let attributes: ColumnWriter
    private let shapes: EsriGeometryWriter?
    private let centroids: EsriGeometryWriter?

    init(_ set: FeatureSet) {
        attributes = ColumnWriter(set)
        shapes = set.geometries.map { EsriGeometryWriter($0) }
        centroids = set.centroids.map { EsriGeometryWriter($0) }
    }

    func write(_ row: Int, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("attributes")
        attributes.write(row, to: &writer)
        if let shapes {
            writer.key("geometry")
            shapes.write(row, to: &writer)
        }
        if let centroids {
            writer.key("centroid")
            centroids.write(row, to: &writer)
        }
        writer.endObject()
    }
}

/// Writes the attributes of a row as a JSON object.
struct ColumnWriter {
    private let columns: [(key: [UInt8], column: AttributeColumn)]

    /// Writes all columns of `set` but those whose places are in `leavingOut`.
    init(_ set: FeatureSet, leavingOut: Set<Int> = []) {
        columns = set.fields.indices.filter { !leavingOut.contains($0) && set.fields[$0].type != .geometry }.map {
            (JSONWriter.encodedKey(set.fields[$0].name), set.columns[$0])
        }
    }

    func write(_ row: Int, to writer: inout JSONWriter) {
        writer.beginObject()
        for (key, column) in columns {
            writer.key(encoded: key)
            guard column.valid[row] else {
                writer.writeNull()
                continue
            }
            switch column.values {
            case .integers(let values): writer.write(values[row])
            case .doubles(let values): writer.write(values[row])
            case .strings(let values): writer.write(values[row])
            case .blobs(let values): writer.write(Base64.encode(values[row]))
            }
        }
        writer.endObject()
    }
}

/// Writes the shapes of a column as Esri JSON geometry objects, without their reference.
struct EsriGeometryWriter {
    private let shapes: GeometryColumn
    private let hasZ: Bool
    private let hasM: Bool

    init(_ shapes: GeometryColumn) {
        self.shapes = shapes
        hasZ = shapes.coordinates.z != nil
        hasM = shapes.coordinates.m != nil
    }

    func write(_ row: Int, to writer: inout JSONWriter) {
        if !shapes.nullRows.isEmpty, shapes.nullRows.contains(row) { return writer.writeNull() }
        writer.beginObject()
        writeMembers(row, to: &writer)
        writer.endObject()
    }

    /// The members of the geometry object.
    func writeMembers(_ row: Int, to writer: inout JSONWriter) {
        switch shapes.type {
        case .point: writePoint(row, &writer)
        case .envelope: writeEnvelope(row, &writer)
        case .multipoint:
            writeFlags(&writer)
            writer.key("points")
            writePositions(shapes.vertexRange(ofRow: row), &writer)
        case .polyline:
            writeFlags(&writer)
            if let curves = shapes.curves(ofRow: row) {
                writer.key("curvePaths")
                writeCurves(curves, &writer)
            } else {
                writer.key("paths")
                writeParts(row, &writer)
            }
        case .polygon:
            writeFlags(&writer)
            if let curves = shapes.curves(ofRow: row) {
                writer.key("curveRings")
                writeCurves(curves, &writer)
            } else {
                writer.key("rings")
                writeParts(row, &writer)
            }
        }
    }

    private func writeFlags(_ writer: inout JSONWriter) {
        if hasZ {
            writer.key("hasZ")
            writer.write(true)
        }
        if hasM {
            writer.key("hasM")
            writer.write(true)
        }
    }

    private func writePositions(_ range: Range<Int>, _ writer: inout JSONWriter) {
        writer.writePositions(
            xy: shapes.coordinates.xy, z: shapes.coordinates.z, m: shapes.coordinates.m, range: range)
    }

    private func writeParts(_ row: Int, _ writer: inout JSONWriter) {
        writer.beginArray()
        for part in shapes.partRange(ofRow: row) { writePositions(shapes.vertexRange(ofPart: part), &writer) }
        writer.endArray()
    }

    private func writeCurves(_ paths: [CurvePath], _ writer: inout JSONWriter) {
        writer.beginArray()
        for path in paths { EsriCurves.write(path, hasZ: hasZ, hasM: hasM, to: &writer) }
        writer.endArray()
    }

    private func writePoint(_ row: Int, _ writer: inout JSONWriter) {
        let vertex = shapes.vertexRange(ofRow: row).first
        writer.key("x")
        writer.write(vertex.map { shapes.coordinates.xy[2 * $0] } ?? .nan)
        writer.key("y")
        writer.write(vertex.map { shapes.coordinates.xy[2 * $0 + 1] } ?? .nan)
        guard let vertex else { return }
        if let z = shapes.coordinates.z?[vertex], !z.isNaN {
            writer.key("z")
            writer.write(z)
        }
        if let m = shapes.coordinates.m?[vertex] {
            writer.key("m")
            writer.write(m)
        }
    }

    private func writeEnvelope(_ row: Int, _ writer: inout JSONWriter) {
        let box = shapes.extent(ofRow: row)
        for (key, value) in [("xmin", box.xMin), ("ymin", box.yMin), ("xmax", box.xMax), ("ymax", box.yMax)] {
            writer.key(key)
            if value.isNaN { writer.write("NaN") } else { writer.write(value) }
        }
    }
}
