// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Synchronization

/// A text that several threads may write to.
final class LockedText: Sendable {
    private let state = Mutex("")
    var text: String { state.withLock { $0 } }
    func append(_ more: String) { state.withLock { $0 += more } }
}
