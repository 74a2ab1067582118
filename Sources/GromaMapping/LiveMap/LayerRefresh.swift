// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// When layers are to be read anew, as their map's author wants it: a clock's hands without the clock.
///
/// ```
/// var schedule = RefreshSchedule(map.refreshIntervals, from: .now)
/// while let next = schedule.nextDate { …wait until `next`…; redraw(schedule.takeDue(at: .now)) }
/// ```
public struct RefreshSchedule: Sendable {
    private struct Entry {
        var id: String
        var interval: TimeInterval
        var next: Date
    }
    private var entries: [Entry]

    /// Counts from a moment. Intervals are minutes by the layer's id; those of 0 and less, which mean never, are left out, and shorter ones
    /// than a second count as one.
    public init(_ intervals: [String: Double], from start: Date) {
        entries = intervals.filter { $0.value.isFinite && $0.value > 0 }.map { id, minutes in
            let interval = max(minutes * 60, 1)
            return Entry(id: id, interval: interval, next: start.addingTimeInterval(interval))
        }.sorted { $0.id < $1.id }
    }

    /// The moment at which a layer is due; nil where none ever is.
    public var nextDate: Date? { entries.map(\.next).min() }

    /// The ids of the layers that are due, in the order of their names; each is due again an interval later. Rounds that were slept through
    /// are not caught up.
    public mutating func takeDue(at date: Date) -> [String] {
        var due: [String] = []
        for place in entries.indices where entries[place].next <= date {
            due.append(entries[place].id)
            let missed = (date.timeIntervalSince(entries[place].next) / entries[place].interval).rounded(.down)
            entries[place].next.addTimeInterval((missed + 1) * entries[place].interval)
        }
        return due
    }
}

extension Map {
    /// Minutes after which layers that are on are to be read anew, by id; layers that never are do not stand in it.
    public var refreshIntervals: [String: Double] {
        Dictionary(
            allLayers.filter { $0.isVisible && $0.refreshInterval > 0 }.map { ($0.id, $0.refreshInterval) },
            uniquingKeysWith: min)
    }

    /// The layers to read anew, each time that some are due, until the task is cancelled. Intervals are taken when the sequence begins.
    public func refreshes() -> AsyncStream<[Layer]> {
        let intervals = refreshIntervals
        return AsyncStream { continuation in
            let task = Task { @MainActor [weak self] in
                var schedule = RefreshSchedule(intervals, from: Date())
                while let next = schedule.nextDate, !Task.isCancelled {
                    try await Task.sleep(for: .seconds(max(0, next.timeIntervalSinceNow)))
                    guard let self else { break }
                    let due = schedule.takeDue(at: Date())
                    if !due.isEmpty { continuation.yield(due.compactMap { self.layer(id: $0) }) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
