// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
public import GromaFeatures

extension LayerSnapshot {
    /// A table drawn as its own description says: renderer, labels, transparency, scales; plain where it says nothing. Nil for a table
    /// without shapes.
    public init?(table: any FeatureTable, layerInfo info: FeatureLayerInfo, id: String) {
        guard let type = info.geometryType else { return nil }
        let drawing = info.drawingInfo?.object.map(DrawingInfo.init(json:))
        let hasLabels = drawing?.showsLabels ?? true
        var content = FeatureContent(
            table: table, layerInfo: info,
            renderer: drawing?.renderer ?? SimpleRenderer(symbol: PlainSymbols.symbol(for: type)),
            labelDefinitions: hasLabels ? drawing?.labelDefinitions ?? [] : [],
            scalesSymbols: drawing?.scalesSymbols ?? false)
        content.timeInfo = info.timeInfo
        self.init(
            id: id, name: info.name, opacity: 1 - min(max(drawing?.transparency ?? 0, 0), 100) / 100,
            minScale: info.unknownJSON["minScale"]?.double ?? 0, maxScale: info.unknownJSON["maxScale"]?.double ?? 0,
            content: .features(content))
    }
}
