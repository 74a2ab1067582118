// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaFeatures
internal import GromaMapping
internal import GromaView

/// What the signs on the map mean: layers that are shown now, the uppermost first, with every sign of theirs.
@MainActor
public final class Legend: Widget {
    private weak var mapView: MapView?
    private let column: Stack
    private let swatches = SwatchMaker()
    private var shown: [String]?

    /// Makes the legend of a map. It follows what is shown: visibility, scale, another map.
    public init(_ mapView: MapView) {
        self.mapView = mapView
        column = Stack(.vertical, spacing: 18)
        unsafe super.init(sinking: column.pointer)
        kept = [column]
        name = "legend"
        watch { ($0 as? Legend)?.show() }
    }

    private func show() {
        guard let mapView, !mapView.model.isNavigating else { return }
        let entries = mapView.map.allLayers.reversed().compactMap {
            layer -> (layer: FeatureLayer, infos: [LegendInfo])? in
            guard let layer = layer as? FeatureLayer, layer.showsInLegend,
                mapView.layerViewState(of: layer).status.contains(.active)
            else { return nil }
            return (layer, layer.renderer?.legendInfos ?? [])
        }
        let key = entries.map { "\($0.layer.id) \($0.infos.count)" }
        guard key != shown else { return }
        shown = key
        var groups: [Widget] = []
        for (layer, infos) in entries where !infos.isEmpty {
            let group = Stack(.vertical, spacing: 6)
            if infos.count > 1 { group.append(Label(layer.name, style: .heading)) }
            for info in infos {
                let picture = SwatchView()
                swatches.fill(picture, with: info.symbol)
                let text = infos.count > 1 ? (info.name.isEmpty ? word("layers.otherValues") : info.name) : layer.name
                group.append(Stack(.horizontal, spacing: 12, [picture, Label(text)]))
            }
            groups.append(group)
        }
        column.replaceAll(with: groups.isEmpty ? [Label(word("legend.empty"), style: .dim)] : groups)
    }
}
