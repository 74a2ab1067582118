// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// Lines or rings of many features, packed: feature i owns `points[starts[i] ..< starts[i + 1]]`.
package struct Outlines: Sendable {
    package private(set) var points: [TownPoint] = []
    package private(set) var starts: [Int] = [0]

    package var count: Int { starts.count - 1 }

    package subscript(_ index: Int) -> ArraySlice<TownPoint> { points[starts[index]..<starts[index + 1]] }

    mutating func append(_ outline: some Sequence<TownPoint>) {
        points.append(contentsOf: outline)
        starts.append(points.count)
    }

    mutating func append(contentsOf other: Outlines) {
        let base = points.count
        points.append(contentsOf: other.points)
        starts.append(contentsOf: other.starts.dropFirst().map { $0 + base })
    }
}
