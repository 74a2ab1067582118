// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// `groma geometry --vectors FILE`: answers geometry questions, one JSON object a line in and out.
struct GeometryCommand: Command {
    static let specification = Specification(
        name: "geometry", summary: "answers geometry questions from a file, one JSON object a line",
        discussion:
            "An item has id, op, the Esri JSON geometries a and b, and args. Items that fail are answered with their error.",
        options: [.value("vectors", "FILE", "the questions")])

    static func run(_ arguments: Arguments) async throws {
        try runVectors(file: arguments.needed("vectors"))
    }

    /// Prints the answer to each line of `file` as it is computed. Only an unreadable file throws.
    static func runVectors(file: String) throws {
        let text = String(decoding: try LocalFile.bytes(file), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) { Output.line(GeometryVectors.answer(line: String(line))) }
    }
}
