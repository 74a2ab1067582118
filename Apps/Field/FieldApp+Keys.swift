// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Groma
import GromaGTK

extension FieldApp {
    /// The keys that do something on every page, and those of the open map, which do nothing without one.
    var keyCommands: [KeyCommand] {
        let app = say("keys.app"), map = say("map")
        return [
            KeyCommand(say("openFile"), keys: "<Control>o", group: app) { [weak self] in try await self?.openFile() },
            KeyCommand(say("openPortal"), keys: "<Control><Shift>o", group: app) { [weak self] in self?.openPortal() },
            KeyCommand(say("preferences"), keys: "<Control>comma", group: app) { [weak self] in
                self?.showPreferences()
            },
            KeyCommand(say("back"), keys: "<Alt>Left", group: app) { [weak self] in self?.goBack() },
            KeyCommand(say("keys.locate"), keys: "<Control>l", group: map) { [weak self] in
                self?.mapView?.pressLocationButton()
            },
            KeyCommand(say("keys.stopLocating"), keys: "<Control><Shift>l", group: map) { [weak self] in
                await self?.mapView?.locationDisplay.stop()
            },
            KeyCommand(say("keys.refresh"), keys: "F5", group: map) { [weak self] in self?.mapView?.model.refresh() },
        ]
    }

    /// The map that is shown now.
    private var mapView: MapView? { window.content as? MapView }
}
