// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaPopups

/// `groma popup --vectors FILE [--layers FILE]`: answers popup vectors line by line.
enum PopupVectorsCommand {
    /// Prints `{"id":…,"expected":…}` for each line of `vectors`, or `{"id":…,"state":"error","message":…}` where an item cannot be answered.
    /// `layers` stands beside the vectors as `layers.json` unless it is named. Throws when a file cannot be read or is no JSON.
    static func run(vectors: URL, layers: URL? = nil, print: (String) -> Void) throws {
        let layersFile = layers ?? vectors.deletingLastPathComponent().appending(path: "layers.json")
        let text = String(decoding: try LocalFile.bytes(vectors.relativePath), as: UTF8.self)
        let known = try LocalFile.read(layersFile.relativePath) { try JSONValue(parsing: $0) }
        for line in text.split(whereSeparator: \.isNewline) {
            var vector = JSONValue.null
            do {
                vector = try JSONValue(parsing: String(line))
                print(try PopupVectors.answer(vector, layers: known).text())
            } catch {
                let answer: JSONValue = ["id": vector["id"] ?? .null, "state": "error", "message": .string("\(error)")]
                print(answer.text())
            }
        }
    }
}
