// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
package import GromaGTK
import XCTest

/// The display of the tests: turns the toolkit's loop until something has come true.
@MainActor
package enum Screen {
    package struct Timeout: Error, CustomStringConvertible {
        package var description: String
    }

    /// Skips a test where there is no display; `Scripts/headless` brings one.
    package static func require() throws {
        guard MainLoop.prepare() else { throw XCTSkip("no display: run through Scripts/headless") }
    }

    /// Goes on as soon as `condition` is true; the loop turns meanwhile, and nothing sleeps.
    package static func wait(
        for what: String, seconds: Double = 30, file: StaticString = #filePath, line: UInt = #line,
        until condition: () -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition() {
            guard ContinuousClock.now < deadline else {
                XCTFail("never came: \(what)", file: file, line: line)
                throw Timeout(description: "never came: \(what)")
            }
            MainLoop.iterate(milliseconds: 4)
            await Task.yield()
        }
    }

    /// Lets everything that is due happen.
    package static func settle() async {
        for _ in 0..<20 {
            MainLoop.iterate(milliseconds: 1)
            await Task.yield()
        }
    }

    /// Waits until a widget stays where it is: what slides in is pressed when it has arrived.
    package static func rest(of widget: Widget, file: StaticString = #filePath, line: UInt = #line) async throws {
        var last = (x: -1.0, y: -1.0), same = 0
        try await wait(for: "a widget at rest", file: file, line: line) {
            let place = widget.screenPlace(x: 0, y: 0) ?? (-1, -1)
            same = place == last ? same + 1 : 0
            last = place
            return same > 30
        }
    }

    /// Names of controls that the Tab key, which `press` presses, does not come to, from where the keyboard is now all the way round.
    package static func unreachedControls(
        of window: Window, pressing press: @MainActor () async throws -> Void
    ) async throws -> [String] {
        var reached: [FoundWidget] = []
        var isRound = false
        for _ in 0..<300 where !isRound {
            let before = window.focusedWidget
            try await press()
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
}
