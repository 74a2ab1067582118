// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Where the parts of a window with a map go: a pure function of its size and of what is open.
package struct ShellLayout: Equatable, Sendable {
    /// How much room there is.
    package enum SizeClass: Sendable, Hashable {
        /// A phone held upright: panels are sheets over the map.
        case narrow
        /// A phone on its side: panels are narrow and lie over the map.
        case landscape
        /// Room for one panel beside the map.
        case wide
        /// Room for a panel on either side.
        case full

        package init(width: Int, height: Int) {
            if width >= 600, width < 1_000, height < 480 {
                self = .landscape
            } else if width < 720 {
                self = .narrow
            } else {
                self = width < 1_000 ? .wide : .full
            }
        }
        /// Whether panels come up from the bottom edge.
        package var usesSheets: Bool { self == .narrow }
    }

    /// How far a sheet stands open.
    package enum Detent: Int, Sendable, Hashable, CaseIterable { case peek, half, full }

    /// A part's place in device-independent pixels.
    package struct Box: Equatable, Sendable {
        package var x = 0
        package var y = 0
        package var width = 0
        package var height = 0

        package init(x: Int = 0, y: Int = 0, width: Int = 0, height: Int = 0) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    package let sizeClass: SizeClass
    package let content: Box
    package let sidebar: Box?
    package let panel: Box?
    /// What of the content is covered, from its edges.
    package let covered: (top: Double, left: Double, bottom: Double, right: Double)

    package static let sidebarWidth = 300
    package static let panelWidth = 360

    /// Lays out a window's area. In the narrow class only one of the two is shown, the panel first.
    /// - Parameter sheetHeight: how high a sheet stands now, in device-independent pixels.
    package init(width: Int, height: Int, showsSidebar: Bool, showsPanel: Bool, sheetHeight: Double) {
        let sizeClass = SizeClass(width: width, height: height)
        self.sizeClass = sizeClass
        var content = Box(width: width, height: height)
        var sidebar: Box?
        var panel: Box?
        var left = 0.0, right = 0.0, bottom = 0.0
        switch sizeClass {
        case .narrow:
            let high = min(Int(sheetHeight.rounded()), height)
            // Laid out at its full height from its upper edge on, so that what is in it does not move while it is drawn up.
            let sheet = Box(x: 0, y: height - high, width: width, height: high)
            if showsPanel { panel = sheet } else if showsSidebar { sidebar = sheet }
            if panel != nil || sidebar != nil { bottom = Double(min(high, height - Self.leastUncovered(height))) }
        case .landscape:
            if showsPanel {
                panel = Box(x: width - Self.sidebarWidth, width: Self.sidebarWidth, height: height)
                right = Double(Self.sidebarWidth)
            } else if showsSidebar {
                sidebar = Box(width: Self.sidebarWidth, height: height)
                left = Double(Self.sidebarWidth)
            }
        case .wide:
            if showsPanel {
                panel = Box(x: width - Self.panelWidth, width: Self.panelWidth, height: height)
                content.width -= Self.panelWidth
            }
            if showsSidebar {
                sidebar = Box(width: Self.sidebarWidth, height: height)
                left = Double(Self.sidebarWidth)
            }
        case .full:
            if showsSidebar {
                sidebar = Box(width: Self.sidebarWidth, height: height)
                content.x += Self.sidebarWidth
                content.width -= Self.sidebarWidth
            }
            if showsPanel {
                panel = Box(x: width - Self.panelWidth, width: Self.panelWidth, height: height)
                content.width -= Self.panelWidth
            }
        }
        self.content = content
        self.sidebar = sidebar
        self.panel = panel
        covered = (0, left, bottom, right)
    }

    /// A map that a sheet covers wholly keeps the insets of a sheet that leaves a strip.
    private static func leastUncovered(_ height: Int) -> Int { max(height / 4, 1) }

    /// How high a sheet stands at a detent in an area of this height.
    package static func sheetHeight(_ detent: Detent, in height: Int) -> Double {
        switch detent {
        case .peek: min(96, Double(height))
        case .half: min(max(240, Double(height) / 2), Double(height))
        case .full: Double(height)
        }
    }

    /// Where a sheet that was let go at a height comes to rest; nil closes it.
    package static func detent(released height: Double, speed: Double, in whole: Int, mayClose: Bool) -> Detent? {
        // A flick goes on for as long as a sixth of a second would carry it.
        let aim = height + speed / 6
        if mayClose, aim < sheetHeight(.peek, in: whole) * 0.6 { return nil }
        return Detent.allCases.min {
            abs(sheetHeight($0, in: whole) - aim) < abs(sheetHeight($1, in: whole) - aim)
        }
    }

    package static func == (a: ShellLayout, b: ShellLayout) -> Bool {
        a.sizeClass == b.sizeClass && a.content == b.content && a.sidebar == b.sidebar && a.panel == b.panel
            && a.covered == b.covered
    }
}
