// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry

/// Parcels on a grid with about a dozen vertices each and four attributes: data that needs no download.
struct GeneratedParcels {
    var count: Int

    func write(to folder: URL, name: String) throws {
        let set = try featureSet()
        try Data(set.esriJSON()).write(to: folder.appending(path: "\(name).esri.json"))
        try Data(set.esriPBF()).write(to: folder.appending(path: "\(name).pbf"))
        try Data(set.geoJSON()).write(to: folder.appending(path: "\(name).geojson"))
    }

    private func featureSet() throws -> FeatureSet {
        let fields = [
            Field(name: "OBJECTID", type: .oid), Field(name: "NAME", type: .string), Field(name: "ZONE", type: .string),
            Field(name: "VAL", type: .double),
        ]
        let side = Int(Double(count).squareRoot()) + 1
        let records = (0..<count).lazy.map { index in
            FeatureRecord(
                attributes: [
                    "OBJECTID": .integer(Int64(index + 1)), "NAME": .string("Parcel \(index)"),
                    "ZONE": .string("Z\(index % 7)"),
                    "VAL": .double(Double(index * 37 % 1_000) / 8),
                ], geometry: parcel(column: index % side, row: index / side))
        }
        return try FeatureSet(records: records, fields: fields, geometryType: .polygon, spatialReference: .webMercator)
    }

    private func parcel(column: Int, row: Int) -> Polygon {
        let centre = (x: 1_000_000 + Double(column) * 40, y: 6_000_000 + Double(row) * 40)
        let points = (0..<12).map { step in
            let angle = -2 * Double.pi * Double(step) / 12
            let radius = 15 + Double((column * 7 + row * 13 + step * 5) % 9) / 2
            return Point(
                x: ((centre.x + radius * cos(angle)) * 100).rounded() / 100,
                y: ((centre.y + radius * sin(angle)) * 100).rounded() / 100)
        }
        return Polygon(points: points + [points[0]], spatialReference: .webMercator)
    }
}
