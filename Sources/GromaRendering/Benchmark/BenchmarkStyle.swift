// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
import GromaCodecs
import GromaRaster

/// The look of a benchmark scene, from `scenes.json`: `{"styles": {"polygon": {"fill": [r,g,b], "stroke": …, "width": …}}}`.
struct BenchmarkStyle {
    var fill: PixelColor?
    var stroke: PixelColor
    var width: Double
    /// Of circles, for points.
    var diameter: Double
    /// Round ends and corners: by name, as in the scripts for the other engines.
    var isRound: Bool

    /// Reads a style; throws `file` or `malformed`.
    init(_ name: String, scenes path: String) throws(RenderingError) {
        let scenes: JSONValue
        do {
            scenes = try JSONValue(parsing: [UInt8](Data(contentsOf: URL(filePath: path))))
        } catch {
            throw RenderingError(.file, "The scene list \(path) can't be read.", cause: error.reasonText)
        }
        guard let style = scenes["styles"]?[name], let stroke = Self.color(style["stroke"]),
            let width = style["width"]?.double
        else { throw RenderingError(.malformed, "\(path) has no complete style named \(name).") }
        fill = Self.color(style["fill"])
        self.stroke = stroke
        self.width = width
        diameter = style["diameter"]?.double ?? 0
        isRound = name == "wide"
    }

    private static func color(_ value: JSONValue?) -> PixelColor? {
        let channels = (value?.array ?? []).compactMap { $0.int.flatMap { UInt8(exactly: $0) } }
        return channels.count == 3 ? PixelColor(red: channels[0], green: channels[1], blue: channels[2]) : nil
    }

    func symbol(isPoints: Bool) throws(RenderingError) -> DrawSymbol {
        if isPoints {
            do throws(RasterError) {
                let sprite = try MarkerSprite.circle(
                    diameter: diameter, fill: fill ?? stroke, outline: stroke, outlineWidth: width)
                return DrawSymbol(layers: [.marker(sprite)])
            } catch {
                throw RenderingError(.size, "The scene's marker can't be made.", cause: error.reasonText)
            }
        }
        let line = StrokeStyle(width: width, cap: isRound ? .round : .butt, join: isRound ? .round : .miter)
        return DrawSymbol(layers: (fill.map { [.fill(.color($0))] } ?? []) + [.stroke(line, .color(stroke))])
    }
}
