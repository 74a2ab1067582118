// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// A place in an expression's text, both counted from 1.
struct SourcePlace: Sendable, Hashable {
    var line = 1
    var column = 1
}
