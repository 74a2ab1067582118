// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaMapping
public import GromaRendering

/// What the map looks like at one moment.
public struct RenderedFrame: Sendable {
    /// The pixels, `viewport.pixelWidth` by `viewport.pixelHeight`.
    public let picture: FramePicture
    /// The view it shows.
    public let viewport: Viewport
    /// True where nothing is still to come: the picture is the one that `MapRenderer` makes of this map and view.
    public let isComplete: Bool
}

/// How far the picture of the map has come.
public enum DrawStatus: Sendable, Hashable {
    /// Something is still to come.
    case inProgress
    /// All that can be had is shown.
    case completed
}

/// What a layer is doing in a view. Several may hold at a time.
public struct LayerViewState: Sendable {
    /// The kinds.
    public struct Status: OptionSet, Sendable, Hashable {
        /// One bit a kind.
        public let rawValue: Int
        /// Makes a status of bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// It is shown, or would be had it content here.
        public static let active = Status(rawValue: 1)
        /// It is being read, or something for this view is.
        public static let loading = Status(rawValue: 2)
        /// It is off, or a group around it is.
        public static let notVisible = Status(rawValue: 4)
        /// The view is closer or farther than the layer is for.
        public static let outOfScale = Status(rawValue: 8)
        /// Part of it cannot be shown; `error` says what.
        public static let warning = Status(rawValue: 16)
        /// It cannot be shown; `error` says why.
        public static let error = Status(rawValue: 32)
    }
    /// What holds now.
    public var status: Status
    /// The reason of a warning or error; nil otherwise.
    public var error: (any Error)?

    /// Makes a state.
    public init(status: Status, error: (any Error)? = nil) {
        self.status = status
        self.error = error
    }
}
