// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Observation

/// The state of a `Loadable`: runs the work once however many callers ask, and keeps its outcome.
@MainActor @Observable
public final class LoadGate {
    /// How far loading has come.
    public private(set) var status = LoadStatus.notLoaded
    /// What ended the last try; nil otherwise.
    public private(set) var error: (any Error)?
    @ObservationIgnored private var task: Task<Void, any Error>?
    @ObservationIgnored private var waiting = 0

    /// A gate before any load.
    public init() {}
    /// A gate of something that has all it needs.
    public static var loaded: LoadGate {
        let gate = LoadGate()
        gate.status = .loaded
        return gate
    }

    /// Runs `work` unless it runs or has succeeded; after a failure rethrows its error unless `retries`.
    /// The work is cancelled once every caller that waits for it is; it can then be started again.
    public func load(retries: Bool = false, _ work: @escaping @MainActor () async throws -> Void) async throws {
        switch status {
        case .loaded: return
        case .loading: break
        case .failed where !retries: throw error ?? CancellationError()
        case .notLoaded, .failed: start(work)
        }
        guard let task else { return }
        waiting += 1
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            Task { @MainActor in self.leave(task) }
        }
    }

    private func start(_ work: @escaping @MainActor () async throws -> Void) {
        status = .loading
        error = nil
        waiting = 0
        task = Task { @MainActor in
            do {
                try await work()
                status = .loaded
            } catch {
                self.error = error is CancellationError ? nil : error
                status = error is CancellationError ? .notLoaded : .failed
                throw error
            }
        }
    }

    private func leave(_ left: Task<Void, any Error>) {
        guard left == task else { return }
        waiting -= 1
        if waiting <= 0 { left.cancel() }
    }
}
