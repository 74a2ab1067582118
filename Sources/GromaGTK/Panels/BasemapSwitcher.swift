// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
internal import GromaFeatures
internal import GromaGeometry
public import GromaMapping
internal import GromaRendering
internal import GromaView

/// Base maps to choose from, each with a picture of the place the map shows. One press switches; the map keeps the present one
/// until the other is there, and for good where it cannot be had. One that uses another projection than the map is dim.
@MainActor
public final class BasemapSwitcher: Widget {
    private weak var mapView: MapView?
    private let flow: Widget
    private struct Tile {
        let basemap: Basemap
        let button: Widget
        let picture: Picture
        /// Below the name, where there is something to say.
        let note: Label
    }
    private var tiles: [Tile] = []
    private var isSetting = false
    private let renderer = MapRenderer()
    private var drawing: Task<Void, Never>?
    private var switching: Task<Void, Never>?

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

    isolated deinit {
        drawing?.cancel()
        switching?.cancel()
    }

    /// What there is to choose from.
    public var basemaps: [Basemap] = [] { didSet { show() } }

    private var choices: [Basemap] {
        guard let own = mapView?.map.basemap else { return basemaps }
        let isKnown = basemaps.contains { $0 === own || ($0.name == own.name && !own.name.isEmpty) }
        return own.baseLayers.isEmpty || isKnown ? basemaps : [own] + basemaps
    }

    private func show() {
        for tile in tiles {
            if let child = unsafe gtk_widget_get_parent(tile.button.pointer.as()) {
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
            let note = Label("", style: .caption)
            note.centered()
            note.limitWidth(characters: 16)
            note.isVisible = false
            let content = Stack(.vertical, spacing: 4, [picture, label, note])
            unsafe gtk_button_set_child(tile.pointer.as(), content.pointer.as())
            tile.addClass("flat", "groma-tile")
            tile.accessibleName = basemap.name
            if let first { unsafe gtk_toggle_button_set_group(tile.pointer.as(), first.pointer.as()) }
            first = first ?? tile
            unsafe tile.pointer.on("toggled") { [weak self, weak tile] _ in
                guard let self, !isSetting, let tile, unsafe gtk_toggle_button_get_active(tile.pointer.as()) != 0 else {
                    return
                }
                choose(basemap)
            }
            unsafe gtk_flow_box_insert(pointer.opaque, tile.pointer.as(), -1)
            if let child = unsafe gtk_widget_get_parent(tile.pointer.as()) { unsafe gtk_widget_set_focusable(child, 0) }
            tile.kept = [content]
            kept.append(tile)
            tiles.append(Tile(basemap: basemap, button: tile, picture: picture, note: note))
        }
        mark()
        draw()
    }

    private func mark() {
        guard let own = mapView?.map.basemap else { return }
        isSetting = true
        for tile in tiles where isSame(tile.basemap, own) {
            unsafe gtk_toggle_button_set_active(tile.button.pointer.as(), 1)
        }
        isSetting = false
    }

    private func isSame(_ basemap: Basemap, _ own: Basemap) -> Bool {
        basemap === own || (basemap.name == own.name && !own.name.isEmpty)
    }

    private func choose(_ basemap: Basemap) {
        switching?.cancel()
        switching = Task { [weak self] in
            guard let map = self?.mapView?.map else { return }
            let before = map.basemap.name
            do {
                try await map.setBasemap(basemap)
            } catch {
                guard !Task.isCancelled, !(error is CancellationError), let self else { return }
                mark()
                window?.toast(
                    before.isEmpty
                        ? word("basemap.failed", basemap.name) : word("basemap.failed.still", basemap.name, before))
            }
        }
    }

    /// The one after the present one that goes with the map; false where there is no choice.
    private func next() -> Bool {
        let possible = tiles.filter(\.button.isEnabled)
        guard possible.count > 1, let own = mapView?.map.basemap else { return false }
        let place = possible.firstIndex { isSame($0.basemap, own) } ?? -1
        let choice = possible[(place + 1) % possible.count].basemap
        choose(choice)
        window?.toast(choice.name)
        return true
    }

    /// Draws the place where the map begins in each of them, one after the other.
    private func draw() {
        drawing?.cancel()
        let tiles = tiles
        drawing = Task { [weak self, renderer] in
            guard let map = self?.mapView?.map, (try? await map.load()) != nil else { return }
            for tile in tiles {
                let other = try? await map.otherReference(of: tile.basemap)
                if let other { Self.refuse(tile, other) }
                let sample = Map(
                    basemap: tile.basemap, initialViewpoint: map.initialViewpoint,
                    spatialReference: other ?? map.spatialReference)
                guard let snapshot = try? await sample.snapshot(), !Task.isCancelled else { continue }
                let view = Viewport(width: 96, height: 66, fitting: snapshot.initialViewpoint, pixelRatio: 2)
                tile.picture.image = try? await renderer.image(of: snapshot, viewport: view)
            }
        }
    }

    private static func refuse(_ tile: Tile, _ reference: SpatialReference) {
        tile.note.text =
            reference.code.map { word("basemap.otherProjection.code", $0) } ?? word("basemap.otherProjection")
        tile.note.isVisible = true
        tile.button.isEnabled = false
        tile.button.accessibleName = "\(tile.basemap.name), \(tile.note.text)"
    }
}
