// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaFeatures
import GromaGeometry
import GromaRaster

/// Where a layer's markers and lines lie. What labels keep off is worked out of it for maps that have labels, and for no others.
struct ObstacleSource: Sendable {
    var column: GeometryColumn
    var symbols: [DrawSymbol]
    /// For each row its index in `symbols`; others draw nothing.
    var indices: [Int32]
    var grid: MapGrid
    /// True for a layer with labels.
    var isNamed = false

    /// A layer of more markers than this in one view is a texture: its markers are not looked for one by one.
    private static let crowd = 600
    /// Markers of a layer that labels keep off at all.
    private static let most = 20_000
    /// Device-independent pixels from where on a marker is read by itself.
    private static let readable = 9.0

    /// Adds what lies near `area`; lines only where `tracesLines` says so.
    func add(to ground: inout LabelGround, area: PixelRect, tracesLines: Bool) {
        switch column.type {
        case .point, .multipoint: addMarkers(to: &ground, area)
        case .polyline: if tracesLines { addLines(to: &ground) }
        case .polygon, .envelope: break
        }
    }

    private func addMarkers(to ground: inout LabelGround, _ area: PixelRect) {
        let boxes = symbols.map(\.markerBox)
        var found: [LabelObstacle] = []
        for row in 0..<min(indices.count, column.featureStarts.count - 1) {
            let index = Int(indices[row])
            guard index >= 0, index < boxes.count, let box = boxes[index] else { continue }
            for vertex in column.vertexRange(ofRow: row) {
                let place = grid.transform.apply(
                    x: column.coordinates.xy[2 * vertex], y: column.coordinates.xy[2 * vertex + 1])
                guard place.x + box.right > Double(area.x), place.x + box.left < Double(area.maxX),
                    place.y + box.bottom > Double(area.y), place.y + box.top < Double(area.maxY)
                else { continue }
                let size = max(box.right - box.left, box.bottom - box.top)
                let isReadable = size >= Self.readable * grid.pixelRatio
                found.append(
                    LabelObstacle(
                        x: place.x, y: place.y, marker: box, weight: isReadable ? .heavy : .plain, isNamed: isNamed))
            }
            if found.count >= Self.most { break }
        }
        let isCrowd = found.count > Self.crowd
        for var obstacle in found {
            if isCrowd { obstacle.weight = .light }
            ground.add(obstacle)
        }
    }

    private func addLines(to ground: inout LabelGround) {
        let isDrawn = symbols.map { $0.lineWidth > 0 }
        for row in 0..<min(indices.count, column.featureStarts.count - 1) {
            let index = Int(indices[row])
            guard index >= 0, index < isDrawn.count, isDrawn[index] else { continue }
            if ground.lines.isFull { return }
            for part in column.partRange(ofRow: row) {
                var line: [Double] = []
                for vertex in column.vertexRange(ofPart: part) {
                    let place = grid.transform.apply(
                        x: column.coordinates.xy[2 * vertex], y: column.coordinates.xy[2 * vertex + 1])
                    line.append(place.x)
                    line.append(place.y)
                }
                ground.lines.add(line)
            }
        }
    }
}
