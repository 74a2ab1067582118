// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Observation

/// A run of a sample: what it says, and what it drew.
@MainActor @Observable
final class SampleRun {
    private(set) var text = ""
    private(set) var isRunning = false
    private(set) var picture: URL?
    @ObservationIgnored private var process: Process?
    /// More than anybody reads in a window.
    private static let mostLetters = 100_000

    /// Starts the sample's program, which stands beside this one. What it writes goes into `folder`; `town` is a data folder that nobody else serves.
    func start(_ sample: SampleFolder, server: String, town: String, folder: URL) throws {
        stop()
        text = ""
        picture = nil
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var drawn: URL?
        let arguments = sample.arguments.map { word -> String in
            if word.hasSuffix(".png") || word.hasSuffix(".gpkg") {
                let file = folder.appending(path: word)
                try? FileManager.default.removeItem(at: file)
                if word.hasSuffix(".png") { drawn = file }
                return file.path
            }
            if word == "town" { return town }
            return word.replacing("http://127.0.0.1:6080", with: server)
        }
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: sample.name)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        // The sample town's people are no secret: their passwords stand in the README.
        process.environment = ProcessInfo.processInfo.environment.merging(["GROMA_PASSWORD": "lindenford-editor"]) {
            own, _ in own
        }
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            let piece = String(decoding: data, as: UTF8.self)
            Task { @MainActor [weak self] in self?.add(piece) }
        }
        let picture = drawn
        process.terminationHandler = { ended in
            let status = ended.terminationStatus
            Task { @MainActor [weak self] in self?.ended(process: ended, status: status, drawn: picture) }
        }
        try process.run()
        self.process = process
        isRunning = true
    }

    func stop() {
        process?.terminate()
        process = nil
        isRunning = false
    }

    private func add(_ piece: String) {
        if text.utf8.count < Self.mostLetters { text += piece }
    }

    private func ended(process: Process, status: Int32, drawn: URL?) {
        guard process === self.process else { return }
        isRunning = false
        self.process = nil
        if let drawn, FileManager.default.fileExists(atPath: drawn.path) { picture = drawn }
        if status != 0 { add("\n[\(status)]") }
    }
}
