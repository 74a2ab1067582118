// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import TestSupport
import XCTest

/// The display, a mouse and a keyboard, as far as the app's pages need them. Events go through the display, as a person's do.
@MainActor
enum FieldScreen {
    private static let tool = "/usr/bin/xdotool"

    static func shown(width: Int = 420, height: Int = 760) async throws -> Window {
        guard MainLoop.prepare() else { throw XCTSkip("no display: run through Scripts/headless") }
        guard FileManager.default.isExecutableFile(atPath: tool) else { throw XCTSkip("no xdotool") }
        let window = Window("Test", content: Slot())
        window.setDefaultSize(width: width, height: height)
        window.present()
        try await wait(for: "the window") { window.size.width > 0 && window.isDrawn }
        if let number = window.displayNumber { try await send("windowfocus", "\(number)") }
        return window
    }

    static func wait(
        for what: String, seconds: Double = 30, file: StaticString = #filePath, line: UInt = #line,
        until condition: () -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition() {
            guard ContinuousClock.now < deadline else {
                XCTFail("never came: \(what)", file: file, line: line)
                throw CancellationError()
            }
            MainLoop.iterate(milliseconds: 4)
            await Task.yield()
        }
    }

    /// Runs the tool, while the loop of the toolkit goes on.
    static func send(_ words: String...) async throws {
        let child = try ChildProcess(URL(filePath: tool), words, environment: ProcessInfo.processInfo.environment)
        _ = await child.status()
    }

    /// The same for a condition that asks somebody else.
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
        try await wait(for: "“\(name)” on the display", file: file, line: line) {
            found = window.find {
                $0.isDrawn && (kind == nil || $0.kind == kind) && ($0.text == name || $0.isCalled(name))
            }
            return found != nil
        }
        // What slides in is pressed when it has arrived.
        var last = (x: -1.0, y: -1.0), same = 0
        try await wait(for: "“\(name)” at rest", file: file, line: line) {
            let place = found?.screenPlace(x: 0, y: 0) ?? (-1, -1)
            same = place == last ? same + 1 : 0
            last = place
            return same > 30
        }
        guard let widget = found,
            let place = widget.screenPlace(x: Double(widget.size.width) / 2, y: Double(widget.size.height) / 2)
        else { return }
        try await send("mousemove", "\(Int(place.x))", "\(Int(place.y))", "click", "1")
    }

    /// Writes into the line that has the keyboard, in place of what stands there.
    static func type(_ text: String) async throws { try await send("key", "ctrl+a", "type", text) }
    static func key(_ name: String) async throws { try await send("key", name) }

    /// Lets everything that is due happen.
    static func settle() async {
        for _ in 0..<20 {
            MainLoop.iterate(milliseconds: 1)
            await Task.yield()
        }
    }

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

    /// Names of controls that the Tab key does not come to, from where the keyboard is now all the way round.
    static func unreachedControls(of window: Window) async throws -> [String] {
        var reached: [FoundWidget] = []
        var isRound = false
        for _ in 0..<200 where !isRound {
            let before = window.focusedWidget
            try await key("Tab")
            try await wait(for: "the keyboard to go on") {
                guard let now = window.focusedWidget else { return false }
                return before.map { !now.isSame(as: $0) } ?? true
            }
            guard let now = window.focusedWidget else { continue }
            XCTAssertTrue(now.isDrawn, "the keyboard is where nobody sees it: \(now.kind) \(now.spokenName)")
            isRound = reached.contains { $0.isSame(as: now) }
            reached.append(now)
        }
        XCTAssertTrue(isRound, "never came round")
        let controls = window.findAll { $0.isControl }
        XCTAssertGreaterThan(controls.count, 3)
        return controls.filter { control in !reached.contains { $0.reaches(control) } }
            .map { "\($0.kind) “\($0.spokenName)” \($0.name)" }
    }

    static func texts(_ window: Window) -> [String] { window.shownTexts }
}
