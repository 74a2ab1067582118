// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
internal import GromaFeatures

private let words = Localization.current

/// The text of a key in this process's language, with its placeholders filled.
func word(_ key: String, _ arguments: String...) -> String {
    var text = words.text(key)
    for (place, argument) in arguments.enumerated() { text = text.replacing("{\(place)}", with: argument) }
    return text
}

/// The text for a number of things.
func word(_ key: String, count: Int) -> String { words.text(key, count: count) }
