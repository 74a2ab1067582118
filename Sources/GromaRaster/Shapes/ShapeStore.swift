// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Many shapes on the pixel grid, one after the other; read from any number of threads.
// Sendable: nothing in it changes after it is made.
package final class ShapeStore: @unchecked Sendable {
    private let points: PointMemory
    /// First point of each part, and the point count at the end.
    private let partStarts: [Int32]
    /// First part of each shape, and the part count at the end.
    private let shapeStarts: [Int32]
    private let boxes: [PixelBox]

    fileprivate init(_ builder: borrowing ShapeBuilder) {
        points = builder.memory
        partStarts = builder.partStarts
        shapeStarts = builder.shapeStarts
        boxes = builder.boxes
    }

    /// The number of shapes.
    package var count: Int { boxes.count }

    /// The box round a shape.
    package func box(_ index: Int) -> PixelBox { boxes[index] }

    /// A copy of a shape's vertices, part by part.
    package func parts(_ index: Int) -> [[PixelPoint]] {
        var parts: [[PixelPoint]] = []
        withShape(index) { shape in
            for part in 0..<shape.parts {
                let start = Int(shape.starts[part]), end = Int(shape.starts[part + 1])
                parts.append((start..<end).map { shape.points[$0] })
            }
        }
        return parts
    }

    /// Calls `body` with a shape that is valid during the call.
    @inline(__always)
    func withShape(_ index: Int, _ body: (Shape) -> Void) {
        let first = Int(shapeStarts[index]), end = Int(shapeStarts[index &+ 1])
        partStarts.withUnsafeBufferPointer { starts in
            guard let start = starts.baseAddress else { return }
            body(Shape(points: points.start, starts: start + first, parts: end &- first, box: boxes[index]))
        }
        withExtendedLifetime(self) {}
    }
}

/// Memory for points; a larger one takes its place when it is full.
private final class PointMemory {
    let start: UnsafeMutablePointer<PixelPoint>
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }
}

/// Collects shapes on the pixel grid, then hands them over as a store.
package struct ShapeBuilder: ~Copyable {
    fileprivate var memory: PointMemory
    private var pointCount = 0
    fileprivate var partStarts: [Int32] = [0]
    fileprivate var shapeStarts: [Int32] = [0]
    fileprivate var boxes: [PixelBox] = []

    /// An empty builder with room for some points.
    package init(capacity: Int = 1024) { memory = PointMemory(capacity: max(16, capacity)) }

    /// What was collected.
    package consuming func finish() -> ShapeStore { ShapeStore(self) }

    /// Ends a shape: the parts added since the one before. `box` must hold them.
    package mutating func endShape(box: PixelBox) {
        shapeStarts.append(Int32(partStarts.count - 1))
        boxes.append(box)
    }

    /// Adds a part from map coordinates `xy` (x and y in turn), all of them finite and in range.
    ///
    /// Vertices equal to the one before are left out; with `tolerance` (1/256 pixel) above 0 also those nearer than that,
    /// but never the last.
    package mutating func appendPart(_ xy: Span<Double>, _ transform: PixelTransform, tolerance: Int32) {
        let count = xy.count / 2
        guard count > 0, pointCount + count < Int(Int32.max) else { return }
        reserve(count)
        let kernel = transform.kernel
        let target = memory.start + pointCount
        pointCount += xy.withUnsafeBufferPointer { numbers in
            guard let first = numbers.baseAddress else { return 0 }
            let source = UnsafeRawPointer(first)
            let nearness = Float(max(tolerance, 0)) * Float(max(tolerance, 0))
            return kernel.isAligned
                ? Self.convert(source, count, target, nearness) { kernel.alignedPoint($0) }
                : Self.convert(source, count, target, nearness) { kernel.point($0) }
        }
        partStarts.append(Int32(pointCount))
    }

    @inline(__always)
    private static func convert(
        _ source: UnsafeRawPointer, _ count: Int, _ target: UnsafeMutablePointer<PixelPoint>, _ nearness: Float,
        _ point: (SIMD2<Double>) -> PixelPoint
    ) -> Int {
        @inline(__always) func at(_ index: Int) -> PixelPoint {
            point(source.loadUnaligned(fromByteOffset: index &* 16, as: SIMD2<Double>.self))
        }
        var last = at(0)
        target[0] = last
        var written = 1
        var index = 1
        if nearness > 0 {
            let end = count &- 1
            while index < end {
                let next = at(index), dx = Float(next.x &- last.x), dy = Float(next.y &- last.y)
                if dx * dx + dy * dy >= nearness {
                    target[written] = next
                    written &+= 1
                    last = next
                }
                index &+= 1
            }
            guard end > 0 else { return written }
            let final = at(end), dx = Float(final.x &- last.x), dy = Float(final.y &- last.y)
            if written > 1 && dx * dx + dy * dy < nearness {
                target[written &- 1] = final
                // The one before may now be equal.
                if target[written &- 2] == final { written &-= 1 }
            } else if final != last {
                target[written] = final
                written &+= 1
            }
        } else {
            while index < count {
                let next = at(index)
                if next != last {
                    target[written] = next
                    written &+= 1
                    last = next
                }
                index &+= 1
            }
        }
        return written
    }

    /// Adds a part that is on the grid already.
    package mutating func appendPart(_ part: [PixelPoint]) {
        guard !part.isEmpty, pointCount + part.count < Int(Int32.max) else { return }
        reserve(part.count)
        let points = memory.start
        for point in part where pointCount == Int(partStarts[partStarts.count - 1]) || points[pointCount - 1] != point {
            points[pointCount] = point
            pointCount += 1
        }
        partStarts.append(Int32(pointCount))
    }

    private mutating func reserve(_ more: Int) {
        guard pointCount + more > memory.capacity else { return }
        let larger = PointMemory(capacity: max(memory.capacity * 2, pointCount + more))
        larger.start.update(from: memory.start, count: pointCount)
        memory = larger
    }
}
