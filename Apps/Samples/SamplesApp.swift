// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import Groma
import GromaGTK

private let words = Localization.current
private func say(_ key: String) -> String { words.text("samples." + key) }

/// All samples in a window: what each is, what it draws or prints, its source, and a button that runs it.
@main
final class SamplesApp: Application {
    static let id = "dev.groma.Samples"

    /// What the program was started with.
    private struct Given {
        var folder = "Samples", server = "http://127.0.0.1:6080", town = "town", picture: String?, lists = false
        var samples: [SampleFolder] = []
    }
    private let samples: [SampleFolder]
    private let server: String
    private let town: String
    private let picture: String?
    private let runner = SampleRun()
    private let page = Slot()
    private lazy var window = Window(say("title"), content: page, sidebar: sidebar)
    private lazy var sidebar: Widget = {
        let list = List(
            samples.map { sample in
                Row(sample.title, detail: { sample.name }, leading: IconView(sample.opensWindow ? .map : .file)) {
                    [weak self] in self?.show(sample)
                }
            })
        list.accessibleName = say("title")
        list.margin = 12
        return ScrollView(list, maximumWidth: 600)
    }()

    private static let given: Given = {
        var words = CommandLine.arguments.dropFirst()[...]
        var given = Given()
        while let word = words.popFirst() {
            switch word {
            case "--list": given.lists = true
            case "--server": given.server = words.popFirst() ?? given.server
            case "--town": given.town = words.popFirst() ?? given.town
            case "--picture": given.picture = words.popFirst()
            default: given.folder = word
            }
        }
        given.samples = SampleFolder.all(in: URL(filePath: given.folder))
        return given
    }()

    static func willLaunch() {
        guard !given.samples.isEmpty else {
            FileHandle.standardError.write(Data("groma-samples: no samples in \(given.folder)\n".utf8))
            exit(1)
        }
        if given.lists || given.picture != nil {
            for sample in given.samples {
                print("\(sample.name.padding(toLength: 24, withPad: " ", startingAt: 0)) \(sample.description)")
            }
        }
        if given.lists { exit(0) }
    }

    init() {
        samples = Self.given.samples
        server = Self.given.server
        town = Self.given.town
        picture = Self.given.picture
    }

    func makeWindow() -> Window {
        window.setDefaultSize(width: 1_200, height: 800)
        window.isSidebarShown = true
        let side = Button(say("title"), icon: .sidebar) { [weak window] in window?.isSidebarShown.toggle() }
        window.leadingToolbar = [side]
        window.whenClosed { [runner] in runner.stop() }
        show(samples.first { $0.picture != nil } ?? samples[0])
        return window
    }

    func run() async throws {
        guard let picture else { return }
        window.prepareForPictures()
        await window.frames(60)
        guard window.savePicture(to: picture) else { throw ViewerError(description: "\(picture) can't be written.") }
        print(picture)
        window.close()
    }

    private func show(_ sample: SampleFolder) {
        runner.stop()
        window.title = sample.title
        window.subtitle = sample.name
        if window.isNarrow { window.isSidebarShown = false }
        let column = Stack(.vertical, spacing: 12, [Label(sample.description, isSelectable: true)])
        let start = Button(say("run"), style: .suggested) { [runner, server, town] in
            if runner.isRunning { return runner.stop() }
            let folder = FileManager.default.temporaryDirectory.appending(path: "groma-samples/\(sample.name)")
            try runner.start(sample, server: server, town: town, folder: folder)
        }
        let state = Label({ [runner] in runner.isRunning ? say("running") : "" }, style: .dim)
        column.append(Stack(.horizontal, spacing: 12, [start, state]))
        if sample.needsServer { column.append(Label(say("needsServer") + " " + server, style: .caption)) }
        let result = Slot()
        result.watch { [runner] slot in
            let text = runner.text, drawn = runner.picture
            // Outside of what is watched: showing reads nothing that changes.
            Task { (slot as? Slot)?.content = Self.outcome(text, drawn) }
        }
        column.append(result)
        if let picture = sample.picture, let shown = Self.picture(picture) {
            column.append(Label(say("draws"), style: .heading))
            column.append(shown)
        }
        if !sample.output.isEmpty {
            column.append(Label(say("prints"), style: .heading))
            column.append(Self.code(sample.output))
        }
        column.append(Label(say("shows"), style: .heading))
        column.append(Label(sample.shows, style: .dim))
        column.append(Label(say("source"), style: .heading))
        column.append(Self.code(sample.source))
        column.margin = 12
        page.content = ScrollView(column, maximumWidth: 900)
    }

    private static func outcome(_ text: String, _ drawn: URL?) -> Widget? {
        guard !text.isEmpty || drawn != nil else { return nil }
        let column = Stack(.vertical, spacing: 12)
        if let drawn, let shown = picture(drawn) { column.append(shown) }
        if !text.isEmpty { column.append(code(text)) }
        return column
    }

    private static func picture(_ file: URL) -> Widget? {
        guard let data = try? Data(contentsOf: file), let image = try? Image(decoding: [UInt8](data)) else {
            return nil
        }
        return Picture(file.lastPathComponent, image: image, minimumHeight: min(image.height, 420))
    }

    private static func code(_ text: String) -> Widget { Label(text, style: .code, isSelectable: true) }
}

struct ViewerError: Error, CustomStringConvertible { var description: String }
