// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// The time that replays, animations and timeouts go by; tests give one they turn by hand.
public struct TimeSource: Sendable {
    /// Time since a moment that stays the same.
    public let now: @Sendable () -> Duration
    /// Returns when that time has come; throws when its task is cancelled.
    public let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// Takes its time from a clock; its moment is now.
    public init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    /// Takes its time from two functions.
    package init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ until: Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's time, which goes on while it sleeps.
    public static let continuous = TimeSource(ContinuousClock())
}

extension Duration {
    /// The same in seconds.
    package var inSeconds: Double {
        let parts = components
        return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    }
}
