// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
package import Foundation
package import Groma

/// What the app keeps from one start to the next: maps that were open, where they were looked at, the window's size.
@MainActor
package final class FieldMemory {
    /// A map that was open before.
    package struct Recent: Codable, Equatable {
        package var place: String
        package var title: String
    }
    private struct Kept: Codable {
        var recent: [Recent] = []
        var viewpoints: [String: String] = [:]
        var width: Int?
        var height: Int?
        var openMap: String?
        var portal: String?
        var location: String?
        var signedIn: [String]?
        var preferences: FieldPreferences?
    }
    private let file: URL?
    private var kept = Kept()

    /// Reads what is there. Without a file nothing is kept; a damaged one counts as none.
    package init(file: URL?) {
        self.file = file
        guard let file, let data = try? Data(contentsOf: file), data.count < 4_000_000,
            let found = try? JSONDecoder().decode(Kept.self, from: data)
        else { return }
        kept = found
    }

    /// Below XDG_STATE_HOME, else where that is by default.
    static var standardFile: URL {
        let environment = ProcessInfo.processInfo.environment
        let base =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
            ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state")
        return base.appending(path: "groma-field/state.json")
    }

    /// The newest first, ten at most.
    package var recent: [Recent] { kept.recent }
    var openMap: String? {
        get { kept.openMap }
        set { kept.openMap = newValue }
    }
    var portal: String {
        get { kept.portal ?? "" }
        set { kept.portal = newValue }
    }
    /// Where positions come from; nil before anybody chose.
    package var location: LocationChoice? {
        get { kept.location.flatMap { try? LocationChoice($0) } }
        set { kept.location = newValue?.text }
    }
    /// What the person wants of the app; as it comes before they said anything.
    package var preferences: FieldPreferences {
        get { kept.preferences ?? FieldPreferences() }
        set { kept.preferences = newValue }
    }
    /// Portals whose credentials the desktop's keyring holds.
    package var signedIn: [String] {
        get { kept.signedIn ?? [] }
        set { kept.signedIn = newValue.isEmpty ? nil : newValue }
    }
    var windowSize: (width: Int, height: Int)? {
        get {
            guard let width = kept.width, let height = kept.height, width >= 360, height >= 294 else { return nil }
            return (width, height)
        }
        set { (kept.width, kept.height) = (newValue?.width, newValue?.height) }
    }

    package func opened(_ place: String, title: String) {
        kept.recent.removeAll { $0.place == place }
        kept.recent.insert(Recent(place: place, title: title), at: 0)
        for old in kept.recent.dropFirst(10) { kept.viewpoints[old.place] = nil }
        kept.recent = Array(kept.recent.prefix(10))
        save()
    }

    package func viewpoint(of place: String) -> Viewpoint? {
        guard let text = kept.viewpoints[place], let json = try? JSONValue(parsing: Array(text.utf8)) else {
            return nil
        }
        return json.object.flatMap { Viewpoint(json: $0) }
    }
    package func keep(_ viewpoint: Viewpoint, of place: String) {
        kept.viewpoints[place] = String(decoding: JSONValue.object(viewpoint.json).serialized(), as: UTF8.self)
    }

    /// Writes to a file beside, then takes its place, so that a crash leaves the old one whole.
    package func save() {
        guard let file, let data = try? JSONEncoder().encode(kept) else { return }
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? data.write(to: file, options: .atomic)
    }
}
