// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
internal import GromaGeometry
internal import GromaMapping
internal import GromaPopups
internal import GromaView

/// The keys that go from feature to feature: each is marked, and said by its popup's title.
@MainActor
final class FeatureSteps {
    private unowned let view: MapView
    private let stepper: FeatureStepper
    private let run = ActionRun()
    /// Where Enter looks while a feature is stepped to; nil after Escape and where the view has moved since.
    private var place: Point?
    private var viewport: Viewport?
    /// Steps that were asked for and not made yet: keys may come faster than layers answer.
    private var wanted = 0

    init(_ view: MapView) {
        self.view = view
        stepper = FeatureStepper(view.model)
        view.keyHandlers.append { [weak self] key in self?.press(key) ?? false }
    }

    /// The place on the screen that Enter and the menu key mean; nil for the middle of the map.
    var screenPlace: ScreenPoint? {
        guard let place, viewport == view.model.viewport else { return nil }
        return view.model.screenPoint(fromLocation: place)
    }

    private func press(_ key: MapKey) -> Bool {
        switch key {
        case .nextFeature: step(1)
        case .previousFeature: step(-1)
        case .escape where place != nil:
            place = nil
            view.model.clearSelection()
            // A callout that is open has the first say.
            return view.callout == nil
        default: return false
        }
        return true
    }

    private func step(_ count: Int) {
        wanted += count
        run.start(
            { [weak self] in
                guard let self else { return }
                let found = try await stepper.step(by: wanted)
                wanted = 0
                guard let step = found else {
                    place = nil
                    view.window?.toast(word("map.step.none"))
                    return
                }
                view.select(step.popup)
                place = step.place
                viewport = view.model.viewport
                let title = await step.popup.title(
                    locale: Surroundings.locale, timeZone: DeviceZone.shared.current)
                view.window?.announce(
                    word(
                        "map.step", title.isEmpty ? word("map.step.untitled") : title, "\(step.number)", "\(step.count)"
                    ))
            }, failed: { [weak self] error in self?.view.window?.show(error) })
    }
}
