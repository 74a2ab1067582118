// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures

/// Which attachments `queryAttachments` is about.
struct AttachmentFilter: Sendable {
    /// The features whose attachments are meant.
    var features = QueryParameters()
    var countsOnly: Bool
    var returnsURL: Bool
    /// Groups to pass over, and most groups to answer.
    var offset: Int
    var most: Int
    private var types: Set<String>
    private var keywords: [String]
    private var sizes: ClosedRange<Int>

    init(_ parameters: RequestParameters, _ layer: FeatureLayerInfo) throws(HostingError) {
        for name in ["attachmentsDefinitionExpression", "orderByFields"] where parameters[name] != nil {
            throw HostingError(.unsupported, "'\(name)' is not supported by this server.")
        }
        features.objectIDs = try parameters.ids("objectIds")
        features.whereClause = parameters["definitionExpression"] ?? parameters["where"] ?? ""
        let globalIDs = try parameters.list("globalIds")
        if !globalIDs.isEmpty {
            guard let name = layer.globalIDFieldName else {
                throw HostingError(.invalidParameter, "\(layer.name) has no GlobalIDs.")
            }
            let list = globalIDs.map { "'\($0.replacingOccurrences(of: "'", with: "''"))'" }.joined(separator: ",")
            let own = "\(name) IN (\(list))"
            features.whereClause = features.whereClause.isEmpty ? own : "(\(features.whereClause)) AND \(own)"
        }
        countsOnly = try parameters.bool("returnCountOnly")
        returnsURL = try parameters.bool("returnUrl")
        offset = try parameters.integer("resultOffset", in: 0...Int.max) ?? 0
        most = min(
            try parameters.integer("resultRecordCount", in: 1...Int.max) ?? layer.maxRecordCount, layer.maxRecordCount)
        types = Set(try parameters.list("attachmentTypes").map { $0.lowercased() })
        keywords = try parameters.list("keywords").map { $0.lowercased() }
        let bounds = try parameters.list("size").map { Int($0) ?? -1 }
        guard bounds.allSatisfy({ $0 >= 0 }), bounds.count <= 2,
            bounds.first ?? 0 <= bounds.dropFirst().first ?? Int.max
        else {
            throw HostingError(.invalidParameter, "'size' must be the least and the most bytes, as in 0,100000.")
        }
        sizes = (bounds.first ?? 0)...(bounds.dropFirst().first ?? Int.max)
    }

    func matches(_ info: AttachmentInfo) -> Bool {
        sizes.contains(info.size) && (types.isEmpty || types.contains(info.contentType.lowercased()))
            && (keywords.isEmpty
                || info.keywords.lowercased().split(separator: ",").contains { keywords.contains(String($0).trimmed) })
    }
}
