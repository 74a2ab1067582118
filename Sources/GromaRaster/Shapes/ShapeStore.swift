// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Many shapes on the pixel grid, one after the other: filled once, then only read, from any number of threads.
// Sendable: whoever fills the store hands it on when it is complete, and it is not changed any more.
package final class ShapeStore: @unchecked Sendable {
    private var points: UnsafeMutablePointer<PixelPoint>
    private var capacity: Int
    package private(set) var pointCount = 0
    /// First point of each part, and the point count at the end.
    private var partStarts: [Int32] = [0]
    /// First part of each shape, and the part count at the end.
    private var shapeStarts: [Int32] = [0]
    private var boxes: [PixelBox] = []

    package init(capacity: Int = 1024) {
        self.capacity = max(16, capacity)
        points = .allocate(capacity: self.capacity)
    }

    deinit { points.deallocate() }

    /// The number of shapes.
    package var count: Int { boxes.count }

    /// The box round a shape.
    package func box(_ index: Int) -> PixelBox { boxes[index] }

    /// Calls `body` with a shape that is valid during the call.
    @inline(__always)
    func withShape(_ index: Int, _ body: (Shape) -> Void) {
        let first = Int(shapeStarts[index]), end = Int(shapeStarts[index + 1])
        partStarts.withUnsafeBufferPointer { starts in
            guard let start = starts.baseAddress else { return }
            body(Shape(points: points, starts: start + first, parts: end - first, box: boxes[index]))
        }
        withExtendedLifetime(self) {}
    }

    /// Ends a shape: the parts added since the one before. `box` must hold them.
    package func endShape(box: PixelBox) {
        shapeStarts.append(Int32(partStarts.count - 1))
        boxes.append(box)
    }

    /// Adds a part from map coordinates `xy` (x and y in turn), all of them finite and in range.
    ///
    /// Vertices equal to the one before are left out; with `tolerance` (1/256 pixel) above 0 also those nearer than that,
    /// but never the last.
    package func appendPart(_ xy: Span<Double>, _ transform: PixelTransform, tolerance: Int32) {
        let count = xy.count / 2
        guard count > 0, pointCount + count < Int(Int32.max) else { return }
        reserve(count)
        let kernel = transform.kernel
        xy.withUnsafeBufferPointer { numbers in
            guard let first = numbers.baseAddress else { return }
            let source = UnsafeRawPointer(first)
            let nearness = Float(max(tolerance, 0)) * Float(max(tolerance, 0))
            let written =
                kernel.isAligned
                ? Self.convert(source, count, points + pointCount, nearness) { kernel.alignedPoint($0) }
                : Self.convert(source, count, points + pointCount, nearness) { kernel.point($0) }
            pointCount += written
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
    package func appendPart(_ part: [PixelPoint]) {
        guard !part.isEmpty, pointCount + part.count < Int(Int32.max) else { return }
        reserve(part.count)
        for point in part where pointCount == Int(partStarts[partStarts.count - 1]) || points[pointCount - 1] != point {
            points[pointCount] = point
            pointCount += 1
        }
        partStarts.append(Int32(pointCount))
    }

    private func reserve(_ more: Int) {
        guard pointCount + more > capacity else { return }
        let grown = max(capacity * 2, pointCount + more)
        let copy = UnsafeMutablePointer<PixelPoint>.allocate(capacity: grown)
        copy.update(from: points, count: pointCount)
        points.deallocate()
        points = copy
        capacity = grown
    }
}
