// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import ReaderChecks
import TestSupport
import Testing

/// A short round of every reader of foreign bytes: its seeds, then seeds with random changes. `make fuzz` goes on from
/// here, led by the compiler's coverage.
@Suite("Readers under random damage", .serialized)
struct ReaderRoundTests {
    /// Another seed by GROMA_FUZZ_SEED, longer rounds by GROMA_SOAK, one reader alone by GROMA_FUZZ_READER.
    private static let seed = ProcessInfo.processInfo.environment["GROMA_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
    private static let count = ProcessInfo.processInfo.environment["GROMA_SOAK"] == nil ? 3_000 : 300_000

    @Test("every seed is read or refused by a typed error", arguments: ReaderCheck.all.map(\.name))
    func seeds(reader: String) throws {
        let check = try #require(ReaderCheck.all.first { $0.name == reader })
        let seeds = try check.seeds()
        #expect(!seeds.isEmpty, "Fuzzing/Seeds/\(reader) holds no seeds")
        for (place, bytes) in seeds.enumerated() { try attempt(check, bytes, "seed \(place)") }
    }

    private static let wanted = ProcessInfo.processInfo.environment["GROMA_FUZZ_READER"]

    @Test(
        "so is every input made from them",
        arguments: ReaderCheck.all.map(\.name).filter { wanted == nil || wanted == $0 })
    func round(reader: String) throws {
        let check = try #require(ReaderCheck.all.first { $0.name == reader })
        let mutator = InputMutator(
            seeds: try check.seeds(), words: try check.words(), mostBytes: min(check.mostBytes, 4_096))
        var random = SeededGenerator(seed: Self.seed)
        // A crash ends the program: this line then says which round it was.
        print("\(reader): \(Self.count) inputs from GROMA_FUZZ_SEED=\(Self.seed)")
        for number in 0..<Self.count {
            let bytes = mutator.next(using: &random)
            try attempt(check, bytes, "input \(number) of GROMA_FUZZ_SEED=\(Self.seed)")
        }
    }

    private func attempt(_ check: ReaderCheck, _ bytes: [UInt8], _ name: String) throws {
        do throws(BrokenPromise) {
            try check.run(bytes)
        } catch {
            let input = Data(bytes).base64EncodedString()
            Issue.record("\(check.name), \(name): \(error). In Base64: \(input)")
        }
    }
}
