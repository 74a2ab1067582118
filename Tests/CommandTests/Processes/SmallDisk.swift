// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import TestSupport

/// A file system of a few megabytes.
enum SmallDisk {
    static var isPossible: Bool { getuid() == 0 && mount != nil && canMount }
    private static let mount = Program.installed("mount")
    /// Containers often withhold the right from root.
    private static let canMount: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "groma-mount-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        guard call("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path]) else { return false }
        return call("umount", [folder.path])
    }()

    static func run(megabytes: Int, _ body: (TemporaryFolder) async throws -> Void) async throws {
        try await TemporaryFolder.run { folder in
            _ = call("mount", ["-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder.url.path])
            defer { _ = call("umount", ["-l", folder.url.path]) }
            try await body(folder)
        }
    }

    /// Nothing can be written on it any more.
    static func makeReadOnly(_ disk: TemporaryFolder) -> Bool { call("mount", ["-o", "remount,ro", disk.url.path]) }

    private static func call(_ name: String, _ arguments: [String]) -> Bool {
        guard let program = Program.installed(name) else { return false }
        let process = try? ChildProcess(program, arguments, environment: Program.surroundings)
        return process?.waitUntilExit() == 0
    }
}
