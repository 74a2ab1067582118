// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaRendering
import Testing

@Suite("The drawing benchmark")
struct DrawingBenchmarkTests {
    private func set(cut: Int = 0) -> Data {
        var bytes = Data("SPB1".utf8)
        func add(_ words: [UInt32]) {
            for word in words { for byte in 0..<4 { bytes.append(UInt8(word >> UInt32(byte * 8) & 255)) } }
        }
        add([3, 1, 1, 5, 0, 0, 1, 0, 5])
        let numbers: [Double] = [10.0, 10, 10, 40, 40, 40, 40, 10, 10, 10]
        for number in numbers {
            for byte in 0..<8 { bytes.append(UInt8(number.bitPattern >> UInt64(byte * 8) & 255)) }
        }
        return bytes.dropLast(cut)
    }

    private func benchmark(_ data: Data) throws -> DrawingBenchmark {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: folder.appending(path: "square.bin"))
        let scenes = #"{"styles": {"plain": {"fill": [0, 0, 0], "stroke": [0, 0, 0], "width": 1.0}}, "scenes": []}"#
        try Data(scenes.utf8).write(to: folder.appending(path: "scenes.json"))
        var benchmark = DrawingBenchmark(
            data: folder.path(), set: "square", style: "plain", box: [0, 0, 64, 64],
            scenes: folder.appending(path: "scenes.json").path(), size: 64, repetitions: 2)
        benchmark.png = folder.appending(path: "out.png").path()
        return benchmark
    }

    @Test("a scene is read, drawn and measured", arguments: DrawingQuality.allCases)
    func run(quality: DrawingQuality) async throws {
        var benchmark = try benchmark(set())
        benchmark.quality = quality
        let result = try await benchmark.run()
        #expect(result.line.hasPrefix("RESULT {\"load_ms\":"))
        #expect(result.least > 0 && result.least <= result.median)
        let picture = try Data(contentsOf: URL(filePath: benchmark.png ?? ""))
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test("a set that is cut or no set is refused", arguments: [1, 40, 90, 150])
    func damaged(cut: Int) async throws {
        let broken = try benchmark(set(cut: min(cut, set().count)))
        await #expect(throws: RenderingError.self) { _ = try await broken.run() }
    }

    @Test("a style, file or box that is not there is named", arguments: ["style", "set", "box"])
    func missing(what: String) async throws {
        var benchmark = try benchmark(set())
        switch what {
        case "style": benchmark.style = "wide"
        case "set": benchmark.set = "nothing"
        default: benchmark.box = [0, 0, .nan, 4]
        }
        let broken = benchmark
        await #expect(throws: RenderingError.self) { _ = try await broken.run() }
    }
}
