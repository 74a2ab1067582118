// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Synchronization

/// Tells who shows a table that its rows have changed.
package final class TableNotices: Sendable {
    /// The one of this process: a table is shown by whoever has it.
    package static let shared = TableNotices()
    private typealias Listener = @Sendable (ObjectIdentifier) -> Void
    private let listeners = Mutex<(next: Int, all: [Int: Listener])>((0, [:]))

    private init() {}

    /// Calls `body` with each table that changes, on whichever thread edited it, until the number is given to `forget`.
    package func listen(_ body: @escaping @Sendable (ObjectIdentifier) -> Void) -> Int {
        listeners.withLock { state in
            state.next += 1
            state.all[state.next] = body
            return state.next
        }
    }

    /// Ends a call of `listen`.
    package func forget(_ number: Int) { listeners.withLock { $0.all[number] = nil } }

    fileprivate func tell(_ table: ObjectIdentifier) {
        for body in listeners.withLock({ Array($0.all.values) }) { body(table) }
    }
}

extension EditableFeatureTable {
    /// Tells the maps that show the table that its rows have changed, so that they read it again. Tables of this library call it
    /// after each edit that succeeded; a table of an app's own does so too where maps shall follow by themselves.
    public func rowsHaveChanged() { TableNotices.shared.tell(ObjectIdentifier(self)) }

    /// The same, where one of the edits succeeded.
    package func tellChanges(_ results: FeatureEditResults) {
        let all = results.adds + results.updates + results.deletes
        if all.contains(where: { $0.error == nil }) { rowsHaveChanged() }
    }
}
