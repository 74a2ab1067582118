// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaMapping
import GromaServices

/// A web map that a command reads and writes back: a file, or a portal item.
struct MapTarget {
    let text: String
    let connection: Connection

    init(_ text: String, _ connection: Connection) {
        self.text = text
        self.connection = connection
    }

    func read() async throws -> WebMap { try await MapSource.document(text, connection) }

    /// Writes a map that was not there before.
    func create(_ map: WebMap) async throws {
        guard MapSource.webAddress(text) == nil else {
            throw UsageError(
                "create makes a file; for a new portal item use --portal PORTAL and a title instead of \(text)")
        }
        guard !FileManager.default.fileExists(atPath: text) else {
            throw CommandError("\(text) is there already; remove it or choose another name")
        }
        try LocalFile.write(Array(JSONValue.object(map.json).text().utf8), to: text)
    }

    func write(_ map: WebMap) async throws {
        guard let url = MapSource.webAddress(text) else {
            return try LocalFile.write(Array(JSONValue.object(map.json).text().utf8), to: text)
        }
        try await MapSource.item(url, connection).update(data: JSONValue.object(map.json).text())
    }
}
