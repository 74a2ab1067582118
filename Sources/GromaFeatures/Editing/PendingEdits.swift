// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Synchronization

/// The edits of a table's features that have not been sent yet, in the order they were made.
///
/// A feature stands here once: a changed new feature stays an add, a deleted new feature leaves no trace. What is sent is
/// the feature as it is at that moment. Refused edits stay until they succeed or are undone.
public final class PendingEdits: Sendable {
    struct Entry {
        let feature: Feature
        var operation: EditOperation
    }
    struct AttachmentEntry {
        enum Kind {
            case add, update
            case delete
        }
        let feature: Feature
        let kind: Kind
        let edit: AttachmentEdit
    }
    private struct State {
        var entries: [Entry] = []
        var attachments: [AttachmentEntry] = []
        var isSending = false
    }
    private let state = Mutex(State())

    /// Nothing pending.
    public init() {}

    /// True without pending edits.
    public var isEmpty: Bool { state.withLock { $0.entries.isEmpty && $0.attachments.isEmpty } }

    /// The features with pending edits and what is to happen to them.
    public var features: [(feature: Feature, operation: EditOperation)] {
        state.withLock { $0.entries.map { ($0.feature, $0.operation) } }
    }

    /// Forgets all pending edits; the features keep their values in memory.
    public func removeAll() {
        state.withLock { state in
            state.entries = []
            state.attachments = []
        }
    }

    func add(_ feature: Feature, _ operation: EditOperation) {
        state.withLock { state in
            guard let place = state.entries.firstIndex(where: { $0.feature === feature }) else {
                state.entries.append(Entry(feature: feature, operation: operation))
                return
            }
            switch (state.entries[place].operation, operation) {
            case (.add, .update), (.add, .add): break
            case (.add, .delete):
                state.entries.remove(at: place)
                state.attachments.removeAll { $0.feature === feature }
            case (_, let newer): state.entries[place].operation = newer
            }
            if operation == .delete { state.attachments.removeAll { $0.feature === feature } }
        }
    }

    func add(_ entry: AttachmentEntry) {
        state.withLock { state in
            let sameOne = { (other: AttachmentEntry) in
                other.feature === entry.feature && other.edit.globalID != nil
                    && other.edit.globalID == entry.edit.globalID
            }
            let wasAdd = state.attachments.contains { sameOne($0) && $0.kind == .add }
            state.attachments.removeAll(where: sameOne)
            switch (entry.kind, wasAdd) {
            case (.delete, true): break
            case (.update, true):
                state.attachments.append(AttachmentEntry(feature: entry.feature, kind: .add, edit: entry.edit))
            default: state.attachments.append(entry)
            }
        }
    }

    func attachments(of feature: Feature) -> [AttachmentEntry] {
        state.withLock { $0.attachments.filter { $0.feature === feature } }
    }

    /// Takes the turn to send; false when somebody is sending already.
    func beginSending() -> Bool {
        state.withLock { state in
            if state.isSending { return false }
            state.isSending = true
            return true
        }
    }

    func endSending() { state.withLock { $0.isSending = false } }

    var snapshot: (entries: [Entry], attachments: [AttachmentEntry]) {
        state.withLock { ($0.entries, $0.attachments) }
    }

    /// Forgets what succeeded.
    func remove(_ features: [Feature], attachments done: [AttachmentEntry]) {
        state.withLock { state in
            state.entries.removeAll { entry in features.contains { $0 === entry.feature } }
            state.attachments.removeAll { entry in
                done.contains {
                    $0.feature === entry.feature && $0.edit.globalID == entry.edit.globalID && $0.kind == entry.kind
                }
            }
        }
    }
}

/// What happens to a row or an attachment.
public enum EditOperation: Sendable, Hashable {
    case add, update, delete
}
