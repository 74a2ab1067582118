// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Synchronization

/// The latest answer a layer gave to the question of a view, and the question that is being asked: so that a slow layer holds up
/// no other, and shows what it last had until the new answer is there.
final class LayerAnswers<Question: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var latest: (question: Question, value: Value)?
        var running: (question: Question, task: Task<Void, Never>)?
        var misfortune: (question: Question, Misfortune)?
    }
    /// What there is for a question now.
    struct Answer {
        /// The answer, or where `isFinal` is false what an earlier question gave; nil for nothing yet.
        var value: Value?
        var isFinal: Bool
        /// Why the question failed the last time.
        var error: (any Error)?
    }
    private let entries = Mutex<[String: Entry]>([:])
    private let alarm: Alarm
    private let time: WaitingTime
    private let patience: Duration
    private let longest: Duration
    private let changed: @Sendable () -> Void

    /// `patience` is how long a question is waited for before something older is shown; `longest` how long it may take at all.
    init(
        patience: Duration = .milliseconds(150), longest: Duration = .seconds(60), time: WaitingTime,
        changed: @escaping @Sendable () -> Void
    ) {
        self.patience = patience
        self.longest = longest
        self.time = time
        self.changed = changed
        alarm = Alarm(time)
    }

    /// The answer to a layer's question, waited for a moment. One question a layer is asked at a time: a new one ends the old one.
    func answer(
        of layer: String, to question: Question, _ ask: @escaping @Sendable () async throws -> Value
    ) async throws -> Answer {
        if let known = known(layer, question) { return known }
        let end = time.now() + patience
        let task = start(layer, question, ask)
        await time.wait(for: task, until: end)
        try Task.checkCancellation()
        return known(layer, question)
            ?? entries.withLock { entries in
                Answer(value: entries[layer]?.latest?.value, isFinal: false, error: entries[layer]?.misfortune?.1.error)
            }
    }

    private func known(_ layer: String, _ question: Question) -> Answer? {
        let now = time.now()
        return entries.withLock { entries in
            guard let entry = entries[layer] else { return nil }
            if let latest = entry.latest, latest.question == question {
                return Answer(value: latest.value, isFinal: true, error: nil)
            }
            if let (failed, misfortune) = entry.misfortune, failed == question, misfortune.retryAt > now {
                // What is shown meanwhile is old, but nothing is under way.
                return Answer(value: entry.latest?.value, isFinal: true, error: misfortune.error)
            }
            return nil
        }
    }

    private func start(
        _ layer: String, _ question: Question, _ ask: @escaping @Sendable () async throws -> Value
    ) -> Task<Void, Never> {
        entries.withLock { entries in
            if let running = entries[layer]?.running {
                if running.question == question { return running.task }
                running.task.cancel()
            }
            let task = Task { [weak self, time, longest] in
                let result: Result<Value, any Error>
                do {
                    result = .success(try await time.limited(to: longest, ask))
                } catch {
                    result = .failure(error)
                }
                guard !Task.isCancelled else { return }
                self?.take(result, layer, question)
            }
            entries[layer, default: Entry()].running = (question, task)
            return task
        }
    }

    private func take(_ result: Result<Value, any Error>, _ layer: String, _ question: Question) {
        let now = time.now()
        entries.withLock { entries in
            guard entries[layer]?.running?.question == question else { return }
            entries[layer]?.running = nil
            switch result {
            case .success(let value):
                entries[layer]?.latest = (question, value)
                entries[layer]?.misfortune = nil
            case .failure(let error):
                let earlier = entries[layer]?.misfortune?.1
                let misfortune = Misfortune(error, after: earlier, now: now)
                entries[layer]?.misfortune = (question, misfortune)
                alarm.set(misfortune.retryAt) { [changed] in changed() }
            }
        }
        changed()
    }

    /// Gives up what is asked; what is known stays.
    func stop() {
        let tasks = entries.withLock { entries in
            let tasks = entries.values.compactMap(\.running?.task)
            for layer in entries.keys { entries[layer]?.running = nil }
            return tasks
        }
        for task in tasks { task.cancel() }
        alarm.cancel()
    }

    /// Forgets old answers, which only stand in.
    func forget() { entries.withLock { $0 = $0.filter { $0.value.running != nil } } }
}
