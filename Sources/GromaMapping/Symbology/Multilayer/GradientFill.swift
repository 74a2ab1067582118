// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// How a `CIMGradientFill` lies in an area.
package struct GradientFill: Sendable {
    /// Which way the colours run; documents call it the method.
    package enum Form: Sendable, Hashable {
        /// Across the area.
        case linear
        /// From the rim of the area's box inwards.
        case rectangular, circular
    }
    /// The colours, the first at the beginning or at the rim.
    package var ramp: ColorRamp
    package var form: Form
    /// Degrees counter-clockwise.
    package var angle: Double
    /// How much of the way has changing colours: a share, or points.
    package var size: (value: Double, isShare: Bool)
    /// The number of colours beside each other; nil for colours that pass into one another.
    package var steps: Int?
    /// What is drawn otherwise than the document says; nil for nothing.
    var unsupported: String?

    /// Nil without a ramp of colours that is understood.
    init?(_ json: JSONObject) {
        guard let ramp = ColorRamp(cim: json["colorRamp"]?.object) else { return nil }
        self.ramp = ramp
        angle = json["angle"]?.double ?? 0
        switch json["gradientMethod"]?.string {
        case "Rectangular": form = .rectangular
        case "Circular": form = .circular
        case "Buffered":
            form = .circular
            unsupported = "CIMGradientFill by buffers, drawn as a circular one"
        default: form = .linear
        }
        let stated = json["gradientSize"]?.double ?? 100
        let isShare = json["gradientSizeUnits"]?.string != "Absolute"
        size = (max(isShare ? min(stated, 100) / 100 : stated, 0), isShare)
        if json["gradientType"]?.string == "Discrete" { steps = min(max(json["interval"]?.int ?? 5, 1), 256) }
    }
}
