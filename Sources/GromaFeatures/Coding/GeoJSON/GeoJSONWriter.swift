// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
public import GromaGeometry

extension FeatureSet {
    /// Reads GeoJSON (RFC 7946) straight into columns: a feature collection, a single feature or a single geometry.
    ///
    /// Coordinates are in WGS 84 longitude and latitude, or in the reference of a `crs` member. Field types are found from the
    /// values. Whole-number ids become object ids, in the property that repeats them or in a field of their own. Rings are turned
    /// the way polygons have them; a fourth number is dropped. One document holds one type of shape (points may mix with
    /// multipoints, single with multi lines and polygons).
    /// - Throws: `FeatureError`; its cause tells line and column.
    public init(geoJSON bytes: [UInt8]) throws(FeatureError) {
        var options = JSONReader.Options()
        options.maximumBytes = FeatureSet.maximumDocumentSize
        do throws(CodecError) {
            self = try JSONReader.read(bytes, options: options) { reader throws(CodecError) in
                try GeoJSONReader.read(&reader)
            }
        } catch {
            throw FeatureError(reading: "GeoJSON", error)
        }
    }

    /// The set as a GeoJSON feature collection (RFC 7946), projected to longitude and latitude in WGS 84.
    ///
    /// With `spatialReference`, coordinates are projected to that instead and a `crs` member says so. A set whose own reference
    /// is unknown is written as it stands. z is kept, m dropped; a null shape and an empty point are `null`, other empty shapes have
    /// empty coordinates. Rings without area, paths of one vertex and NaN vertices are left out; a polygon's rings are gathered
    /// into areas: one makes a Polygon, more a MultiPolygon. `id` is the object id.
    /// - Throws: `FeatureError` with `.unsupported` when a vertex has no place in the target reference.
    public func geoJSON(spatialReference: SpatialReference = .wgs84) throws(FeatureError) -> [UInt8] {
        var writer = JSONWriter(capacity: 1_024 + count * 96 + (geometries?.coordinates.count ?? 0) * 40)
        let shapes = try projectedShapes(to: spatialReference).map { GeoJSONGeometryWriter($0) }
        let columns = ColumnWriter(self)
        let idColumn = objectIDFieldIndex
        writer.beginObject()
        writer.key("type")
        writer.write("FeatureCollection")
        writeMembers(spatialReference, to: &writer)
        writer.key("features")
        writer.beginArray()
        for row in 0..<count {
            writer.beginObject()
            writer.key("type")
            writer.write("Feature")
            if let idColumn, case .integer(let id) = value(at: row, field: idColumn) {
                writer.key("id")
                writer.write(id)
            }
            writer.key("geometry")
            if let shapes { shapes.write(row, to: &writer) } else { writer.writeNull() }
            writer.key("properties")
            columns.write(row, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    private func writeMembers(_ target: SpatialReference, to writer: inout JSONWriter) {
        if !target.isWGS84, let id = target.resolvedWKID {
            writer.key("crs")
            writer.write(["type": "name", "properties": ["name": .string("EPSG:\(id)")]] as JSONValue)
        }
        if exceededTransferLimit {
            writer.key("properties")
            writer.write(["exceededTransferLimit": true] as JSONValue)
            writer.key("exceededTransferLimit")
            writer.write(true)
        }
    }

    private func projectedShapes(to target: SpatialReference) throws(FeatureError) -> GeometryColumn? {
        guard var shapes = geometries else { return nil }
        if shapes.type == .envelope { shapes = shapes.envelopesAsPolygons() }
        guard let source = spatialReference, source != target else { return shapes }
        let missing = shapes.coordinates.xy.reduce(0) { $0 + ($1.isNaN ? 1 : 0) }
        do throws(GeometryError) {
            try GeometryEngine.project(&shapes.coordinates, from: source, to: target)
        } catch {
            throw FeatureError(.unsupported, "The features cannot be projected: \(error.message)", cause: error)
        }
        guard shapes.coordinates.xy.reduce(0, { $0 + ($1.isNaN ? 1 : 0) }) <= missing else {
            throw FeatureError(.unsupported, "Some vertices have no place in the target spatial reference.")
        }
        return shapes
    }
}

extension GeometryColumn {
    /// The boxes as polygons of one ring.
    fileprivate func envelopesAsPolygons() -> GeometryColumn {
        var polygons = GeometryColumn(type: .polygon)
        for row in 0..<count {
            // An envelope fits into a column of polygons.
            try? polygons.append(geometry(at: row))
        }
        return polygons
    }
}

/// Writes the shapes of a column as GeoJSON geometry objects.
struct GeoJSONGeometryWriter {
    private let shapes: GeometryColumn
    private let xy: [Double]
    private let z: [Double]?

    init(_ shapes: GeometryColumn) {
        self.shapes = shapes
        xy = shapes.coordinates.xy
        z = shapes.coordinates.z
    }

    func write(_ row: Int, to writer: inout JSONWriter) {
        if !shapes.nullRows.isEmpty, shapes.nullRows.contains(row) { return writer.writeNull() }
        switch shapes.type {
        case .point: writePoint(row, &writer)
        case .multipoint:
            begin("MultiPoint", &writer)
            write(finite(shapes.vertexRange(ofRow: row)), &writer)
            writer.endObject()
        case .polyline: writeLines(row, &writer)
        case .polygon, .envelope: writePolygon(row, &writer)
        }
    }

    private func begin(_ type: String, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("type")
        writer.write(type)
        writer.key("coordinates")
    }

    private func writePoint(_ row: Int, _ writer: inout JSONWriter) {
        guard let vertex = finite(shapes.vertexRange(ofRow: row)).first else { return writer.writeNull() }
        begin("Point", &writer)
        write(vertex, &writer)
        writer.endObject()
    }

    private func writeLines(_ row: Int, _ writer: inout JSONWriter) {
        let paths = shapes.partRange(ofRow: row).map { finite(shapes.vertexRange(ofPart: $0)) }.filter { $0.count >= 2 }
        begin(paths.count > 1 ? "MultiLineString" : "LineString", &writer)
        if paths.count > 1 {
            writer.beginArray()
            for path in paths { write(path, &writer) }
            writer.endArray()
        } else {
            write(paths.first ?? [], &writer)
        }
        writer.endObject()
    }

    private func writePolygon(_ row: Int, _ writer: inout JSONWriter) {
        let areas = self.areas(row)
        begin(areas.count > 1 ? "MultiPolygon" : "Polygon", &writer)
        if areas.count > 1 { writer.beginArray() }
        for area in areas { writeRings(area, &writer) }
        if areas.count > 1 { writer.endArray() } else if areas.isEmpty { writeRings([], &writer) }
        writer.endObject()
    }

    private func writeRings(_ rings: [[Int]], _ writer: inout JSONWriter) {
        writer.beginArray()
        for ring in rings { write(ring, &writer) }
        writer.endArray()
    }

    /// The areas of a polygon: vertices of the outer ring, counter-clockwise, then of its holes, clockwise.
    private func areas(_ row: Int) -> [[[Int]]] {
        let rings = shapes.partRange(ofRow: row).map { closed(finite(shapes.vertexRange(ofPart: $0))) }.filter {
            $0.count >= 4
        }
        guard rings.count > 0 else { return [] }
        var parts = CoordinateParts()
        for ring in rings {
            parts.beginPart()
            for vertex in ring { parts.append(x: xy[2 * vertex], y: xy[2 * vertex + 1]) }
        }
        func turned(_ ring: Int, clockwise: Bool) -> [Int] {
            let isClockwise = parts.coordinates.signedArea(of: parts.range(of: ring)) < 0
            return isClockwise == clockwise ? rings[ring] : rings[ring].reversed()
        }
        return Polygon(parts: parts).shells().map { shell in
            [turned(shell.outer, clockwise: false)] + shell.holes.map { turned($0, clockwise: true) }
        }
    }

    /// The vertices that have a place.
    private func finite(_ range: Range<Int>) -> [Int] {
        range.filter { xy[2 * $0].isFinite && xy[2 * $0 + 1].isFinite }
    }

    private func closed(_ ring: [Int]) -> [Int] {
        guard let first = ring.first, let last = ring.last,
            xy[2 * first] != xy[2 * last] || xy[2 * first + 1] != xy[2 * last + 1]
        else { return ring }
        return ring + [first]
    }

    private func write(_ vertices: [Int], _ writer: inout JSONWriter) {
        writer.beginArray()
        for vertex in vertices { write(vertex, &writer) }
        writer.endArray()
    }

    private func write(_ vertex: Int, _ writer: inout JSONWriter) {
        writer.beginArray()
        writer.write(xy[2 * vertex])
        writer.write(xy[2 * vertex + 1])
        if let height = z?[vertex], height.isFinite { writer.write(height) }
        writer.endArray()
    }
}
