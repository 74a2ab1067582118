// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
import GromaCodecs
import GromaFeatures
import GromaGeometry

/// The grid on which a client wants its coordinates, applied to JSON answers.
struct QuantizationGrid: Sendable {
    let parameters: QuantizationParameters
    private let originX: Double
    private let originY: Double

    /// Reads `quantizationParameters`; nil without it.
    init?(_ json: JSONValue?) throws(HostingError) {
        guard let json else { return nil }
        do {
            parameters = try QuantizationParameters(json: json)
        } catch {
            throw HostingError(.invalidParameter, "'quantizationParameters' is invalid.", details: [error.message])
        }
        originX = parameters.extent.xMin
        originY = parameters.isUpperLeft ? parameters.extent.yMax : parameters.extent.yMin
    }

    /// The `transform` member of the answer.
    var transform: JSONValue {
        [
            "originPosition": parameters.isUpperLeft ? "upperLeft" : "lowerLeft",
            "scale": [.double(parameters.tolerance), .double(parameters.tolerance), 1, 1],
            "translate": [.double(originX), .double(originY), 0, 0],
        ]
    }

    /// Shapes as grid numbers, each vertex relative to the one before it in its part. For display, vertices that fall into
    /// the cell of the one before are left out, and parts that shrink to a dot.
    func apply(to column: GeometryColumn) -> GeometryColumn {
        var out = GeometryColumn(type: column.type)
        out.nullRows = column.nullRows
        let source = column.coordinates
        let drops = parameters.mode == .view
        let least = column.type == .polygon ? 4 : column.type == .polyline ? 2 : 1
        var xy: [Double] = [], z: [Double] = [], m: [Double] = []
        xy.reserveCapacity(source.xy.count)
        for row in 0..<(column.featureStarts.count - 1) {
            for part in column.featureStarts[row]..<column.featureStarts[row + 1] {
                let start = xy.count
                var last: (x: Double, y: Double)?
                for vertex in column.partStarts[part]..<column.partStarts[part + 1] {
                    let cell = cell(source.xy[2 * vertex], source.xy[2 * vertex + 1])
                    if drops, least > 1, let last, last == cell { continue }
                    xy.append(cell.x - (last?.x ?? 0))
                    xy.append(cell.y - (last?.y ?? 0))
                    last = cell
                    if let value = source.z?[vertex] { z.append(value) }
                    if let value = source.m?[vertex] { m.append(value) }
                }
                let count = (xy.count - start) / 2
                if drops, count < least {
                    xy.removeLast(2 * count)
                    if source.z != nil { z.removeLast(count) }
                    if source.m != nil { m.removeLast(count) }
                } else {
                    out.partStarts.append(xy.count / 2)
                }
            }
            out.featureStarts.append(out.partStarts.count - 1)
        }
        out.coordinates = CoordinateSequence(xy: xy, z: source.z == nil ? nil : z, m: source.m == nil ? nil : m)
        return out
    }

    private func cell(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        let down = parameters.isUpperLeft ? originY - y : y - originY
        return (((x - originX) / parameters.tolerance).rounded(), (down / parameters.tolerance).rounded())
    }
}
