// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import ReaderChecks

/// What every fuzzing program does with one input.
public enum FuzzingLoop {
    /// Memory beyond which an input ends the program, in kibibytes: no input is longer than 32 of them.
    private static let mostMemory = 768 * 1_024

    /// Runs the check of that name over `count` bytes at `start`; a broken promise and too much memory end the program, so
    /// that libFuzzer keeps the input.
    public static func run(_ name: StaticString, _ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        guard let check = ReaderCheck.all.first(where: { $0.name == "\(name)" }) else {
            fatalError("there is no check named \(name)")
        }
        let bytes = Array(UnsafeBufferPointer(start: start, count: count))
        do throws(BrokenPromise) {
            try check.run(bytes)
        } catch {
            fatalError("\(name): \(error)")
        }
        var usage = rusage()
        if getrusage(.init(RUSAGE_SELF.rawValue), &usage) == 0, usage.ru_maxrss > mostMemory {
            fatalError("\(name): an input of \(count) bytes took the memory to \(usage.ru_maxrss / 1_024) MB")
        }
        return 0
    }
}
