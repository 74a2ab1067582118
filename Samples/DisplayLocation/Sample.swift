// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaGTK

/// The device on the map, in every mode of following: `DisplayLocation [ITEM_URL]`.
@main
final class DisplayLocation: Application {
    static let id = "dev.groma.samples.DisplayLocation"
    static let town = "http://127.0.0.1:6080/portal/home/item.html?id=5932e4e869b8221044453bfa4df2b0e1"

    lazy var mapView: MapView = {
        let item = URL(string: CommandLine.arguments.dropFirst().first ?? Self.town).flatMap { PortalItem(url: $0) }
        return MapView(map: item.map { Map(item: $0) } ?? Map())
    }()
    var display: LocationDisplay { mapView.locationDisplay }

    func makeWindow() -> Window {
        // A walk across the bridge stands in for a receiver; without this line it is the system's location.
        let walk = [(48.1850, 65.0035), (48.1885, 65.0037), (48.1885, 65.0070)]
        display.dataSource = .simulated(
            along: Polyline(points: walk.map { Point(latitude: $0.0, longitude: $0.1) }, spatialReference: .wgs84))
        display.symbolResources = .main  // our GpsDisplay.png, if we ship one, wins
        display.wanderExtentFactor = 0.75  // recenter: stay inside three quarters of the view
        display.navigationPointHeightFactor = 0.25  // navigation: a quarter up from the bottom edge
        display.calloutProvider = { location, _ in
            CalloutContent(title: "You are here", detail: "\(location.position)")
        }
        let modes: [(name: String, mode: AutoPanMode)] = [
            ("Off", .off), ("Recenter", .recenter), ("Drive", .navigation), ("Walk", .compassNavigation),
        ]
        let picker = ToggleGroup(modes.map(\.name)) { [display] index in display.autoPanMode = modes[index].mode }
        return Window("Location", content: mapView, bottomBar: [picker, LocationButton(display)])
    }

    func run() async throws {
        try await display.start()  // waits for the map by itself; stops with the window
        for await location in display.locations { print(location.position) }
    }
}
