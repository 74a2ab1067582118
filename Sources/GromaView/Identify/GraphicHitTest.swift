// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry
import GromaMapping

/// Finds graphics under a point of the screen, by their shapes and the sizes of their symbols.
@MainActor
struct GraphicHitTest {
    let point: ScreenPoint
    let viewport: Viewport
    /// Device-independent pixels round the point.
    let tolerance: Double
    /// Moves a place to the copy of the world that is seen.
    let screenPoint: (Point) -> ScreenPoint?

    /// The uppermost first, `most` at most.
    func hits(in overlay: GraphicsOverlay, most: Int) -> [Graphic] {
        guard overlay.isVisible, overlay.opacity > 0, overlay.minScale <= 0 || viewport.scale <= overlay.minScale,
            overlay.maxScale <= 0 || viewport.scale >= overlay.maxScale
        else { return [] }
        let drawn = overlay.graphics.enumerated().filter { $0.element.isVisible }.sorted {
            ($0.element.zIndex, $0.offset) > ($1.element.zIndex, $1.offset)
        }
        var found: [Graphic] = []
        for (_, graphic) in drawn where found.count < most {
            if isHit(graphic, in: overlay) { found.append(graphic) }
        }
        return found
    }

    private func isHit(_ graphic: Graphic, in overlay: GraphicsOverlay) -> Bool {
        guard let geometry = graphic.geometry, !geometry.isEmpty else { return false }
        let symbol = graphic.symbol ?? overlay.renderer?.symbol(for: graphic.attributes)
        guard let symbol else { return false }
        if let place = geometry as? Point { return isMarkerHit(at: place, symbol) }
        guard let shape = try? GeometryEngine.project(geometry, into: viewport.spatialReference) else { return false }
        if let points = shape as? Multipoint {
            return stride(from: 0, to: points.coordinates.xy.count - 1, by: 2).contains { index in
                isMarkerHit(
                    at: Point(
                        x: points.coordinates.xy[index], y: points.coordinates.xy[index + 1],
                        spatialReference: viewport.spatialReference), symbol)
            }
        }
        // The place under the finger, on the copy of the world where the shape is.
        guard let middle = screenPoint(shape.extent.center) else { return false }
        let straight = viewport.screenPoint(of: shape.extent.center)
        let place = viewport.location(
            of: ScreenPoint(x: point.x - middle.x + straight.x, y: point.y - middle.y + straight.y))
        let width = symbol.json["width"]?.double ?? 0
        let reach = (max(tolerance, 0.5) + width * 96 / 72 / 2) * viewport.resolution
        guard let distance = try? GeometryEngine.distance(from: place, to: shape) else { return false }
        return distance <= reach
    }

    private func isMarkerHit(at place: Point, _ symbol: any Symbol) -> Bool {
        guard let at = screenPoint(place) else { return false }
        let pixels = 96.0 / 72
        let size = symbol.json["size"]?.double ?? 8
        let width = (symbol.json["width"]?.double ?? size) * pixels
        let height = (symbol.json["height"]?.double ?? size) * pixels
        let x = at.x + (symbol.json["xoffset"]?.double ?? 0) * pixels
        let y = at.y - (symbol.json["yoffset"]?.double ?? 0) * pixels
        let reach = max(tolerance, 0.5)
        return abs(point.x - x) <= width / 2 + reach && abs(point.y - y) <= height / 2 + reach
    }
}
