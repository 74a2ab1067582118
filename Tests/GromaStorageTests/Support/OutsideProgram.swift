// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import TestSupport

/// A program of others that judges our files; tests that need one are skipped visibly where it is not installed.
struct OutsideProgram {
    let url: URL

    init?(_ name: String) {
        guard let url = Program.installed(name) else { return nil }
        self.url = url
    }

    static func isInstalled(_ name: String) -> Bool { OutsideProgram(name) != nil }

    /// What the program prints on both outputs.
    func output(_ arguments: [String]) async throws -> String {
        let outcome = try await Program.run(arguments, of: url)
        return outcome.text + outcome.errors
    }
}
