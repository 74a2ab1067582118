// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaGTK
import XCTest

/// A mouse and a keyboard: events go through the display, as a person's do.
@MainActor
final class Pointer {
    static let shared = Pointer()
    private let program = Process()
    private let input = Pipe(), output = Pipe()
    private let isThere: Bool

    private init() {
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let path = places.map { $0 + "/xdotool" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        isThere = path != nil
        guard let path else { return }
        program.executableURL = URL(filePath: path)
        program.arguments = ["-"]
        program.standardInput = input
        program.standardOutput = output
        try? program.run()
    }

    static func require() throws {
        guard shared.isThere else { throw XCTSkip("no xdotool") }
    }

    private func say(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

    func focus(_ window: Window) {
        guard let id = window.displayNumber else { return }
        // Waits until that is done: a window that is closed before would end the tool, and with it every test that follows.
        say("windowfocus --sync \(id)")
        say("exec --sync echo done")
        _ = output.fileHandleForReading.availableData
    }

    func move(to widget: Widget, x: Double, y: Double) {
        guard let place = widget.screenPlace(x: x, y: y) else { return XCTFail("the widget is not shown") }
        say("mousemove \(Int(place.x.rounded())) \(Int(place.y.rounded()))")
    }
    func click(_ widget: Widget, button: Int = 1) {
        click(widget, x: Double(widget.size.width) / 2, y: Double(widget.size.height) / 2, button: button)
    }
    func click(_ widget: Widget, x: Double, y: Double, button: Int = 1) {
        move(to: widget, x: x, y: y)
        say("click \(button)")
    }
    func press(_ button: Int = 1) { say("mousedown \(button)") }
    func release(_ button: Int = 1) { say("mouseup \(button)") }
    /// Notches of the wheel: up is away from the person.
    func wheel(up: Bool, notches: Int = 1) { for _ in 0..<notches { say("click \(up ? 4 : 5)") } }
    func key(_ names: String...) { for name in names { say("key \(name)") } }
    func hold(_ key: String) { say("keydown \(key)") }
    func letGo(_ key: String) { say("keyup \(key)") }
    func type(_ text: String) { say("type \(text)") }
}
