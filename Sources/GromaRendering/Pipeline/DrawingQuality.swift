// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How carefully vectors are drawn.
public enum DrawingQuality: String, Sendable, Hashable, CaseIterable {
    /// For print, export and still pictures: every vertex, every stroke's outline, row over row.
    case exact
    /// For pictures that move: vertices nearer than half a pixel are left out, polygons below a pixel become boxes, lines up to
    /// 1.5 pixels take a cheaper path, and rows in a run with one opaque symbol are drawn together: first all their fills,
    /// then all their lines, and of equal markers at one place only the last.
    case fast
}
