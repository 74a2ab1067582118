// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

extension FeatureSet {
    /// What every reader of feature sets promises about its columns.
    func mustBeSound() throws(BrokenPromise) {
        try promise(fields.count == columns.count, "each field has a column")
        for (field, column) in zip(fields, columns) {
            try promise(column.count == count, "column \(field.name) has \(column.count) values for \(count) rows")
        }
        guard let shapes = geometries else { return }
        try promise(shapes.count == count, "\(shapes.count) shapes for \(count) rows")
        try promise(shapes.featureStarts.first == 0 && shapes.partStarts.first == 0, "shapes begin at 0")
        try promise(shapes.featureStarts.last == shapes.partStarts.count - 1, "rows end with the last part")
        try promise(shapes.partStarts.last == shapes.coordinates.count, "parts end with the last vertex")
        for starts in [shapes.featureStarts, shapes.partStarts] {
            try promise(zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }, "starts rise")
        }
        for further in [shapes.coordinates.z, shapes.coordinates.m] {
            try promise((further?.count ?? shapes.coordinates.count) == shapes.coordinates.count, "z and m are whole")
        }
        try promise(shapes.nullRows.allSatisfy { (0..<count).contains($0) }, "null rows are rows")
    }

    /// The set as read from what was written of it.
    ///
    /// `isOnGrid` tells of a format that puts coordinates on a grid, which is as fine as their size allows.
    func mustEqual(_ other: FeatureSet, in format: String, isOnGrid: Bool = false) throws(BrokenPromise) {
        try other.mustBeSound()
        try promise(count == other.count, "\(format) keeps every row: \(count), not \(other.count)")
        try promise(fields.map(\.name) == other.fields.map(\.name), "\(format) keeps the fields")
        for (place, field) in fields.enumerated() {
            for row in 0..<count {
                let before = value(at: row, field: place), after = other.value(at: row, field: place)
                try promise(
                    "\(before)" == "\(after)" || before.isNull && after.isNull || before.isWithoutText,
                    "\(format) keeps the value of \(field.name) in row \(row): \(before), not \(after)")
            }
        }
        guard let shapes = geometries, count > 0 else { return }
        try promise(other.geometries != nil, "\(format) keeps the shapes")
        guard let otherShapes = other.geometries else { return }
        try promise(shapes.type == otherShapes.type, "\(format) keeps the type of shapes")
        try promise(shapes.nullRows == otherShapes.nullRows, "\(format) keeps null shapes null")
        // What is no number has no place on a grid.
        if isOnGrid, shapes.coordinates.xy.contains(where: { !$0.isFinite }) { return }
        try promise(shapes.partStarts == otherShapes.partStarts, "\(format) keeps the parts")
        try promise(shapes.featureStarts == otherShapes.featureStarts, "\(format) keeps the rows of shapes")
        let largest = shapes.coordinates.xy.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
        let most = isOnGrid ? 1e-3 + 1e-6 * largest : 0
        for (before, after) in zip(shapes.coordinates.xy, otherShapes.coordinates.xy) {
            let isSame = before == after || !before.isFinite && !after.isFinite || abs(before - after) <= most
            try promise(isSame, "\(format) keeps coordinates: \(before), not \(after)")
        }
    }

    /// Writing what was read never fails but for shapes and references a format has no word for.
    func mustBeWritable() throws(BrokenPromise) {
        _ = esriPBF().count + csv().count + esriJSON().count
        _ = try attempt { () throws(FeatureError) in try geoJSON() }
        for row in 0..<min(count, 4) {
            _ = record(at: row).json.text()
        }
        _ = extent
    }
}

extension AttributeValue {
    /// Infinity has no text in JSON and is written null there.
    fileprivate var isWithoutText: Bool { if case .double(let number) = self { !number.isFinite } else { false } }
}
