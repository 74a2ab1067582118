// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures
import GromaGeometry

extension Run {
    func makeGlobal(_ name: String) throws -> Value {
        switch name {
        case "feature":
            if let row { return .feature(row.feature(self)) }
            return try context.feature.map { .feature(try box($0)) } ?? .null
        case "originalfeature":
            if let before = context.originalFeature { return .feature(try box(before)) }
            // A feature that is new was nothing before: its fields and its shape are null.
            guard let new = context.feature else { return .null }
            let nothing = new.record.attributes.mapValues { _ in AttributeValue.null }
            return .feature(
                try FeatureBox(
                    record: FeatureRecord(attributes: nothing), info: new.layerInfo, source: nil, feature: nil,
                    isFixed: true, self))
        case "layer":
            return context.layer.map { .featureSet(FeatureSetBox(layer: $0)) } ?? .null
        case "map": return .collection(LayerCollection(context.map))
        case "datastore": return .collection(LayerCollection(context.datastore))
        case "view":
            var time: [(String, Value)] = []
            if let range = context.viewTime {
                func date(_ date: Date) -> Value {
                    ZonedDate(instant: date.timeIntervalSince1970 * 1_000, zone: environment.zone).map { .date($0) }
                        ?? .null
                }
                time = [("currentStart", date(range.lowerBound)), ("currentEnd", date(range.upperBound))]
            } else {
                time = [("currentStart", .null), ("currentEnd", .null)]
            }
            return try dictionary(
                [
                    ("scale", context.viewScale.map { .number($0) } ?? .null),
                    ("timeProperties", try dictionary(time, isFixed: true)),
                ], isFixed: true)
        case "editcontext":
            return try dictionary([("editType", .text(context.editType.rawValue))], isFixed: true)
        default:
            guard let value = context.values[name] else { return .null }
            if case .featureSet(let set) = value {
                return .featureSet(FeatureSetBox(rows: set, info: context.layerInfos[name]))
            }
            return try imported(value)
        }
    }

    private func box(_ feature: Feature) throws -> FeatureBox {
        let source =
            context.layer.map { FeatureSetBox(layer: $0) }
            ?? feature.table.map { FeatureSetBox(layer: ArcadeLayer(table: $0, info: feature.layerInfo)) }
        return try FeatureBox(
            record: feature.record, info: feature.layerInfo, source: source, feature: feature, isFixed: true, self)
    }

    /// A value from outside.
    func imported(_ value: ArcadeValue) throws -> Value {
        switch value {
        case .null: return .null
        case .boolean(let truth): return .boolean(truth)
        case .number(let number): return .number(number)
        case .text(let text): return .text(text)
        case .date(let instant, let zone):
            return ZonedDate(instant: instant, zone: Zone.named(zone) ?? environment.zone).map { .date($0) } ?? .null
        case .dateOnly(let days): return .dateOnly(DayNumber(days: days))
        case .time(let milliseconds): return .time(DayTime(milliseconds: milliseconds))
        case .array(let list): return try array(try list.map(imported))
        case .dictionary(let entries): return try dictionary(try entries.map { ($0.key, try imported($0.value)) })
        case .geometry(let shape): return geometry(shape)
        case .feature(let attributes, let shape):
            return .feature(
                try FeatureBox(
                    entries: try attributes.map { ($0.key, try imported($0.value)) }, geometry: geometry(shape), self))
        case .featureSet(let set): return .featureSet(FeatureSetBox(rows: set))
        }
    }

    /// The moment that the expression takes for now, in milliseconds.
    var now: Int64 {
        Int64(((context.now ?? Date()).timeIntervalSince1970 * 1_000).rounded(.down))
    }
}
