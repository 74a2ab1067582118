// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How much an evaluation may cost. Whatever an expression does, it ends within these.
public struct ArcadeLimits: Sendable, Hashable {
    /// Calls, rounds of loops, and elements walked over.
    public var steps = 10_000_000
    /// Levels of functions calling functions.
    public var callDepth = 500
    /// Longest text, in bytes.
    public var textLength = 16_000_000
    /// Most elements of one array.
    public var arrayCount = 2_000_000
    /// Bytes that texts, arrays and dictionaries may take together over the whole evaluation.
    public var memory = 512_000_000
    /// Most rows read from tables.
    public var rows = 1_000_000
    /// Most questions put to tables and portals.
    public var requests = 200
    /// Longest time.
    public var duration = Duration.seconds(30)
    /// The usual limits.
    public init() {}
}
