// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs

/// What changes a feature's shape on the picture before a layer draws it (`CIMGeometricEffect…`). Lengths are points, y goes up, and
/// angles are degrees counter-clockwise.
package enum SymbolEffect: Sendable, Hashable {
    /// The course of a wave.
    package enum Waveform: String, Sendable, Hashable {
        case sinus = "Sinus"
        case square = "Square"
        case triangle = "Triangle"
    }
    /// What is put round a shape.
    package enum Enclosure: String, Sendable, Hashable {
        case closedPath = "ClosePath"
        case hull = "ConvexHull"
        case box = "RectangularBox"
    }
    case move(x: Double, y: Double)
    /// Round the middle of the shape's box.
    case rotate(degrees: Double)
    /// From the middle of the shape's box.
    case scale(x: Double, y: Double)
    /// Takes lengths off the ends and out of the middle; inverted, leaves only those.
    case cut(begin: Double, end: Double, middle: Double, isInverted: Bool)
    /// Makes a line longer at its end, or at its beginning, turned from its course by so many degrees.
    case extend(length: Double, degrees: Double, atBegin: Bool)
    case reverse
    case wave(amplitude: Double, period: Double, Waveform)
    case enclose(Enclosure)

    /// Nil for an effect that is not drawn.
    init?(_ json: JSONValue) {
        func number(_ key: String, _ usual: Double = 0) -> Double { json[key]?.double ?? usual }
        switch json["type"]?.string {
        case "CIMGeometricEffectMove": self = .move(x: number("offsetX"), y: number("offsetY"))
        case "CIMGeometricEffectRotate": self = .rotate(degrees: number("angle"))
        case "CIMGeometricEffectScale":
            self = .scale(
                x: json["xScaleFactor"]?.double ?? number("XScaleFactor", 1),
                y: json["yScaleFactor"]?.double ?? number("YScaleFactor", 1))
        case "CIMGeometricEffectCut":
            self = .cut(
                begin: number("beginCut"), end: number("endCut"), middle: number("middleCut"),
                isInverted: json["invert"]?.bool ?? false)
        case "CIMGeometricEffectExtension":
            self = .extend(
                length: number("length"), degrees: number("deflection"),
                atBegin: json["origin"]?.string == "BeginningOfLine")
        case "CIMGeometricEffectReverse":
            guard json["reverse"]?.bool != false else { return nil }
            self = .reverse
        case "CIMGeometricEffectWave":
            guard let form = Waveform(rawValue: json["waveform"]?.string ?? "Sinus") else { return nil }
            self = .wave(amplitude: number("amplitude"), period: number("period", 3), form)
        case "CIMGeometricEffectEnclosingPolygon":
            guard let form = Enclosure(rawValue: json["method"]?.string ?? "ClosePath") else { return nil }
            self = .enclose(form)
        default: return nil
        }
    }
}
