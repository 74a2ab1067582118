// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaGTK
import Observation
import ScreenSupport
import XCTest

@MainActor @Observable
private final class Model {
    var isReady = false
    var names = ["Inlets", "Manholes"]
}

/// Widgets on a display, driven by a mouse and a keyboard that go through the display.
final class WidgetTests: XCTestCase {
    @MainActor
    func testAPressRunsTheActionAndWhatItChangesShows() async throws {
        try Screen.require()
        try Pointer.require()
        let model = Model()
        var presses = 0
        let button = Button("Start") {
            presses += 1
            model.isReady = true
            model.names.append("Mains")
        }
        let second = Button("Second") {}.enabled { model.isReady }
        let list = List({ model.names }) { Row($0, detail: { model.isReady ? "ready" : "" }) }
        let window = Window("Test", content: Stack(.vertical, spacing: 6, [button, second, list]))
        try await Screen.show(window, width: 500, height: 500)
        XCTAssertFalse(second.isEnabled)
        XCTAssertEqual(list.count, 2)
        Pointer.shared.click(button)
        try await Screen.wait(for: "the press") { presses == 1 }
        try await Screen.wait(for: "what follows") { second.isEnabled && list.count == 3 }
        try await Screen.wait(for: "the new row") { window.shownTexts.contains("Mains") }
        XCTAssertTrue(window.shownTexts.contains("ready"))
        window.close()
    }
}
