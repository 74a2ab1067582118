// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import Foundation
public import GromaGeometry

/// A view's size and what of the ground it covers: the pure arithmetic between screen and map.
///
/// Sizes are device-independent pixels of 1/96 inch; a picture has `pixelRatio` times as many.
public struct Viewport: Sendable, Hashable {
    /// Device-independent pixels; at least 1.
    public var width: Double
    /// Device-independent pixels; at least 1.
    public var height: Double
    /// The place in the middle, in `spatialReference`.
    public var center: Point
    /// The scale's denominator on a screen of 96 dots per inch.
    public var scale: Double
    /// Degrees by which north is turned clockwise from the upper edge.
    public var rotation: Double
    /// Pixels of the picture a device-independent pixel.
    public var pixelRatio: Double

    /// Makes a viewport round a place; sizes below 1 and a scale that is not positive are raised to 1.
    public init(
        width: Double, height: Double, center: Point, scale: Double, rotation: Double = 0, pixelRatio: Double = 1
    ) {
        self.width = width >= 1 ? width : 1
        self.height = height >= 1 ? height : 1
        self.center = center
        self.scale = scale >= 1 && scale.isFinite ? scale : 1
        self.rotation = rotation.isFinite ? rotation : 0
        self.pixelRatio = pixelRatio > 0 && pixelRatio.isFinite ? pixelRatio : 1
    }

    /// Makes the closest viewport that shows `extent` whole; an extent without width and height keeps 1:1,000.
    public init(width: Double, height: Double, extent: Envelope, rotation: Double = 0, pixelRatio: Double = 1) {
        self.init(
            width: width, height: height, center: extent.center, scale: 1_000, rotation: rotation,
            pixelRatio: pixelRatio)
        guard !extent.isEmpty, extent.width > 0 || extent.height > 0 else { return }
        let turn = Viewport.turn(rotation)
        let across = abs(extent.width * turn.cosine) + abs(extent.height * turn.sine)
        let down = abs(extent.width * turn.sine) + abs(extent.height * turn.cosine)
        let resolution = max(across / self.width, down / self.height)
        scale = max(MapScale.scale(resolution: resolution, in: extent.spatialReference), 1)
    }

    /// Makes the viewport that `viewpoint` asks for, in the reference of its geometry; nil shows the world in WGS 84.
    public init(width: Double, height: Double, fitting viewpoint: Viewpoint?, pixelRatio: Double = 1) {
        let world = Envelope(xMin: -180, yMin: -90, xMax: 180, yMax: 90, spatialReference: .wgs84)
        let target = viewpoint ?? Viewpoint(boundingGeometry: world)
        if let point = target.targetGeometry as? Point {
            self.init(
                width: width, height: height, center: point, scale: target.targetScale, rotation: target.rotation,
                pixelRatio: pixelRatio)
        } else {
            self.init(
                width: width, height: height, extent: target.targetGeometry.extent, rotation: target.rotation,
                pixelRatio: pixelRatio)
        }
    }

    /// The reference of `center`; WGS 84 where that has none.
    public var spatialReference: SpatialReference { center.spatialReference ?? .wgs84 }
    /// Map units a device-independent pixel.
    public var resolution: Double { MapScale.resolution(scale: scale, in: spatialReference) }
    /// Width of the picture.
    public var pixelWidth: Int { Int((width * pixelRatio).rounded().clamped(1, 1e6)) }
    /// Height of the picture.
    public var pixelHeight: Int { Int((height * pixelRatio).rounded().clamped(1, 1e6)) }
    /// What a person would call this view.
    public var viewpoint: Viewpoint { Viewpoint(center: center, scale: scale, rotation: rotation) }

    /// The box round everything visible, in `spatialReference`; larger than the view when it is rotated.
    public var extent: Envelope {
        let turn = Viewport.turn(rotation)
        let across = (abs(width * turn.cosine) + abs(height * turn.sine)) * resolution
        let down = (abs(width * turn.sine) + abs(height * turn.cosine)) * resolution
        return Envelope(center: center, width: across, height: down)
    }

    /// Where a place of `spatialReference` lies in the view, also outside of it.
    public func screenPoint(of point: Point) -> ScreenPoint {
        let turn = Viewport.turn(rotation)
        let dx = (point.x - center.x) / resolution
        let dy = (center.y - point.y) / resolution
        return ScreenPoint(
            x: width / 2 + dx * turn.cosine - dy * turn.sine, y: height / 2 + dx * turn.sine + dy * turn.cosine)
    }

    /// The place under a point of the view, in `spatialReference`.
    public func location(of point: ScreenPoint) -> Point {
        let turn = Viewport.turn(rotation)
        let sx = point.x - width / 2
        let sy = point.y - height / 2
        return Point(
            x: center.x + (sx * turn.cosine + sy * turn.sine) * resolution,
            y: center.y - (sy * turn.cosine - sx * turn.sine) * resolution, spatialReference: spatialReference)
    }

    /// The corners of the view on the ground: upper left, upper right, lower right, lower left.
    public var corners: [Point] {
        [(0, 0), (width, 0), (width, height), (0, height)].map { location(of: ScreenPoint(x: $0.0, y: $0.1)) }
    }

    /// Exact at quarter turns, so that an unrotated and a turned view meet pixel for pixel.
    private static func turn(_ degrees: Double) -> (sine: Double, cosine: Double) {
        let turned = degrees.truncatingRemainder(dividingBy: 360)
        switch turned < 0 ? turned + 360 : turned {
        case 0: return (0, 1)
        case 90: return (1, 0)
        case 180: return (0, -1)
        case 270: return (-1, 0)
        case let angle: return (sin(angle * .pi / 180), cos(angle * .pi / 180))
        }
    }
}

extension Double {
    fileprivate func clamped(_ low: Double, _ high: Double) -> Double { isNaN ? low : min(max(self, low), high) }
}
