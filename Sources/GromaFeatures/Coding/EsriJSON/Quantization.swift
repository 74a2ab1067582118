// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaGeometry

/// The grid on which a service sent its coordinates: whole numbers, each vertex of a part relative to the one before
/// (`quantizationParameters` with `f=json`; the transform of protocol buffer answers).
struct Quantization: Sendable, Hashable {
    /// True where y grows downwards from the translation (`upperLeft`).
    var isUpperLeft = true
    var scale: (x: Double, y: Double, z: Double, m: Double) { (scales[0], scales[1], scales[2], scales[3]) }
    var translate: (x: Double, y: Double, z: Double, m: Double) {
        (translations[0], translations[1], translations[2], translations[3])
    }
    /// x, y, z, m.
    var scales: [Double] = [1, 1, 1, 1]
    /// x, y, z, m.
    var translations: [Double] = [0, 0, 0, 0]

    /// The identity.
    init() {}

    /// Reads the `transform` member; nil when there is none.
    init?(json: JSONValue) {
        guard let object = json.object else { return nil }
        isUpperLeft = object["originPosition"]?.string != "lowerLeft"
        for (place, value) in (object["scale"]?.array ?? []).prefix(4).enumerated() {
            scales[place] = value.double ?? 1
        }
        for (place, value) in (object["translate"]?.array ?? []).prefix(4).enumerated() {
            translations[place] = value.double ?? 0
        }
    }

    /// The `transform` member.
    var json: JSONValue {
        [
            "originPosition": isUpperLeft ? "upperLeft" : "lowerLeft", "scale": .array(scales.map { .double($0) }),
            "translate": .array(translations.map { .double($0) }),
        ]
    }

    /// Turns grid numbers into coordinates.
    func restore(_ column: inout GeometryColumn?) {
        guard var shapes = column else { return }
        column = nil
        let (scale, translate) = (scale, translate)
        let scaleY = isUpperLeft ? -scale.y : scale.y
        let coordinates = shapes.coordinates
        var xy = coordinates.xy
        for part in 0..<shapes.partStarts.count - 1 {
            var x = 0.0, y = 0.0
            for vertex in shapes.vertexRange(ofPart: part) {
                x += xy[2 * vertex]
                y += xy[2 * vertex + 1]
                xy[2 * vertex] = translate.x + x * scale.x
                xy[2 * vertex + 1] = translate.y + y * scaleY
            }
        }
        shapes.coordinates = CoordinateSequence(
            xy: xy, z: coordinates.z?.map { translate.z + $0 * scale.z },
            m: coordinates.m?.map { translate.m + $0 * scale.m })
        column = shapes
    }
}

extension GeometryColumn {
    /// The shapes in grid numbers, each vertex relative to the one before it in its part; z and m stay. Thinned for display, vertices
    /// that fall into the cell of the one before are left out, and parts too short then.
    func onGrid(_ grid: Quantization, thins: Bool) -> GeometryColumn {
        var out = GeometryColumn(type: type)
        out.nullRows = nullRows
        out.coordinates = coordinates.emptyCopy()
        out.coordinates.xy.reserveCapacity(coordinates.xy.count)
        let least = type == .polygon ? 4 : type == .polyline ? 2 : 1
        let drops = thins && least > 1
        for row in 0..<count {
            for part in partRange(ofRow: row) {
                let start = out.coordinates.count
                var last: (x: Int64, y: Int64)?
                for vertex in vertexRange(ofPart: part) {
                    let cell = (
                        x: grid.gridX(coordinates.xy[2 * vertex]), y: grid.gridY(coordinates.xy[2 * vertex + 1])
                    )
                    if drops, let last, last == cell { continue }
                    out.coordinates.append(vertex..<(vertex + 1), of: coordinates)
                    out.coordinates.xy[out.coordinates.xy.count - 2] = Double(cell.x &- (last?.x ?? 0))
                    out.coordinates.xy[out.coordinates.xy.count - 1] = Double(cell.y &- (last?.y ?? 0))
                    last = cell
                }
                if drops, out.coordinates.count - start < least {
                    out.coordinates.cut(to: start)
                } else {
                    out.partStarts.append(out.coordinates.count)
                }
            }
            out.endRow()
        }
        return out
    }
}

extension CoordinateSequence {
    /// Takes away the vertices from `count` on.
    fileprivate mutating func cut(to count: Int) {
        xy.removeLast(xy.count - 2 * count)
        if let z { self.z?.removeLast(z.count - count) }
        if let m { self.m?.removeLast(m.count - count) }
    }
}
