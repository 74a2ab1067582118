// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Groma
import GromaGTK

/// A layer to choose, and the list of its features.
@MainActor
final class FeatureChoice {
    private weak var column: Stack?
    private var overview: Widget?

    /// What stands in the window; it keeps the choice.
    static func widget(_ mapView: MapView, popups: PopupsContainer) -> Widget {
        let column = Stack(.vertical, spacing: 6)
        column.keep(FeatureChoice(column, mapView, popups: popups))
        return column
    }

    private init(_ column: Stack, _ mapView: MapView, popups: PopupsContainer) {
        self.column = column
        let list = List({ mapView.map.operationalLayers.reversed().compactMap { $0 as? FeatureLayer } }) {
            [weak self] layer in
            Row(layer.name) { self?.show(layer, on: mapView, popups: popups) }
        }
        overview = list
        column.append(list)
    }

    private func show(_ layer: FeatureLayer, on mapView: MapView, popups: PopupsContainer) {
        guard let overview else { return }
        let back = Button(layer.name, icon: .back, showsTitle: true, style: .flat) { [weak self] in
            self?.column?.replaceAll(with: [overview])
        }
        column?.replaceAll(with: [back, FeatureList(layer, on: mapView, popups: popups)])
    }
}
