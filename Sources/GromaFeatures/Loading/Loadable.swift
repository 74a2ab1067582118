// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Observation

/// Something that must read about itself before it can be used: a map, a layer, a portal item.
///
/// Nobody must call `load()` before showing something: views and tasks load what they need.
@MainActor
public protocol Loadable: AnyObject {
    /// How far loading has come; observable.
    var loadStatus: LoadStatus { get }
    /// What ended the last try; nil otherwise.
    var loadError: (any Error)? { get }
    /// Joins a load in progress, returns at once when loaded, rethrows the error after a failure.
    func load() async throws
    /// Tries again after a failure; otherwise the same as `load()`.
    func retryLoad() async throws
}

extension Loadable {
    /// The present status and each later one, until the loop that reads them ends.
    public var loadStatuses: Observations<LoadStatus, Never> {
        Observations { [weak self] in self?.loadStatus ?? .notLoaded }
    }
}

/// How far loading has come.
public enum LoadStatus: Sendable, Hashable {
    case notLoaded, loading, loaded, failed
}

extension Array where Element: Loadable {
    /// Loads all elements, each at its own pace, and tells which are ready and which failed, in the array's order.
    @MainActor
    public func loadAll() async -> (loaded: [Element], failures: [(element: Element, error: any Error)]) {
        let tasks = map { element in Task { @MainActor in try await element.load() } }
        var loaded: [Element] = []
        var failures: [(element: Element, error: any Error)] = []
        for (element, task) in zip(self, tasks) {
            do {
                try await withTaskCancellationHandler {
                    try await task.value
                } onCancel: {
                    task.cancel()
                }
                loaded.append(element)
            } catch {
                failures.append((element, error))
            }
        }
        return (loaded, failures)
    }
}
