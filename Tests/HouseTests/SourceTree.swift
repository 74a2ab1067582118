// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The checkout as text: what the house rules are checked against.
struct SourceTree {
    struct File {
        /// Path from the top of the checkout.
        var path: String
        var lines: [String]
        var text: String { lines.joined(separator: "\n") }
        /// The room a source belongs to: `Sources/ROOM/…`.
        var room: String? {
            let parts = path.split(separator: "/")
            return parts.first == "Sources" && parts.count > 1 ? String(parts[1]) : nil
        }
    }

    static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every committed or new file below `folder` whose name ends in one of `endings`.
    static func files(below folder: String, endings: [String] = [".swift"]) -> [File] {
        let root = top.appending(path: folder)
        guard let names = FileManager.default.enumerator(atPath: root.path) else { return [] }
        var found: [File] = []
        for case let name as String in names where endings.contains(where: { name.hasSuffix($0) }) {
            if name.contains(".build/") || name.hasPrefix(".git/") || name.hasPrefix("build/") { continue }
            guard let text = try? String(contentsOf: root.appending(path: name), encoding: .utf8) else { continue }
            let path = folder.isEmpty ? name : folder + "/" + name
            found.append(File(path: path, lines: text.components(separatedBy: "\n")))
        }
        return found.sorted { $0.path < $1.path }
    }

    /// Sources of the libraries.
    static let libraries = files(below: "Sources")
    /// Everything that ships: libraries, programs, the sample town, samples.
    static let shipped = libraries + files(below: "Apps") + files(below: "SampleData") + files(below: "Samples")
    /// The manifest's text.
    static let manifest = (try? String(contentsOf: top.appending(path: "Package.swift"), encoding: .utf8)) ?? ""

    /// Room name to the modules it may import, read from the manifest's table.
    static let declaredImports: [String: [String]] = {
        var table: [String: [String]] = [:]
        let umbrella = manifest.range(of: "let everything = [").map { start in
            quotedNames(manifest[start.upperBound...].prefix { $0 != "]" })
        }
        for piece in manifest.components(separatedBy: "Room(").dropFirst() {
            guard let name = quotedNames(piece.prefix { $0 != "," }).first,
                let imports = piece.range(of: "imports:")
            else { continue }
            let rest = piece[imports.upperBound...].drop { $0 == " " }
            table[name] = rest.hasPrefix("everything") ? umbrella ?? [] : quotedNames(rest.prefix { $0 != "]" })
        }
        return table
    }()

    private static func quotedNames(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}

extension SourceTree.File {
    /// Modules this file imports.
    var imports: [String] {
        lines.compactMap { line in
            var words = line.split(separator: " ").map(String.init)
            while let first = words.first,
                first.hasPrefix("@") || ["public", "internal", "package", "private"].contains(first)
            {
                words.removeFirst()
            }
            guard words.count >= 2, words[0] == "import" else { return nil }
            return ["struct", "class", "enum", "func"].contains(words[1])
                ? words.last?.split(separator: ".").first.map(String.init) : String(words[1].split(separator: ".")[0])
        }
    }
}
