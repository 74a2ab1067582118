// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// A program of others that judges our files; tests that need one are skipped visibly where it is not installed.
struct OutsideProgram {
    let url: URL

    init?(_ name: String) {
        let candidates = ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }
        guard let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            return nil
        }
        url = URL(fileURLWithPath: path)
    }

    static func isInstalled(_ name: String) -> Bool { OutsideProgram(name) != nil }

    /// What the program prints on both outputs.
    func output(_ arguments: [String]) throws -> String {
        let process = Process(), pipe = Pipe()
        process.executableURL = url
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
