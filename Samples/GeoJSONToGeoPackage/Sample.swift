// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma

/// A file of features becomes a table that other software opens too, is asked, and is drawn:
/// `GeoJSONToGeoPackage FILE.geojson FILE.gpkg`.
@main
struct GeoJSONToGeoPackage {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { return print("GeoJSONToGeoPackage FILE.geojson FILE.gpkg") }
        let rows = try FeatureSet(geoJSON: [UInt8](Data(contentsOf: URL(filePath: arguments[1]))))

        let package = try GeoPackage(fileURL: URL(filePath: arguments[2]), access: .create)
        let info = FeatureLayerInfo(
            id: 0, name: "Places", geometryType: rows.geometryType,
            fields: [Field(name: "fid", type: .oid)] + rows.fields, objectIDFieldName: "fid",
            spatialReference: rows.spatialReference)
        let table = try await package.createFeatureTable(info)
        let ids = try await table.load(rows)
        print("\(ids.count) rows written")

        var query = QueryParameters()
        query.whereClause = "population > 10000"
        query.geometry = Envelope(xRange: 7...8, yRange: 46...47, spatialReference: .wgs84)
        query.orderByFields = [OrderBy(fieldName: "population", isAscending: false)]
        let found = try await table.queryFeatures(using: query)
        print(String(decoding: found.csv(), as: UTF8.self))
        let box = try await table.queryExtent(using: query)
        print("between \(box.xMin) and \(box.xMax) degrees east")
        try await package.close()
    }
}
