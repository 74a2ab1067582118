// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaPopups
public import Observation

/// Popups to look through, of which one is shown: what a tap found, in the order it came.
///
/// A toolkit's container view shows it; nothing here needs one.
@MainActor @Observable
public final class PopupsContainer {
    /// How a person goes from one popup to the next.
    public enum PagingStyle: Sendable, Hashable, CaseIterable {
        /// A dot for each.
        case dots
        /// First, previous, next and last, with a count.
        case toolbar
        /// Dots up to ten, else the toolbar.
        case automatic
    }

    /// All popups. Those that come later are added at the end, and the one that is shown stays.
    public private(set) var popups: [Popup] = []
    /// The place of the one that is shown; 0 while there is none. Places outside are brought to the nearer end.
    public var currentIndex: Int {
        get { shownIndex }
        set { shownIndex = max(0, min(newValue, popups.count - 1)) }
    }
    private var shownIndex = 0
    /// How a person goes to the others.
    public var pagingStyle = PagingStyle.automatic
    /// One thing to do with the popup that is shown, in its header; nil for none.
    public var customAction: PopupAction?
    /// Further things to do, in a menu.
    public var moreActions: [PopupAction] = []
    /// True while the container makes room for the map and comes back later.
    public var isCollapsed = false

    /// Makes a container of these popups.
    public init(popups: [Popup] = []) { self.popups = popups }

    /// The one that is shown; nil while there is none.
    public var currentPopup: Popup? { popups.indices.contains(shownIndex) ? popups[shownIndex] : nil }

    /// Adds a popup at the end.
    public func append(_ popup: Popup) { popups.append(popup) }

    /// Takes a popup out; the one that is shown stays where it can.
    public func remove(_ popup: Popup) {
        guard let place = popups.firstIndex(where: { $0 === popup }) else { return }
        popups.remove(at: place)
        if place < shownIndex { shownIndex -= 1 }
        currentIndex = shownIndex
    }

    /// Takes all out.
    public func removeAll() {
        popups = []
        shownIndex = 0
    }
}

/// Something to do with a popup, by a button of its container.
public struct PopupAction: Sendable {
    /// On the button.
    public var title: String
    /// What is done. It may take its time and may fail; an error is shown.
    public var action: @MainActor (Popup) async throws -> Void

    /// Makes an action.
    public init(_ title: String, action: @escaping @MainActor (Popup) async throws -> Void) {
        self.title = title
        self.action = action
    }
}
