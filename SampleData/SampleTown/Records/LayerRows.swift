// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

/// The rows of one table while they are made, column by column.
///
/// A column's closure gets the row's number and the chance of that one value; nil makes a null.
struct LayerRows {
    let table: SampleTable
    let count: Int
    private let info: FeatureLayerInfo
    private var columns: [AttributeColumn]
    private var shapes: GeometryColumn?

    init(_ table: SampleTable, _ schema: SampleSchema, count: Int) throws {
        self.table = table
        self.count = count
        info = try schema.layer(table)
        columns = info.fields.map { AttributeColumn(type: $0.type) }
        shapes = info.geometryType.map { GeometryColumn(type: $0) }
    }

    mutating func integers(_ field: String, _ value: (Int, Chance) -> Int?) {
        let (values, valid) = column(field, empty: 0, value)
        set(field, AttributeColumn(values: .integers(values.map { Int64($0) }), valid: valid))
    }

    /// Milliseconds since 1970.
    mutating func dates(_ field: String, _ value: (Int, Chance) -> Int64?) {
        let (values, valid) = column(field, empty: 0, value)
        set(field, AttributeColumn(values: .integers(values), valid: valid))
    }

    mutating func doubles(_ field: String, _ value: (Int, Chance) -> Double?) {
        let (values, valid) = column(field, empty: 0, value)
        set(field, AttributeColumn(values: .doubles(values), valid: valid))
    }

    /// Texts, GUIDs, dates and times without the other.
    mutating func texts(_ field: String, _ value: (Int, Chance) -> String?) {
        let (values, valid) = column(field, empty: "", value)
        set(field, AttributeColumn(values: .strings(values), valid: valid))
    }

    private func column<Value>(
        _ field: String, empty: Value, _ value: (Int, Chance) -> Value?
    ) -> (values: [Value], valid: [Bool]) {
        let key = Chance.fieldKey(field)
        var values = [Value](repeating: empty, count: count)
        var valid = [Bool](repeating: false, count: count)
        for row in 0..<count {
            guard let found = value(row, Chance(table, field: key, row: row)) else { continue }
            values[row] = found
            valid[row] = true
        }
        return (values, valid)
    }

    private mutating func set(_ field: String, _ column: AttributeColumn) {
        guard let place = info.fields.firstIndex(where: { $0.name == field }) else {
            preconditionFailure("\(table) has no field \(field)")
        }
        columns[place] = column
    }

    /// One point a row; nil for a null shape.
    mutating func points(_ value: (Int) -> TownPoint?) {
        for row in 0..<count {
            if let point = value(row) {
                shapes?.add([[point]])
            } else {
                shapes?.nullRows.insert(row)
                shapes?.add([[TownPoint]]())
            }
        }
    }

    /// The parts of each row: lines as they run, rings closed, outer ones counter-clockwise in the town frame.
    mutating func parts<Part: BidirectionalCollection<TownPoint>>(_ value: (Int) -> [Part]) {
        let isPolygon = shapes?.type == .polygon
        for row in 0..<count {
            // A polygon's outer rings run clockwise on the wire.
            if isPolygon { shapes?.add(value(row).map { Array($0.reversed()) }) } else { shapes?.add(value(row)) }
        }
    }

    /// The finished set: identity, editor tracking and measures are added; fields nobody filled are null.
    consuming func finish() -> FeatureSet {
        let table = table
        integers("OBJECTID") { row, _ in row + 1 }
        texts("GlobalID") { row, _ in table.globalID(row) }
        if info.editFieldsInfo != nil { track() }
        measure()
        var set = FeatureSet()
        for place in columns.indices where columns[place].count != count {
            columns[place] = .nulls(info.fields[place].type, count)
        }
        set.fields = info.fields
        set.columns = columns
        set.geometries = shapes
        set.count = count
        set.objectIDFieldName = info.objectIDFieldName
        set.globalIDFieldName = info.globalIDFieldName
        set.geometryType = info.geometryType
        set.spatialReference = shapes == nil ? nil : .webMercator
        return set
    }

    private mutating func track() {
        let table = table
        let (made, edited) = (Chance.fieldKey("CreationDate"), Chance.fieldKey("EditDate"))
        func created(_ row: Int) -> Int64 {
            SampleDate.within(2019...2025, Chance(table, field: made, row: row))
        }
        dates("CreationDate") { row, _ in created(row) }
        dates("EditDate") { row, _ in
            let first = created(row)
            let chance = Chance(table, field: edited, row: row)
            if chance.isUnder(percent: 40) { return first }
            let days = (SampleDate.now - SampleDate.day - first) / SampleDate.day
            return first + Int64(chance.again.below(Int(days) + 1)) * SampleDate.day
        }
        texts("Creator") { _, chance in chance.isUnder(percent: 60) ? "admin" : "editor" }
        texts("Editor") { _, chance in chance.isUnder(percent: 45) ? "admin" : "editor" }
    }

    /// Shape__Length and Shape__Area, planar in the layer's reference.
    private mutating func measure() {
        guard let shapes, shapes.type != .point else { return }
        doubles("Shape__Length") { row, _ in shapes.parts(of: row).reduce(0) { $0 + shapes.length(ofPart: $1) } }
        guard shapes.type == .polygon else { return }
        doubles("Shape__Area") { row, _ in abs(shapes.parts(of: row).reduce(0) { $0 + shapes.signedArea(ofPart: $1) }) }
    }
}

extension AttributeColumn {
    fileprivate static func nulls(_ type: FieldType, _ count: Int) -> AttributeColumn {
        var column = AttributeColumn(type: type)
        switch column.values {
        case .integers: column.values = .integers([Int64](repeating: 0, count: count))
        case .doubles: column.values = .doubles([Double](repeating: 0, count: count))
        case .strings: column.values = .strings([String](repeating: "", count: count))
        case .blobs: column.values = .blobs([[UInt8]](repeating: [], count: count))
        }
        column.valid = [Bool](repeating: false, count: count)
        return column
    }
}

extension GeometryColumn {
    fileprivate mutating func add<Part: Sequence<TownPoint>>(_ parts: [Part]) {
        for part in parts {
            for point in part {
                coordinates.xy.append(point.mercatorX)
                coordinates.xy.append(point.mercatorY)
            }
            partStarts.append(coordinates.count)
        }
        featureStarts.append(partStarts.count - 1)
    }

    fileprivate func parts(of row: Int) -> Range<Int> { featureStarts[row]..<featureStarts[row + 1] }

    fileprivate func length(ofPart part: Int) -> Double {
        var sum = 0.0
        for vertex in partStarts[part]..<max(partStarts[part], partStarts[part + 1] - 1) {
            let dx = coordinates.xy[2 * vertex + 2] - coordinates.xy[2 * vertex]
            let dy = coordinates.xy[2 * vertex + 3] - coordinates.xy[2 * vertex + 1]
            sum += (dx * dx + dy * dy).squareRoot()
        }
        return sum
    }

    /// Negative for clockwise rings. Measured from the first vertex, so that far origins cost no digits.
    fileprivate func signedArea(ofPart part: Int) -> Double {
        let first = partStarts[part]
        var sum = 0.0
        for vertex in first..<max(first, partStarts[part + 1] - 1) {
            let (x0, y0) = (coordinates.xy[2 * first], coordinates.xy[2 * first + 1])
            let (x1, y1) = (coordinates.xy[2 * vertex] - x0, coordinates.xy[2 * vertex + 1] - y0)
            let (x2, y2) = (coordinates.xy[2 * vertex + 2] - x0, coordinates.xy[2 * vertex + 3] - y0)
            sum += x1 * y2 - x2 * y1
        }
        return sum / 2
    }
}
