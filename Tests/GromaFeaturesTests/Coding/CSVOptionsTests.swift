// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import Testing

@Suite("CSV files of which something is known")
struct CSVOptionsTests {
    private func read(_ text: String, _ change: (inout CSVOptions) -> Void) throws -> FeatureSet {
        var options = CSVOptions()
        change(&options)
        return try FeatureSet(csv: Array(text.utf8), options: options)
    }

    @Test("the delimiter and the columns of places are followed")
    func places() throws {
        let rows = try read("a,b;east;north\n1,5;10;50\n") {
            $0.delimiter = ";"
            $0.longitudeFieldName = "EAST"
            $0.latitudeFieldName = "north"
        }
        #expect(rows.fields.map(\.name) == ["a,b", "east", "north"])
        #expect((rows.geometry(at: 0) as? Point)?.y == 50)
    }

    @Test("rows without places stay a table, whatever the columns are called")
    func table() throws {
        #expect(try read("x,y\n1,2\n") { $0.hasLocation = false }.geometries == nil)
        #expect(try read("x,y\n1,2\n") { _ in }.geometries != nil)
    }

    @Test("declared types hold where the values can be read so")
    func types() throws {
        let rows = try read("code,n,d,t\n12,3,5,x\n13,4,6,y\n") {
            $0.fieldTypes = ["code": .string, "n": .double, "d": .date, "t": .double]
        }
        #expect(rows.value(at: 0, field: "code") == .string("12"))
        #expect(rows.value(at: 0, field: "n") == .double(3))
        #expect(rows.value(at: 0, field: "d") == .integer(5))
        #expect(rows.value(at: 0, field: "t") == .string("x"))
    }

    @Test("a column that is not there and a delimiter that is no ASCII are refused")
    func refusals() {
        #expect(throws: FeatureError.self) { try read("a\n1\n") { $0.latitudeFieldName = "lat" } }
        #expect(throws: FeatureError.self) { try read("a\n1\n") { $0.delimiter = "é" } }
    }
}
