// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How the mark of what was just selected closes in on its shape: quickly at first, then slower.
struct HaloMovement {
    private static let duration = Duration.milliseconds(150)
    /// Device-independent pixels that the mark is larger at first.
    private static let most = 3.0
    /// The frame clock's time at the first frame with it; nil before.
    private var start: Duration?
    /// Device-independent pixels that the mark is larger now.
    private(set) var spread = most
    /// True once it is as large as it stays.
    var isOver: Bool { spread <= 0 }

    /// Brings it to a moment of the frame clock.
    mutating func advance(to now: Duration) {
        let begin = start ?? now
        start = begin
        let rest = 1 - min(1, max(0, (now - begin) / Self.duration))
        spread = Self.most * rest * rest * rest
    }
}
