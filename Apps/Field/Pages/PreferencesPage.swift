// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Groma
package import GromaGTK

/// What a person wants of the app.
package struct FieldPreferences: Codable, Equatable {
    /// Light, dark, or as the desktop prefers.
    package enum Look: String, Codable, CaseIterable {
        case system, light, dark
    }
    package var look = Look.system
    /// Two fingers turn the map as well as zoom it.
    package var turnsWithFingers = true
    /// Zooming ends following as a pan does.
    package var zoomStopsFollowing = false

    package init() {}

    /// Sets up a map view by them.
    @MainActor
    package func apply(to mapView: MapView) {
        mapView.model.isPinchRotationEnabled = turnsWithFingers
        mapView.locationDisplay.autoPanEndsOn = zoomStopsFollowing ? .anyViewpointChange : .pan
    }

    @MainActor
    func applyLook() {
        Appearance.current =
            switch look {
            case .system: .system
            case .light: .light
            case .dark: .dark
            }
    }
}

/// The page of preferences; each counts at once.
@MainActor
package final class PreferencesPage {
    private let content: Widget
    private let first: Widget
    private let back: @MainActor () -> Void

    /// `changed` is called with each new state; `showLocation` leads to the source of locations.
    package init(
        _ preferences: FieldPreferences, changed: @escaping @MainActor (FieldPreferences) -> Void,
        showLocation: @escaping @MainActor () -> Void, back: @escaping @MainActor () -> Void
    ) {
        self.back = back
        var wanted = preferences
        func change(_ body: (inout FieldPreferences) -> Void) {
            body(&wanted)
            changed(wanted)
        }
        func line(_ key: String, isOn: Bool, _ set: @escaping @MainActor (Bool) -> Void) -> Row {
            let toggle = Switch(say(key), isOn: isOn, changed: set)
            return Row(say(key), detail: { say(key + ".detail") }, trailing: [toggle])
        }
        let location = Row(
            say("location.open"), detail: { say("location.source") }, leading: IconView(.locate)
        ) { showLocation() }
        let map = List([
            line("preferences.turn", isOn: wanted.turnsWithFingers) { isOn in
                change { $0.turnsWithFingers = isOn }
            },
            line("preferences.zoom", isOn: wanted.zoomStopsFollowing) { isOn in
                change { $0.zoomStopsFollowing = isOn }
            },
        ])
        map.accessibleName = say("map")
        let looks = ChoiceList(
            FieldPreferences.Look.allCases.map { (say("preferences.look." + $0.rawValue), "") },
            selectedIndex: FieldPreferences.Look.allCases.firstIndex(of: wanted.look) ?? 0
        ) { index in change { $0.look = FieldPreferences.Look.allCases[index] } }
        looks.accessibleName = say("preferences.look")
        let source = List([location])
        source.accessibleName = say("location")
        let column = Stack(
            .vertical, spacing: 12,
            [
                Label(say("location"), style: .heading), source, Label(say("map"), style: .heading), map,
                Label(say("preferences.look"), style: .heading), looks,
            ])
        column.margin = 12
        first = source
        content = ScrollView(column, maximumWidth: 460)
    }

    package func show(in window: Window) {
        window.show(page: self, content, titled: say("preferences"), back: back)
        first.focus()
    }
}
