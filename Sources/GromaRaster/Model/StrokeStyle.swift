// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How a line is drawn along a path.
public struct StrokeStyle: Sendable, Hashable {
    /// The shape of a line's ends.
    public enum Cap: Sendable, Hashable, CaseIterable {
        case butt, round, square
    }
    /// The shape of a line's corners.
    public enum Join: Sendable, Hashable, CaseIterable {
        case miter, round, bevel
    }

    /// In pixels; nothing is drawn unless it is above 0. Widths beyond 4096 count as 4096.
    public var width: Double
    /// The shape of the ends, of dashes too.
    public var cap: Cap
    /// The shape of the corners.
    public var join: Join
    /// A corner longer than this many line widths is cut off as a bevel.
    public var miterLimit: Double
    /// Lengths in pixels of dashes and gaps in turn; an odd list is run through twice. Empty for a solid line.
    ///
    /// A list with a negative or non-finite length, or whose repeat is below 1/4 pixel, is drawn solid.
    public var dashes: [Double]
    /// How far into `dashes` the line begins, in pixels.
    public var dashOffset: Double
    /// Pixels by which the line is drawn beside its path, to the left as it runs.
    public var offset = 0.0

    /// Makes a style: a solid line with flat ends and mitred corners unless told otherwise.
    public init(
        width: Double, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 4, dashes: [Double] = [],
        dashOffset: Double = 0
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
        self.dashes = dashes
        self.dashOffset = dashOffset
    }

    /// True when the line leaves no trace.
    public var isInvisible: Bool { !(width > 0) }

    /// How far from the path the line may reach, in pixels.
    public var reach: Double {
        let half = min(max(width, 0), 4096) / 2
        let corners = half * (join == .miter ? max(1, miterLimit.isFinite ? min(miterLimit, 100) : 4) : 1) * 1.5
        // Corners of thin lines may loop a little beyond the line.
        let aside = offset.isFinite ? min(abs(offset), 4096) * 3 : 0
        return max(corners, half <= 1.5 ? half * 4.5 : 0) + aside + 1
    }
}
