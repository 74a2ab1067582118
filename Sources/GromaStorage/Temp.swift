// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry

enum WhereText {
    static func upper(_ s: String) -> String { s.uppercased() }
    static func lower(_ s: String) -> String { s.lowercased() }
}
extension GeometryEngine {
    static func isGeometry(_ a: any Geometry, intersecting b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "not yet")
    }
    static func isGeometry(_ a: any Geometry, containing b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "not yet")
    }
    static func isGeometry(_ a: any Geometry, within b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "not yet")
    }
    static func isGeometry(_ a: any Geometry, crossing b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "not yet")
    }
    static func isGeometry(_ a: any Geometry, overlapping b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "not yet")
    }
    static func isGeometry(_ a: any Geometry, touching b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "not yet")
    }
}
struct WhereClause {
    init(_ s: String) throws(FeatureError) {}
    func bound(to f: [Field]) throws(FeatureError) -> WhereClause { self }
    func sql(for d: SQLiteDialect, firstPlaceholder: Int) throws(FeatureError) -> (
        text: String, values: [AttributeValue]
    ) { throw FeatureError(.unsupported, "no where yet") }
}
struct SQLiteDialect { enum D { case text }; init(dates: D) {} }
