// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
public import GromaRaster

/// What is drawn for one row: layers from the bottom up, resolved to pixels of the picture.
///
/// A symbol without layers draws nothing. Sizes are pixels of the picture: multiply device-independent sizes by the pixel ratio.
public struct DrawSymbol: Sendable {
    /// One layer of a symbol.
    public enum Layer: Sendable {
        /// Fills polygons; ignored for other shapes. Holes need no orientation.
        case fill(Paint)
        /// Draws along lines and rings; ignored for points.
        case stroke(StrokeStyle, Paint)
        /// Stamped on every vertex of points and multipoints; ignored for other shapes.
        case marker(MarkerSprite)
        /// Stamped along lines and rings; ignored for points.
        case lineMarkers(LineMarkers)
        /// Stamped at a place well inside of an area by whoever prepares the layer; drawing itself leaves it out.
        case center(MarkerSprite)
        /// Draws along lines with colours that change from the beginning to the end; ignored for points.
        case gradientStroke(StrokeStyle, [PixelColor])
        /// Draws another layer on the changed shape.
        indirect case changed(ShapeChange, Layer)

        /// How far from a row's vertices it may draw, in pixels.
        var reach: Double {
            switch self {
            case .fill: 1
            case .stroke(let style, _), .gradientStroke(let style, _): style.isInvisible ? 0 : style.reach
            case .marker(let sprite), .center(let sprite): Double(sprite.radius)
            case .lineMarkers(let markers): markers.reach
            case .changed(let change, let layer): change.reach + layer.reach
            }
        }
    }
    public var layers: [Layer]

    /// Makes a symbol.
    public init(layers: [Layer] = []) { self.layers = layers }

    /// How far from a row's vertices the symbol may draw, in pixels.
    public var reach: Double { layers.reduce(0) { max($0, $1.reach) } }

    /// Width of the widest line, in pixels; 0 where it has none.
    var lineWidth: Double {
        layers.reduce(0) { width, layer in
            switch layer {
            case .stroke(let style, _), .gradientStroke(let style, _): max(width, style.width)
            default: width
            }
        }
    }

    /// What the symbol's markers cover round a vertex, in pixels; nil for symbols without markers that show.
    var markerBox: MarkerSprite.InkBox? {
        layers.reduce(nil) { box, layer in
            guard case .marker(let sprite) = layer, let ink = sprite.inkBox else { return box }
            guard let box else { return ink }
            return .init(
                left: min(box.left, ink.left), top: min(box.top, ink.top), right: max(box.right, ink.right),
                bottom: max(box.bottom, ink.bottom))
        }
    }

    /// True when nothing of what is below can be seen through it, so that its order among equals does not matter.
    var isOpaque: Bool {
        layers.allSatisfy { layer in
            switch layer {
            case .fill(let paint), .stroke(_, let paint): paint.isOpaque || paint.isInvisible
            case .marker, .lineMarkers, .center, .gradientStroke, .changed: false
            }
        }
    }
}
