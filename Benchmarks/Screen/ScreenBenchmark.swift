// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import GromaMapping
import GromaView

/// What a person sees of the map, measured on a display: `ScreenBenchmark QUESTION [VALUE]`.
/// Prints a line a figure, and ends with 1 where one misses its goal.
@main
final class ScreenBenchmark: Application {
    static let id = "dev.groma.benchmarks.Screen"

    enum Question: String, CaseIterable {
        case frames, idle, first, memory, views
    }
    private let question: Question
    private let value: String?

    init() {
        let words = CommandLine.arguments.dropFirst()
        guard let question = words.first.flatMap(Question.init) else {
            let names = Question.allCases.map(\.rawValue).joined(separator: "|")
            FileHandle.standardError.write(Data("usage: ScreenBenchmark \(names) [VALUE]\n".utf8))
            exit(2)
        }
        self.question = question
        value = words.dropFirst().first
    }

    private(set) lazy var mapView = MapView(
        map: Map(), furniture: [.standard, .locationButton])
    private var window: Window?
    private var missed = false

    func makeWindow() -> Window {
        if question == .first, let map = value { mapView.map = FirstMap.map(map) }
        let window = Window("Benchmark", content: mapView)
        self.window = window
        // Until the map itself is as large as the goals say.
        window.setDefaultSize(width: 1_210, height: 857)
        return window
    }

    func run() async throws {
        guard let window else { return }
        do {
            switch question {
            case .frames: try await Frames(self, window, isJudged: value != "unjudged").run()
            case .idle: try await Idle(self, window).run(seconds: value.flatMap(Double.init) ?? 30)
            case .first: try await FirstMap.run(self, window)
            case .memory: try await Memory(self, window).pan(seconds: value.flatMap(Double.init) ?? 30)
            case .views: try await Memory(self, window).views(count: value.flatMap(Int.init) ?? 200)
            }
        } catch {
            FileHandle.standardError.write(Data("\(question): \(error)\n".utf8))
            exit(2)
        }
        exit(missed ? 1 : 0)
    }

    /// Waits until the map has come to rest.
    func rests(_ window: Window) async throws {
        guard
            await window.wait(
                seconds: 60,
                until: { [mapView] in mapView.drawStatus == .completed && mapView.model.viewport != nil })
        else { throw Failure(description: "the map did not come to rest in a minute") }
        await window.frames(5)
    }

    /// Prints a figure, and remembers when it is above its goal.
    func report(_ name: String, _ figure: Double, _ unit: String, goal: Double? = nil, more: String = "") {
        let isMissed = goal.map { !(figure <= $0) } ?? false
        if isMissed { missed = true }
        let verdict = goal.map { String(format: "goal %g %@ %@", $0, unit, isMissed ? "MISSED" : "met") } ?? ""
        let line = [name.padding(toLength: 34, withPad: " ", startingAt: 0), String(format: "%9.2f %@", figure, unit)]
        say((line + [verdict, more].filter { !$0.isEmpty }).joined(separator: "  "))
    }

    /// A line that is there at once, also where nobody's terminal reads it.
    func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
