// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// What the desktop says of the person: language and number formats.
enum Surroundings {
    /// The locale of LC_ALL, LC_MESSAGES or LANG; on Linux `Locale.current` does not read them.
    static let locale: Locale = {
        let environment = ProcessInfo.processInfo.environment
        let wish = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let plain = wish.prefix { $0 != "." && $0 != "@" }
        return Locale(identifier: plain.isEmpty || plain == "C" || plain == "POSIX" ? "en_US" : String(plain))
    }()
}
