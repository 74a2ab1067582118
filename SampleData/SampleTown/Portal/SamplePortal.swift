// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation
import GromaCodecs
import GromaStorage

/// The sample portal: a data folder that `groma serve --data` takes as it is.
public enum SamplePortal {
    /// The version of the sample's content; a folder of another one is refused with a clear message.
    public static let version = 3

    /// The users whose passwords everybody may know, to try roles with. The administrator is made by the server at its first start.
    public static let users = [
        SampleUser(name: "editor", role: "org_publisher", fullName: "Crew editor", password: "lindenford-editor"),
        SampleUser(name: "viewer", role: "org_viewer", fullName: "Council viewer", password: "lindenford-viewer"),
    ]

    /// Makes the sample in a folder that is missing or empty, and leaves one that holds the sample already as it is.
    ///
    /// Everything is made in a folder beside it that takes the final name at the very end, so that an interrupted run leaves
    /// nothing half made in its place. The small size takes some seconds. `report` is told each step in words.
    /// - Throws: `SampleTownError.folderRefused` for a folder that holds something else, or another size or version.
    public static func create(
        at url: URL, size: TownSize = .small, report: @Sendable (String) -> Void = { _ in }
    ) async throws {
        if try isComplete(url, size) { return }
        let files = FileManager.default
        let partial = url.deletingLastPathComponent().appending(path: "." + url.lastPathComponent + ".partial")
        do {
            if files.fileExists(atPath: partial.path) { try files.removeItem(at: partial) }
            try files.createDirectory(at: partial, withIntermediateDirectories: true)
            try await PortalWriter(town: Town(size: size), folder: partial).write(report)
            try marker(size).write(to: partial.appending(path: "sample.json"))
            if files.fileExists(atPath: url.path) { try files.removeItem(at: url) }
            try files.moveItem(at: partial, to: url)
        } catch {
            // What is half made would only take room.
            try? files.removeItem(at: partial)
            if error is SampleTownError { throw error }
            throw SampleTownError(
                .folderRefused,
                "The sample could not be written to \(url.path); choose a folder that you may write to, with room for it.",
                cause: error)
        }
    }

    private static func marker(_ size: TownSize) -> Data {
        Data("{\"sample\":\"Lindenford\",\"version\":\(version),\"cells\":\(size.cells)}\n".utf8)
    }

    /// True where the sample stands already; false for a missing or empty folder.
    private static func isComplete(_ url: URL, _ size: TownSize) throws -> Bool {
        guard FileManager.default.fileExists(atPath: url.path) else { return false }
        if let data = try? Data(contentsOf: url.appending(path: "sample.json")) {
            let found = try? JSONValue(parsing: data)
            guard found?["version"]?.int == version else {
                throw SampleTownError(
                    .folderRefused,
                    "\(url.path) holds the sample in another version than \(version); remove the folder to have it made anew."
                )
            }
            guard found?["cells"]?.int == size.cells else {
                throw SampleTownError(
                    .folderRefused,
                    "\(url.path) holds a sample of another size; choose another folder, or remove this one.")
            }
            return true
        }
        guard let content = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
            throw SampleTownError(
                .folderRefused, "\(url.path) is no folder that can be read; choose an empty or new one for the sample.")
        }
        guard content.isEmpty else {
            throw SampleTownError(
                .folderRefused, "\(url.path) holds other files; choose an empty or new folder for the sample.")
        }
        return false
    }
}

/// A user of the sample with a password that is no secret.
public struct SampleUser: Sendable {
    /// The name to sign in with.
    public var name: String
    /// The role's name on the wire.
    public var role: String
    /// The name people see.
    public var fullName: String
    /// Documented: for trying out only.
    public var password: String
}
