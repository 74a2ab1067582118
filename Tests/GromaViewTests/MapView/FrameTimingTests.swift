// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaView
import Testing

@Suite("Frame times", .timeLimit(.minutes(10)))
@MainActor
struct FrameTimingTests {
    /// The figures are printed, not judged: other suites run beside this one.
    @Test("frames of a moving map with 500 symbols are made and timed")
    func pace() async throws {
        var benchmark = FrameBenchmark()
        // Few, since others wait for the main actor meanwhile.
        #if DEBUG
            benchmark.frameCount = 2
            benchmark.width = 160
            benchmark.height = 120
            benchmark.symbolCount = 20
        #else
            benchmark.frameCount = 25
        #endif
        let figures = try await benchmark.run { wait in
            // No waiting here: the frames follow each other as quickly as they can.
            for _ in 0..<(wait > .zero ? 4 : 1) { await Task.yield() }
        }
        for figure in figures {
            print(figure.text)
            #expect(figure.milliseconds.count == benchmark.frameCount)
        }
    }
}
