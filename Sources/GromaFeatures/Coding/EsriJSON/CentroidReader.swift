// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

/// Gathers the `centroid` members of features; rows without one are null.
struct CentroidReader {
    private var places: [(row: Int, x: Double, y: Double)] = []

    mutating func read(_ reader: inout JSONReader, row: Int) throws(CodecError) {
        let json = try reader.readValue()
        guard let x = json["x"]?.double, let y = json["y"]?.double else { return }
        add(x: x, y: y, row: row)
    }

    /// A second one of a row is passed over.
    mutating func add(x: Double, y: Double, row: Int) {
        if places.last?.row != row { places.append((row, x, y)) }
    }

    /// Adds those of another reader, whose first row is row `first` here.
    mutating func append(contentsOf other: CentroidReader, from first: Int) {
        for place in other.places { places.append((first + place.row, place.x, place.y)) }
    }

    /// The column; nil when no row had one.
    func finish(count: Int) -> GeometryColumn? {
        guard !places.isEmpty else { return nil }
        var column = GeometryColumn(type: .point)
        var next = places.makeIterator()
        var place = next.next()
        for row in 0..<count {
            if let (at, x, y) = place, at == row {
                column.coordinates.xy += [x, y]
                column.partStarts.append(column.coordinates.count)
                place = next.next()
            } else {
                column.nullRows.insert(row)
            }
            column.endRow()
        }
        return column
    }
}
