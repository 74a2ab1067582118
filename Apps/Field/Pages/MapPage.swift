// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
package import GromaGTK

/// The map with everything around it: layers, legend, base maps and features at the start side, popups at the end.
@MainActor
package final class MapPage {
    /// Where the page leads to.
    package struct Ways {
        var back: @MainActor () -> Void
        var openFile: @MainActor () async throws -> Void
        var openPortal: @MainActor () -> Void
        var showLocation: @MainActor () -> Void
        var showPreferences: @MainActor () -> Void

        /// Says where; nowhere unless told.
        package init(
            back: @escaping @MainActor () -> Void = {}, openFile: @escaping @MainActor () async throws -> Void = {},
            openPortal: @escaping @MainActor () -> Void = {}, showLocation: @escaping @MainActor () -> Void = {},
            showPreferences: @escaping @MainActor () -> Void = {}
        ) {
            self.back = back
            self.openFile = openFile
            self.openPortal = openPortal
            self.showLocation = showLocation
            self.showPreferences = showPreferences
        }
    }

    let place: MapPlace
    let map: Map
    let mapView: MapView
    let popups = PopupsContainer()
    private let ways: Ways
    private let basemaps: BasemapSwitcher
    private let sidebar: Stack
    private let tabs = Slot()
    private var toggles: ToggleGroup?
    private let heading = Label("", style: .title)
    private let header = Stack(.horizontal, spacing: 6)
    private weak var window: Window?

    /// What the sidebar shows.
    package enum Tab: Int, CaseIterable {
        case layers, legend, features
        var title: String {
            switch self {
            case .layers: say("layers")
            case .legend: say("legend")
            case .features: say("features")
            }
        }
        var icon: Icon {
            switch self {
            case .layers: .layers
            case .legend: .legend
            case .features: .table
            }
        }
    }
    package private(set) var tab = Tab.layers

    package init(_ place: MapPlace, ways: Ways, source: LocationChoice? = nil) {
        self.place = place
        self.ways = ways
        map = place.map()
        mapView = MapView(map: map, furniture: [.standard, .locationButton])
        basemaps = BasemapSwitcher(mapView)
        sidebar = Stack(.vertical, spacing: 6)
        let toggles = ToggleGroup(Tab.allCases.map(\.title)) { [weak self] index in
            if let tab = Tab(rawValue: index) { self?.show(tab) }
        }
        self.toggles = toggles
        toggles.margin = 12
        heading.fill()
        header.margin = 12
        sidebar.append(toggles)
        sidebar.append(header)
        sidebar.append(tabs)
        popups.customAction = PopupAction(say("zoomTo")) { [weak mapView] popup in
            guard let geometry = popup.geoElement.geometry else { return }
            await mapView?.zoom(to: geometry)
        }
        mapView.onChooseMap { ways.back() }
        mapView.onLayerTroubles { [weak self] in self?.showLayers() }
        setUpTaps()
        setUpLocation(source)
        show(.layers)
        Task { [weak self] in await self?.findBasemaps() }
    }

    package func show(in window: Window) {
        self.window = window
        window.content = mapView
        window.panel = PopupsContainerView(popups)
        window.sidebar = sidebar
        window.isSidebarShown = window.isWide
        let side = Button(say("sidebar"), icon: .sidebar) { [weak window] in window?.isSidebarShown.toggle() }
        side.visible { [weak window] in !(window?.isNarrow ?? true) }
        // A sheet has a title and a cross; beside the map there is room for all three names.
        let close = Button(say("close.sheet"), icon: .close, style: .flat) { [weak window] in
            window?.isSidebarShown = false
        }
        header.replaceAll(with: [heading, close])
        header.visible { [weak window] in window?.isNarrow ?? false }
        toggles?.visible { [weak window] in !(window?.isNarrow ?? false) }
        let back = Button(say("maps"), icon: .back) { [ways] in ways.back() }
        window.leadingToolbar = [back, side]
        window.toolbar = [menu(window)]
        window.bottomBar = Tab.allCases.map { tab in
            BarButton(tab.title, icon: tab.icon) { [weak self, weak window] in
                guard let self, let window else { return }
                let isShown = window.isSidebarShown && self.tab == tab && popups.popups.isEmpty
                popups.removeAll()
                toggles?.selectedIndex = tab.rawValue
                show(tab)
                window.isSidebarShown = !isShown
            }
        }
        for button in window.bottomBar { button.visible { [weak window] in window?.isNarrow ?? false } }
        mapView.watch { [weak window, map, place] view in
            guard let window, window.content === view else { return }
            window.title = map.name.isEmpty ? say("map") : map.name
            window.subtitle = place.status
        }
        mapView.focus()
    }

    private func showLayers() {
        popups.removeAll()
        toggles?.selectedIndex = Tab.layers.rawValue
        show(.layers)
        window?.isSidebarShown = true
    }

    private func menu(_ window: Window) -> MenuButton {
        let menu = MenuButton(
            say("menu"), icon: .menu,
            items: [
                MenuItem(say("openFile")) { [ways] in try await ways.openFile() },
                MenuItem(say("openPortal")) { [ways] in ways.openPortal() },
                MenuItem(say("bookmarks.open")) { [weak self, weak window] in
                    if let self, let window { showBookmarks(window) }
                },
                MenuItem(say("wholeMap")) { [mapView] in mapView.model.showWholeMap() },
                MenuItem(say("location.open")) { [ways] in ways.showLocation() },
                MenuItem(say("preferences")) { [ways] in ways.showPreferences() },
                MenuItem(say("keys")) { [weak window] in window?.showKeys() },
                MenuItem(say("night")) { Appearance.current = Appearance.current == .dark ? .light : .dark },
                MenuItem(say("close")) { [ways] in ways.back() },
            ])
        menu.isPrimary = true
        return menu
    }

    // MARK: Sidebar

    package func show(_ tab: Tab) {
        self.tab = tab
        toggles?.selectedIndex = tab.rawValue
        heading.text = tab.title
        // What is in the old one comes free before the new one takes it.
        tabs.content = nil
        let content: Widget =
            switch tab {
            case .layers:
                Stack(.vertical, spacing: 18, [basemaps, LayerList(mapView)])
            case .legend: Legend(mapView)
            case .features: FeatureChoice.widget(mapView, popups: popups)
            }
        content.margin = 12
        tabs.content = ScrollView(content, maximumWidth: 600)
    }

    private func findBasemaps() async {
        guard (try? await map.load()) != nil, let found = try? await place.basemaps(for: map) else { return }
        // What the map itself stands on is there already, under its own name.
        let own = map.basemap.baseLayers.compactMap { ($0 as? ArcGISTiledLayer)?.url?.path }
        basemaps.basemaps = found.filter { offered in
            let ground = offered.baseLayers.first { $0 is ArcGISTiledLayer } as? ArcGISTiledLayer
            return ground.map { !own.contains($0.url?.path ?? "") } ?? true
        }
    }

    private func showBookmarks(_ window: Window) {
        let rows = map.bookmarks.map { bookmark in
            Row(bookmark.name) { [mapView] in await mapView.model.setBookmark(bookmark) }
        }
        let content: Widget =
            rows.isEmpty
            ? StatusPage(say("bookmarks.none"), detail: say("bookmarks.noneDetail"), icon: .bookmark) : List(rows)
        content.margin = 12
        content.accessibleName = say("bookmarks")
        window.present(content, as: .dialog)
    }

    // MARK: Taps

    private func setUpTaps() {
        mapView.onSingleTap { [popups, weak mapView] tap in
            guard let mapView else { return }
            mapView.callout = nil
            var isFirst = true
            for await popup in mapView.popups(at: tap.screenPoint, tolerance: tap.tolerance) {
                if isFirst { popups.removeAll() }
                isFirst = false
                popups.append(popup)
            }
            // A tap on nothing closes what the last one opened.
            if isFirst { popups.removeAll() }
        }
        mapView.onLongPress { [weak self] tap in self?.showPlace(tap) }
        mapView.watch { [popups] view in
            let popup = popups.currentPopup
            // Outside of what is watched: marking a feature changes what marking reads.
            Task { (view as? MapView)?.select(popup) }
        }
    }

    /// Coordinates of a place, to copy, and a way to have it in the middle.
    private func showPlace(_ tap: MapView.Tap) {
        guard let location = tap.location, let place = try? GeometryEngine.project(location, into: .wgs84) else {
            return
        }
        let text = try? CoordinateFormatter.latitudeLongitudeString(
            from: place, format: .decimalDegrees, decimalPlaces: 5)
        let label = Label(text ?? "", style: .heading)
        let copy = Button(say("copyCoordinates")) { [weak self] in
            self?.window?.copy(text ?? "")
            self?.mapView.callout = nil
        }
        let center = Button(say("centerHere")) { [weak self] in
            self?.mapView.callout = nil
            await self?.mapView.model.setViewpointCenter(location, duration: .milliseconds(400))
        }
        mapView.callout = Callout(
            at: .location(location), content: Stack(.vertical, spacing: 6, [label, copy, center]))
    }

    // MARK: Location

    private func setUpLocation(_ choice: LocationChoice?) {
        let display = mapView.locationDisplay
        display.navigationPointHeightFactor = 0.25
        display.calloutProvider = { location, _ in
            let accuracy = location.horizontalAccuracy.map { "±\(Int($0.rounded())) m" } ?? ""
            let place = try? CoordinateFormatter.latitudeLongitudeString(
                from: location.position, format: .decimalDegrees, decimalPlaces: 5)
            return CalloutContent(
                title: say("yourLocation"),
                detail: [place ?? "", accuracy].filter { !$0.isEmpty }.joined(separator: " · "))
        }
        if let choice { use(choice) }
    }

    /// Takes positions from there, as soon as the map is loaded.
    func use(_ choice: LocationChoice) {
        Task { [map, mapView] in
            guard (try? await map.load()) != nil else { return }
            mapView.locationDisplay.dataSource = choice.source(for: map)
        }
    }
}
