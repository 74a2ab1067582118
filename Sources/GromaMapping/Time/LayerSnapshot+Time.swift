// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
public import GromaFeatures

extension LayerSnapshot {
    /// Shows only what lies in a time; nil shows all times. Layers that do not lie in time, and those that their map keeps out, stay as they are.
    public mutating func filter(by time: TimeExtent?) {
        switch content {
        case .features(var features):
            guard let timeInfo = features.timeInfo else { return }
            features.timeExtent = time.map(timeInfo.rows(shownAt:))
            content = .features(features)
        case .image(var image):
            guard image.isTimeFilteringEnabled else { return }
            image.timeExtent = time
            for place in image.sublayers.indices { image.sublayers[place].timeExtent = time }
            content = .image(image)
        case .group(var layers):
            for place in layers.indices { layers[place].filter(by: time) }
            content = .group(layers)
        case .tiles, .graphics: break
        }
    }
}

extension LayerTimeInfo {
    /// The times of the rows that a map's time shows: moved back by the layer's offset, and from the beginning of all times for a layer whose
    /// rows stay once they have come.
    package func rows(shownAt time: TimeExtent) -> TimeExtent {
        let options = unknownJSON["exportOptions"]
        var rows = time
        if let offset = options?["timeOffset"]?.double,
            let step = CalendarStep(offset, unitName: options?["timeOffsetUnits"]?.string ?? "")
        {
            rows = TimeExtent(
                startDate: time.startDate.flatMap { step.date($0, -1) },
                endDate: time.endDate.flatMap { step.date($0, -1) })
        }
        // A moment that is cumulative ends there too.
        return options?["timeDataCumulative"]?.bool == true
            ? TimeExtent(startDate: nil, endDate: rows.endDate) : rows
    }
}

extension FeatureContent {
    /// Makes a query ask for the content's rows only: its definition expression, and its time extent where rows lie in time.
    package func restrict(_ query: inout QueryParameters) {
        query.whereClause = definitionExpression
        guard let timeExtent, let timeInfo else { return }
        let own = layerInfo.timeInfo
        if own?.startTimeField == timeInfo.startTimeField, own?.endTimeField == timeInfo.endTimeField {
            query.timeExtent = timeExtent
        } else {
            // The map names other fields than the table itself: the table is asked in its own words.
            let clause = timeInfo.whereClause(for: timeExtent)
            guard !clause.isEmpty else { return }
            query.whereClause = definitionExpression.isEmpty ? clause : "(\(definitionExpression)) AND (\(clause))"
        }
    }
}
