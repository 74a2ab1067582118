// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaLocation
import GromaMapping
import GromaServices

/// What could not be loaded, and is asked for again by itself.
struct PendingRetry {
    /// How often it has failed since it last worked.
    var attempts = 0
    /// Waits for the next try; nil while one runs, and while nobody sees the map.
    var waiting: Task<Void, Never>?
    /// The trouble that is told until a try succeeds.
    var error: any Error

    /// Five seconds, then twice as long each time, up to five minutes.
    var pause: Duration { .seconds(min(300, 5 << min(attempts - 1, 6))) }
}

extension MapViewModel {
    /// Asks again by and by where the failure may pass; a server that says no has said it.
    func planRetry(of layer: Layer) {
        guard let error = layer.loadError, Self.mayPass(error) else { return forgetRetry(of: layer) }
        var retry = layerRetries[layer.id] ?? PendingRetry(error: error)
        retry.attempts += 1
        retry.error = error
        retry.waiting?.cancel()
        retry.waiting = wait(retry.pause) { [weak self, weak layer] in
            guard let self, let layer else { return }
            layerRetries[layer.id]?.waiting = nil
            // Nobody sees it: it is asked for when somebody does.
            if !isSuspended { load(layer, retries: true) }
        }
        layerRetries[layer.id] = retry
    }

    func forgetRetry(of layer: Layer) {
        guard let retry = layerRetries[layer.id] else { return }
        retry.waiting?.cancel()
        layerRetries[layer.id] = nil
    }

    /// The same for the map as a whole.
    func planRetryOfMap(_ error: any Error) {
        guard Self.mayPass(error) else { return mapRetry = nil }
        var retry = mapRetry ?? PendingRetry(error: error)
        retry.attempts += 1
        retry.waiting?.cancel()
        retry.waiting = wait(retry.pause) { [weak self] in
            guard let self else { return }
            mapRetry?.waiting = nil
            if !isSuspended { startLoading(retries: true) }
        }
        mapRetry = retry
    }

    /// The map is seen again: what should have been asked for meanwhile is asked for now.
    func retryWhatIsDue() {
        if let mapRetry, mapRetry.waiting == nil, map.loadStatus == .failed { startLoading(retries: true) }
        for layer in map.allLayers where layer.loadStatus == .failed {
            if let retry = layerRetries[layer.id], retry.waiting == nil { load(layer, retries: true) }
        }
    }

    func forgetRetries() {
        for retry in layerRetries.values { retry.waiting?.cancel() }
        layerRetries = [:]
        mapRetry?.waiting?.cancel()
        mapRetry = nil
    }

    private func wait(_ pause: Duration, then body: @escaping @MainActor () -> Void) -> Task<Void, Never> {
        let end = time.now() + pause
        return Task { [time] in
            guard (try? await time.sleep(end)) != nil, !Task.isCancelled else { return }
            body()
        }
    }

    private static func mayPass(_ error: any Error) -> Bool {
        guard let error = error as? ServiceError else { return false }
        return [.transport, .timeout, .unexpectedAnswer].contains(error.code) || (error.httpStatus ?? 0) >= 500
    }
}
