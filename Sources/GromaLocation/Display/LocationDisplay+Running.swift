// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGeometry
import GromaMapping

extension LocationDisplay {
    /// Shows the device from now on. Waits for the view's map to load and for the source to work; fixes may come much later.
    ///
    /// Throws what keeps the map from loading, or the source's `LocationError`. `stop()` and the task's cancellation end the waiting.
    public func start() async throws {
        guard !isStarted else { return }
        isStarted = true
        startError = nil
        do {
            try await host?.waitUntilMapIsLoaded()
            // Stopped while it waited.
            guard isStarted, !isSuspended else { return }
            try await runSource()
        } catch {
            isStarted = false
            startError = error as? LocationError
            forget()
            if error is CancellationError { await source.stop() }
            throw error
        }
    }

    /// Takes symbol and circle away and ends the updates. The mode stays, without effect.
    public func stop() async {
        isStarted = false
        startError = nil
        forget()
        await source.stop()
    }

    /// The window is hidden: the source rests, mode and symbol stay.
    public func suspend() async {
        guard !isSuspended else { return }
        isSuspended = true
        guard isStarted else { return }
        endListening()
        await source.stop()
    }

    /// The window is shown again: the source goes on, in the same mode. Throws as `start()`.
    public func resume() async throws {
        guard isSuspended else { return }
        isSuspended = false
        guard isStarted else { return }
        do {
            try await runSource()
        } catch {
            startError = error as? LocationError
            throw error
        }
    }

    private func runSource() async throws {
        listen(to: source)
        try await source.start()
        startError = nil
    }

    func changeSource(to new: any LocationDataSource) {
        guard new !== source else { return }
        let old = source
        endListening()
        source = new
        location = nil
        mapLocation = nil
        heading = nil
        startError = nil
        marker = MarkerState()
        graphics = []
        let starts = isStarted && !isSuspended
        if starts { listen(to: new) }
        Task {
            await old.stop()
            guard starts, new === self.source else { return }
            do { try await new.start() } catch { self.startError = error as? LocationError }
        }
    }

    private func listen(to source: any LocationDataSource) {
        endListening()
        let fixes = source.locations, turns = source.headings
        listeners = [
            Task { [weak self] in
                for await fix in fixes {
                    guard let self, !Task.isCancelled else { return }
                    self.take(fix)
                }
            },
            Task { [weak self] in
                for await heading in turns {
                    guard let self, !Task.isCancelled else { return }
                    self.take(heading)
                }
            },
        ]
    }

    private func endListening() {
        for listener in listeners { listener.cancel() }
        listeners = []
        alarm?.cancel()
        alarm = nil
    }

    private func forget() {
        endListening()
        location = nil
        mapLocation = nil
        heading = nil
        isStale = false
        marker = MarkerState()
        graphics = []
        host?.requestFrame()
    }

    func take(_ fix: Location) {
        let now = time.now()
        location = fix
        marker.take(fix, at: now)
        if isStale != fix.isLastKnown { isStale = fix.isLastKnown }
        projectLocation(at: now)
        locationSignal.send(fix)
        if let mapLocation { mapLocationSignal.send(mapLocation) }
        considerPlace()
        setAlarm()
        host?.requestFrame()
    }

    func take(_ heading: Heading) {
        self.heading = heading
        headingSignal.send(heading)
        host?.requestFrame()
    }

    /// Brings the location into the map's reference, and sends the symbol there.
    func projectLocation(at now: Duration) {
        guard let location else { return }
        let reference = host?.followedViewport?.spatialReference ?? location.position.spatialReference ?? .wgs84
        let place = try? GeometryEngine.project(location.position, into: reference)
        mapLocation = place.flatMap { $0.isEmpty ? nil : $0 }
        marker.move(to: mapLocation, at: now)
    }

    /// One timer for everything that happens without a fix: a place grows stale, a course is dropped.
    private func setAlarm() {
        guard alarm == nil, isStarted else { return }
        alarm = Task { [weak self, time] in
            while let next = self?.marker.nextChange(after: time.now()) {
                do { try await time.sleep(next) } catch { return }
                guard let self, !Task.isCancelled else { return }
                if self.marker.isStale(at: time.now()), !self.isStale { self.isStale = true }
                self.changeLooks()
            }
            self?.alarm = nil
        }
    }
}
