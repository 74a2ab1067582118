// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A text as a key. Swift takes composed and decomposed letters for the same, the language does not.
struct ExactText: Hashable, Sendable {
    let text: String
    init(_ text: String) { self.text = text }
    static func == (a: ExactText, b: ExactText) -> Bool { Comparison.sameText(a.text, b.text) }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
