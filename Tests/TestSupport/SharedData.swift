// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import Foundation

/// Documents and engines' answers that stand outside of the project. The only place that reads `GROMA_SHARED_DATA`.
public enum SharedData {
    /// The folder, or nil where the variable is unset: suites that need it are then skipped visibly.
    public static let root: URL? = ProcessInfo.processInfo.environment["GROMA_SHARED_DATA"].flatMap {
        FileManager.default.fileExists(atPath: $0) ? URL(filePath: $0) : nil
    }
    /// True where the folder is there; for `.enabled(if:)`.
    public static var isAvailable: Bool { root != nil }
    /// A file or folder in it. Call only where `isAvailable`.
    public static func url(_ path: String) -> URL {
        (root ?? URL(filePath: "/nonexistent")).appending(path: path)
    }
}
