// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import GromaLocation

/// What the location button shows: state of the source times mode, as a pure function.
package struct LocationButtonState: Equatable, Sendable {
    /// What is shown.
    package enum Kind: String, Sendable, CaseIterable {
        case stopped, acquiring, off, recenter, navigation, compass, error
    }
    package let kind: Kind
    /// The last fix is old.
    package let isStale: Bool

    package init(isStarted: Bool, hasFix: Bool, isStale: Bool, hasError: Bool, mode: AutoPanMode) {
        if hasError {
            kind = .error
        } else if !isStarted {
            kind = .stopped
        } else if !hasFix {
            kind = .acquiring
        } else {
            kind =
                switch mode {
                case .off: .off
                case .recenter: .recenter
                case .navigation: .navigation
                case .compassNavigation: .compass
                }
        }
        self.isStale = isStale && isStarted && !hasError
    }

    /// Whether the map follows now.
    package var isFollowing: Bool { kind == .recenter || kind == .navigation || kind == .compass }

    /// The mode after a press. What the source can't do is skipped.
    package static func mode(after mode: AutoPanMode, hasCourse: Bool, hasHeading: Bool) -> AutoPanMode {
        switch mode {
        case .off: .recenter
        case .recenter: hasCourse ? .navigation : (hasHeading ? .compassNavigation : .off)
        case .navigation: hasHeading ? .compassNavigation : .off
        case .compassNavigation: .off
        }
    }

    var icon: Icon {
        switch kind {
        case .stopped: Icon(named: "groma-location-off-symbolic")
        case .acquiring, .error: .locate
        case .off: isStale ? Icon(named: "groma-location-stale-symbolic") : .locate
        case .recenter:
            isStale ? Icon(named: "groma-location-stale-symbolic") : Icon(named: "groma-location-following-symbolic")
        case .navigation: Icon(named: "groma-navigation-symbolic")
        case .compass: Icon(named: "groma-compass-following-symbolic")
        }
    }
    /// The key of what a screen reader says.
    var name: String { "location." + kind.rawValue }
}
