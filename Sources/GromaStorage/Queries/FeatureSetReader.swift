// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// Turns the rows of a statement into columns, without an object a row.
final class FeatureSetReader {
    private let fields: [Field]
    private let columns: [ColumnReader]
    private let shapes: ShapeReader?
    /// What the rows are of, for messages.
    private let source: String
    private var count = 0

    /// A reader for statements whose first columns are `fields` in order, then the geometry where `shapes` is given; `source` names
    /// in errors what the rows are of.
    init(fields: [Field], shapes: ShapeReader?, source: String) {
        self.fields = fields
        self.source = source
        self.columns = fields.enumerated().map { ColumnReader.reader(of: $1.type, column: Int32($0)) }
        self.shapes = shapes
    }

    /// Reads rows until there are no more or `limit` is reached; true when there was one more.
    func read(_ statement: Statement, limit: Int) throws -> Bool {
        while try statement.step() {
            if count == limit { return true }
            for column in columns {
                do { try column.append(from: statement) } catch {
                    throw failure(error, statement, "\(fields[Int(column.column)].name): ")
                }
            }
            do { try shapes?.append(from: statement, column: Int32(columns.count), row: count) } catch let error
                as StorageError
            {
                throw failure(error, statement, "")
            }
            count += 1
        }
        return false
    }

    /// The error of a row with where it stands.
    private func failure(_ error: StorageError, _ statement: Statement, _ field: String) -> StorageError {
        let id = fields.firstIndex { $0.type == .oid }.map { "row \(statement.integer(Int32($0)))" }
        return StorageError(
            error.code, "\(source), \(id ?? "row \(count + 1) of the answer"): \(field)\(error.message)",
            cause: error.cause)
    }

    /// What was read.
    func finish() -> FeatureSet {
        var set = FeatureSet()
        set.fields = fields
        set.columns = columns.map { $0.finish() }
        set.geometries = shapes?.finish()
        set.count = count
        return set
    }
}

/// Gathers one column.
class ColumnReader {
    let column: Int32
    // Readers live inside one call on one thread: run-time checks of exclusive access would cost a third of the time.
    @exclusivity(unchecked) var valid: [Bool] = []

    init(column: Int32) { self.column = column }

    /// Adds the value of the statement's row.
    ///
    /// - Throws: `.malformed` for a value that the field's type has no place for.
    func append(from statement: Statement) throws(StorageError) { unsafe valid.append(!statement.isNull(column)) }
    /// The gathered column.
    func finish() -> AttributeColumn { unsafe AttributeColumn(values: .integers([]), valid: valid) }

    /// The reader for fields of a type.
    static func reader(of type: FieldType, column: Int32) -> ColumnReader {
        switch type {
        case .oid, .smallInteger, .integer, .bigInteger: IntegerReader(column: column)
        case .single, .double: DoubleReader(column: column)
        case .date: DateReader(column: column)
        case .blob, .raster: BlobReader(column: column)
        default: TextReader(column: column)
        }
    }
}

private final class IntegerReader: ColumnReader {
    @exclusivity(unchecked) private var values: [Int64] = []
    override func append(from statement: Statement) throws(StorageError) {
        let value = try CellValue.integer(statement, column)
        unsafe valid.append(value != nil)
        unsafe values.append(value ?? 0)
    }
    override func finish() -> AttributeColumn { unsafe AttributeColumn(values: .integers(values), valid: valid) }
}

private final class DoubleReader: ColumnReader {
    @exclusivity(unchecked) private var values: [Double] = []
    override func append(from statement: Statement) throws(StorageError) {
        let value = try CellValue.double(statement, column)
        unsafe valid.append(value != nil)
        unsafe values.append(value ?? 0)
    }
    override func finish() -> AttributeColumn { unsafe AttributeColumn(values: .doubles(values), valid: valid) }
}

private final class DateReader: ColumnReader {
    @exclusivity(unchecked) private var values: [Int64] = []
    override func append(from statement: Statement) throws(StorageError) {
        let value = try CellValue.date(statement, column)
        unsafe valid.append(value != nil)
        unsafe values.append(value ?? 0)
    }
    override func finish() -> AttributeColumn { unsafe AttributeColumn(values: .integers(values), valid: valid) }
}

private final class TextReader: ColumnReader {
    @exclusivity(unchecked) private var values: [String] = []
    override func append(from statement: Statement) throws(StorageError) {
        let value = try CellValue.text(statement, column)
        unsafe valid.append(value != nil)
        unsafe values.append(value ?? "")
    }
    override func finish() -> AttributeColumn { unsafe AttributeColumn(values: .strings(values), valid: valid) }
}

private final class BlobReader: ColumnReader {
    @exclusivity(unchecked) private var values: [[UInt8]] = []
    override func append(from statement: Statement) throws(StorageError) {
        try super.append(from: statement)
        unsafe values.append(statement.bytes(column))
    }
    override func finish() -> AttributeColumn { unsafe AttributeColumn(values: .blobs(values), valid: valid) }
}

/// Gathers the geometry column.
final class ShapeReader {
    private let type: GeometryType
    private var parts: CoordinateParts
    private var featureStarts: [Int] = [0]
    private var nullRows: Set<Int> = []
    private let isFlat: Bool

    /// A reader for shapes of a type, with heights and measures where asked.
    init(type: GeometryType, hasZ: Bool, hasM: Bool) {
        self.type = type
        isFlat = !hasZ && !hasM
        parts = CoordinateParts(coordinates: CoordinateSequence(z: hasZ ? [] : nil, m: hasM ? [] : nil))
    }

    /// Adds the shape of the statement's row.
    func append(from statement: Statement, column: Int32, row: Int) throws {
        try unsafe statement.withBlob(column) { bytes in
            guard unsafe !bytes.isEmpty else {
                nullRows.insert(row)
                return
            }
            if isFlat, type == .point, unsafe GeometryBlob.hasPlainHeader(bytes),
                let (x, y) = unsafe GeometryBlob.point(in: bytes, at: 8)
            {
                if x.isNaN || y.isNaN { return }
                parts.starts.append(parts.coordinates.xy.count / 2)
                parts.coordinates.xy.append(x)
                parts.coordinates.xy.append(y)
                return
            }
            try unsafe appendAny(bytes, row: row)
        }
        featureStarts.append(parts.starts.count)
    }

    private func appendAny(_ bytes: UnsafeRawBufferPointer, row: Int) throws {
        let header = try unsafe GeometryBlob.header(of: bytes)
        if header.isEmpty { return }
        let partCount = parts.starts.count, vertexCount = parts.coordinates.count
        let found = try unsafe GeometryBlob.append(bytes, from: header.length, to: &parts)
        let isNaNPoint = found == .point && parts.coordinates.xy.last?.isNaN == true
        if isNaNPoint || parts.coordinates.count == vertexCount {
            truncate(partCount: partCount, vertexCount: vertexCount)
            return
        }
        let fits =
            found == type || (found == .point && type == .multipoint)
            || (found == .multipoint && type == .point && parts.coordinates.count == vertexCount + 1)
        guard fits else {
            throw StorageError(
                .malformed, "The shape is a \(found.rawValue) in a layer of \(type.rawValue).")
        }
    }

    private func truncate(partCount: Int, vertexCount: Int) {
        parts.starts.removeLast(parts.starts.count - partCount)
        parts.coordinates.xy.removeLast(parts.coordinates.xy.count - 2 * vertexCount)
        if let z = parts.coordinates.z { parts.coordinates.z?.removeLast(z.count - vertexCount) }
        if let m = parts.coordinates.m { parts.coordinates.m?.removeLast(m.count - vertexCount) }
    }

    /// The gathered column.
    func finish() -> GeometryColumn {
        var column = GeometryColumn(type: type)
        column.partStarts = parts.starts + [parts.coordinates.count]
        column.coordinates = parts.coordinates
        column.featureStarts = featureStarts
        column.nullRows = nullRows
        return column
    }
}
