// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Observation

/// Runs a closure now, and again each time something observable that it read has changed.
@MainActor
final class Watch {
    private let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) {
        self.body = body
        run()
    }

    private func run() {
        withObservationTracking(body) { [weak self] in
            // Told before the value is there, on whichever thread: read again on a later turn of the main actor.
            Task { @MainActor in self?.run() }
        }
    }
}

/// What a person started by a button, a row or a tap. A newer run cancels the one before it.
@MainActor
final class ActionRun {
    private var task: Task<Void, Never>?

    func start(_ action: @escaping @MainActor () async throws -> Void, failed: @escaping @MainActor (any Error) -> Void)
    {
        task?.cancel()
        task = Task { @MainActor in
            do {
                try await action()
            } catch is CancellationError {
                // Asked for, so nothing to tell.
            } catch {
                failed(error)
            }
        }
    }

    func cancel() { task?.cancel() }
}
