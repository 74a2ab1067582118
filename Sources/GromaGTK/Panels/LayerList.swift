// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaFeatures
internal import GromaMapping
internal import GromaRendering
internal import GromaView

/// The map's layers, the uppermost first: each with its sign, a switch, what is the matter with it, and its legend below.
@MainActor
public final class LayerList: Widget {
    private weak var mapView: MapView?
    private let column: Stack
    private let swatches = SwatchMaker()
    private var shown: [String] = []

    /// Makes the list of a map. It follows the map view to another map.
    public init(_ mapView: MapView) {
        self.mapView = mapView
        column = Stack(.vertical, spacing: 12)
        unsafe super.init(sinking: column.pointer)
        kept = [column]
        name = "layers"
        watch { ($0 as? LayerList)?.show() }
    }

    private func show() {
        guard let mapView else { return }
        let layers = Array(mapView.map.operationalLayers.reversed())
        // What rows look at is looked at by this, too; they are made again only when there are others.
        guard layers.isEmpty || layers.map(\.id) != shown else { return }
        shown = layers.map(\.id)
        guard !layers.isEmpty else {
            let isLoading = mapView.map.loadStatus == .loading || mapView.map.loadStatus == .notLoaded
            column.replaceAll(with: [Label(word(isLoading ? "layers.loading" : "layers.none"), style: .dim)])
            return
        }
        let list = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_list_box_new()))
        unsafe gtk_list_box_set_selection_mode(list.pointer.opaque, GTK_SELECTION_NONE)
        list.addClass("boxed-list")
        list.accessibleName = word("layers.title")
        for layer in layers {
            let row = LayerRow(layer, mapView: mapView, swatches: swatches)
            unsafe gtk_list_box_append(list.pointer.opaque, row.pointer.as())
            list.kept.append(row)
        }
        column.replaceAll(with: [list])
    }
}

/// One layer of the list; a group or a layer of several signs opens.
@MainActor
final class LayerRow: Widget {
    private let layer: Layer
    private let toggle: Switch
    private let retry: Button
    private let sign: SwatchView

    init(_ layer: Layer, mapView: MapView, swatches: SwatchMaker) {
        self.layer = layer
        toggle = Switch(layer.name, isOn: layer.isVisible) { layer.isVisible = $0 }
        retry = Button(word("map.retry"), icon: .retry, style: .flat) { [weak mapView] in mapView?.model.retry(layer) }
        sign = SwatchView()
        retry.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        unsafe super.init(sinking: UnsafeMutableRawPointer(adw_expander_row_new()))
        unsafe adw_preferences_row_set_use_markup(pointer.as(), 0)
        unsafe adw_expander_row_add_prefix(pointer.as(), sign.pointer.as())
        // Actions stand before the arrow, so the switch is added last to stand first.
        unsafe adw_expander_row_add_action(pointer.as(), toggle.pointer.as())
        unsafe adw_expander_row_add_action(pointer.as(), retry.pointer.as())
        kept = [toggle, retry, sign]
        watch { [weak mapView] row in
            // While the map moves nobody reads what a layer is doing.
            guard let row = row as? LayerRow, let mapView, !mapView.model.isNavigating else { return }
            row.update(mapView)
        }
        addParts(mapView, swatches)
    }

    private func update(_ mapView: MapView) {
        let state = mapView.layerViewState(of: layer)
        unsafe adw_preferences_row_set_title(pointer.as(), layer.name)
        toggle.accessibleName = layer.name
        toggle.isOn = layer.isVisible
        var detail = ""
        if let error = state.error {
            detail = ErrorText.detail(of: error)
        } else if state.status.contains(.outOfScale) {
            detail = outOfScale(mapView.model.viewport?.scale ?? 0)
        }
        setClass("groma-failed", state.error != nil)
        retry.isVisible = state.error != nil
        unsafe adw_expander_row_set_subtitle(pointer.as(), escaped(detail))
        setClass("groma-away", state.status.contains(.outOfScale))
    }

    private func outOfScale(_ scale: Double) -> String {
        if let furthest = layer.minScale, furthest > 0, scale > furthest {
            return word("layers.zoomIn", ScaleText.text(furthest))
        }
        if let closest = layer.maxScale, closest > 0, scale < closest {
            return word("layers.zoomOut", ScaleText.text(closest))
        }
        return word("layers.outOfScale")
    }

    private func addParts(_ mapView: MapView, _ swatches: SwatchMaker) {
        var inner: [Widget] = []
        if let group = layer as? GroupLayer {
            inner = group.layers.reversed().map { LayerRow($0, mapView: mapView, swatches: swatches) }
            addInner(inner)
        } else if let features = layer as? FeatureLayer {
            watch { [swatches] row in
                guard let row = row as? LayerRow else { return }
                row.showLegend(features.renderer?.legendInfos ?? [], swatches)
            }
            return
        }
        setOpens(!inner.isEmpty)
    }

    private var legendRows: [Widget] = []

    private func showLegend(_ infos: [LegendInfo], _ swatches: SwatchMaker) {
        for row in legendRows { unsafe adw_expander_row_remove(pointer.as(), row.pointer.as()) }
        legendRows = []
        kept.removeAll { $0 is Row }
        guard let first = infos.first else { return setOpens(false) }
        swatches.fill(sign, with: first.symbol)
        guard infos.count > 1 else { return setOpens(false) }
        legendRows = infos.map { info in
            let picture = SwatchView()
            swatches.fill(picture, with: info.symbol)
            return Row(info.name.isEmpty ? word("layers.otherValues") : info.name, leading: picture)
        }
        addInner(legendRows)
        setOpens(true)
    }

    private func addInner(_ rows: [Widget]) {
        for row in rows { unsafe adw_expander_row_add_row(pointer.as(), row.pointer.as()) }
        kept.append(contentsOf: rows as [AnyObject])
    }

    private func setOpens(_ opens: Bool) {
        unsafe adw_expander_row_set_enable_expansion(pointer.as(), 1)
        setClass("groma-plain", !opens)
        unsafe gtk_list_box_row_set_activatable(pointer.as(), opens ? 1 : 0)
    }
}
