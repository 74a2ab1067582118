// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import Testing

@Suite("Pages joined to one set")
struct FeatureSetJoiningTests {
    private static let fields = [
        Field(name: "ID", type: .oid), Field(name: "S", type: .string), Field(name: "X", type: .double),
        Field(name: "B", type: .blob),
    ]

    private func page(_ ids: [Int64], z: Bool = false, type: GeometryType = .polyline) throws -> FeatureSet {
        let records = ids.map { id -> FeatureRecord in
            let x = Double(id)
            let points = [Point(x: x, y: 0, z: z ? x : nil), Point(x: x + 1, y: 1, z: z ? 0 : nil)]
            let shape: any Geometry = type == .polyline ? Polyline(points: points) : points[0]
            return FeatureRecord(
                attributes: [
                    "ID": .integer(id), "S": id % 2 == 0 ? .null : .string("row \(id)"), "X": .double(x / 2),
                    "B": .blob([UInt8(truncatingIfNeeded: id)]),
                ], geometry: id % 3 == 0 ? nil : shape)
        }
        return try FeatureSet(records: records, fields: Self.fields, geometryType: type)
    }

    @Test("rows, nulls and shapes follow each other as if they had been one page")
    func joined() throws {
        var set = try page([1, 2, 3])
        try set.append(contentsOf: page([4, 5, 6, 7]))
        let whole = try page([1, 2, 3, 4, 5, 6, 7])
        #expect(set.count == 7 && set.columns.allSatisfy { $0.count == 7 })
        for row in 0..<7 {
            #expect(set.record(at: row).attributes == whole.record(at: row).attributes)
            #expect(set.geometry(at: row)?.extent == whole.geometry(at: row)?.extent)
        }
        #expect(set.geometries?.partStarts == whole.geometries?.partStarts)
        #expect(set.geometries?.featureStarts == whole.geometries?.featureStarts)
        #expect(set.geometries?.nullRows == [2, 5])
    }

    @Test("heights of one page are NaN in the rows of the other", arguments: [true, false])
    func heights(firstHasThem: Bool) throws {
        var set = try page([1, 2], z: firstHasThem)
        try set.append(contentsOf: page([4], z: !firstHasThem))
        let z = try #require(set.geometries?.coordinates.z)
        #expect(
            z.map(\.isNaN)
                == (firstHasThem ? [false, false, false, false, true, true] : [true, true, true, true, false, false]))
    }

    @Test("an empty page changes nothing, and an empty start becomes the page but keeps what only it knew")
    func empty() throws {
        var set = try page([1])
        try set.append(contentsOf: FeatureSet())
        #expect(set.count == 1 && set.fields.count == 4)
        var start = FeatureSet()
        start.globalIDFieldName = "GID"
        start.spatialReference = .wgs84
        try start.append(contentsOf: page([1, 2]))
        #expect(start.count == 2 && start.globalIDFieldName == "GID" && start.spatialReference == .wgs84)
        #expect(start.objectIDFieldName == "ID")
    }

    @Test("pages of other fields, values or shapes are refused")
    func refused() throws {
        var set = try page([1])
        var other = try page([2])
        other.fields[1].name = "T"
        #expect(throws: FeatureError.self) { try set.append(contentsOf: other) }
        other = try page([2])
        other.columns[2] = AttributeColumn(values: .integers([1]), valid: [true])
        #expect(throws: FeatureError.self) { try set.append(contentsOf: other) }
        other = try page([2])
        other.geometries = nil
        #expect(throws: FeatureError.self) { try set.append(contentsOf: other) }
        let points = try page([2], type: .point)
        #expect(throws: FeatureError.self) { try set.append(contentsOf: points) }
    }

    @Test("centroids are joined where both pages have them, else dropped")
    func centroids() throws {
        func middles(_ x: Double) -> GeometryColumn {
            var column = GeometryColumn(type: .point)
            try? column.append(Point(x: x, y: 0))
            return column
        }
        var first = try page([1]), second = try page([2])
        first.centroids = middles(1)
        second.centroids = middles(2)
        var both = first
        try both.append(contentsOf: second)
        #expect(both.centroids?.coordinates.xy == [1, 0, 2, 0])
        second.centroids = nil
        try first.append(contentsOf: second)
        #expect(first.centroids == nil && first.count == 2)
    }
}
