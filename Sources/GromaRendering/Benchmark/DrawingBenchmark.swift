// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaRaster

/// Full redraws of one scene, measured: what `groma bench` runs, and what our comparison with other engines calls.
package struct DrawingBenchmark: Sendable {
    /// A folder with `NAME.bin` in it, or such a file, or a file of Esri JSON.
    package var data: String
    package var set: String
    package var style: String
    /// xMin, yMin, xMax, yMax in the coordinates of the set; as wide as high.
    package var box: [Double]
    package var scenes: String
    /// Pixels of a side of the square picture.
    package var size: Int
    /// Frames after the first; none are needed.
    package var repetitions: Int
    package var quality: DrawingQuality = .exact
    package var threads = 1
    /// Where to write the picture; nil for nowhere.
    package var png: String?

    package init(
        data: String, set: String, style: String, box: [Double], scenes: String, size: Int, repetitions: Int
    ) {
        self.data = data
        self.set = set
        self.style = style
        self.box = box
        self.scenes = scenes
        self.size = size
        self.repetitions = repetitions
    }

    /// Milliseconds and megabytes, as the contract of outside engines names them.
    package struct Result: Sendable {
        package var load = 0.0
        package var first = 0.0
        /// From opening the file to the written picture: loading, the first frame, and writing where a picture is wanted.
        package var picture = 0.0
        package var median = 0.0
        package var least = 0.0
        package var cpu = 0.0
        package var peakMegabytes = 0.0

        /// The line that the comparison script reads.
        package var line: String {
            func text(_ value: Double) -> String { String(format: "%.3f", value) }
            return
                "RESULT {\"load_ms\":\(text(load)),\"first_ms\":\(text(first)),\"picture_ms\":\(text(picture)),\"render_ms\":\(text(median)),"
                + "\"min_ms\":\(text(least)),\"cpu_ms\":\(text(cpu)),\"peak_mb\":\(text(peakMegabytes))}"
        }
    }

    /// Loads the set, draws it once and then `repetitions` times from its geometry on: culling, transforming, drawing.
    @concurrent
    package func run() async throws -> Result {
        guard box.count == 4, box.allSatisfy(\.isFinite), box[2] > box[0] else {
            throw RenderingError(.malformed, "The box needs four numbers: xMin, yMin, xMax, yMax.")
        }
        var result = Result()
        var clock = Stopwatch()
        let isFile = data.hasSuffix(".bin") || data.hasSuffix(".json")
        let column = try await BenchmarkDataSet.read(isFile ? data : data + "/\(set).bin", threads: threads)
        let geometry = try await DrawableGeometry.shared(column, threads: threads)
        result.load = clock.lap().wall
        let look = try BenchmarkStyle(style, scenes: scenes)
        let layer = VectorLayer(geometry: geometry, symbols: [try look.symbol(isPoints: geometry.isPoints)])
        let buffer = try PixelBuffer(width: size, height: size)
        let transform = PixelTransform(left: box[0], top: box[3], pixelsPerUnit: Double(size) / (box[2] - box[0]))
        var walls: [Double] = [], cpus: [Double] = []
        for repetition in 0...repetitions {
            _ = clock.lap()
            let list = try await DisplayList(
                [layer], transform: transform, window: buffer.bounds, quality: quality, threads: threads)
            try await list.draw(into: buffer, threads: threads, background: .white)
            let lap = clock.lap()
            if repetition == 0 {
                result.first = lap.wall
            } else {
                walls.append(lap.wall)
                cpus.append(lap.cpu)
            }
        }
        result.median = Self.median(walls)
        result.least = walls.min() ?? 0
        result.cpu = Self.median(cpus)
        _ = clock.lap()
        if let png { try write(buffer, to: png) }
        result.picture = result.load + result.first + clock.lap().wall
        result.peakMegabytes = Stopwatch.peakMegabytes
        return result
    }

    private func write(_ buffer: PixelBuffer, to path: String) throws {
        do {
            try Data(Image(buffer).encoded(as: .png())).write(to: URL(filePath: path))
        } catch {
            throw RenderingError(.file, "The picture \(path) can't be written.", cause: error.reasonText)
        }
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}

/// Wall and processor time between laps, in milliseconds.
private struct Stopwatch {
    private var wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID)

    mutating func lap() -> (wall: Double, cpu: Double) {
        let newWall = Self.now(CLOCK_MONOTONIC), newCPU = Self.now(CLOCK_PROCESS_CPUTIME_ID)
        defer { (wall, cpu) = (newWall, newCPU) }
        return (newWall - wall, newCPU - cpu)
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    /// The most memory the process has held. Where the system tells it of the program alone that is taken: the usage of resources
    /// begins with the peak of whoever called the program.
    static var peakMegabytes: Double {
        if let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
        {
            return kilobytes / 1024
        }
        var usage = rusage()
        #if canImport(Darwin)
            unsafe getrusage(RUSAGE_SELF, &usage)
            return Double(usage.ru_maxrss) / 1_048_576
        #else
            unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return Double(usage.ru_maxrss) / 1024
        #endif
    }
}
