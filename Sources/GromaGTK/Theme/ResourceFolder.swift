// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The folder of this library's icons that the build puts beside the program; nil where an install left it out.
enum ResourceFolder {
    static let icons: URL? = {
        let places = [
            Bundle.main.bundleURL, Bundle.main.resourceURL, Bundle.main.executableURL?.deletingLastPathComponent(),
        ]
        let candidates = places.compactMap { $0?.appending(path: "Groma_GromaGTK.resources").appending(path: "icons") }
        return candidates.first { FileManager.default.fileExists(atPath: $0.path) }
    }()
}
