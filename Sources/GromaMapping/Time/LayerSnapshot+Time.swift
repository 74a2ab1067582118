// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaFeatures

extension LayerSnapshot {
    /// Shows only what lies in a time; nil shows all times. Layers that do not lie in time, and those that their map keeps out, stay as they are.
    public mutating func filter(by time: TimeExtent?) {
        switch content {
        case .features(var features):
            guard features.timeInfo != nil else { return }
            features.timeExtent = time
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
