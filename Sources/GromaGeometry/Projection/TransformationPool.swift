// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Synchronization

/// Pipelines that wait for the next caller: making one costs up to 125 ms, using one 0.1 to 0.2 µs a vertex.
///
/// A caller takes a pipeline out and puts it back, so each is used by one thread at a time and threads never wait for each other's projections.
enum TransformationPool {
    private struct Key: Hashable, Sendable {
        var source: String
        var target: String
        var datum: DatumTransformation?
    }
    private static let idle = Mutex<[Key: [ProjectionPipeline]]>([:])
    /// Bounds for hostile documents that name a new reference each time.
    private static let mostPairs = 64
    private static let mostOfPair = 16

    static func with<Result>(
        from source: String, to target: String, by datum: DatumTransformation? = nil,
        _ body: (ProjectionPipeline) throws(GeometryError) -> Result
    ) throws(GeometryError) -> Result {
        let key = Key(source: source, target: target, datum: datum)
        let taken = idle.withLock { $0[key]?.popLast() }
        let transformation: ProjectionPipeline
        if let taken {
            transformation = taken
        } else {
            transformation = try ProjectionPipeline(from: source, to: target, by: datum)
        }
        defer {
            idle.withLock { pool in
                if pool[key] == nil, pool.count >= mostPairs { pool.removeAll() }
                if pool[key, default: []].count < mostOfPair { pool[key, default: []].append(transformation) }
            }
        }
        return try body(transformation)
    }
}
