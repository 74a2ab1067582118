// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Dispatch
import Synchronization

/// The results of `count` independent pieces of work, in order, whatever thread did them.
func concurrentMap<Result: Sendable>(count: Int, _ work: @Sendable (Int) -> Result) -> [Result] {
    if count == 1 { return [work(0)] }
    let results = Mutex([Result?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
        let result = work(index)
        results.withLock { $0[index] = result }
    }
    return results.withLock { $0.compactMap { $0 } }
}
