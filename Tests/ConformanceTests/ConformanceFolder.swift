// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// The neutral cases of `Conformance/`, found beside this source.
enum ConformanceFolder {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Conformance")

    static func url(_ path: String) -> URL { root.appending(path: path) }
}
