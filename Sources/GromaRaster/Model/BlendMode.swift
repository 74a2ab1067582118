// Part of Groma, licensed under the Apache License 2.0; see LICENSE.

/// How a picture's colours meet those below, named as in web maps.
///
/// Source: W3C Compositing and Blending Level 1; average, invert, minus, reflect and vivid light as in common image editors.
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
    case normal
    case average, color, darken, difference, exclusion, hue, invert, lighten, lighter, luminosity, minus, multiply
    case overlay, plus, reflect, saturation, screen, xor
    case colorBurn = "color-burn"
    case colorDodge = "color-dodge"
    case hardLight = "hard-light"
    case softLight = "soft-light"
    case vividLight = "vivid-light"
    case sourceAtop = "source-atop"
    case sourceIn = "source-in"
    case sourceOut = "source-out"
    case destinationAtop = "destination-atop"
    case destinationIn = "destination-in"
    case destinationOut = "destination-out"
    case destinationOver = "destination-over"
}
