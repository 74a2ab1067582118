// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import Testing

@Suite struct FeatureSetRowsTests {
    private let fields = [
        Field(name: "OBJECTID", type: .oid), Field(name: "Name", type: .string), Field(name: "Depth", type: .double),
        Field(name: "Seen", type: .date), Field(name: "GlobalID", type: .globalID), Field(name: "Photo", type: .blob),
    ]

    @Test("an empty set has no rows, an empty extent and no geometry")
    func empty() throws {
        let set = try FeatureSet(records: [], fields: fields, geometryType: .polygon)
        #expect(set.count == 0 && set.extent.isEmpty && set.geometries?.count == 0)
        #expect(set.objectIDFieldName == "OBJECTID" && set.globalIDFieldName == "GlobalID")
        #expect(FeatureSet().geometries == nil && FeatureSet().objectIDFieldIndex == nil)
    }

    @Test("records come back as they were put in, absent values as null, names in any case")
    func roundTrip() throws {
        let records = [
            FeatureRecord(attributes: [
                "objectid": 1, "NAME": "Well", "Depth": 2.5, "Seen": .date(-1), "GlobalID": .guid("{A}"),
                "Photo": .blob([1]),
            ]),
            FeatureRecord(attributes: ["OBJECTID": 2, "Depth": 3, "unknown": "x"]),
        ]
        let set = try FeatureSet(records: records, fields: fields)
        #expect(set.count == 2 && set.geometries == nil)
        #expect(
            set.record(at: 0).attributes == [
                "OBJECTID": 1, "Name": "Well", "Depth": 2.5, "Seen": .date(-1), "GlobalID": .guid("{A}"),
                "Photo": .blob([1]),
            ])
        #expect(set.value(at: 1, field: "depth") == .double(3))
        #expect(set.value(at: 1, field: "name") == .null && set.value(at: 1, field: "no such") == nil)
        #expect(set.objectID(at: 1) == 2)
    }

    @Test(
        "shapes come back as they were put in",
        arguments: [
            (.point, [Point(x: 1, y: 2), Point(x: 3, y: 4, z: 5), Point(x: 3, y: 4, z: 5, m: 6)]),
            (.multipoint, [Multipoint(points: [Point(x: 1, y: 2), Point(x: 3, y: 4)]), Multipoint()]),
            (
                .polyline,
                [
                    Polyline(
                        parts: CoordinateParts(
                            coordinates: CoordinateSequence(xy: [0, 0, 1, 1, 5, 5, 6, 6], z: [1, 2, 3, 4]),
                            starts: [0, 2])),
                    Polyline(points: [Point(x: 1, y: 1), Point(x: 2, y: 2)]),
                ]
            ),
            (
                .polygon,
                [Polygon(points: [Point(x: 0, y: 0), Point(x: 0, y: 1), Point(x: 1, y: 1), Point(x: 0, y: 0)])]
            ),
            (.envelope, [Envelope(xMin: 0, yMin: 1, xMax: 2, yMax: 3)]),
        ] as [(GeometryType, [any Geometry])])
    func shapes(type: GeometryType, shapes: [any Geometry]) throws {
        let records =
            shapes.map { FeatureRecord(geometry: $0) } + [FeatureRecord(geometry: nil)] + [
                FeatureRecord(geometry: shapes[0])
            ]
        let set = try FeatureSet(records: records, fields: [], geometryType: type)
        for (row, record) in records.enumerated() {
            let found = set.geometry(at: row), wanted = record.geometry
            #expect(found?.geometryType == wanted?.geometryType)
            #expect(
                (found?.isEmpty != false || found?.extent == wanted?.extent) && found?.hasZ == wanted?.hasZ
                    && found?.isEmpty == wanted?.isEmpty)
            if let found = found as? Polyline, let wanted = wanted as? Polyline {
                #expect(
                    found.parts.starts == wanted.parts.starts
                        && found.parts.coordinates.xy == wanted.parts.coordinates.xy)
            }
            if let found = found as? Polygon, let wanted = wanted as? Polygon { #expect(found.parts == wanted.parts) }
        }
    }

    @Test("an empty shape stays apart from a null one")
    func emptyIsNotNull() throws {
        let records = [FeatureRecord(geometry: Point.empty()), FeatureRecord(geometry: nil)]
        let set = try FeatureSet(records: records, fields: [], geometryType: .point)
        #expect(set.geometry(at: 0)?.isEmpty == true && set.geometry(at: 1) == nil)
    }

    @Test("what a column cannot hold is refused")
    func refused() throws {
        #expect(throws: FeatureError.self) {
            try FeatureSet(records: [FeatureRecord(geometry: Polyline())], fields: [], geometryType: .point)
        }
        #expect(throws: FeatureError.self) {
            try FeatureSet(records: [FeatureRecord(attributes: ["Depth": "deep"])], fields: fields)
        }
        #expect(throws: FeatureError.self) {
            try FeatureSet(records: [FeatureRecord(attributes: ["OBJECTID": 1.5])], fields: fields)
        }
    }
}
