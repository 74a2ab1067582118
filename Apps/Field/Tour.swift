// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaGTK

/// A walk through the app that it makes by itself, with a picture of each thing: for a machine without a display, and for the manual.
@MainActor
struct Tour {
    /// What of the tour did not come about.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let app: FieldApp
    let page: MapPage
    let folder: URL
    private var window: Window { app.window }
    private var mapView: MapView { page.mapView }

    init(app: FieldApp, page: MapPage, folder: URL) {
        self.app = app
        self.page = page
        self.folder = folder
    }

    func run() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await page.map.load()
        window.prepareForPictures()
        try await onAPhone()
        try await pages("phone")
        try await onADesk()
        try await pages("desktop")
    }

    private func onAPhone() async throws {
        window.isSidebarShown = false
        await window.resize(width: 360, height: 720)
        try await mapIsDrawn()
        try await picture("phone-map")
        try await tapFeature()
        try await picture("phone-popup")
        page.popups.removeAll()
        page.show(.layers)
        window.isSidebarShown = true
        try await mapIsDrawn()
        try await picture("phone-layers")
        window.isSidebarShown = false
        try await locate()
        try await picture("phone-location")
        await mapView.locationDisplay.stop()
        Appearance.current = .dark
        try await mapIsDrawn()
        try await picture("phone-map-dark")
        Appearance.current = .light
    }

    private func onADesk() async throws {
        await window.resize(width: 1_200, height: 800)
        page.show(.layers)
        window.isSidebarShown = true
        try await tapFeature()
        try await picture("desktop-popup")
        Appearance.current = .dark
        try await mapIsDrawn()
        try await picture("desktop-popup-dark")
        Appearance.current = .light
        page.popups.removeAll()
        page.show(.legend)
        try await mapIsDrawn()
        try await picture("desktop-legend")
    }

    /// What is asked of a person once: where positions come from, and who they are.
    private func pages(_ name: String) async throws {
        app.showPreferences()
        try await picture("\(name)-preferences")
        app.showLocation()
        try await picture("\(name)-location-source")
        app.openPortal()
        try await picture("\(name)-sign-in")
        Appearance.current = .dark
        try await picture("\(name)-sign-in-dark")
        Appearance.current = .light
        app.goBack()
        try await mapIsDrawn()
    }

    // MARK: Steps

    private func mapIsDrawn() async throws {
        await window.frames(4)
        let isDrawn = await window.wait(seconds: 60) { [mapView] in
            mapView.drawStatus == .completed && !mapView.model.isNavigating
        }
        guard isDrawn else { throw Failure(description: "The map was not drawn within a minute.") }
        await window.frames(3)
    }

    private func picture(_ name: String) async throws {
        // Pictures of attachments, legends and base maps come by themselves; toasts go.
        await window.frames(60)
        let file = folder.appending(path: name + ".png")
        guard window.savePicture(to: file.path) else {
            throw Failure(description: "\(file.path) could not be written.")
        }
        print(file.path)
    }

    /// Taps the feature nearest to the middle that has a popup.
    private func tapFeature() async throws {
        try await mapIsDrawn()
        let size = mapView.model.viewSize
        // A spiral from the middle outwards, as an eye looks for something to press.
        for step in 0..<400 {
            let angle = Double(step) * 0.7, radius = 4 * Double(step).squareRoot() * 2
            let place = ScreenPoint(x: size.width / 2 + radius * cos(angle), y: size.height / 2 + radius * sin(angle))
            guard place.x > 20, place.y > 20, place.x < size.width - 20, place.y < size.height - 20 else { continue }
            for await _ in mapView.popups(at: place, tolerance: 2) {
                mapView.tap(at: place)
                _ = await window.wait(seconds: 20) { [page] in !page.popups.popups.isEmpty }
                return try await mapIsDrawn()
            }
        }
        throw Failure(description: "Nothing on the map has a popup.")
    }

    private func locate() async throws {
        mapView.locationDisplay.dataSource = LocationChoice.simulated.source(for: page.map)
        mapView.locationButton?.press()
        _ = await window.wait(seconds: 30) { [mapView] in mapView.locationDisplay.hasFix }
        _ = await window.wait(seconds: 3) { false }
    }
}
