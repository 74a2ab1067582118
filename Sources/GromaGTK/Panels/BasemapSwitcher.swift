// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaFeatures
public import GromaMapping
internal import GromaRendering
internal import GromaView

/// Base maps to choose from, each with a picture of the place the map shows. One press switches.
@MainActor
public final class BasemapSwitcher: Widget {
    private weak var mapView: MapView?
    private let flow: Widget
    private var tiles: [(basemap: Basemap, tile: Widget, picture: Picture)] = []
    private var isSetting = false
    private let renderer = MapRenderer()
    private var drawing: Task<Void, Never>?

    /// Makes the choice of a map. The map's own base map is one of them.
    public init(_ mapView: MapView, basemaps: [Basemap] = []) {
        self.mapView = mapView
        flow = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_flow_box_new()))
        unsafe super.init(sinking: flow.pointer)
        unsafe gtk_flow_box_set_selection_mode(pointer.opaque, GTK_SELECTION_NONE)
        unsafe gtk_flow_box_set_min_children_per_line(pointer.opaque, 2)
        unsafe gtk_flow_box_set_max_children_per_line(pointer.opaque, 4)
        unsafe gtk_flow_box_set_homogeneous(pointer.opaque, 1)
        unsafe gtk_flow_box_set_column_spacing(pointer.opaque, 6)
        unsafe gtk_flow_box_set_row_spacing(pointer.opaque, 6)
        accessibleName = word("basemap.title")
        name = "basemaps"
        self.basemaps = basemaps
        show()
        mapView.keyHandlers.append { [weak self] key in
            guard key == .basemap, let self else { return false }
            return next()
        }
        watch { view in (view as? BasemapSwitcher)?.mark() }
    }

    isolated deinit { drawing?.cancel() }

    /// What there is to choose from.
    public var basemaps: [Basemap] = [] { didSet { show() } }

    private var choices: [Basemap] {
        guard let own = mapView?.map.basemap else { return basemaps }
        let isKnown = basemaps.contains { $0 === own || ($0.name == own.name && !own.name.isEmpty) }
        return own.baseLayers.isEmpty || isKnown ? basemaps : [own] + basemaps
    }

    private func show() {
        for tile in tiles {
            if let child = unsafe gtk_widget_get_parent(tile.tile.pointer.as()) {
                unsafe gtk_flow_box_remove(pointer.opaque, child)
            }
        }
        tiles = []
        kept = [flow]
        var first: Widget?
        for basemap in choices {
            let tile = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_toggle_button_new()))
            let picture = Picture(basemap.name)
            picture.requestSize(width: 96, height: 66)
            let label = Label(basemap.name)
            label.centered()
            let content = Stack(.vertical, spacing: 4, [picture, label])
            unsafe gtk_button_set_child(tile.pointer.as(), content.pointer.as())
            tile.addClass("flat", "groma-tile")
            tile.accessibleName = basemap.name
            if let first { unsafe gtk_toggle_button_set_group(tile.pointer.as(), first.pointer.as()) }
            first = first ?? tile
            unsafe tile.pointer.on("toggled") { [weak self, weak tile] _ in
                guard let self, !isSetting, let tile, unsafe gtk_toggle_button_get_active(tile.pointer.as()) != 0 else {
                    return
                }
                self.mapView?.map.basemap = basemap
            }
            unsafe gtk_flow_box_insert(pointer.opaque, tile.pointer.as(), -1)
            if let child = unsafe gtk_widget_get_parent(tile.pointer.as()) { unsafe gtk_widget_set_focusable(child, 0) }
            tile.kept = [content]
            kept.append(tile)
            tiles.append((basemap, tile, picture))
        }
        mark()
        draw()
    }

    private func mark() {
        guard let own = mapView?.map.basemap else { return }
        isSetting = true
        for (basemap, tile, _) in tiles {
            let isTaken = basemap === own || (basemap.name == own.name && !own.name.isEmpty)
            if isTaken { unsafe gtk_toggle_button_set_active(tile.pointer.as(), 1) }
        }
        isSetting = false
    }

    /// The one after the present one; false where there is no choice.
    private func next() -> Bool {
        guard tiles.count > 1, let mapView else { return false }
        let own = mapView.map.basemap
        let place = tiles.firstIndex { $0.basemap === own || $0.basemap.name == own.name } ?? -1
        let choice = tiles[(place + 1) % tiles.count].basemap
        mapView.map.basemap = choice
        window?.toast(choice.name)
        return true
    }

    /// Draws the place where the map begins in each of them, one after the other.
    private func draw() {
        drawing?.cancel()
        let tiles = tiles.map { ($0.basemap, $0.picture) }
        drawing = Task { [weak self, renderer] in
            guard let map = self?.mapView?.map, (try? await map.load()) != nil else { return }
            for (basemap, picture) in tiles {
                let sample = Map(
                    basemap: basemap, initialViewpoint: map.initialViewpoint, spatialReference: map.spatialReference)
                guard let snapshot = try? await sample.snapshot(), !Task.isCancelled else { continue }
                let view = Viewport(width: 96, height: 66, fitting: snapshot.initialViewpoint, pixelRatio: 2)
                picture.image = try? await renderer.image(of: snapshot, viewport: view)
            }
        }
    }
}
