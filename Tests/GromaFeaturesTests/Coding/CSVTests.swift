// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import Testing

@Suite("CSV") struct CSVTests {
    func read(_ text: String) throws -> FeatureSet { try FeatureSet(csv: Array(text.utf8)) }

    @Test("types are found from the values, codes keep their zeros, empty cells are null")
    func types() throws {
        let set = try read(
            "id,height,code,built,note\r\n1,2.5,007,2024-03-31,\"a, \"\"b\"\"\nc\"\r\n2,,010,2025-01-01,\r\n")
        #expect(set.fields.map(\.type) == [.integer, .double, .string, .date, .string])
        #expect(set.count == 2)
        #expect(set.value(at: 0, field: "note") == .string("a, \"b\"\nc"))
        #expect(set.value(at: 1, field: "height") == .null)
        #expect(set.value(at: 0, field: "code") == .string("007"))
        #expect(set.value(at: 0, field: "built") == .date(1_711_843_200_000))
        #expect(set.geometryType == nil)
    }

    @Test(
        "longitude and latitude columns make points", arguments: ["lon,lat", "Longitude;Latitude", "X\tY", "lng|lat"])
    func points(header: String) throws {
        let delimiter = header.first { ",;\t|".contains($0) } ?? ","
        let set = try read("\(header)\n8.5\(delimiter)47.5\nx\(delimiter)200\n")
        #expect(set.geometryType == .point)
        #expect(set.geometry(at: 0) as? Point == Point(latitude: 47.5, longitude: 8.5))
        #expect(set.geometry(at: 1)?.isEmpty == true)
    }

    @Test("a table of names twice or without a name has distinct fields")
    func names() throws {
        #expect(try read("a,A,,a\n1,2,3,4\n").fields.map(\.name) == ["a", "A_2", "field_3", "a_3"])
    }

    @Test("what is no table is refused", arguments: ["", "\n", "a,b\n1\n", "a,b\n\"1,2\n", "a\n1,2\n"])
    func malformed(text: String) {
        #expect(throws: FeatureError.self) { try read(text) }
    }

    @Test("what stands between quotes in the first record separates nothing")
    func quotedHeader() throws {
        let set = try read("\"a;b;c\nd\",e\n1,2\n")
        #expect(set.fields.map(\.name) == ["a;b;c\nd", "e"] && set.count == 1)
        let odd = try read("\"\u{FEFF}a;b|c\"\nx\n")
        let again = try FeatureSet(csv: odd.csv())
        #expect(again.fields.map(\.name) == odd.fields.map(\.name) && again.count == 1)
    }

    @Test("points keep their place beside a field called y, as a year may be")
    func oneNameTaken() throws {
        let set = try read("lon,lat,y\n8.5,47.5,1999\n")
        let again = try FeatureSet(csv: set.csv())
        #expect(again.fields.map(\.name) == ["lon", "lat", "y", "POINT_X", "POINT_Y"])
        #expect(again.value(at: 0, field: "POINT_X") == .double(8.5))
        let third = try read("y,POINT_X,POINT_Y\n1999,8.5,47.5\n")
        #expect(third.geometry(at: 0) as? Point == Point(latitude: 47.5, longitude: 8.5))
    }

    @Test("written and read again it is the same")
    func roundTrip() throws {
        let set = try read("name,n,X,Y\n\"q\"\"x, y\",5,1.25,2\n\"two\nlines\",-7,3,4.5\n")
        let again = try FeatureSet(csv: set.csv())
        #expect(again.fields.map(\.name) == set.fields.map(\.name))
        #expect((0..<2).map { again.value(at: $0, field: "name") } == (0..<2).map { set.value(at: $0, field: "name") })
        #expect(again.geometry(at: 1) as? Point == set.geometry(at: 1) as? Point)
    }
}
