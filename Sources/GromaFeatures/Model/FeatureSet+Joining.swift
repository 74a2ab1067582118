// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

extension FeatureSet {
    /// Appends the rows of another page of the same answer. Linear in the other's size.
    ///
    /// A page without rows may lack fields (some services leave them out) and changes nothing. Throws `.invalidValue` when
    /// the pages have other fields or shapes of another type.
    public mutating func append(contentsOf page: FeatureSet) throws(FeatureError) {
        guard page.count > 0 else { return }
        if count == 0 {
            let known = self
            self = page
            objectIDFieldName = page.objectIDFieldName ?? known.objectIDFieldName
            globalIDFieldName = page.globalIDFieldName ?? known.globalIDFieldName
            spatialReference = page.spatialReference ?? known.spatialReference
            return
        }
        guard page.fields.map(\.name) == fields.map(\.name), page.columns.count == columns.count else {
            throw FeatureError(.invalidValue, "Two pages of one answer have different fields; ask again.")
        }
        for index in columns.indices where !columns[index].append(contentsOf: page.columns[index]) {
            throw FeatureError(
                .invalidValue, "Two pages of one answer hold different kinds of values in \(fields[index].name).")
        }
        switch (geometries, page.geometries) {
        case (nil, nil): break
        case (_?, let other?) where other.type == geometries?.type: geometries?.append(contentsOf: other)
        default: throw FeatureError(.invalidValue, "Two pages of one answer have shapes of different types.")
        }
        if let other = page.centroids, centroids != nil {
            centroids?.append(contentsOf: other)
        } else {
            centroids = nil
        }
        count += page.count
    }
}

extension AttributeColumn {
    /// Appends another column's rows; false, and no change, when it is packed otherwise.
    mutating func append(contentsOf other: AttributeColumn) -> Bool {
        switch (values, other.values) {
        case (.integers(let mine), .integers(let theirs)): values = .integers(mine + theirs)
        case (.doubles(let mine), .doubles(let theirs)): values = .doubles(mine + theirs)
        case (.strings(let mine), .strings(let theirs)): values = .strings(mine + theirs)
        case (.blobs(let mine), .blobs(let theirs)): values = .blobs(mine + theirs)
        default: return false
        }
        valid += other.valid
        return true
    }
}

extension GeometryColumn {
    /// Appends another column's rows, which must be of the same type. Where only one has z or m, the other's are NaN.
    mutating func append(contentsOf other: GeometryColumn) {
        precondition(type == other.type, "columns of two geometry types cannot be joined")
        let rows = count
        let vertices = coordinates.count
        let parts = partStarts.count - 1
        if coordinates.z != nil || other.coordinates.z != nil {
            coordinates.z =
                (coordinates.z ?? [Double](repeating: .nan, count: vertices))
                + (other.coordinates.z ?? [Double](repeating: .nan, count: other.coordinates.count))
        }
        if coordinates.m != nil || other.coordinates.m != nil {
            coordinates.m =
                (coordinates.m ?? [Double](repeating: .nan, count: vertices))
                + (other.coordinates.m ?? [Double](repeating: .nan, count: other.coordinates.count))
        }
        coordinates.xy += other.coordinates.xy
        partStarts += other.partStarts.dropFirst().map { $0 + vertices }
        featureStarts += other.featureStarts.dropFirst().map { $0 + parts }
        nullRows.formUnion(other.nullRows.map { $0 + rows })
        for (row, curves) in other.statedCurves { statedCurves[row + rows] = curves }
    }
}
