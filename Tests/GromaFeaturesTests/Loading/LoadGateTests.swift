// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
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
