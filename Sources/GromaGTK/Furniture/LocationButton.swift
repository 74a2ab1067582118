// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import CGtk
public import GromaLocation
internal import GromaMapping
internal import GromaView

/// One round button for the device's location: starts it, changes how the map follows, shows its state.
@MainActor
public final class LocationButton: Widget {
    /// Whether the button waits for the first fix instead of starting the source: for apps that start it themselves.
    public var requiresFix = false { didSet { update() } }
    /// Leads to where a person chooses the source of locations; offered with every error. Nil offers nothing.
    public var onPreferences: (@MainActor () -> Void)?
    let display: LocationDisplay
    /// What the last press asked for; following that a person's pan ended comes back to it.
    private(set) var wantedMode = AutoPanMode.recenter
    private let image: Widget
    private let badge = Label("!")
    private let ring: Widget

    /// Makes the button of a display.
    public init(_ display: LocationDisplay) {
        self.display = display
        image = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_image_new()))
        ring = unsafe Widget(sinking: UnsafeMutableRawPointer(gtk_spinner_new()))
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_button_new()))
        addClass("groma-round", "groma-location")
        align(GTK_ALIGN_END, GTK_ALIGN_END)
        let overlay = Overlay(image)
        overlay.add(ring, at: .center, margin: 0)
        overlay.add(badge, at: .topEnd, margin: 0)
        ring.requestSize(width: 32, height: 32)
        badge.addClass("groma-badge")
        unsafe gtk_button_set_child(pointer.as(), overlay.pointer.as())
        kept = [overlay]
        unsafe pointer.on("clicked") { [weak self] _ in self?.press() }
        addMenu()
        watch { ($0 as? LocationButton)?.update() }
    }

    /// What the button shows now. Observable.
    package var state: LocationButtonState {
        LocationButtonState(
            isStarted: display.isStarted, hasFix: display.hasFix, isStale: display.isStale,
            hasError: display.error != nil, mode: display.autoPanMode)
    }

    private func update() {
        let state = state
        unsafe gtk_image_set_from_icon_name(image.pointer.opaque, state.icon.name)
        setClass("following", state.isFollowing)
        setClass("stopped", state.kind == .stopped)
        badge.isVisible = state.kind == .error
        ring.isVisible = state.kind == .acquiring
        if state.kind == .acquiring {
            unsafe gtk_spinner_start(ring.pointer.opaque)
        } else {
            unsafe gtk_spinner_stop(ring.pointer.opaque)
        }
        var name = word(state.name)
        if state.isStale { name += ", " + word("location.stale") }
        if let error = display.error { name += ": " + error.message }
        tooltip = name
        accessibleName = name
        unsafe cgtk_set_accessible_state(pointer, GTK_ACCESSIBLE_STATE_PRESSED, state.isFollowing ? 1 : 0)
        isEnabled = !requiresFix || (display.hasFix && display.error == nil)
    }

    /// Does what a press does.
    public func press() {
        switch state.kind {
        case .stopped:
            wantedMode = .recenter
            start(.recenter)
        case .acquiring:
            if requiresFix { return }
            run { [display] in await display.stop() }
        case .error: openTrouble()
        case .off, .recenter, .navigation, .compass:
            choose(
                LocationButtonState.mode(
                    after: display.autoPanMode, hasCourse: display.location?.course != nil,
                    hasHeading: display.heading != nil))
        }
    }

    private func start(_ mode: AutoPanMode) {
        run { [weak self, display] in
            display.autoPanMode = mode
            do {
                try await display.start()
            } catch let error as LocationError {
                self?.tell(error)
            }
        }
    }

    /// Says why the source can't be started, and where to choose another.
    private func tell(_ error: LocationError) {
        guard let window else { return }
        var banner = Banner(word("location.error"), detail: error.message, kind: .error)
        if let onPreferences { banner.button = (word("location.preferences"), { onPreferences() }) }
        window.banner = banner
    }

    /// What is wrong, and what can be done about it.
    private func openTrouble() {
        guard let error = display.error, let window else { return start(wantedMode) }
        let popover = Slot()
        let again = Button(word("map.tryAgain"), style: .suggested) { [weak self, weak popover] in
            popover?.closePopover()
            guard let self else { return }
            if display.isStarted { await display.stop() }
            start(wantedMode)
        }
        let text = Label(error.message)
        text.limitWidth(characters: 32)
        let column = Stack(.vertical, spacing: 12, [Label(word("location.error"), style: .heading), text, again])
        if let onPreferences {
            column.append(
                Button(word("location.preferences")) { [weak popover] in
                    popover?.closePopover()
                    onPreferences()
                })
        }
        column.margin = 6
        popover.content = column
        window.present(popover, as: .popover(from: self))
    }

    /// Takes a mode and says its name.
    func choose(_ mode: AutoPanMode) {
        if mode != .off { wantedMode = mode }
        display.stopGliding()
        display.autoPanMode = mode
        window?.toast(word("location.mode." + mode.rawValue))
    }

    private func addMenu() {
        guard let click = unsafe gtk_gesture_click_new() else { return }
        unsafe gtk_gesture_single_set_button(click, 3)
        unsafe gtk_widget_add_controller(pointer.as(), click)
        unsafe UnsafeMutableRawPointer(click).on("pressed") { [weak self] _ in self?.openMenu() }
        guard let long = unsafe gtk_gesture_long_press_new() else { return }
        unsafe gtk_gesture_single_set_touch_only(long, 1)
        unsafe gtk_widget_add_controller(pointer.as(), long)
        unsafe UnsafeMutableRawPointer(long).on("pressed") { [weak self] signal in
            if let gesture = unsafe signal.object(0) {
                unsafe gtk_gesture_set_state(gesture.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
            }
            self?.openMenu()
        }
    }

    private func openMenu() {
        let stack = Stack(.vertical)
        func entry(_ title: String, _ action: @escaping @MainActor () async throws -> Void) {
            let button = Button(title, style: .flat, action: action)
            button.addClass("menu-item")
            stack.append(button)
        }
        for mode in AutoPanMode.allCases {
            entry(word("location.mode." + mode.rawValue)) { [weak self] in
                guard let self else { return }
                choose(mode)
                if !display.isStarted { start(mode) }
            }
        }
        if display.isStarted { entry(word("location.stop")) { [display] in await display.stop() } }
        window?.present(stack, as: .popover(from: self))
    }
}

/// Following ended by a pan: a press brings it back.
@MainActor
final class RecenterChip: Widget {
    private var before = AutoPanMode.off
    private var isOffered = false

    init(_ display: LocationDisplay, button: LocationButton) {
        unsafe super.init(sinking: UnsafeMutableRawPointer(gtk_button_new_with_label(word("location.chip"))))
        addClass("groma-chip")
        align(GTK_ALIGN_CENTER, GTK_ALIGN_END)
        accessibleName = word("location.chip")
        unsafe pointer.on("clicked") { [weak self, weak display] _ in
            guard let self, let display else { return }
            display.stopGliding()
            display.autoPanMode = lastFollowing
        }
        watch { [weak display] chip in
            guard let chip = chip as? RecenterChip, let display else { return }
            chip.follow(display.autoPanMode, isStarted: display.isStarted, wanted: button.wantedMode)
        }
    }

    private var lastFollowing = AutoPanMode.recenter

    /// Offered while the device is shown and the map, which followed, does so no more.
    private func follow(_ mode: AutoPanMode, isStarted: Bool, wanted: AutoPanMode) {
        if mode != .off { lastFollowing = mode }
        if before != .off, mode == .off { isOffered = true }
        if mode != .off || !isStarted { isOffered = false }
        before = mode
        isVisible = isOffered
    }
}

extension LocationDisplay {
    /// What is left of a throw of the map must not end the following that somebody asks for meanwhile.
    fileprivate func stopGliding() {
        guard let model = host as? MapViewModel, model.isNavigating else { return }
        model.beginPan()
        model.endPan()
    }
}
