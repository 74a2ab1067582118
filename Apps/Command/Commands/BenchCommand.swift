// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaRendering

/// `groma bench`: full redraws of one scene, measured; the contract of an outside engine in our comparisons.
struct BenchCommand: Command {
    static let specification = Specification(
        name: "bench", summary: "draws a scene again and again and says how long it takes",
        discussion: """
            Prints one line, RESULT {...}: milliseconds for loading, for the first frame, for later frames (median and least wall
            time, median processor time), and the most memory held. Benchmarks/compare calls it beside other engines.
            """,
        options: [
            .value("data", "FOLDER", "holds SET.bin; or such a file, or one of Esri JSON"),
            .value("set", "NAME", "the set of shapes"),
            .value("view", "NAME", "the view's name; the box decides"),
            .value("bbox", "XMIN,YMIN,XMAX,YMAX", "what to show, in the set's coordinates"),
            .value("style", "NAME", "a style of the scene list"),
            .value("scenes", "FILE", "the scene list, scenes.json"),
            .value("size", "PIXELS", "side of the square picture; 1024"),
            .value("reps", "N", "frames after the first; 5"),
            .choice("quality", DrawingQuality.allCases.map(\.rawValue), "exact unless told otherwise"),
            .value("threads", "N", "1 unless told otherwise"), .value("png", "FILE", "write the picture there"),
        ])

    static func run(_ arguments: Arguments) async throws {
        guard let box = try arguments.numbers("bbox", counts: [4]), box[0] < box[2] else {
            throw UsageError("--bbox is needed: XMIN,YMIN,XMAX,YMAX")
        }
        var benchmark = DrawingBenchmark(
            data: try arguments.needed("data"), set: try arguments.needed("set"), style: try arguments.needed("style"),
            box: box, scenes: try arguments.needed("scenes"),
            size: try arguments.integer("size", in: 1...16_384) ?? 1024,
            repetitions: try arguments.integer("reps", in: 0...100_000) ?? 5)
        benchmark.quality = arguments.value("quality").flatMap(DrawingQuality.init(rawValue:)) ?? .exact
        benchmark.threads = try arguments.integer("threads", in: 1...1024) ?? 1
        // Scripts that run many engines pass an empty name for "no picture".
        if let png = arguments.value("png"), !png.isEmpty { benchmark.png = png }
        Output.line(try await benchmark.run().line)
    }
}
