// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGeometry

// Identify FOLDER [COUNT [TAPS]]: makes COUNT parcels on a grid and an index over them, and asks at TAPS places which parcels a window of 6 m, and one of
// 200 m, meets. Prints the microseconds a question and how many parcels were found. Shapes and places are left in FOLDER as raw
// doubles, so that another engine can be asked the same.

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
    FileHandle.standardError.write(Data("Identify: give a folder for the shapes\n".utf8))
    exit(2)
}
let folder = URL(filePath: arguments[1])
let count = arguments.count > 2 ? Int(arguments[2]) ?? 1_000_000 : 1_000_000
let taps = arguments.count > 3 ? Int(arguments[3]) ?? 20_000 : 20_000

/// CPU milliseconds of this process so far.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func write(_ numbers: [Double], _ name: String) throws {
    try numbers.withUnsafeBytes { try Data($0).write(to: folder.appending(path: name)) }
}

let side = Int(Double(count).squareRoot().rounded(.up))
let corners = (0..<12).map { (cos(-2 * Double.pi * Double($0) / 12), sin(-2 * Double.pi * Double($0) / 12)) }
/// A parcel of a dozen corners round its place on the grid.
func parcel(_ index: Int) -> CoordinateParts {
    let column = index % side, row = index / side
    var parts = CoordinateParts()
    parts.beginPart()
    parts.coordinates.xy.reserveCapacity(26)
    for step in 0..<13 {
        let corner = corners[step % 12]
        let radius = 15 + Double((column * 7 + row * 13 + step % 12 * 5) % 9) / 2
        parts.append(
            x: 1_000_000 + Double(column) * 40 + radius * corner.0, y: 6_000_000 + Double(row) * 40 + radius * corner.1)
    }
    return parts
}

let parcels = (0..<count).map(parcel)
try write(parcels.flatMap(\.coordinates.xy), "parcels.f64")

// A sequence of Halton's: places spread evenly without a pattern of the grid.
func radicalInverse(_ index: Int, _ base: Int) -> Double {
    var rest = index, part = 1.0, value = 0.0
    while rest > 0 {
        part /= Double(base)
        value += part * Double(rest % base)
        rest /= base
    }
    return value
}
let width = Double(side) * 40
let places = (1...taps).flatMap {
    [1_000_000 + width * radicalInverse($0, 2), 6_000_000 + width * radicalInverse($0, 3)]
}
try write(places, "places.f64")

var start = processorTime()
let index = SpatialIndex(
    boxes: parcels.flatMap { parts in
        let box = parts.coordinates.extent()
        return [box.xMin, box.yMin, box.xMax, box.yMax]
    })
print(String(format: "build %8.1f ms for %d parcels", processorTime() - start, count))

for half in [3.0, 100] {
    var times: [Double] = []
    var found = 0
    for _ in 0..<5 {
        found = 0
        start = processorTime()
        for tap in stride(from: 0, to: places.count, by: 2) {
            let x = places[tap], y = places[tap + 1]
            let window = Envelope(xMin: x - half, yMin: y - half, xMax: x + half, yMax: y + half)
            index.visit(xMin: window.xMin, yMin: window.yMin, xMax: window.xMax, yMax: window.yMax) { item in
                if parcels[item].meets(window, dimensionality: 2) { found += 1 }
            }
        }
        times.append((processorTime() - start) * 1000 / Double(taps))
    }
    print(String(format: "window %4.0f m %9.3f us a question, %d found", half * 2, times.min() ?? 0, found))
}
