// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Synchronization

/// Values for any number of listeners; each hears what is sent from the moment it asks.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    }
    private let state = Mutex(State())
    private let capacity: Int

    /// A listener that does not keep up misses the oldest beyond `capacity`.
    package init(capacity: Int = 1_024) { self.capacity = capacity }

    /// A new listener's values. Ends when the sender goes away, or with the listening task.
    package var values: AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(capacity))
        let id = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Tells everybody who listens now.
    package func send(_ element: Element) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(element) }
    }

    deinit {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
    }
}
