// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaMapping

/// A field of related records as popups name it: `relationships/ID/FIELD`.
struct RelatedFieldName: Hashable {
    let relationshipID: Int
    let fieldName: String

    /// Nil for every other name.
    init?(_ name: String) {
        let parts = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "relationships", let id = Int(parts[1]), !parts[2].isEmpty
        else { return nil }
        relationshipID = id
        fieldName = String(parts[2])
    }
}

extension Popup {
    /// The most related records that a popup reads of one relationship.
    static let mostRelatedRecords = 2_000

    /// Reads the records that the definition names, so that `relationships/ID/FIELD` has values: a statistic where the
    /// definition asks for one, else the value of a single record. Relationships that the layer lacks are left out.
    ///
    /// Throws what the table throws; a feature without a table or an object id has nothing related to it.
    public func loadRelatedRecords() async throws {
        guard let feature = geoElement as? Feature, let table = feature.table, let id = feature.objectID else { return }
        let known = try await table.layerInfo().relationshipInfos
        for relationship in known where namedRelationships.contains(relationship.id) {
            var query = RelatedQueryParameters(relationshipInfo: relationship)
            query.returnsGeometry = false
            query.maxFeatures = Self.mostRelatedRecords
            let answer = try await table.queryRelatedRecords(of: [id], using: query)
            related[relationship.id] = answer.rows.selecting(
                rows: answer.groups.filter { $0.objectID == id }.flatMap(\.rows))
        }
    }

    /// The relationships whose fields the definition lists or puts into its texts, titles and charts.
    private var namedRelationships: Set<Int> {
        var names = (definition.fieldInfos + definition.elementFields).map(\.fieldName)
        names += TemplateText.names(in: definition.title)
        for element in definition.elements {
            switch element {
            case .text(let part): names += TemplateText.names(in: part.text)
            case .fields(let part): names += TemplateText.names(in: part.title + part.description)
            case .media(let part):
                let media = part.media.isEmpty ? definition.media : part.media
                names += media.flatMap { item in
                    item.value.fieldNames + TemplateText.names(in: item.title + item.caption + item.value.sourceURL)
                }
            default: break
            }
        }
        return Set(names.compactMap { RelatedFieldName($0)?.relationshipID })
    }

    /// Values of related records by the names the definition gives them.
    var relatedValues: [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for (id, rows) in related {
            if rows.count == 1 {
                for (place, field) in rows.fields.enumerated() {
                    values["relationships/\(id)/\(field.name)"] = rows.value(at: 0, field: place)
                }
            }
        }
        for info in definition.fieldInfos + definition.elementFields {
            guard let statistic = info.statisticType, let name = RelatedFieldName(info.fieldName),
                let rows = related[name.relationshipID], let value = Self.statistic(statistic, of: name.fieldName, rows)
            else { continue }
            values[info.fieldName] = value
        }
        return values
    }

    /// Nil where the related table has no such field, or one that the statistic cannot be made of.
    private static func statistic(
        _ type: PopupField.StatisticType, of field: String, _ rows: FeatureSet
    ) -> AttributeValue? {
        guard let known = StatisticDefinition.StatisticType(rawValue: type.rawValue) else { return nil }
        let query = StatisticsQueryParameters(statisticDefinitions: [
            StatisticDefinition(onFieldName: field, statisticType: known, outputAlias: "value")
        ])
        guard let answer = try? rows.queryStatistics(query), answer.count == 1 else { return nil }
        return answer.value(at: 0, field: "value")
    }
}

extension TemplateText {
    /// The names between braces.
    static func names(in text: String) -> [String] {
        TemplateText(text).parts.compactMap { if case .token(let name, _) = $0 { name } else { nil } }
    }
}
