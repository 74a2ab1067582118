// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation

/// Text as it may stand in an address or a header.
enum PercentEncoding {
    /// Escapes all but letters, digits, `-._~` and the characters of `kept`.
    static func encode(_ text: String, keeping kept: String = "") -> String {
        let allowed = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~" + kept)
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
