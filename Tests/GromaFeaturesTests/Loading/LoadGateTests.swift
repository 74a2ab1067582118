// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import Observation
import Testing

@Suite("Loading")
@MainActor
struct LoadGateTests {
    private struct Broken: Error {}

    @Test("work runs once for many callers, and not again when it succeeded")
    func once() async throws {
        let gate = LoadGate()
        var runs = 0
        let work: @MainActor () async throws -> Void = {
            runs += 1
            await Task.yield()
        }
        let callers = (0..<3).map { _ in Task { @MainActor in try await gate.load(work) } }
        for caller in callers { try await caller.value }
        try await gate.load(work)
        #expect(runs == 1)
        #expect(gate.status == .loaded)
    }

    @MainActor
    private final class Thing: Loadable {
        let gate = LoadGate()
        var loadStatus: LoadStatus { gate.status }
        var loadError: (any Error)? { gate.error }
        func load() async throws { try await gate.load { await Task.yield() } }
        func retryLoad() async throws { try await load() }
    }

    @Test("the status can be followed until it is loaded")
    func statuses() async throws {
        let thing = Thing()
        let follower = Task { @MainActor in
            var seen: [LoadStatus] = []
            for await status in thing.loadStatuses {
                seen.append(status)
                if status == .loaded { break }
            }
            return seen
        }
        await Task.yield()
        try await thing.load()
        let seen = await follower.value
        #expect(seen.last == .loaded && Set(seen).count == seen.count)
        #expect(await [thing].loadAll().loaded.count == 1)
    }

    @Test("a failure is kept and rethrown, and tried again only when asked")
    func failure() async throws {
        let gate = LoadGate()
        var runs = 0
        for retries in [false, false, true] {
            await #expect(throws: Broken.self) {
                try await gate.load(retries: retries) {
                    runs += 1; throw Broken()
                }
            }
        }
        #expect(runs == 2)
        #expect(gate.status == .failed)
        try await gate.load(retries: true) {}
        #expect(gate.status == .loaded)
        #expect(gate.error == nil)
    }

    @Test("work is cancelled when all who wait for it are, and can start again")
    func cancellation() async throws {
        let gate = LoadGate()
        let caller = Task { try await gate.load { try await Task.sleep(for: .seconds(3_600)) } }
        while gate.status != .loading { await Task.yield() }
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(gate.status == .notLoaded)
        try await gate.load {}
        #expect(gate.status == .loaded)
    }
}
