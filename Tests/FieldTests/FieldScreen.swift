// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import ScreenSupport
import TestSupport
import XCTest

/// The display, a mouse and a keyboard, as far as the app's pages need them. Events go through the display, as a person's do.
@MainActor
enum FieldScreen {
    private static let tool = "/usr/bin/xdotool"

    static func shown(width: Int = 420, height: Int = 760) async throws -> Window {
        try Screen.require()
        guard FileManager.default.isExecutableFile(atPath: tool) else { throw XCTSkip("no xdotool") }
        let window = Window("Test", content: Slot())
        window.setDefaultSize(width: width, height: height)
        window.present()
        try await Screen.wait(for: "the window") { window.size.width > 0 && window.isDrawn }
        if let number = window.displayNumber { try await send("windowfocus", "\(number)") }
        return window
    }

    /// Runs the tool, while the loop of the toolkit goes on.
    static func send(_ words: String...) async throws {
        let child = try ChildProcess(URL(filePath: tool), words, environment: ProcessInfo.processInfo.environment)
        _ = await child.status()
    }

    /// As `Screen.wait`, for a condition that asks somebody else.
    static func waitAsync(
        for what: String, seconds: Double = 30, file: StaticString = #filePath, line: UInt = #line,
        until condition: () async -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while await !condition() {
            guard ContinuousClock.now < deadline else {
                XCTFail("never came: \(what)", file: file, line: line)
                throw CancellationError()
            }
            MainLoop.iterate(milliseconds: 4)
        }
    }

    /// Clicks what a screen reader, or a label, calls so.
    static func click(
        _ name: String, in window: Window, kind: String? = nil, file: StaticString = #filePath, line: UInt = #line
    ) async throws {
        var found: FoundWidget?
        try await Screen.wait(for: "“\(name)” on the display", file: file, line: line) {
            found = window.find {
                $0.isDrawn && (kind == nil || $0.kind == kind) && ($0.text == name || $0.isCalled(name))
            }
            return found != nil
        }
        guard let widget = found else { return }
        try await Screen.rest(of: widget, file: file, line: line)
        guard let place = widget.screenPlace(x: Double(widget.size.width) / 2, y: Double(widget.size.height) / 2)
        else { return }
        try await send("mousemove", "\(Int(place.x))", "\(Int(place.y))", "click", "1")
    }

    /// Writes into the line that has the keyboard, in place of what stands there.
    static func type(_ text: String) async throws { try await send("key", "ctrl+a", "type", text) }
    static func key(_ name: String) async throws { try await send("key", name) }

    /// The display's number of the first window of another process, once it is shown.
    static func window(of process: Int32) async throws -> String {
        var number = ""
        try await waitAsync(for: "the app's window") {
            let outcome = try? await Program.run(
                ["search", "--onlyvisible", "--pid", "\(process)"], of: URL(filePath: tool))
            number = outcome?.text.split(separator: "\n").first.map(String.init) ?? ""
            return !number.isEmpty
        }
        return number
    }

    /// The end of another process, with this one's loop going on.
    static func status(of process: ChildProcess) async -> Int32 {
        let end = End()
        Task { end.status = await process.status() }
        while end.status == nil {
            MainLoop.iterate(milliseconds: 4)
            await Task.yield()
        }
        return end.status ?? -1
    }
    @MainActor private final class End { var status: Int32? }

    static func texts(_ window: Window) -> [String] { window.shownTexts }
}
