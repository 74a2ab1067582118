// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry

extension GeometryEngine {
    static func isGeometry(_ a: any Geometry, intersecting b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "Exact spatial relations are not computed by this build.")
    }
    static func isGeometry(_ a: any Geometry, containing b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "Exact spatial relations are not computed by this build.")
    }
    static func isGeometry(_ a: any Geometry, within b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "Exact spatial relations are not computed by this build.")
    }
    static func isGeometry(_ a: any Geometry, crossing b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "Exact spatial relations are not computed by this build.")
    }
    static func isGeometry(_ a: any Geometry, overlapping b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "Exact spatial relations are not computed by this build.")
    }
    static func isGeometry(_ a: any Geometry, touching b: any Geometry) throws(GeometryError) -> Bool {
        throw GeometryError(.unsupported, "Exact spatial relations are not computed by this build.")
    }
}
