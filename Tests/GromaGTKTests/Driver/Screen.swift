// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import XCTest

/// The display of the tests: turns the toolkit's loop until something has come true.
@MainActor
enum Screen {
    struct Timeout: Error, CustomStringConvertible {
        var description: String
    }

    /// Skips a test where there is no display; `Scripts/headless` brings one.
    static func require() throws {
        guard MainLoop.prepare() else { throw XCTSkip("no display: run through Scripts/headless") }
    }

    /// Goes on as soon as `condition` is true; the loop turns meanwhile, and nothing sleeps.
    static func wait(
        for what: String, seconds: Double = 20, file: StaticString = #filePath, line: UInt = #line,
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
    static func settle() async {
        for _ in 0..<20 {
            MainLoop.iterate(milliseconds: 1)
            await Task.yield()
        }
    }

    /// Waits until a widget stays where it is: what slides in is pressed when it has arrived.
    static func rest(of widget: Widget) async throws {
        var last = (x: -1.0, y: -1.0), same = 0
        try await wait(for: "a widget at rest") {
            let place = widget.screenPlace(x: 0, y: 0) ?? (-1, -1)
            same = place == last ? same + 1 : 0
            last = place
            return same > 30
        }
    }

    /// Shows a window at a size and waits until it is drawn.
    static func show(_ window: Window, width: Int, height: Int) async throws {
        window.setDefaultSize(width: width, height: height)
        window.present()
        try await wait(for: "the window") { window.size.width > 0 && window.isDrawn }
        Pointer.shared.focus(window)
        await settle()
    }
}
