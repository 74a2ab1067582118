// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// A sample as its folder tells: page, picture, text, source, and the line that runs it.
struct SampleFolder {
    let name: String
    /// The page's heading.
    let title: String
    /// The page's first paragraph.
    let description: String
    /// The names of the API it shows.
    let shows: String
    /// What follows the program's name in the line that runs it.
    let arguments: [String]
    let source: String
    /// What it prints, where it prints something.
    let output: String
    /// What it draws; nil for one that draws nothing, or a window.
    let picture: URL?

    /// Reads a folder; nil for one that is no sample.
    init?(_ folder: URL) {
        guard let page = try? String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8),
            let source = try? String(contentsOf: folder.appending(path: "Sample.swift"), encoding: .utf8)
        else { return nil }
        let name = folder.lastPathComponent
        let parts = page.components(separatedBy: "\n\n")
        self.name = name
        self.source = source
        title = parts.first.map { String($0.drop { $0 == "#" || $0 == " " }) } ?? name
        description =
            parts.dropFirst().first { !$0.hasPrefix("#") && !$0.hasPrefix("![") }?.replacing("\n", with: " ") ?? ""
        let heading = parts.firstIndex { $0.hasPrefix("## Relevant API") }
        shows = heading.flatMap { parts.count > $0 + 1 ? parts[$0 + 1] : nil }.map(Self.plain) ?? ""
        let usage = page.range(of: "swift run -c release \(name)")
        let words = usage.map { page[$0.upperBound...].prefix { $0 != "\n" } } ?? ""
        arguments = words.prefix { $0 != "#" }.split(separator: " ").map { $0.trimmingCharacters(in: ["'", "\""]) }
        output = (try? String(contentsOf: folder.appending(path: "expected.txt"), encoding: .utf8)) ?? ""
        let picture = folder.appending(path: "expected.png")
        self.picture = FileManager.default.fileExists(atPath: picture.path) ? picture : nil
    }

    /// All samples of a folder, by name.
    static func all(in folder: URL) -> [SampleFolder] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { SampleFolder(folder.appending(path: $0)) }
    }

    /// Needs a server, a folder or a display that the viewer's script brings.
    var needsServer: Bool { arguments.contains { $0.contains("127.0.0.1") } || source.contains("http://127.0.0.1") }
    var opensWindow: Bool { source.contains("import GromaGTK") }

    private static func plain(_ text: String) -> String {
        text.replacing("`", with: "").replacing("\n", with: " ").trimmingCharacters(in: .whitespaces)
    }
}
