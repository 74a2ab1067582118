// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaFeatures

// Decoding [FOLDER SET [REPETITIONS]]: reads SET.esri.json, SET.pbf and SET.geojson of FOLDER, those that are there, and
// prints the median of the CPU milliseconds; with `gdal` found, the ratio to GDAL on the same file, run side by side.
// Without arguments it makes 20,000 polygons of its own.

/// CPU milliseconds of this process so far, all threads.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// The median CPU milliseconds of `repetitions` runs of `body`.
func median(_ repetitions: Int, _ body: () throws -> Void) rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<repetitions {
        let start = processorTime()
        try body()
        times.append(processorTime() - start)
    }
    return times.sorted()[repetitions / 2]
}

/// The bytes of a file, read straight into an array.
func load(_ file: URL, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
        guard let stream = fopen(file.path, "rb") else { return }
        read = fread(buffer.baseAddress, 1, count, stream)
        fclose(stream)
    }
}

func line(_ name: String, _ milliseconds: Double, _ rest: String) {
    let padded = name.padding(toLength: 26, withPad: " ", startingAt: 0)
    print(padded, String(format: "%9.1f ms  ", milliseconds) + rest)
}

let arguments = CommandLine.arguments
let repetitions = arguments.count > 3 ? Int(arguments[3]) ?? 5 : 5
let folder = arguments.count > 2 ? URL(filePath: arguments[1]) : FileManager.default.temporaryDirectory
let name = arguments.count > 2 ? arguments[2] : "groma-decoding"

if arguments.count <= 2 { try GeneratedParcels(count: 20_000).write(to: folder, name: name) }

let rival = GDAL()
for (ending, driver) in [("esri.json", "ESRIJSON:"), ("geojson", ""), ("pbf", "")] {
    let file = folder.appending(path: "\(name).\(ending)")
    guard FileManager.default.fileExists(atPath: file.path) else { continue }
    let bytes = [UInt8](try Data(contentsOf: file))
    var count = 0
    let ours = try median(repetitions) {
        let loaded = load(file, count: bytes.count)
        let set =
            switch ending {
            case "esri.json": try FeatureSet(esriJSON: loaded)
            case "geojson": try FeatureSet(geoJSON: loaded)
            default: try FeatureSet(esriPBF: loaded)
            }
        count = set.count
    }
    line(
        "decode \(ending)", ours,
        "\(count) features, \(bytes.count >> 20) MB, \(Int(Double(bytes.count) / ours / 1e3)) MB/s")
    // GDAL has no reader of Esri's protocol buffers: they are held against what it needs for the same features in JSON.
    let rivalFile = ending == "pbf" ? folder.appending(path: "\(name).esri.json") : file
    let rivalDriver = ending == "pbf" ? "ESRIJSON:" : driver
    if FileManager.default.fileExists(atPath: rivalFile.path),
        let theirs = try rival.milliseconds(rivalDriver + rivalFile.path)
    {
        line("  GDAL", theirs, String(format: "ratio %.1f", theirs / ours))
    }
    if ending == "esri.json" {
        let set = try FeatureSet(esriJSON: bytes)
        line("encode esri.json", median(repetitions) { _ = set.esriJSON() }, "")
        line("encode pbf", median(repetitions) { _ = set.esriPBF() }, "")
        line("encode geojson", try median(repetitions) { _ = try set.geoJSON() }, "")
    }
}
