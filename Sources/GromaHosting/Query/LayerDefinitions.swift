// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures

/// The layers of a service-level query.
enum LayerDefinitions {
    struct Definition: Sendable {
        var whereClause: String
        var outFields: [String]
    }

    /// Reads `layerDefs`: `{"0":"POP>5"}`, `[{"layerId":0,"where":"…","outFields":"A,B"}]`, or `0:POP>5;2:A='b'`.
    /// Without it all layers are meant.
    static func read(_ parameters: RequestParameters, layers: [FeatureLayerInfo]) throws(HostingError) -> [(
        Int, Definition
    )] {
        guard let text = parameters["layerDefs"]?.trimmed else {
            return layers.map { ($0.id, Definition(whereClause: parameters["where"] ?? "", outFields: [])) }
        }
        let invalid = HostingError(
            .invalidParameter,
            "'layerDefs' must be an object of clauses by layer id, a list of layers, or id:clause;id:clause.")
        var definitions: [(Int, Definition)] = []
        if text.hasPrefix("{") || text.hasPrefix("[") {
            switch try parameters.json("layerDefs") {
            case .object(let object):
                for (key, value) in object.members {
                    guard let id = Int(key), let clause = value.string else { throw invalid }
                    definitions.append((id, Definition(whereClause: clause, outFields: [])))
                }
            case .array(let array):
                for entry in array {
                    guard let id = entry["layerId"]?.int else { throw invalid }
                    let fields = (entry["outFields"]?.string ?? "").split(separator: ",").map { String($0).trimmed }
                    definitions.append((id, Definition(whereClause: entry["where"]?.string ?? "", outFields: fields)))
                }
            default: throw invalid
            }
        } else {
            for part in text.split(separator: ";") {
                guard let colon = part.firstIndex(of: ":"), let id = Int(String(part[..<colon]).trimmed) else {
                    throw invalid
                }
                definitions.append(
                    (id, Definition(whereClause: String(part[part.index(after: colon)...]), outFields: [])))
            }
        }
        return definitions
    }
}
