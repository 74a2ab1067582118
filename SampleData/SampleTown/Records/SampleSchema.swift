// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import GromaCodecs
package import GromaFeatures

/// The sample's own description of itself: services, layers, users, areas, web maps (`Resources/schema.json`).
package struct SampleSchema: Sendable {
    package let document: JSONValue
    private var layers: [SampleTable: (info: FeatureLayerInfo, json: JSONObject)] = [:]

    /// Reads the schema that is built into the program.
    package init() throws {
        document = try SampleSchema.resource("schema.json")
        for service in document["services"]?.array ?? [] {
            for part in ["layers", "tables"] {
                for layer in service[part]?.array ?? [] {
                    guard
                        let table = SampleTable.allCases.first(where: {
                            $0.service == service["name"]?.string && $0.layerID == layer["id"]?.int
                        }), let json = layer.object
                    else { continue }
                    layers[table] = (try FeatureLayerInfo(json: layer), json)
                }
            }
        }
    }

    /// A JSON file of the sample.
    package static func resource(_ path: String) throws -> JSONValue {
        let url = Bundle.module.bundleURL.appending(path: "Resources").appending(path: path)
        do {
            return try JSONValue(parsing: try Data(contentsOf: url))
        } catch {
            throw SampleTownError(.missingResource, "The sample's own file \(path) cannot be read.", cause: error)
        }
    }

    /// The layer's description, as the service is to answer it.
    package func layer(_ table: SampleTable) throws -> FeatureLayerInfo {
        guard let layer = layers[table] else {
            throw SampleTownError(.missingResource, "schema.json does not describe \(table).")
        }
        return layer.info
    }
}
