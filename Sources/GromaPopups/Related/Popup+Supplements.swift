// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaFeatures
import GromaMapping

extension Popup {
    /// Asks for what the popup's places for attachments and related records show: attachments in the order that the element asks for, and of
    /// each relationship as many records as its element shows, named by their table's display field.
    ///
    /// Throws what the table throws. Nothing is asked for that the definition does not show.
    public func supplements(locale: Locale, timeZone: TimeZone) async throws -> PopupSupplements {
        let formatter = AttributeFormatter(locale: locale, timeZone: timeZone)
        var supplements = PopupSupplements()
        guard let feature = geoElement as? Feature, let table = feature.table, let id = feature.objectID else {
            return supplements
        }
        let info = try await table.layerInfo()
        for element in shownElements {
            switch element {
            case .attachments(let part) where info.hasAttachments:
                supplements.attachments = try await table.attachments(of: id).sorted(by: part.orderBy)
            case .relationship(let part):
                guard let number = part.relationshipID, info.relationshipInfo(id: number) != nil else { continue }
                var query = RelatedQueryParameters(relationshipID: number)
                query.returnsGeometry = false
                query.maxFeatures = max(0, part.displayCount)
                query.orderByFields = part.orderBy.map {
                    OrderBy(fieldName: $0.fieldName, isAscending: $0.isAscending)
                }
                let answer = try await table.queryRelatedFeatures(to: feature, using: query)
                let name = try await answer.relatedTable.layerInfo().displayFieldName
                supplements.relatedRecords[number] = answer.features.map { Self.name(of: $0, by: name, formatter) }
            default: break
            }
        }
        return supplements
    }

    private static func name(of feature: Feature, by displayField: String?, _ formatter: AttributeFormatter) -> String {
        let value = displayField.flatMap { feature.attributeValue(forKey: $0) }
        if let value, value != .null {
            let text = formatter.text(value)
            if !text.isEmpty { return text }
        }
        return feature.objectID.map { "#\($0)" } ?? ""
    }
}

extension [AttachmentInfo] {
    /// In the order of `name`, `size`, `contenttype`; other words leave the table's order.
    fileprivate func sorted(by order: [PopupOrder]) -> [AttachmentInfo] {
        func isBefore(_ one: AttachmentInfo, _ other: AttachmentInfo) -> Bool {
            for part in order {
                let less: Bool, more: Bool
                switch part.fieldName.lowercased() {
                case "name", "att_name": (less, more) = (one.name < other.name, one.name > other.name)
                case "size", "data_size": (less, more) = (one.size < other.size, one.size > other.size)
                case "contenttype", "content_type":
                    (less, more) = (one.contentType < other.contentType, one.contentType > other.contentType)
                default: continue
                }
                if less || more { return part.isAscending ? less : more }
            }
            return false
        }
        // Swift's sort keeps the order of equals.
        return order.isEmpty ? self : sorted(by: isBefore)
    }
}
